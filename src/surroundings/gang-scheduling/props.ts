import { GangScheduler } from './scheduler';
import { IWorkload } from '../../workloads/handle/workload';

/**
 * Which pods are placed together, and by whom.
 */
export interface GangSchedulingProps {
  /** The workload: a pattern whose pods need each other, or a StatefulSet of cdk8s-plus-28, of which `minimum` says how many do. */
  readonly workload: IWorkload;

  /** What places them. */
  readonly scheduler: GangScheduler;

  /**
   * With how many of its pods a gang starts: a whole number from what the workload needs to all its pods.
   *
   * @default - what the workload needs: all pods of a group or of a run, `minWorkers` of an elastic one; needed for a StatefulSet of cdk8s-plus-28
   */
  readonly minimum?: number;
}
