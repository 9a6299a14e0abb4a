import { Yaml } from 'cdk8s';
import { EngineGauge, InferenceAutoscaling } from './props';
import { podCount } from '../../base/count-limits';
import { duplicate, forbidden, invalid, required, wholeNumber } from '../../base/errors/invalid-input';
import { PlainObject } from '../../base/plain';
import { EngineMetric, EngineMetrics } from '../../knowledge/engines/engine-metric';
import { storedQuantity } from '../../kubernetes/quantity';

/** One metric that the autoscaler reads, and the series behind it. */
export interface MetricPlan {
  /** Name in the custom metrics API. */
  readonly name: string;
  readonly series: EngineMetric;
  /** Target for the average over the pods, as a quantity in its canonical form. */
  readonly target: string;
  readonly text: string;
  /** Requests for each replica, where it counts those. */
  readonly requests?: { readonly state: 'waiting' | 'running'; readonly count: number };
}

/** An autoscaler in numbers. */
export interface AutoscalingPlan {
  readonly minReplicas: number;
  readonly maxReplicas: number;
  readonly metrics: readonly MetricPlan[];
  readonly scaleUp: WindowPlan;
  readonly scaleDown: WindowPlan;
}

/** How fast one direction goes. */
export interface WindowPlan {
  readonly windowSeconds: number;
  readonly periodSeconds: number;
  readonly pods: number;
  readonly sum: string;
}

/** The engine, and what it exports. */
export interface MeasuredEngine {
  /** Name and version, for messages. */
  readonly title: string;
  readonly metrics: EngineMetrics;
}

/** What the windows are made from. */
export interface ReplicaTimes {
  /** Until a new replica answers. */
  readonly startSeconds: number;
  /** Until a stopped replica has drained. */
  readonly graceSeconds: number;
}

/** What an autoscaler points at. */
export interface ScaledObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
}

/** Source: pkg/apis/autoscaling/validation/validation.go (v1.36): windows 0 to 3600 s, periods 1 to 1800 s */
const MAX_WINDOW = 3600;
const MAX_PERIOD = 1800;
/** Kubernetes' own window before a scale-down. */
const MIN_DOWN_WINDOW = 300;
/** Two scrapes and a relist of the metrics adapter: less is noise. */
const UP_WINDOW = 60;
const MIN_PERIOD = 60;

/**
 * Pure: the autoscaler. What it refuses is named as a property of `given`.
 *
 * @param countsRunning whether `queueDepth` is also the target for requests that run, as it was in the first set of defaults.
 */
export function planAutoscaling(
  given: InferenceAutoscaling, engine: MeasuredEngine, times: ReplicaTimes, countsRunning = false): AutoscalingPlan {
  const { minReplicas, maxReplicas } = checkBounds(given);
  const counted = countsRunning && engine.metrics.running ? { runningRequests: given.queueDepth, ...defined(given) } : given;
  const plans = planMetrics(counted, engine);
  if (plans.length === 0) {
    throw required('queueDepth', 'nothing says when to add a replica', 'set queueDepth (requests that wait) or runningRequests (requests that run) for each replica, or kvCacheUsage (a ratio)');
  }
  return { minReplicas, maxReplicas, metrics: plans, ...planWindows(given, times) };
}

function checkBounds({ minReplicas, maxReplicas }: InferenceAutoscaling): { minReplicas: number; maxReplicas: number } {
  if (minReplicas === 0) {
    throw invalid('minReplicas', 0, 'the metrics come from the engine itself: with no replica there are none, and nothing would ever start one',
      'keep at least 1; to scale to zero, let KEDA read a counter of the gateway in front');
  }
  podCount('minReplicas', minReplicas, { min: 1 });
  podCount('maxReplicas', maxReplicas, { min: 1 });
  if (minReplicas > maxReplicas) {
    throw invalid('minReplicas', minReplicas, `is more than maxReplicas ${maxReplicas}; the API server refuses it`, 'swap them');
  }
  return { minReplicas, maxReplicas };
}

/** Without what was given as undefined, which would hide a default. */
function defined<Props extends object>(props: Props): Props {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined)) as Props;
}

