import { engineSeries } from '../../../facts/engine-metrics';
import { ScalerMetric, scalerMetrics } from '../../../facts/scaler-metrics';
import { Report, Rule } from '../../rule';

/** A total compared as a share, or a share as a total. */
export const metricAveragedTwice: Rule = {
  id: 'AIW2803',
  title: 'query and kind of target do not fit each other',
  class: 'risky',
  reason: 'AverageValue divides what the query says by the number of pods: an average is divided again, and ten busy pods look like one. Value does not divide: a total grows with each pod that it adds, up to the maximum.',
  source: 'pkg/controller/podautoscaler/replica_calculator.go (v1.36) GetExternalPerPodMetricReplicas, GetExternalMetricReplicas; keda pkg/scalers/scaler.go (v2.21); OneUptime/oneuptime#3090',
  remedy: 'Sum up a load and compare it as AverageValue with what one pod can do; compare an average, a maximum or a quantile as Value (metricType: Value).',
  appliesTo: ['ScaledObject', 'HorizontalPodAutoscaler'],
  check: (facts, report) => {
    for (const metric of facts.get(scalerMetrics)) {
      if (metric.isQuery && engineSeries(metric.text).length > 0) {
        checkQuery(metric, report);
      } else if (isLoadOfAll(metric)) {
        report(metric.scaling.scaler, {
          field: metric.targetField,
          message: `Invalid value: "Value": ${metric.text} of an object is the total of its pods, and the more pods there are, the more it asks for`,
          help: 'use a metric of type Pods, or AverageValue with what one pod can do',
        });
      }
    }
  },
};

/** Requests of a namespace or a Service: the target of one pod is no target of theirs. */
function isLoadOfAll(metric: ScalerMetric): boolean {
  return metric.comparison === 'Value' && metric.field.includes('.object.')
    && /(^|[:_])num_requests_(waiting|running)$/.test(metric.text);
}

function checkQuery(metric: ScalerMetric, report: Report): void {
  const aggregation = aggregationOf(metric.text);
  const detail = mismatch(metric, aggregation);
  if (detail !== undefined) {
    report(metric.scaling.scaler, {
      field: metric.field,
      message: `Invalid value: ${JSON.stringify(aggregation)}: ${detail}`,
      help: metric.comparison === 'Value' ? 'remove metricType: Value, and set the threshold to what one pod can do' : 'use sum, or set metricType: Value on the trigger',
    });
  }
}

const SHARES: ReadonlySet<string | undefined> = new Set(['avg', 'max', 'min', 'quantile', 'histogram_quantile']);

function mismatch({ comparison }: ScalerMetric, aggregation: string | undefined): string | undefined {
  if (comparison === 'AverageValue' && SHARES.has(aggregation)) {
    return 'AverageValue, the default of metricType, divides it by the number of pods, although it is of one pod already';
  }
  return comparison === 'Value' && aggregation === 'sum' ? 'metricType Value compares the total of all pods with the target, and the more pods there are, the more it asks for' : undefined;
}

/** The outermost function, where nothing is done with its result. */
function aggregationOf(query: string): string | undefined {
  const match = /^\s*([a-z_]+)\s*(?:by\s*\([^)]*\)\s*)?\(/.exec(query);
  if (!match) {
    return undefined;
  }
  let depth = 0;
  for (let index = match[0].length - 1; index < query.length; index++) {
    depth += query[index] === '(' ? 1 : query[index] === ')' ? -1 : 0;
    if (depth === 0) {
      return /^\s*(by\s*\([^)]*\)\s*|or\s+vector\(\s*0\s*\)\s*)*$/.test(query.slice(index + 1)) ? match[1] : undefined;
    }
  }
  return undefined;
}
