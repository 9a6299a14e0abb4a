/** Group of KubeRay's kinds. */
export const RAY_GROUP = 'ray.io';

/** Label of pods whose proxy answers, with the value `true`; the operator keeps it. Source: kuberay ray-operator controllers/ray/utils/constant.go RayClusterServingServiceLabelKey (v1.6.1) */
export const RAY_SERVING = 'ray.io/serve';

/** Where the spec of the cluster stands in each kind that carries pods, below the spec of the object. Source: kuberay ray-operator/apis/ray/v1 (v1.6) */
export const RAY_CLUSTER_PATHS: { readonly [kind: string]: readonly string[] } = {
  RayCluster: [],
  RayJob: ['rayClusterSpec'],
  RayService: ['rayClusterConfig'],
};
