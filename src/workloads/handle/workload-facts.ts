import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { WorkloadPods } from './pods';
import { Labels } from '../../base/labels';
import { EngineMetrics } from '../../knowledge/engines/engine-metric';
import { Accelerator } from '../../pod/devices/accelerator';
import { Fabric } from '../../pod/network/fabric';
import { Capacity } from '../../pod/scheduling/capacity';
import { Placement } from '../../pod/scheduling/placement';
import { ServiceHandle } from '../service';

/**
 * What a workload is there for.
 */
export enum WorkloadPurpose {
  /** It answers clients until it is taken away. */
  SERVE = 'serve',

  /** It works until it is done. */
  RUN = 'run',

  /** Nobody says. */
  UNKNOWN = 'unknown',
}

/**
 * Pods of one kind in a workload.
 */
export interface WorkloadRole {
  /** Its name: `leader`, `worker`, `replica`, `member`. */
  readonly name: string;

  /** Name of the container that does the work. */
  readonly container: string;

  /**
   * Devices of each pod, and the nodes that have them.
   *
   * @default - none
   */
  readonly accelerator?: Accelerator;

  /**
   * The network over which its processes speak to others.
   *
   * @default - nobody says
   */
  readonly fabric?: Fabric;

  /** Whether its pods have the network of their node instead of one of their own. */
  readonly hostNetwork: boolean;

  /** Devices of each pod: 0 without. */
  readonly devicesPerPod: number;

  /**
   * Memory that the scheduler counts for each pod, as a quantity like `20Gi`: the requests of its containers and sidecars together, or what an init container needs
   * where that is more; a limit counts where there is no request.
   *
   * @default - its containers state none
   */
  readonly memory?: string;

  /** The kind of nodes that it runs on. */
  readonly capacity: Capacity;

  /** Seconds from the stop signal to the end, at most: the grace period. */
  readonly graceSeconds: number;

  /**
   * Seconds that a start is expected to take.
   *
   * @default - nobody says
   */
  readonly startSeconds?: number;
}

/**
 * What a port speaks, as far as it is known.
 */
export enum ServingProtocol {
  /** HTTP, in any version. */
  HTTP = 'HTTP',

  /** gRPC: the Service says so (`appProtocol`). */
  GRPC = 'gRPC',

  /** TCP, and nobody says what is spoken over it. */
  TCP = 'TCP',

  /** UDP. */
  UDP = 'UDP',

  /** SCTP. */
  SCTP = 'SCTP',
}

/**
 * What clients of a workload reach.
 */
export interface WorkloadServing {
  /** The Service: one of the app, or one that a controller makes (`madeBy`). */
  readonly service: ServiceHandle;

  /** Port of the Service. */
  readonly port: number;

  /**
   * Name of that port.
   *
   * @default - it has none
   */
  readonly portName?: string;

  /** What that port speaks: that of the Service (`appProtocol`), else HTTP where an engine, a router or Ray Serve answers behind it, else TCP. */
  readonly protocol: ServingProtocol;

  /**
   * Role that answers.
   *
   * @default - all roles do, or several of them
   */
  readonly role?: string;
}

/**
 * One series that pods export for Prometheus.
 */
export interface ExportedMetric {
  /** Its name, as Prometheus stores it: `vllm:num_requests_waiting`. */
  readonly name: string;

  /** How it counts: `gauge`, `counter` or `histogram`. */
  readonly type: string;

  /** Unit of its values. */
  readonly unit: string;

  /** Labels that the engine itself gives it. */
  readonly labels: string[];
}

/**
 * What the engine of a workload exports for Prometheus.
 */
export interface WorkloadMetrics {
  /** Engine and its version: `vllm 0.18`. */
  readonly engine: string;

  /**
   * Role whose pods export.
   *
   * @default - all roles do
   */
  readonly role?: string;

  /** Name of the container port. */
  readonly portName: string;

  /** Path on that port. */
  readonly path: string;

  /**
   * Requests that wait for a place in the batch.
   *
   * @default - no series of the engine is known for it
   */
  readonly waiting?: ExportedMetric;

  /**
   * Requests in the batch.
   *
   * @default - no series of the engine is known for it
   */
  readonly running?: ExportedMetric;

  /**
   * Share of the KV cache in use, 0 to 1.
   *
   * @default - no series of the engine is known for it
   */
  readonly kvCacheUsage?: ExportedMetric;
}

/**
 * What a change of the number does.
 */
export enum ScaleUnit {
  /** One pod. */
  POD = 'pod',

  /** A whole group: a leader and its workers. */
  GROUP = 'group',
}

/**
 * Whether, and by what, the size of a workload may be changed.
 */
export interface WorkloadScale {
  /**
   * What an autoscaler points at.
   *
   * @default - nothing may scale it
   */
  readonly target?: kplus.ScalingTarget;

  /** What one more is. */
  readonly unit: ScaleUnit;

  /**
   * Why nothing may scale it.
   *
   * @default - an autoscaler may
   */
  readonly refusal?: string;
}

