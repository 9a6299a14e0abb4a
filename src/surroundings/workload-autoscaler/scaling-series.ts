import { Asking, OthersSeries, checkSeriesLabels } from './others';
import { metricName } from './signals';
import { forbidden, invalid, required } from '../../base/errors/invalid-input';
import { carriesMistakes } from '../../given/mistakes/carried';
import { PICKER_QUEUES } from '../../knowledge/endpoint-picker';
import { checkSubdomain } from '../../kubernetes/refused/names';
import { engineSeries } from '../../lint/facts/engine-metrics';
import { SERIES_FORM } from '../promql';

/**
 * What replicas are counted by, and what it means while none is there.
 */
export interface ScalingSeriesOptions {
  /** Name of the series as Prometheus stores it: `rabbitmq_queue_messages_ready`. Series of the engine are refused: `gauges` and the targets by name have those. */
  readonly name: string;

  /** Labels with their values that choose its series, at least one: `{ queue: 'prompts' }`. What they choose is added up. */
  readonly labels: { [label: string]: string };

  /** How much of it one replica takes. Unit: that of the series, of a counter its growth a second; above 0. */
  readonly perReplica: number;

  /**
   * Whether it is there while no pod of the workload runs: the program that exports it is another one. Needed for `minReplicas: 0`.
   *
   * @default false
   */
  readonly survivesZero?: boolean;

  /**
   * More than this starts the first replica. Unit: that of the series; 0 or more. Only KEDA reads it, with `minReplicas: 0`.
   *
   * @default 0
   */
  readonly activation?: number;
}

/**
 * Requests that wait at the endpoint picker of an InferencePool.
 */
export interface PickerQueueOptions {
  /** Name of the InferencePool. */
  readonly pool: string;

  /** Requests that wait, for each replica: above 0. */
  readonly perReplica: number;

  /**
   * Whose endpoint picker it is: its series are named after it.
   *
   * @default EndpointPicker.LLM_D
   */
  readonly picker?: EndpointPicker;

  /**
   * Further labels with their values, such as the namespace of the picker where pools of one name stand in several.
   *
   * @default - none
   */
  readonly labels?: { [label: string]: string };
}

/**
 * Programs that choose the pod for a request of an InferencePool.
 */
export enum EndpointPicker {
  /** That of llm-d, whose series begin with `llm_d_epp_`. */
  LLM_D = 'llm-d',

  /** That of the Gateway API Inference Extension up to 1.5, whose series begin with `inference_extension_`. */
  GATEWAY_API_INFERENCE_EXTENSION = 'gateway-api-inference-extension',
}

/**
 * A number that Prometheus works out.
 */
export interface ScalingQueryOptions {
  /** Name of the trigger, for messages and status: lower-case letters, digits and dashes. */
  readonly name: string;

  /** PromQL with one value as its answer: a sum, a maximum, a percentile over everything. */
  readonly query: string;

  /**
   * How much of it one replica takes: it is divided by this, and nothing else is looked at. Above 0. Either this or `atMost`.
   *
   * @default - it is no load that replicas share
   */
  readonly perReplica?: number;

  /**
   * What it must not exceed: a share or a time, which more replicas make smaller. Above 0.
   *
   * @default - it is a load that replicas share
   */
  readonly atMost?: number;

  /**
   * Whether it has a value while no pod of the workload runs. Needed for `minReplicas: 0`.
   *
   * @default false
   */
  readonly survivesZero?: boolean;

  /**
   * More than this starts the first replica: 0 or more. Read with `minReplicas: 0` alone.
   *
   * @default 0
   */
  readonly activation?: number;
}

/**
 * A series that others export than the engine of the workload: what waits at a gateway or in a queue, by which replicas are counted.
 */
export class ScalingSeries {
  /**
   * The sum of a gauge: the length of a queue.
   *
   * @param options The series, and how much of it one replica takes.
   */
  public static gauge(options: ScalingSeriesOptions): ScalingSeries {
    return new ScalingSeries(seriesOf('ScalingSeries.gauge', 'total', options));
  }

  /**
   * The growth of a counter a second: requests that arrive.
   *
   * @param options The series, and how much of its growth one replica takes.
   */
  public static counter(options: ScalingSeriesOptions): ScalingSeries {
    return new ScalingSeries(seriesOf('ScalingSeries.counter', 'rate', options));
  }

