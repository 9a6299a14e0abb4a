/** Label by which Kueue takes a workload: the name of a LocalQueue. Source: kubernetes-sigs/kueue pkg/controller/constants */
export const QUEUE_NAME = 'kueue.x-k8s.io/queue-name';
