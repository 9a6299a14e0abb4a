import { Asking, OthersSeries } from './others';
import { EngineGauge, InferenceAutoscaling, LatencyTarget } from './props';
import { Signal, metricName } from './signals';
import { duplicate, forbidden, invalid, wholeNumber } from '../../base/errors/invalid-input';
import { EngineMetric, EngineMetrics } from '../../knowledge/engines/engine-metric';
import { MeasuredEngine } from '../measured-engine';
import { matchersOf } from '../promql';

/*
 * From what is wanted to what is compared: a signal and its target each.
 */

/** One metric that the autoscaler reads. */
export interface MetricPlan {
  /** Name in the metrics API, or of the trigger. */
  readonly name: string;
  /** What Prometheus is asked for; absent where the query was given. */
  readonly signal?: Signal;
  /** Absent where the pods of the workload export it. */
  readonly others?: OthersSeries;
  /** The target as a quantity in its canonical form. */
  readonly target: string;
  readonly text: string;
  /** Requests for each replica, where it counts those. */
  readonly requests?: { readonly state: 'waiting' | 'running'; readonly count: number };
}

/** Targets that an engine has to export something for, by their properties. */
const OF_ENGINE = ['queueDepth', 'runningRequests', 'kvCacheUsage', 'tokensPerSecond', 'timeToFirstToken', 'interTokenLatency'] as const;

/** The first target that needs a series of the engine. */
export function engineTarget(given: InferenceAutoscaling): string | undefined {
  return OF_ENGINE.find(target => given[target] !== undefined) ?? (given.gauges === undefined || given.gauges.length === 0 ? undefined : 'gauges');
}

/** The autoscaler follows the metric that asks for most replicas, so a scale-down needs all of them to be low. */
export function planMetrics(given: InferenceAutoscaling, engine: MeasuredEngine, windowSeconds: number): MetricPlan[] {
  const { queueDepth, runningRequests, kvCacheUsage, tokensPerSecond, timeToFirstToken, interTokenLatency, gauges = [] } = given;
  const series = (property: Series, field: string = property) => seriesOf(engine, property, field);
  const plans = [
    ...(queueDepth === undefined ? [] : [requests('queueDepth', queueDepth, series('waiting', 'queueDepth'), 'waiting')]),
    ...(runningRequests === undefined ? [] : [requests('runningRequests', runningRequests, series('running', 'runningRequests'), 'running')]),
    ...(kvCacheUsage === undefined ? [] : [ratio('kvCacheUsage', kvCacheUsage, series('kvCacheUsage'))]),
    ...(tokensPerSecond === undefined ? [] : [tokens(tokensPerSecond, series('generatedTokens', 'tokensPerSecond'), windowSeconds)]),
    ...(timeToFirstToken === undefined ? [] : [latency('timeToFirstToken', timeToFirstToken, series('timeToFirstToken'), windowSeconds)]),
    ...(interTokenLatency === undefined ? [] : [latency('interTokenLatency', interTokenLatency, series('interTokenLatency'), windowSeconds)]),
  ];
  gauges.forEach((each, index) => add(plans, `gauges[${index}].name`, each.name, gauge(`gauges[${index}]`, each, engine.metrics)));
  return plans;
}

/** With what others export. */
export function addOthers(plans: MetricPlan[], asked: readonly Asking[], windowSeconds: number): void {
  asked.forEach((asking, index) => add(plans, `series[${index}]`, asking.name, ofOthers(asking, windowSeconds)));
}

function add(plans: MetricPlan[], field: string, name: string, added: MetricPlan): void {
  if (plans.some(plan => plan.name === added.name)) {
    throw duplicate(field, name, 'is watched already', 'keep one of them');
  }
  plans.push(added);
}

type Series = 'waiting' | 'running' | 'kvCacheUsage' | 'generatedTokens' | 'timeToFirstToken' | 'interTokenLatency';

function seriesOf(engine: MeasuredEngine, property: Series, field: string): EngineMetric {
  const series = engine.metrics[property];
  if (!series) {
    const isDeclared = property === 'waiting' || property === 'running' || property === 'kvCacheUsage';
    throw forbidden(field, `the metrics of ${engine.title} name no series for it`,
      isDeclared ? `give the engine metrics: { ${property}: { name: '…' } }, or leave ${field} out` : `leave ${field} out`);
  }
  return series;
}

