/*
 * Labels and annotations that Kueue reads from an object and from its pods.
 *
 * Source: kubernetes-sigs/kueue pkg/controller/constants/constants.go, pkg/controller/jobs/pod/constants/constants.go (v0.15 to v0.17)
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

/** On a pod template: takes the topology of nobody but of Kueue's choice; a third way beside the two. Source: apis/kueue/v1beta2/topology_types.go (v0.17) */
export const QUEUE_TOPOLOGY_FREE = 'kueue.x-k8s.io/podset-unconstrained-topology';

/**
 * On a pod template: two kinds of pods, one of which is a single pod, are placed as one.
 *
 * Source: pkg/controller/jobframework/tas_validation.go ValidatePodSetGroupingTopology (v0.17)
 */
export const QUEUE_TOPOLOGY_GROUP = 'kueue.x-k8s.io/podset-group-name';

/** Label of plain pods that are admitted as one. */
export const QUEUE_POD_GROUP = 'kueue.x-k8s.io/pod-group-name';

/** The API of queues, since 0.15. Source: kueue apis/kueue/v1beta2 (v0.15) */
export const QUEUE_API = 'kueue.x-k8s.io/v1beta2';
