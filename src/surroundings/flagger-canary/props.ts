import { Duration } from 'cdk8s';
import { FlaggerProvider } from './provider';
import { InferenceEngine } from '../../engines/inference-engine';
import { IWorkload } from '../../workloads/handle/workload';

/**
 * A value that Prometheus has, and what it may be.
 */
export interface FlaggerMetric {
  /** What it is called: `kv-cache`. Part of the name of its MetricTemplate. */
  readonly name: string;

  /**
   * PromQL with one value as its answer. Flagger puts in `{{ namespace }}`, `{{ target }}` (the Deployment) and `{{ interval }}`. An answer without a value counts
   * as a failed check.
   */
  readonly query: string;

  /**
   * Least value that is well. One of `min` and `max` is needed.
   *
   * @default - none
   */
  readonly min?: number;

  /**
   * Largest value that is well.
   *
   * @default - none
   */
  readonly max?: number;
}

/**
 * A change of a Deployment that Flagger tries on a part of the requests first.
 */
export interface FlaggerCanaryProps {
  /**
   * Name of the Canary, with which names of its MetricTemplates begin.
   *
   * @default - the construct id in kebab case
   */
  readonly name?: string;

  /** The workload, of one Deployment: a GpuInferenceDeployment, or what `Workload.of` makes of one of cdk8s-plus-28. */
  readonly workload: IWorkload;

  /** What shares requests. */
  readonly provider: FlaggerProvider;

  /** Address of the Prometheus that scrapes the pods: `http://prometheus.monitoring:9090`. */
  readonly prometheus: string;

  /**
   * Whether Flagger has made the primary already (its phase is `Initialized` or later), or nothing runs yet. Then the workload's own Service selects the primary,
   * as Flagger wrote it; else each apply of the manifests would send clients back to the pods that Flagger stopped. While it is `false` the Service
   * stays as it is, so that a Deployment that serves goes on doing so until its primary has loaded the model.
   */
  readonly primaryServes: boolean;

  /**
   * Labels by which this Flagger tells pods: its option `-selector-labels`. The Deployment's selector must have one of them.
   *
   * @default - Flagger's own: `app`, `name`, `app.kubernetes.io/name`
   */
  readonly selectorLabels?: string[];

  /**
   * Name of a HorizontalPodAutoscaler of the Deployment that is not part of the app.
   *
   * @default - the one of the app that scales the Deployment
   */
  readonly autoscalerName?: string;

  /**
   * Port on which its containers listen. Needed where the workload has no Service, refused where that says it.
   *
   * @default - that of the workload's Service
   */
  readonly port?: number;

  /**
   * The engine that runs in it. Refused where the workload says it by itself.
   *
   * @default - that of the workload
   */
  readonly engine?: InferenceEngine;

  /**
   * Most requests that may wait in any one pod. Unit: requests, a whole number.
   *
   * @default - not looked at
   */
  readonly queueDepth?: number;

  /**
   * Longest time until the first token, for 95 of 100 requests.
   *
   * @default - not looked at
   */
  readonly timeToFirstToken?: Duration;

  /**
   * Largest share of requests that end by an abort or a failure, clients that went away included. Unit: a ratio, 0 or more and below 1.
   *
   * @default - not looked at
   */
  readonly errorShare?: number;

  /**
   * Other metrics.
   *
   * @default - none
   */
  readonly metrics?: FlaggerMetric[];

  /**
   * Time between two checks, and the window of each. Whole seconds, 30 at least: two scrapes.
   *
   * @default Duration.minutes(1)
   */
  readonly interval?: Duration;

  /**
   * Failed checks after which the change is taken back.
   *
   * @default 5
   */
  readonly failedChecks?: number;

  /**
   * Share of the requests that each step adds. Unit: per cent, 1 to 100.
   *
   * @default 10
   */
  readonly stepWeight?: number;

  /**
   * Largest share of the requests before all of them go to the new version. Unit: per cent, `stepWeight` to 100.
   *
   * @default 50
   */
  readonly maxWeight?: number;

  /**
   * How long a pod takes until it answers, at the longest.
   *
   * @default - that of the workload; not looked at where nobody says
   */
  readonly startTime?: Duration;
}
