/** Group of KubeRay's kinds. */
export const RAY_GROUP = 'ray.io';

/** Where the spec of the cluster stands in each kind that carries pods, below the spec of the object. Source: kuberay ray-operator/apis/ray/v1 (v1.6) */
export const RAY_CLUSTER_PATHS: { readonly [kind: string]: readonly string[] } = {
  RayCluster: [],
  RayJob: ['rayClusterSpec'],
  RayService: ['rayClusterConfig'],
};