  /**
   * Requests that the endpoint picker of an InferencePool keeps until a pod takes them. They wait there while no replica runs as well, so this wakes a
   * workload from zero. The flow control of the picker must be on, and a picker that was restarted has no series before its first request.
   *
   * Source: gateway-api-inference-extension site-src/guides/flow-control.md (v1.5.0); llm-d guides/workload-autoscaling/keda-epp
   *
   * @param options The pool, and how many requests one replica takes.
   */
  public static endpointPickerQueue(options: PickerQueueOptions): ScalingSeries {
    const { pool, perReplica, picker = EndpointPicker.LLM_D, labels = {} } = options;
    const queue = PICKER_QUEUES[picker];
    checkSubdomain('ScalingSeries.endpointPickerQueue(pool)', pool);
    if (Object.hasOwn(labels, queue.pool)) {
      throw forbidden(`ScalingSeries.endpointPickerQueue(labels.${queue.pool})`, 'the pool has a property', 'use pool');
    }
    return new ScalingSeries(seriesOf('ScalingSeries.endpointPickerQueue', 'total', {
      name: queue.name, labels: { [queue.pool]: pool, ...labels }, perReplica, survivesZero: true,
    }));
  }

  /**
   * Any query. For KEDA, which asks Prometheus itself: a HorizontalPodAutoscaler asks for a metric by its name, and an adapter has the query.
   *
   * @param options The query, and what its answer is compared with.
   */
  public static query(options: ScalingQueryOptions): ScalingSeries {
    return new ScalingSeries(queryOf('ScalingSeries.query', options));
  }

  private constructor(/** @internal */ public readonly _asking: Asking) {}
}

carriesMistakes(ScalingSeries, () => ScalingSeries.gauge({ name: 'not_planned', labels: { not: 'planned' }, perReplica: 1, survivesZero: true }));

function seriesOf(factory: string, kind: 'total' | 'rate', { name, labels, perReplica, survivesZero = false, activation }: ScalingSeriesOptions): Asking {
  const field = (property: string) => `${factory}(${property})`;
  if (!SERIES_FORM.test(name)) {
    throw invalid(field('name'), name, 'is no name of a series: Prometheus takes letters, digits, underscores and colons, and no digit first', 'write it without labels, which go into labels');
  }
  if (engineSeries(name).length > 0) {
    throw forbidden(field('name'), `${name} comes from an engine: whose pods are meant is known of the workload, not of labels`, 'use queueDepth, runningRequests, kvCacheUsage or gauges');
  }
  checkSeriesLabels(field('labels'), labels);
  const target = positive(field('perReplica'), perReplica);
  const signal = { kind, series: { name, unit: kind === 'rate' ? 'a second' : '' } } as const;
  const others: OthersSeries = { labels: { ...labels }, isOfEach: false, survivesZero, activation: checkActivation(field('activation'), activation) };
  return { name: metricName(signal), signal, others, target };
}

function queryOf(factory: string, { name, query, perReplica, atMost, survivesZero = false, activation }: ScalingQueryOptions): Asking {
  const field = (property: string) => `${factory}(${property})`;
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name)) {
    throw invalid(field('name'), name, 'is no name of a trigger: lower-case letters, digits and dashes, 63 at most', 'for example requests-at-the-gateway');
  }
  if (query.trim() === '') {
    throw invalid(field('query'), query, 'asks nothing', 'give PromQL with one value as its answer');
  }
  if (perReplica !== undefined && atMost !== undefined) {
    throw forbidden(field('atMost'), 'a number is either divided among the replicas (perReplica) or not', 'keep one of them');
  }
  if (perReplica === undefined && atMost === undefined) {
    throw required(field('perReplica'), 'nothing says what the number is compared with', 'set perReplica for a load, atMost for a share or a time');
  }
  const others: OthersSeries = { query: query.trim(), isOfEach: atMost !== undefined, survivesZero, activation: checkActivation(field('activation'), activation) };
  return { name, others, target: positive(field(atMost === undefined ? 'perReplica' : 'atMost'), (perReplica ?? atMost)!) };
}

/** To the thousandth, as quantities are. */
function positive(field: string, value: number): number {
  if (!(value >= 0.001) || !Number.isFinite(value)) {
    throw invalid(field, value, 'must be at least 0.001: with a target of 0 every replica is one too few', 'give what one replica takes, or what must not be exceeded');
  }
  return value;
}

function checkActivation(field: string, value: number | undefined): number | undefined {
  if (value !== undefined && !(value >= 0 && Number.isFinite(value))) {
    throw invalid(field, value, 'must be 0 or more', 'leave it out: anything above 0 then starts the first replica');
  }
  return value;
}