function seriesOf(engine: MeasuredEngine, property: 'waiting' | 'running' | 'kvCacheUsage', field: string): EngineMetric {
  const series = engine.metrics[property];
  if (!series) {
    throw forbidden(field, `the metrics of ${engine.title} name no series for it`, `give the engine metrics: { ${property}: { name: '…' } }, or leave ${field} out`);
  }
  return series;
}

/** The autoscaler follows the metric that asks for most replicas, so a scale-down needs all of them to be low. */
function planMetrics({ queueDepth, runningRequests, kvCacheUsage, gauges = [] }: InferenceAutoscaling, engine: MeasuredEngine): MetricPlan[] {
  const { metrics } = engine;
  const plans = [
    ...(queueDepth === undefined ? [] : [requests('queueDepth', queueDepth, seriesOf(engine, 'waiting', 'queueDepth'), 'waiting')]),
    ...(runningRequests === undefined ? [] : [requests('runningRequests', runningRequests, seriesOf(engine, 'running', 'runningRequests'), 'running')]),
    ...(kvCacheUsage === undefined ? [] : [ratio('kvCacheUsage', kvCacheUsage, seriesOf(engine, 'kvCacheUsage', 'kvCacheUsage'))]),
  ];
  gauges.forEach((each, index) => {
    const added = gauge(`gauges[${index}]`, each, metrics);
    if (plans.some(plan => plan.name === added.name)) {
      throw duplicate(`gauges[${index}].name`, each.name, 'is watched already', 'keep one of them');
    }
    plans.push(added);
  });
  return plans;
}

function gauge(property: string, { name, average }: EngineGauge, metrics: EngineMetrics): MetricPlan {
  const series = metrics.named(`${property}.name`, name);
  if (series.type !== 'gauge') {
    throw invalid(`${property}.name`, name, `is a ${series.type}: it only grows, so its average never falls below a target again`,
      'use a gauge; a rate needs a recording rule and an autoscaler of your own');
  }
  if (isRatio(series)) {
    return ratio(`${property}.average`, average, series);
  }
  if (!(average > 0) || !Number.isFinite(average)) {
    throw invalid(`${property}.average`, average, `must be more than 0 ${series.unit}: with a target of 0 every replica is one too few`, 'give a target above 0, in the unit of the gauge');
  }
  return { name: metricName(series), series, target: quantityOf(average), text: `${average} (${series.unit}) for each replica, on average (${series.name})` };
}

function requests(property: string, value: number, series: EngineMetric, state: 'waiting' | 'running'): MetricPlan {
  wholeNumber(`${property}`, value, {
    min: 1, help: value > 0 && value < 1 ? 'the unit is requests for each replica; a ratio goes into kvCacheUsage' : 'with a target of 0 every replica is one too few, and the fleet goes to maxReplicas and stays there',
  });
  return { name: metricName(series), series, target: String(value), text: `${value} ${state} requests for each replica, on average (${series.name})`, requests: { state, count: value } };
}

function ratio(property: string, value: number, series: EngineMetric): MetricPlan {
  if (!(value > 0 && value < 1)) {
    const percent = value > 1 && value <= 100 ? `: write ${value / 100} for ${value} %` : '';
    throw invalid(`${property}`, value, `must be a ratio above 0 and below 1${percent}`,
      'the engine reports 0 to 1, and a full cache preempts requests: 0.8 leaves room for those that still grow');
  }
  return { name: metricName(series), series, target: quantityOf(value), text: `${value} of the KV cache in use, on average (${series.name})` };
}

function isRatio(series: EngineMetric): boolean {
  return series.unit.startsWith('ratio');
}

/** In the canonical form, as the API server gives it back: GitOps would otherwise see a difference. Source: apimachinery resource.Quantity */
function quantityOf(value: number): string {
  return Number.isInteger(value) ? String(value) : `${Math.max(1, Math.round(value * 1000))}m`;
}

/** As a Kubernetes metric: the colon of a Prometheus name would be taken for a recording rule's. */
function metricName(series: EngineMetric): string {
  return series.name.replace(/:/g, '_');
}

