import { NEVER_EXPORTED } from '../../../../knowledge/engines/vllm-metrics';
import { hasCommandFlag } from '../../../facts/command-flags';
import { enginesByPods } from '../../../facts/engine-command';
import { absenceOf, targetPods, vllmRelease, vllmSeries } from '../../../facts/engine-metrics';
import { Facts } from '../../../facts/facts';
import { ScalerMetric, scalerMetrics } from '../../../facts/scaler-metrics';
import { Report, Rule } from '../../rule';

const HIDDEN_METRICS: ReadonlySet<string> = new Set(['--show-hidden-metrics-for-version']);

/** An autoscaler asks for a series that the engine does not write. */
export const engineMetricMissing: Rule = {
  id: 'AIW2801',
  title: 'autoscaler reads a metric that the engine does not export',
  class: 'broken',
  reason: 'A series nobody writes has no value: the autoscaler reports an error or a null, keeps the number of pods, and does not act when the load grows.',
  source: 'vllm vllm/v1/metrics/loggers.py (hidden one minor after deprecation, removed two after); vllm#18354, #27133, #27341, #30041; gateway-api-inference-extension#1905',
  remedy: 'Use the name that the version of the engine has: vllm:num_requests_waiting and vllm:kv_cache_usage_perc. The metrics of each version are in docs/engines.md.',
  appliesTo: ['HorizontalPodAutoscaler', 'ScaledObject'],
  but: 'warning where no image tag tells the version of vLLM',
  check: (facts, report) => {
    for (const metric of facts.get(scalerMetrics)) {
      const series = vllmSeries(metric.text);
      if (series.length > 0) {
        checkSeries(facts, metric, series, report);
      }
      if (metric.isQuery) {
        checkInvented(metric, report);
      }
    }
  },
};

function checkSeries(facts: Facts, metric: ScalerMetric, series: ReturnType<typeof vllmSeries>, report: Report): void {
  const pods = targetPods(facts, metric);
  const release = vllmRelease(pods);
  const shows = pods.some(set => facts.get(enginesByPods).get(set)?.some(each => hasCommandFlag(each, HIDDEN_METRICS)));
  for (const { name, row, isWithoutTotal } of series) {
    const absence = absenceOf(row, release);
    // An adapter names metrics as it likes; only in a query the name is that of the series.
    const detail = absence ?? (isWithoutTotal && metric.isQuery ? 'counters have the suffix _total in Prometheus' : undefined);
    if (detail !== undefined && !(shows && row.hiddenSince !== undefined)) {
      report(metric.scaling.scaler, {
        field: metric.field,
        message: `Invalid value: ${JSON.stringify(name)}: ${detail}`,
        class: release === undefined && absence !== undefined ? 'risky' : 'broken',
        help: `use ${absence === undefined ? row.name : row.replacedBy ?? 'another metric'}`,
      });
    }
  }
}

/** A recording rule may make such a name; nothing else does. */
function checkInvented(metric: ScalerMetric, report: Report): void {
  for (const [name] of metric.text.matchAll(/[A-Za-z_:][A-Za-z0-9_:]*/g)) {
    if (Object.hasOwn(NEVER_EXPORTED, name)) {
      report(metric.scaling.scaler, {
        field: metric.field,
        message: `Invalid value: ${JSON.stringify(name)}: no version of vLLM exports it`,
        class: 'risky',
        help: `use ${NEVER_EXPORTED[name]}, unless a recording rule makes this name`,
      });
    }
  }
}
