import { vllmSeries } from '../../../facts/engine-metrics';
import { scalerMetrics } from '../../../facts/scaler-metrics';
import { Rule } from '../../rule';

/** What only grows, compared with a target. */
export const counterCompared: Rule = {
  id: 'AIW3515',
  title: 'counter compared with a target',
  class: 'risky',
  reason: 'A counter grows as long as its process runs. Once it has passed the target it never falls below it again: the workload goes to its most pods and stays there.',
  source: 'vllm vllm/v1/metrics/loggers.py; prometheus docs/concepts/metric_types.md',
  remedy: 'Compare its growth: sum(rate(vllm:generation_tokens_total[2m])).',
  appliesTo: ['ScaledObject'],
  check: (facts, report) => {
    for (const metric of facts.get(scalerMetrics)) {
      const counter = GROWTH.test(metric.text) ? undefined : vllmSeries(metric.isQuery ? metric.text : '').find(({ name, row }) => row.type === 'counter' || grows(name, row.name));
      if (counter) {
        report(metric.scaling.scaler, {
          field: metric.field,
          message: `Invalid value: ${JSON.stringify(counter.name)}: ${counter.row.type === 'counter' ? 'is a counter' : 'counts since the process began'}, and never falls`,
          help: 'take rate(...[2m]) of it',
        });
      }
    }
  },
};

/** What makes another number of it than its level. */
const GROWTH = /\b(rate|irate|increase|delta|idelta|deriv|resets|changes|histogram_quantile|absent|absent_over_time)\s*\(|\boffset\b|[/]/;

/** Parts of a histogram. */
function grows(name: string, row: string): boolean {
  return name !== row && /_(bucket|sum|count)$/.test(name);
}
