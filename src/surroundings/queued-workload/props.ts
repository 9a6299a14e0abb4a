import { Placement } from '../../pod/scheduling/placement';
import { IWorkload } from '../../workloads/handle/workload';

/**
 * What waits in which queue.
 */
export interface QueuedWorkloadProps {
  /** The workload: a pattern, or what `Workload.of` makes of one of cdk8s-plus-28. */
  readonly workload: IWorkload;

  /** Name of a LocalQueue in the namespace of the workload. At most 63 characters. */
  readonly queueName: string;

  /**
   * Name of a WorkloadPriorityClass: the order in the queue, and who gives way to whom. Pods keep the priority that they have.
   *
   * @default - the default class of Kueue; the priority of the pods where there is none
   */
  readonly priorityClass?: string;

  /**
   * Whether Kueue finds places too, before any pod is scheduled: `Placement.queueRequires` or `queuePrefers`, with a level of the Topology of the queue's flavor.
   *
   * Refused for a LeaderWorkerGroup and an IndexedTrainingJob, which have a placement themselves; for a Deployment, whose pods are admitted each by itself; and
   * for more than two kinds of pods, or two with several pods each, which Kueue does not place as one.
   *
   * @default - the scheduler finds places, afterwards
   */
  readonly placement?: Placement;
}
