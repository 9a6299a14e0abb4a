import { Duration } from 'cdk8s';
import { checkServeConfig } from './serve-config';
import { required, wholeNumber } from '../../base/errors/invalid-input';
import { wholeSeconds } from '../../base/seconds';
import { carriesMistakes } from '../../given/mistakes/carried';
import { checkNamePart } from '../../kubernetes/refused/names';

/**
 * How the operator submits the program of a RayJob.
 */
export enum RayJobSubmission {
  /** By a Kubernetes Job, whose pod prints the program's log. */
  KUBERNETES_JOB = 'K8sJobMode',

  /** By a request of the operator itself. */
  HTTP = 'HTTPMode',

  /** By a container beside the head, since KubeRay 1.5. */
  SIDECAR = 'SidecarMode',
}

/**
 * The program of a RayJob.
 */
export interface RayJobOptions {
  /** The command line, as a shell reads it: `python train.py --epochs 3`. */
  readonly entrypoint: string;

  /**
   * Tells runs from each other: the RayJob is called `<name>-<runId>`. KubeRay ignores changes of a RayJob that runs or has run.
   *
   * @default 1
   */
  readonly runId?: string;

  /**
   * How often the program is started again after a failure, each time on a new cluster: at least 0.
   *
   * @default 0
   */
  readonly retries?: number;

  /**
   * The longest the RayJob may take, with all its starts: at least a second.
   *
   * @default - no limit
   */
  readonly deadline?: Duration;

  /**
   * How long the cluster stays after the end, for a look at its logs.
   *
   * @default - it is deleted at once
   */
  readonly keepCluster?: Duration;

  /**
   * Packages, variables and files of the program, as YAML.
   *
   * @default - what the image has
   */
  readonly runtimeEnvironment?: string;

  /**
   * How it is submitted.
   *
   * @default RayJobSubmission.KUBERNETES_JOB
   */
  readonly submission?: RayJobSubmission;
}

/**
 * How a changed RayService is replaced.
 */
export enum RayServiceUpgrade {
  /** A second cluster starts beside the first, and takes over once its applications are healthy: twice the devices meanwhile. */
  NEW_CLUSTER = 'NewCluster',

  /** Not at all: applications change in place, pods do not. */
  NONE = 'None',
}

/**
 * The applications of a RayService.
 */
export interface RayServiceOptions {
  /** Applications and deployments as Ray Serve's own configuration (`serve build`), YAML with `applications`. */
  readonly serveConfig: string;

  /**
   * How changed pods replace those that run.
   *
   * @default RayServiceUpgrade.NEW_CLUSTER
   */
  readonly upgrade?: RayServiceUpgrade;
}

/** Which objects there are. */
export type RayBackendKind = 'statefulSets' | 'rayCluster' | 'rayJob' | 'rayService';

/**
 * What carries the pods. Names of pods differ; labels, the name of the head's Service, ports and what `ray start` is told do not.
 */
export class RayBackend {
  /**
   * A StatefulSet for the head, whose pod is index 0, and one for each group of workers, from index 1. Nothing else is needed in the cluster.
   */
  public static statefulSets(): RayBackend {
    return new RayBackend('statefulSets');
  }

  /**
   * A RayCluster of KubeRay (`ray.io/v1`), 1.4 or newer: the operator starts the pods, and Ray's own autoscaler may choose their number.
   */
  public static rayCluster(): RayBackend {
    return new RayBackend('rayCluster');
  }

  /**
   * A RayJob of KubeRay: a cluster for one program, gone after it.
   *
   * @param options The program.
   */
  public static rayJob(options: RayJobOptions): RayBackend {
    const at = (property: string) => `RayBackend.rayJob(${property})`;
    if (options.entrypoint.trim() === '') {
      throw required(at('entrypoint'), 'without a program the cluster would wait for ever', "give the command line: 'python train.py'");
    }
    checkNamePart(at('runId'), options.runId ?? '1');
    wholeNumber(at('retries'), options.retries ?? 0, { min: 0 });
    [options.deadline && wholeSeconds(at('deadline'), options.deadline, 1), options.keepCluster && wholeSeconds(at('keepCluster'), options.keepCluster)];
    return new RayBackend('rayJob', options);
  }

  /**
   * A RayService of KubeRay: applications of Ray Serve, and a new cluster beside the old one when pods change.
   *
   * @param options The applications.
   */
  public static rayService(options: RayServiceOptions): RayBackend {
    checkServeConfig('RayBackend.rayService(serveConfig)', options.serveConfig);
    return new RayBackend('rayService', undefined, options);
  }

  private constructor(
    /** @internal */ public readonly _kind: RayBackendKind,
    /** @internal */ public readonly _job?: RayJobOptions,
    /** @internal */ public readonly _service?: RayServiceOptions) {}
}

carriesMistakes(RayBackend, () => RayBackend.statefulSets());
