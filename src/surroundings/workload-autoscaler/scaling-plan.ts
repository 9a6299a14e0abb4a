import { Asking } from './others';
import { InferenceAutoscaling } from './props';
import { MetricPlan, addOthers, planMetrics } from './targets';
import { podCount } from '../../base/count-limits';
import { invalid, required } from '../../base/errors/invalid-input';
import { MeasuredEngine } from '../measured-engine';

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

/** What the windows are made from. */
export interface ReplicaTimes {
  /** Until a new replica answers. */
  readonly startSeconds: number;
  /** Until a stopped replica has drained. */
  readonly graceSeconds: number;
}

/** What an autoscaler points at. */
export interface ScaleTarget {
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

/** Growth is measured over so many scrapes: over fewer, one that fails leaves a hole. Source: prometheus docs/querying/functions.md, rate() needs two samples */
const SCRAPES_OF_WINDOW = 4;
/** Scrape interval of the Prometheus operator. Source: prometheus-operator pkg/apis/monitoring/v1/prometheus_types.go scrapeInterval (v0.85) */
const SCRAPE_SECONDS = 30;
const MIN_GROWTH_WINDOW = 120;

/** What an autoscaler is planned for. */
export interface ScalingContext {
  /** Absent where only series of others are followed. */
  readonly engine?: MeasuredEngine;
  readonly times: ReplicaTimes;
  /** Whether `queueDepth` is also the target for requests that run, as it was in the first set of defaults. */
  readonly countsRunning?: boolean;
  /** Time between two scrapes, where it is known. */
  readonly scrapeSeconds?: number;
  readonly others?: readonly Asking[];
  /** Whether something wakes the workload when no replica runs. */
  readonly mayBeZero?: boolean;
}

/** Pure: the autoscaler. What it refuses is named as a property of `given`. */
export function planAutoscaling(given: InferenceAutoscaling, context: ScalingContext): AutoscalingPlan {
  const { minReplicas, maxReplicas } = checkBounds(given, context.mayBeZero);
  const metrics = planned(given, context);
  if (metrics.length === 0) {
    throw required('queueDepth', 'nothing says when to add a replica', 'set queueDepth (requests that wait) or runningRequests (requests that run) for each replica, or kvCacheUsage (a ratio)');
  }
  return { minReplicas, maxReplicas, metrics, ...planWindows(given, context.times) };
}

function planned(given: InferenceAutoscaling, context: ScalingContext): MetricPlan[] {
  const { engine, countsRunning = false, scrapeSeconds = SCRAPE_SECONDS, others = [] } = context;
  const windowSeconds = Math.max(MIN_GROWTH_WINDOW, SCRAPES_OF_WINDOW * scrapeSeconds);
  const counted = countsRunning && engine?.metrics.running ? { runningRequests: given.queueDepth, ...defined(given) } : given;
  const plans = engine ? planMetrics(counted, engine, windowSeconds) : [];
  addOthers(plans, others, windowSeconds);
  return plans;
}

function checkBounds({ minReplicas, maxReplicas }: InferenceAutoscaling, mayBeZero = false): { minReplicas: number; maxReplicas: number } {
  if (minReplicas === 0 && !mayBeZero) {
    throw invalid('minReplicas', 0, 'the metrics come from the engine itself: with no replica there are none, and nothing would ever start one',
      'keep at least 1; to scale to zero, use a WorkloadAutoscaler with ScalingBackend.keda and series of the gateway in front');
  }
  podCount('minReplicas', minReplicas, { min: mayBeZero ? 0 : 1 });
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