function gauge(property: string, { name, average }: EngineGauge, metrics: EngineMetrics): MetricPlan {
  const series = metrics.named(`${property}.name`, name);
  if (series.type !== 'gauge') {
    throw invalid(`${property}.name`, name, `is a ${series.type}: it only grows, so its average never falls below a target again`,
      'use a gauge; what grows has targets of its own: tokensPerSecond, timeToFirstToken, interTokenLatency');
  }
  if (isRatio(series)) {
    return ratio(`${property}.average`, average, series);
  }
  if (!(average > 0) || !Number.isFinite(average)) {
    throw invalid(`${property}.average`, average, `must be more than 0 ${series.unit}: with a target of 0 every replica is one too few`, 'give a target above 0, in the unit of the gauge');
  }
  return { ...named({ kind: 'total', series }), target: quantityOf(average), text: `${average} (${series.unit}) for each replica, on average (${series.name})` };
}

function requests(property: string, value: number, series: EngineMetric, state: 'waiting' | 'running'): MetricPlan {
  wholeNumber(`${property}`, value, {
    min: 1, help: value > 0 && value < 1 ? 'the unit is requests for each replica; a ratio goes into kvCacheUsage' : 'with a target of 0 every replica is one too few, and the fleet goes to maxReplicas and stays there',
  });
  const text = `${value} ${state} requests for each replica, on average (${series.name})`;
  return { ...named({ kind: 'total', series }), target: String(value), text, requests: { state, count: value } };
}

function ratio(property: string, value: number, series: EngineMetric): MetricPlan {
  if (!(value > 0 && value < 1)) {
    const percent = value > 1 && value <= 100 ? `: write ${value / 100} for ${value} %` : '';
    throw invalid(`${property}`, value, `must be a ratio above 0 and below 1${percent}`,
      'the engine reports 0 to 1, and a full cache preempts requests: 0.8 leaves room for those that still grow');
  }
  return { ...named({ kind: 'share', series }), target: quantityOf(value), text: `${value} of the KV cache in use, on average (${series.name})` };
}

function tokens(value: number, series: EngineMetric, windowSeconds: number): MetricPlan {
  if (!(value > 0) || !Number.isFinite(value)) {
    throw invalid('tokensPerSecond', value, 'must be more than 0: with a target of 0 every replica is one too few',
      'give what one replica generates in a second while it is fast enough');
  }
  return {
    ...named({ kind: 'rate', series, windowSeconds }),
    target: quantityOf(value),
    text: `${value} tokens a second for each replica, over ${windowSeconds} s (${series.name})`,
  };
}

const DEFAULT_PERCENTILE = 95;

function latency(property: string, target: LatencyTarget, series: EngineMetric, windowSeconds: number): MetricPlan {
  const { atMost, percentile = DEFAULT_PERCENTILE } = target;
  const milliseconds = atMost.toMilliseconds({ integral: false });
  if (!(milliseconds >= 1) || !Number.isInteger(milliseconds)) {
    throw invalid(`${property}.atMost`, `${milliseconds}ms`, 'must be whole milliseconds, 1 at least', 'give the time that clients bear');
  }
  const quantile = Math.round(percentile * 10) / 1000;
  if (!(percentile >= 50 && percentile <= 99.9) || Math.abs(quantile * 100 - percentile) > 1e-9) {
    throw invalid(`${property}.percentile`, percentile, 'must be 50 to 99.9 percent, with one decimal place at most',
      percentile > 0 && percentile < 1 ? `write ${percentile * 100} for a share of ${percentile}` : 'for example 95 or 99');
  }
  return {
    ...named({ kind: 'quantile', series, windowSeconds, quantile }),
    target: quantityOf(milliseconds / 1000),
    text: `${milliseconds} ms for ${percentile} % of the requests, over ${windowSeconds} s (${series.name})`,
  };
}

function ofOthers({ name, signal, others, target }: Asking, windowSeconds: number): MetricPlan {
  const what = signal ? `${signal.series.name}{${matchersOf(others.labels ?? {})}}` : others.query!;
  return {
    name,
    signal: signal?.kind === 'rate' ? { ...signal, windowSeconds } : signal,
    others,
    target: quantityOf(target),
    text: `${target}${signal?.kind === 'rate' ? ' a second' : ''} ${others.isOfEach ? 'at most' : 'for each replica'} (${what})`,
  };
}

function named(signal: Signal): Pick<MetricPlan, 'name' | 'signal'> {
  return { name: metricName(signal), signal };
}

function isRatio(series: EngineMetric): boolean {
  return series.unit.startsWith('ratio');
}

/** In the canonical form, as the API server gives it back: GitOps would otherwise see a difference. Source: apimachinery resource.Quantity */
function quantityOf(value: number): string {
  return Number.isInteger(value) ? String(value) : `${Math.max(1, Math.round(value * 1000))}m`;
}