/** A replica that was taken away costs the whole start to get back; one that is added helps only after it. */
function planWindows({ maxReplicas }: InferenceAutoscaling, { startSeconds, graceSeconds }: ReplicaTimes): Pick<AutoscalingPlan, 'scaleUp' | 'scaleDown'> {
  const upPeriod = Math.min(MAX_PERIOD, Math.max(MIN_PERIOD, startSeconds));
  const downWindow = Math.min(MAX_WINDOW, Math.max(MIN_DOWN_WINDOW, startSeconds));
  const downPeriod = Math.min(MAX_PERIOD, Math.max(MIN_PERIOD, graceSeconds));
  const step = Math.min(2, maxReplicas);
  return {
    scaleUp: {
      windowSeconds: UP_WINDOW,
      periodSeconds: upPeriod,
      pods: step,
      sum: `after ${UP_WINDOW} s of need; at most twice as many, or ${step} more, in ${because(upPeriod, startSeconds, 'a start')}, so that those on their way are not asked for again`,
    },
    scaleDown: {
      windowSeconds: downWindow,
      periodSeconds: downPeriod,
      pods: 1,
      sum: `after ${because(downWindow, startSeconds, 'a start')} without need; then 1 pod in ${because(downPeriod, graceSeconds, 'a drain')}`,
    },
  };
}

/** `320 s (a start)`, or with the bound that took the place of the time. */
function because(seconds: number, wanted: number, what: string): string {
  return seconds === wanted ? `${seconds} s (${what})` : `${seconds} s (${what} takes ${wanted} s, the ${wanted < seconds ? 'least' : 'most'} is ${seconds} s)`;
}

/** Source: staging/src/k8s.io/api/autoscaling/v2/types.go (v1.36) */
export function renderAutoscaler(plan: AutoscalingPlan, { apiVersion, kind, name }: ScaledObject): PlainObject {
  const { scaleUp, scaleDown } = plan;
  return {
    scaleTargetRef: { apiVersion, kind, name },
    minReplicas: plan.minReplicas,
    maxReplicas: plan.maxReplicas,
    metrics: plan.metrics.map(metric => ({
      type: 'Pods',
      pods: { metric: { name: metric.name }, target: { type: 'AverageValue', averageValue: storedQuantity(metric.target) } },
    })),
    behavior: {
      scaleUp: {
        stabilizationWindowSeconds: scaleUp.windowSeconds,
        selectPolicy: 'Max',
        policies: [
          { type: 'Percent', value: 100, periodSeconds: scaleUp.periodSeconds },
          { type: 'Pods', value: scaleUp.pods, periodSeconds: scaleUp.periodSeconds },
        ],
      },
      scaleDown: {
        stabilizationWindowSeconds: scaleDown.windowSeconds,
        policies: [{ type: 'Pods', value: scaleDown.pods, periodSeconds: scaleDown.periodSeconds }],
      },
    },
  };
}

/**
 * What the Prometheus adapter needs to serve the metrics: a rule for each series, summed over the engine's own labels, so that each pod has one value.
 *
 * Source: kubernetes-sigs/prometheus-adapter docs/config.md
 */
export function adapterRules(plan: AutoscalingPlan): string {
  return Yaml.stringify({
    rules: plan.metrics.map(({ name, series }) => ({
      seriesQuery: `${series.name}{namespace!="",pod!=""}`,
      resources: { overrides: { namespace: { resource: 'namespace' }, pod: { resource: 'pod' } } },
      name: { as: name },
      metricsQuery: `${isRatio(series) ? 'max' : 'sum'}(<<.Series>>{<<.LabelMatchers>>}) by (<<.GroupBy>>)`,
    })),
  });
}

/** As many clients at once as a busy service has: enough to see what a target means in devices. */
const EXAMPLE_REQUESTS = 100;

/** What so many concurrent requests come to, by each target that counts requests. */
export function exampleLoad({ metrics, minReplicas, maxReplicas }: AutoscalingPlan, devicesPerPod: number): string {
  const texts = metrics.flatMap(({ requests: counted }) => {
    if (!counted) {
      return [];
    }
    const wanted = Math.ceil(EXAMPLE_REQUESTS / counted.count);
    const replicas = Math.min(maxReplicas, Math.max(minReplicas, wanted));
    const bound = replicas === wanted ? '' : `, ${replicas < wanted ? 'at most' : 'at least'} ${replicas}`;
    return [`${EXAMPLE_REQUESTS} ${counted.state} requests / ${counted.count} = ${wanted} replicas${bound}: ${replicas * devicesPerPod} devices`];
  });
  return texts.join('\n');
}
