import { engineSeries } from '../../../facts/engine-metrics';
import { scalerMetrics } from '../../../facts/scaler-metrics';
import { Rule } from '../../rule';

/** Growth over less than there are samples for. */
export const windowBelowScrapes: Rule = {
  id: 'AIW3516',
  title: 'growth measured over too few scrapes',
  class: 'risky',
  reason: 'Growth needs two samples, and after one scrape that fails still two: a window of less than a minute holds one or none where Prometheus scrapes each 30 s (its operator) or each minute (by itself). The query has no value then, which KEDA takes for 0.',
  source: 'prometheus docs/querying/functions.md rate; prometheus-operator pkg/apis/monitoring/v1/prometheus_types.go scrapeInterval (v0.85); keda pkg/scalers/prometheus_scaler.go ignoreNullValues (v2.21)',
  remedy: 'Use a window of four scrapes at least: [2m].',
  appliesTo: ['ScaledObject'],
  check: (facts, report) => {
    for (const metric of facts.get(scalerMetrics)) {
      const window = engineSeries(metric.text).length > 0 ? shortest(metric.text) : LEAST;
      if (window < LEAST) {
        report(metric.scaling.scaler, {
          field: metric.field,
          message: `Invalid value: "${window}s": may hold fewer than two samples, where Prometheus scrapes each 30 s or less often`,
          help: 'write [2m], or four times the scrape interval',
        });
      }
    }
  },
};

/** Two scrapes of the operator. */
const LEAST = 60;

/** The shortest window of what grows, in seconds; as people write windows, and where no label has brackets in its value. */
function shortest(query: string): number {
  const windows = query.matchAll(/\b(?:rate|increase|delta|irate)\s*\([^[\]()]{0,500}\[(\d{1,6})(s|m|h)\]/g);
  return Math.min(...[...windows].map(([, count, unit]) => Number(count) * SECONDS[unit]));
}

const SECONDS: { readonly [unit: string]: number } = { s: 1, m: 60, h: 3600 };
