import { Duration } from 'cdk8s';
import { ScalingBackend } from './scaling-backend';
import { ScalingSeries } from './scaling-series';
import { InferenceEngine } from '../../engines/inference-engine';
import { IWorkload } from '../../workloads/handle/workload';

/**
 * When replicas are added and taken away. At least one metric; with several, the one that asks for most replicas counts.
 *
 * Device utilisation is no choice: the metrics server knows CPU and memory only, and a batch of one request already keeps a GPU busy.
 */
export interface InferenceAutoscaling {
  /**
   * Replicas that always run: at least 1, since the metrics come from the engine itself. 0 in a `WorkloadAutoscaler` that also follows `series` which are
   * there while no replica is.
   */
  readonly minReplicas: number;

  /** Most replicas. */
  readonly maxReplicas: number;

  /**
   * Requests that wait, for each replica. Unit: requests, a whole number of at least 1.
   *
   * Nothing waits while replicas have room in their batch, so with this alone a fleet shrinks until requests wait: where they must stay fast as well, set
   * `runningRequests` or `kvCacheUsage` beside it. With `DefaultSet.V1` this was the target for requests that run, too.
   *
   * @default - not looked at
   */
  readonly queueDepth?: number;

  /**
   * Requests that run, for each replica: the batch size at which answers are still fast enough, 32 to 128 for many models. Unit: requests, a whole
   * number of at least 1. An engine runs hundreds at a time (vLLM: `--max-num-seqs`), so a small number asks for many times the devices that are needed.
   *
   * @default - not looked at
   */
  readonly runningRequests?: number;

  /**
   * Share of the KV cache in use. Unit: a ratio, above 0 and below 1.
   *
   * @default - not looked at
   */
  readonly kvCacheUsage?: number;

  /**
   * Tokens of answers that are generated in a second, for each replica: what one of them can do while it is fast enough. Unit: tokens a second, above 0. It
   * follows what is served, not what waits: set `queueDepth` beside it.
   *
   * @default - not looked at
   */
  readonly tokensPerSecond?: number;

  /**
   * Time from a request to its first token. It follows the queue, and long prompts as well, against which more replicas do nothing.
   *
   * @default - not looked at
   */
  readonly timeToFirstToken?: LatencyTarget;

  /**
   * Time between two tokens of an answer, which grows with the batch.
   *
   * @default - not looked at
   */
  readonly interTokenLatency?: LatencyTarget;

  /**
   * Further gauges of the engine, by name. Names that the engine's version does not export are refused, with what replaced them.
   *
   * @default - none
   */
  readonly gauges?: EngineGauge[];
}

/**
 * A time that most requests must not exceed.
 */
export interface LatencyTarget {
  /** The time: more than 0, to the millisecond. It is compared with a histogram, so it is as exact as the bounds of its buckets. */
  readonly atMost: Duration;

  /**
   * Share of the requests that keep to it. Unit: percent, 50 to 99.9, with one decimal place at most.
   *
   * @default 95
   */
  readonly percentile?: number;
}

/**
 * A gauge of the engine that replicas are counted by.
 */
export interface EngineGauge {
  /** Name as the engine exports it: `vllm:num_requests_waiting`. Counters and histograms are refused: they only grow. */
  readonly name: string;

  /** Target for the average over the replicas, in the gauge's own unit; above 0, and below 1 for a ratio. */
  readonly average: number;
}

/**
 * What is scaled, and by what.
 */
export interface WorkloadAutoscalerProps extends InferenceAutoscaling {
  /**
   * Name of the HorizontalPodAutoscaler, or of the ScaledObject.
   *
   * @default - the construct id in kebab case
   */
  readonly name?: string;

  /**
   * The workload: a pattern, or what `Workload.of` and `Workload.named` make. Refused where nothing may scale it, with the reason. Of a LeaderWorkerGroup
   * on a LeaderWorkerSet whole groups are added and taken away, so for "replica" read "group".
   */
  readonly workload: IWorkload;

  /**
   * Who reads the metrics and sets the number.
   *
   * @default ScalingBackend.podMetrics()
   */
  readonly backend?: ScalingBackend;

  /**
   * Series that others export: what waits at the gateway, or in a queue.
   *
   * @default - those of the engine alone
   */
  readonly series?: ScalingSeries[];

  /**
   * The engine that runs in it. Refused where the workload says it by itself.
   *
   * @default - the engine of the pattern
   */
  readonly engine?: InferenceEngine;

  /**
   * Time between two scrapes of Prometheus. Growth is measured over 4 of them, and over 2 minutes at least. At least 1 second.
   *
   * @default - 30 seconds, that of the Prometheus operator
   */
  readonly scrapeInterval?: Duration;

  /**
   * How long a start is expected to take, until the engine answers: at least 1 second. The windows follow from it.
   *
   * @default - what the pattern says; 15 minutes where nobody does
   */
  readonly startTime?: Duration;
}
