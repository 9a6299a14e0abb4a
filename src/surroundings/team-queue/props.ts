import { QueueFlavor } from './flavor';
import { IWorkload } from '../../workloads/handle/workload';

/**
 * What a team may use, and what of it waits for that.
 */
export interface TeamQueueProps {
  /**
   * Name of the ClusterQueue and of its LocalQueues.
   *
   * @default - the construct id in kebab case
   */
  readonly name?: string;

  /** What waits in it, at least one workload: patterns, or what `Workload.of` makes. In each of their namespaces there is a LocalQueue. */
  readonly workloads: IWorkload[];

  /** The kinds of nodes that the team may use, and how much of each, at least one: Kueue takes the first with room. Their names differ. */
  readonly flavors: QueueFlavor[];

  /**
   * Name of the cohort: teams that lend each other what they do not use.
   *
   * @default - the team is alone, and nothing is borrowed
   */
  readonly cohort?: string;

  /**
   * Whether the team gets back what others have borrowed of its quota, by stopping what they run with it.
   *
   * @default - true in a cohort
   */
  readonly reclaim?: boolean;

  /**
   * Name of a WorkloadPriorityClass of all these workloads.
   *
   * @default - the default class of Kueue; the priority of the pods where there is none
   */
  readonly priorityClass?: string;
}
