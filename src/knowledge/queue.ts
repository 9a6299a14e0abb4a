/*
 * Labels that Kueue reads from an object.
 *
 * Source: kubernetes-sigs/kueue pkg/controller/constants/constants.go (v0.15)
 */

/** By which Kueue takes a workload: the name of a LocalQueue. */
export const QUEUE_NAME = 'kueue.x-k8s.io/queue-name';

/** Name of a WorkloadPriorityClass: the order in the queue, and who gives way. */
export const QUEUE_PRIORITY = 'kueue.x-k8s.io/priority-class';

/** On a pod template: the level of the topology in which Kueue finds room for all pods before it admits them; with `preferred` it takes more than one where it must. */
export const QUEUE_TOPOLOGY = {
  required: 'kueue.x-k8s.io/podset-required-topology',
  preferred: 'kueue.x-k8s.io/podset-preferred-topology',
} as const;
