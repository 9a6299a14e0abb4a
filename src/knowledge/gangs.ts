/*
 * Schedulers that place pods of a gang together, and how pods and objects name it.
 */

/** Source: volcano.sh/apis pkg/apis/scheduling/v1beta1/types.go, labels.go; pkg/scheduler/api/job_info.go getJobID; installer/helm (v1.14.1) */
export const VOLCANO = {
  api: 'scheduling.volcano.sh/v1beta1',
  scheduler: 'volcano',
  /** Annotation of a pod: name of its PodGroup. */
  groupAnnotation: 'scheduling.k8s.io/group-name',
  /** Annotation of what the controller makes a PodGroup of: the queue of that. */
  queueAnnotation: 'scheduling.volcano.sh/queue-name',
} as const;

/** Source: scheduler-plugins apis/scheduling/v1alpha1/types.go, manifests/install/charts/as-a-second-scheduler/values.yaml (v0.34.7) */
export const COSCHEDULING = {
  api: 'scheduling.x-k8s.io/v1alpha1',
  /** As the chart calls it, which installs it beside the default one. */
  scheduler: 'scheduler-plugins-scheduler',
  /** Label of a pod: name of its PodGroup. */
  groupLabel: 'scheduling.x-k8s.io/pod-group',
} as const;

/** The API of gangs in Kubernetes 1.36; that of 1.35 has another shape, and nothing converts it. Source: kubernetes/api scheduling/v1alpha2/types.go (v0.36) */
export const NATIVE_GANG_API = 'scheduling.k8s.io/v1alpha2';
