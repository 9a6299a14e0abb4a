import { Duration } from 'cdk8s';
import { InferenceEngine } from '../../engines/inference-engine';
import { IWorkload } from '../../workloads/handle/workload';

/**
 * What an alert is about. The value is its name.
 */
export enum WorkloadAlert {
  /** Requests wait, and more and more of them. */
  QUEUE_GROWS = 'QueueGrows',

  /** A KV cache has no room. */
  KV_CACHE_FULL = 'KvCacheFull',

  /** Requests lose their place for want of KV cache, and are computed again. */
  REQUESTS_PREEMPTED = 'RequestsPreempted',

  /** The first token takes too long. */
  FIRST_TOKEN_LATE = 'FirstTokenLate',

  /** Requests are aborted or fail. */
  REQUESTS_FAIL = 'RequestsFail',

  /** Prometheus asks a pod and gets no answer. */
  SCRAPE_FAILS = 'ScrapeFails',

  /** No pod is scraped at all, so no other alert of the engine would come. */
  SERIES_MISSING = 'SeriesMissing',

  /** A container starts again and again. */
  CONTAINER_RESTARTS = 'ContainerRestarts',

  /** A container was killed for its memory. */
  OUT_OF_MEMORY = 'OutOfMemory',

  /** No node takes a pod. */
  POD_UNSCHEDULABLE = 'PodUnschedulable',

  /** A container does not come up: its image, its configuration, or a crash at every start. */
  CONTAINER_CANNOT_START = 'ContainerCannotStart',

  /** Fewer pods are ready than there should be. */
  PODS_MISSING = 'PodsMissing',

  /** A Job has failed. */
  JOB_FAILED = 'JobFailed',

  /** A Job has used most of its retries. */
  RETRIES_RUN_OUT = 'RetriesRunOut',

  /** A claim gets no volume. */
  CLAIM_PENDING = 'ClaimPending',

  /** A volume is nearly full. */
  VOLUME_FILLS = 'VolumeFills',

  /** A GPU reports an error of its own. */
  GPU_ERROR = 'GpuError',

  /** The memory of a GPU is defective, and can no longer be mended. */
  GPU_MEMORY_DEFECT = 'GpuMemoryDefect',

  /** One zone lacks pods that others have. */
  ZONE_IMBALANCE = 'ZoneImbalance',

  /** An autoscaler may add no more. */
  AUTOSCALER_AT_LIMIT = 'AutoscalerAtLimit',
}

/**
 * Whose alerts, and where they begin.
 */
export interface WorkloadAlertsProps {
  /**
   * Name of the PrometheusRule.
   *
   * @default - the construct id in kebab case
   */
  readonly name?: string;

  /** The workload: a pattern, or what `Workload.of` and `Workload.named` make. It must be known in which namespace it is. */
  readonly workload: IWorkload;

  /**
   * Labels of the PrometheusRule, for the selector of the Prometheus that has to find it.
   *
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Labels of every alert, for the routes of Alertmanager: `{ team: 'ml' }`. Each alert has `severity` (`critical` or `warning`) and `workload` besides.
   *
   * @default - none
   */
  readonly alertLabels?: { [key: string]: string };

  /**
   * Alerts that are not wanted.
   *
   * @default - none: every alert for which the workload has what it needs
   */
  readonly leaveOut?: WorkloadAlert[];

  /**
   * Requests that wait, for each pod. Unit: requests, above 0.
   *
   * @default 10
   */
  readonly queueDepth?: number;

  /**
   * Share of the KV cache in use. Unit: a ratio, above 0 and below 1.
   *
   * @default 0.95
   */
  readonly kvCacheUsage?: number;

  /**
   * Requests that lose their place, for each pod. Unit: requests a minute, 0 or more.
   *
   * @default 1
   */
  readonly preemptionsPerMinute?: number;

  /**
   * Time to the first token that 95 of 100 requests keep.
   *
   * @default - 5 seconds
   */
  readonly timeToFirstToken?: Duration;

  /**
   * Share of requests that are aborted or fail. Unit: a ratio, 0 or more and below 1. Clients that hang up count as well.
   *
   * @default 0.05
   */
  readonly errorShare?: number;

  /**
   * Starts of a container after its first one that make a loop, within the time of four starts and at least an hour. A whole number of at least 1.
   *
   * @default 3
   */
  readonly restarts?: number;

  /**
   * Share of a volume in use. Unit: a ratio, above 0 and below 1.
   *
   * @default 0.9
   */
  readonly volumeUsage?: number;

  /**
   * The engine that runs in it. Refused where the workload says it by itself.
   *
   * @default - the engine of the pattern; without one no alert is about requests
   */
  readonly engine?: InferenceEngine;

  /**
   * How long a start is expected to take, until the engine answers: at least 1 second. What looks like a start is no alert before that.
   *
   * @default - what the pattern says; 15 minutes where nobody does
   */
  readonly startTime?: Duration;

  /**
   * Names of its pods, as a regular expression of Prometheus. Needed for a workload that is not part of the app.
   *
   * @default - as the controllers of its objects call them
   */
  readonly podNames?: string;

  /**
   * Label of series that names the zone of the node: `zone` with `nodeZone` of an EngineMonitor. With it pods are compared over the zones of the target. Workloads that have
   * zones of their own need none.
   *
   * @default - none
   */
  readonly zoneLabel?: string;

  /**
   * Address of the pages that say what to do. The name of the alert follows it, behind a slash.
   *
   * @default - none: each alert has a command
   */
  readonly runbookUrl?: string;
}
