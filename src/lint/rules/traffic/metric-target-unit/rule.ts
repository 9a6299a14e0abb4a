import { vllmSeries } from '../../../facts/engine-metrics';
import { ScalerMetric, scalerMetrics } from '../../../facts/scaler-metrics';
import { Rule } from '../../rule';

/** A target that a ratio never reaches. */
export const metricTargetUnit: Rule = {
  id: 'AIW2802',
  title: 'target is in another unit than the metric',
  class: 'broken',
  reason: 'The use of the KV cache is a ratio from 0 to 1, whatever its name says of percent: a target of 80 is never reached, and the autoscaler never adds a pod.',
  source: 'vllm vllm/v1/metrics/loggers.py ("1 means 100 percent usage"); vllm#5195; aibrix samples (50 on a gauge of 0 to 1); defilantech/LLMKube#1373',
  remedy: 'Write the target as a ratio: 800m or "0.8".',
  appliesTo: ['HorizontalPodAutoscaler', 'ScaledObject'],
  check: (facts, report) => {
    for (const metric of facts.get(scalerMetrics)) {
      const name = ratioOf(metric);
      if (name !== undefined && metric.target !== undefined && metric.target > 1) {
        report(metric.scaling.scaler, {
          field: metric.targetField,
          message: `Invalid value: ${metric.target}: ${name} goes from 0 to 1, so the target is never reached`,
          help: metric.target <= 100 ? `write ${metric.isQuery ? `"${metric.target / 100}"` : `${metric.target * 10}m`}` : 'write a ratio',
        });
      }
    }
  },
};

/** A query that adds, multiplies or counts makes another unit of it. */
function ratioOf(metric: ScalerMetric): string | undefined {
  const [series, ...more] = vllmSeries(metric.text);
  const isRatio = series !== undefined && more.length === 0 && series.row.unit === 'ratio 0 to 1';
  const isPlain = metric.isQuery ? !/[*+]|\b(sum|count|rate|increase)\b/.test(metric.text.replace(/\{[^}]*(?:\}|$)/g, '')) : metric.isPerPod;
  return isRatio && isPlain ? series.name : undefined;
}
