import { EngineMetric } from '../../knowledge/engines/engine-metric';
import { windowText } from '../promql';

/*
 * What an autoscaler compares with its target, and how Prometheus is asked for it: for each pod, or for all of them as one number.
 */

/** A number by which pods are counted. */
export interface Signal {
  /**
   * - `total`: adds up over the pods, such as requests that wait; the target is what one of them can do.
   * - `rate`: the same of a counter, as its growth a second.
   * - `share`: a ratio that each pod has for itself, which does not add up.
   * - `quantile`: a percentile of a histogram over all pods, which does not add up either.
   */
  readonly kind: 'total' | 'rate' | 'share' | 'quantile';
  readonly series: Pick<EngineMetric, 'name' | 'unit'>;
  /** Of rates and quantiles. */
  readonly windowSeconds?: number;
  /** Of quantiles: above 0 and below 1. */
  readonly quantile?: number;
}

/** How the parts of a query are named where they stand. */
export interface Asked {
  /** Name of the series, or what stands for it. */
  readonly series: string;
  readonly matchers: string;
  /** What the pods are grouped by, for one number for each group; one number for all of them without. */
  readonly by?: string;
}

/**
 * Whether the number is one of each pod already: it is compared as it stands. What adds up is divided by the number of pods first.
 *
 * Source: pkg/controller/podautoscaler/replica_calculator.go GetExternalMetricReplicas, GetExternalPerPodMetricReplicas (v1.36)
 */
export function isOfEach({ kind }: Signal): boolean {
  return kind === 'share' || kind === 'quantile';
}

/** Name of the series that Prometheus has: that of a histogram's buckets. */
export function storedName({ kind, series }: Signal): string {
  return kind === 'quantile' ? `${series.name}_bucket` : series.name;
}

/** Name in a metrics API: the colon of a Prometheus name would be taken for a recording rule's. */
export function metricName({ kind, series, quantile = 0 }: Signal): string {
  const name = series.name.replace(/:/g, '_');
  switch (kind) {
    case 'rate': return `${name.replace(/_total$/, '')}_per_second`;
    case 'quantile': return `${name}_p${String(Math.round(quantile * 1000) / 10).replace('.', '_')}`;
    default: return name;
  }
}

/** One number for each group of pods, or for all of them. Parts of a pod (engines, workers) are taken together. */
export function numberOf(signal: Signal, { series, matchers, by }: Asked): string {
  const grouped = by === undefined ? '' : ` by (${by})`;
  const window = windowText(signal.windowSeconds ?? 0);
  switch (signal.kind) {
    case 'total': return `sum(${series}{${matchers}})${grouped}`;
    case 'rate': return `sum(rate(${series}{${matchers}}[${window}]))${grouped}`;
    case 'share': return `avg(max(${series}{${matchers}}) by (${listOf('pod', by)}))${grouped}`;
    case 'quantile': return `histogram_quantile(${signal.quantile}, sum(rate(${series}{${matchers}}[${window}])) by (${listOf('le', by)}))`;
  }
}

/** The number of one pod, where an adapter asks for pods by name. */
export function numberOfPod(signal: Signal, asked: Asked): string {
  return signal.kind === 'share' ? `max(${asked.series}{${asked.matchers}}) by (${asked.by})` : numberOf(signal, asked);
}

/**
 * The number of all pods where no answer is an error and not a number is none: a percentile of no request is 0, and that of a series that is gone has no
 * value. Without that an adapter makes the least number of 64 bits of it, and KEDA an error.
 *
 * Source: prometheus-adapter pkg/external-provider/metric_converter.go convertSample (v0.12); keda pkg/scalers/prometheus_scaler.go (v2.21)
 */
export function numberOfAll(signal: Signal, asked: Pick<Asked, 'series' | 'matchers'>): string {
  const number = numberOf(signal, asked);
  return signal.kind === 'quantile'
    ? `${number} >= 0 or 0 * sum(rate(${signal.series.name}_count{${asked.matchers}}[${windowText(signal.windowSeconds ?? 0)}]))`
    : number;
}

function listOf(label: string, by: string | undefined): string {
  return by === undefined ? label : `${label}, ${by}`;
}
