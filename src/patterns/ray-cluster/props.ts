import { RayBackend } from './backend';
import { RayRecovery } from './recovery';
import { Accelerator } from '../../pod/devices/accelerator';
import { Fabric } from '../../pod/network/fabric';
import { Capacity } from '../../pod/scheduling/capacity';
import { PodTemplateProps } from '../../pod/template/pod-template-props';
import { RoleContainer } from '../leader-worker-group/role-container';
import { OrdinalRange } from '../ordinals/reserved';

/**
 * What the Ray nodes of one role have differently. A Ray node is a pod.
 */
export interface RayNodes {
  /**
   * Laid over `container`: environment maps are merged, everything else is replaced.
   *
   * @default - `container` as it is
   */
  readonly container?: RoleContainer;

  /**
   * Devices of each pod: as limits, and as what Ray schedules by (`--num-gpus`, or `TPU`, `neuron_cores`, `HPU`).
   *
   * @default - none; of workers `accelerator` of the cluster
   */
  readonly accelerator?: Accelerator;

  /**
   * The network of this role.
   *
   * @default - `fabric` of the cluster: of workers whatever it is, of the head where it needs no devices
   */
  readonly fabric?: Fabric;

  /**
   * Memory of the object store of each pod, a quantity like `20Gi`. It lies in `/dev/shm`, and so inside the memory limit of the container.
   *
   * @default - 30 % of the memory limit, at most 200 GB, as Ray itself does
   */
  readonly objectStoreMemory?: string;

  /**
   * Labels that nodes of this role must carry, on top of the cluster's.
   *
   * @default - none
   */
  readonly nodeLabels?: { [key: string]: string };

  /**
   * The kind of nodes of this role.
   *
   * @default - `capacity` of the cluster
   */
  readonly capacity?: Capacity;

  /**
   * PriorityClass of this role.
   *
   * @default - `priorityClassName` of the cluster
   */
  readonly priorityClassName?: string;
}

/**
 * The head: control store, dashboard, job submission, Ray clients.
 */
export interface RayHead extends RayNodes {
  /**
   * Whether tasks and actors may run on the head. What they use is taken from the control store, whose loss ends the cluster.
   *
   * @default - not, unless the head has devices of its own
   */
  readonly runsTasks?: boolean;
}

/**
 * Workers that are alike.
 */
export interface RayWorkers extends RayNodes {
  /**
   * Name of the group; with KubeRay its `groupName`. Lower-case letters, digits and `-`.
   *
   * @default worker
   */
  readonly name?: string;

  /** Pods of the group; the least of them where `maxReplicas` is given: at least 0. */
  readonly replicas: number;

  /**
   * Pods at most, between which and `replicas` Ray's own autoscaler chooses by what tasks and actors ask for. With KubeRay only.
   *
   * @default - always `replicas`
   */
  readonly maxReplicas?: number;

  /**
   * First ordinal of a range that belongs to this group: 10, where 1 to 9 are those of others. No other group may reach into it. On StatefulSets only.
   *
   * @default 1: each group counts by itself; the head has 0
   */
  readonly firstOrdinal?: number;

  /**
   * Last ordinal of the range. Needs `firstOrdinal`.
   *
   * @default - that of its last pod
   */
  readonly lastOrdinal?: number;
}

/**
 * A Ray cluster. `container` is what all pods have in common, without a command: they run `ray start`. `accelerator` are the devices of each worker; the head
 * has none but its own.
 */
export interface RayClusterProps extends PodTemplateProps {
  /**
   * Name of the cluster and stem of all other names.
   *
   * @default - the construct id in kebab case
   */
  readonly name?: string;

  /**
   * Version of Ray in the images, `2.53.0`: all pods and clients must have the same, with the same minor version of Python.
   *
   * @default - read from the tag of an image of `rayproject`; required with others
   */
  readonly rayVersion?: string;

  /**
   * What the head has differently.
   *
   * @default - a pod like `container`, on which no task runs
   */
  readonly head?: RayHead;

  /** The workers, by group. */
  readonly workers: RayWorkers[];

  /**
   * Ranges of ordinals that no group of workers may use. On StatefulSets only.
   *
   * @default - none
   */
  readonly reserved?: OrdinalRange[];

  /**
   * What carries the pods.
   *
   * @default RayBackend.statefulSets()
   */
  readonly backend?: RayBackend;

  /**
   * What a new head knows of the one that was lost.
   *
   * @default RayRecovery.empty()
   */
  readonly recovery?: RayRecovery;

  /**
   * Port of Ray Serve's proxies, 8000 unless the application says otherwise: makes the Service `<name>-serve-svc`.
   *
   * @default - no Service; 8000 with RayBackend.rayService
   */
  readonly servingPort?: number;

  /**
   * The kind of nodes to run on.
   *
   * @default Capacity.onDemand()
   */
  readonly capacity?: Capacity;
}
