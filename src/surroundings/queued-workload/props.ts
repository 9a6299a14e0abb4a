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
}