/** Type of the ServiceImport that stands for an exported Service. */
export type ImportedType = 'ClusterSetIP' | 'Headless';

/** Why a workload in which engines run exports nothing that the library knows. */
export interface Unmeasured {
  readonly reason: string;
  /** The one engine that runs in it, with its version. */
  readonly engine?: string;
  /** Who else exports. */
  readonly help?: string;
}

/** What happens when a pod is lost, as `explain()` of the pattern says it. */
export interface PodLoss {
  readonly topic: string;
  readonly text: string;
}

/** Somebody who is no client and no pod of the workload. */
export interface OutsidePeer {
  /** Words for people: `the KubeRay operator, which asks after the job`. */
  readonly who: string;
  readonly ports: readonly number[];
}

/** What patterns call whoever answers for the cluster itself. */
export const API_SERVER = 'the API server';

/** Somebody whom pods of the workload call by themselves, and who is no pod of it. */
export interface CalledPeer {
  /** Words for people: `Redis at redis.db:6379`. */
  readonly who: string;
  /** `the head keeps its state there`. */
  readonly why: string;
  /** Role whose pods call; all roles where none is named. */
  readonly role?: string;
  /** Its port; absent for the API server, whose address and port are the cluster's. */
  readonly port?: number;
}

/** Pods that begin together: with fewer than `least` of them nothing is done, and those that are there hold their devices. */
export interface StartUnit {
  /** Name of what stands for them: that of the run, or of the group. */
  readonly name: string;
  readonly least: number;
  readonly pods: number;
  /** Objects that carry these pods. */
  readonly objects: readonly ApiObject[];
}

/** What of a workload begins together. */
export interface StartFacts {
  /** What a unit is called: `group`, `run`, `cluster`. */
  readonly unit: string;
  readonly units: readonly StartUnit[];
  /** Why the least is what it is: `each rank waits for all others`. */
  readonly because: string;
  /** Kind of the one object with several units: its controller makes them, and they share their templates. */
  readonly madeBy?: string;
}

/** Why nothing of a workload waits for others. */
export interface StartsAlone {
  readonly refusal: string;
  readonly help: string;
}

/** What a pattern says of itself. Late where it depends on what is added after construction. */
export interface WorkloadFacts {
  /** What keeps mistakes that are made with the handle, so that a synth tells all of them; absent where the handle is of no construct. */
  readonly scope?: Construct;
  readonly name: string;
  readonly namespace?: string;
  /** Whether it is where what surrounds it is, if nothing says its namespace. */
  readonly isNamed?: boolean;
  readonly purpose: WorkloadPurpose;
  readonly roles: readonly WorkloadRole[];
  readonly pods: WorkloadPods;
  readonly serving?: () => WorkloadServing | undefined;
  readonly metrics?: WorkloadMetrics;
  /** Why there are none though engines run in it. */
  readonly unmeasured?: Unmeasured;
  /** The same by name, for those that ask for a series of their choice. */
  readonly series?: EngineMetrics;
  /** Name that requests have to ask for; absent where no engine of the library says it. */
  readonly servedName?: string;
  /** Seconds of the longest request that its stop waits for; absent where no engine of the library says it. */
  readonly longestStreamSeconds?: number;
  /** InferencePool that its pods are in: who is to be picked comes through it, not through a Service. */
  readonly pool?: string;
  /** What clients of all its clusters reach: one address, or the pods themselves; absent where it is not exported. */
  readonly imported?: ImportedType;
  readonly scale: () => WorkloadScale;
  /** What a deleted or killed pod of a role means, of any role where none is named; absent where nobody says. */
  readonly lost?: (role: string | undefined) => readonly PodLoss[];
  /** Whether its pods speak to each other; absent where nobody knows, which counts as yes. */
  readonly speaksWithin?: boolean;
  /** Who else speaks to its pods, and at which ports: controllers that no Service of it tells of. */
  readonly reachedBy?: readonly OutsidePeer[];
  /** Whom its pods call by what the pattern was told, or by how it works. */
  readonly calls?: readonly CalledPeer[];
  /** Leaves the number of pods to an autoscaler from now on; absent where the workload is not part of the app. */
  readonly markScaled?: () => void;
  readonly carriers: () => readonly ApiObject[];
  /** Labels of which each of its objects, claims and pods carries one set, all but the last of one label; absent where those of all its pods are on its objects too. */
  readonly objectLabels?: readonly Labels[];
  /** Where labels and annotations of its pods are added; empty where the workload is not part of the app. */
  readonly templates: () => readonly kplus.Workload[];
  /** What begins together; absent where nobody says. */
  readonly starts?: () => StartFacts | StartsAlone;
  /** Who chooses the places of pods that belong together; absent where nobody does. */
  readonly placement?: Placement;
  /** What waits in a queue, where that is not all carriers. */
  readonly queued?: () => readonly ApiObject[];
  /** Annotations that a queue reads of them. */
  readonly queueAnnotations?: Labels;
  /** Roles of an object with several whose controller makes what waits; absent where the object itself waits. */
  readonly queuedRoles?: readonly string[];
}
