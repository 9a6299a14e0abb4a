import { Duration } from 'cdk8s';
import { ParameterServerFramework } from './framework';
import { Accelerator } from '../../pod/devices/accelerator';
import { Fabric } from '../../pod/network/fabric';
import { Capacity } from '../../pod/scheduling/capacity';
import { PodTemplateProps } from '../../pod/template/pod-template-props';
import { RoleContainer } from '../leader-worker-group/role-container';

/**
 * What the pod of one role has differently.
 */
export interface ParameterServerRole {
  /**
   * Laid over `container`: environment maps are merged, everything else is replaced.
   *
   * @default - `container` as it is
   */
  readonly container?: RoleContainer;

  /**
   * Devices of each pod of this role.
   *
   * @default - none; of workers `accelerator` of the pattern
   */
  readonly accelerator?: Accelerator;

  /**
   * The network of this role.
   *
   * @default - `fabric` of the pattern: of workers whatever it is, of others where it needs no devices
   */
  readonly fabric?: Fabric;

  /**
   * Labels that nodes of this role must carry, on top of the pattern's.
   *
   * @default - none
   */
  readonly nodeLabels?: { [key: string]: string };

  /**
   * The kind of nodes of this role.
   *
   * @default - `capacity` of the pattern
   */
  readonly capacity?: Capacity;

  /**
   * PriorityClass of this role: a higher one for those whose loss starts the whole run again, so that others are preempted first.
   *
   * @default - `priorityClassName` of the pattern
   */
  readonly priorityClassName?: string;
}

/**
 * A role with several pods.
 */
export interface ParameterServerTasks extends ParameterServerRole {
  /** Pods of this role: at least 1. */
  readonly replicas: number;
}

/**
 * A training run with parameter servers. `container` is what all roles have in common, and differences stand in `container` of the role; `accelerator` is
 * what each worker has, and other roles have none but those of their own.
 */
export interface ParameterServerProps extends PodTemplateProps {
  /**
   * Name of the Service and value of the pods' label.
   *
   * @default - the construct id in kebab case
   */
  readonly name?: string;

  /**
   * Tells runs from each other: the JobSet is called `<name>-<runId>`. Lower-case letters, digits and `-`.
   *
   * @default 1
   */
  readonly runId?: string;

  /**
   * The framework, with its port.
   *
   * @default ParameterServerFramework.tensorFlow()
   */
  readonly framework?: ParameterServerFramework;

  /**
   * The one pod that coordinates, with TensorFlow only. `{}` is one like `container`.
   *
   * @default - none: the workers run the training by themselves
   */
  readonly chief?: ParameterServerRole;

  /**
   * The one pod by which the others find each other, with DMLC only, where it is always there.
   *
   * @default - with DMLC one like `container`
   */
  readonly scheduler?: ParameterServerRole;

  /** The parameter servers. */
  readonly ps: ParameterServerTasks;

  /** The workers. */
  readonly worker: ParameterServerTasks;

  /**
   * How often the whole run may start again after a failure: at least 0. Disruptions are not counted.
   *
   * @default 3
   */
  readonly restarts?: number;

  /**
   * Failed workers, together, that are replaced one by one before the whole run starts again: at least 0.
   *
   * @default - with TensorFlow 3 for each worker; with DMLC 0, since ps-lite does not take a worker back by default
   */
  readonly workerRestarts?: number;

  /**
   * The kind of nodes to run on.
   *
   * @default Capacity.onDemand()
   */
  readonly capacity?: Capacity;

  /**
   * When the ended JobSet is deleted, with its pods and their logs. A GitOps controller creates it again, and the run starts anew, so leave it unset there.
   *
   * @default - never
   */
  readonly ttlAfterFinished?: Duration;
}
