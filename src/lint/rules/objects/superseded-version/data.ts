/** A version of an API that goes, or has gone from the newest release of its project. */
export interface SupersededVersion {
  /** What to write. */
  readonly instead: string;
  /** What becomes of it. */
  readonly detail: string;
  /** First minor that serves what to write. */
  readonly from?: number;
  /** Served only where somebody switched it on and says so; where nobody did, another rule says that it is not served. */
  readonly onRequest?: boolean;
  /** The two have the same fields with the same meaning, so that nothing else changes. */
  readonly onlyVersion?: boolean;
}

/**
 * By type and version. Source: k8s.io/api zz_generated.prerelease-lifecycle.go (v0.36: APILifecycleRemoved), CHANGELOG-1.37; the CRDs of kuberay 1.6,
 * gateway-api 1.7, gateway-api-inference-extension 1.3, karpenter 1.15, karpenter-provider-aws 1.15, kueue 0.17; the release notes of external-secrets 0.17, external-snapshotter 6.0 and 8.6.
 * `onlyVersion`: the types of both versions are equal in k8s.io/api storage/ and networking/ (v0.36), and one type in gateway-api apis/v1beta1 (v1.7: `type HTTPRouteSpec = v1.HTTPRouteSpec`).
 */
export const VERSIONS: ReadonlyMap<string, SupersededVersion> = new Map<string, SupersededVersion>([
  ...['ResourceClaim', 'ResourceClaimTemplate', 'DeviceClass', 'ResourceSlice'].flatMap((kind): [string, SupersededVersion][] => [
    [`resource.k8s.io/v1beta1/${kind}`, { instead: 'resource.k8s.io/v1', detail: 'removed in 1.38', from: 34, onRequest: true }],
    [`resource.k8s.io/v1beta2/${kind}`, { instead: 'resource.k8s.io/v1', detail: 'removed in 1.39', from: 34, onRequest: true }],
  ]),
  ['storage.k8s.io/v1beta1/VolumeAttributesClass', { instead: 'storage.k8s.io/v1', detail: 'removed in 1.37', from: 34, onlyVersion: true }],
  ['networking.k8s.io/v1beta1/IPAddress', { instead: 'networking.k8s.io/v1', detail: 'removed in 1.37', onlyVersion: true }],
  ['networking.k8s.io/v1beta1/ServiceCIDR', { instead: 'networking.k8s.io/v1', detail: 'removed in 1.37', onlyVersion: true }],
  ['scheduling.k8s.io/v1alpha1/Workload', { instead: 'scheduling.k8s.io/v1alpha2', detail: 'removed in 1.36', from: 36 }],
  ['v1/Endpoints', { instead: 'discovery.k8s.io/v1 EndpointSlice', detail: 'deprecated since 1.33' }],
  ...['RayCluster', 'RayJob', 'RayService'].map((kind): [string, SupersededVersion] => (
    [`ray.io/v1alpha1/${kind}`, { instead: 'ray.io/v1', detail: 'kept for old manifests since KubeRay 1.0' }])),
  ...['HTTPRoute', 'Gateway', 'GatewayClass'].map((kind): [string, SupersededVersion] => (
    [`gateway.networking.k8s.io/v1beta1/${kind}`, { instead: 'gateway.networking.k8s.io/v1', detail: 'kept for old manifests since Gateway API 1.0', onlyVersion: true }])),
  ['gateway.networking.k8s.io/v1alpha2/GRPCRoute', { instead: 'gateway.networking.k8s.io/v1', detail: 'no longer served by Gateway API 1.7' }],
  ['gateway.networking.k8s.io/v1alpha2/TCPRoute', { instead: 'gateway.networking.k8s.io/v1', detail: 'no longer served by Gateway API 1.7' }],
  ['gateway.networking.k8s.io/v1alpha2/TLSRoute', { instead: 'gateway.networking.k8s.io/v1', detail: 'no longer served by Gateway API 1.7' }],
  ...['Gateway', 'GatewayClass', 'HTTPRoute', 'TCPRoute', 'TLSRoute', 'UDPRoute'].map((kind): [string, SupersededVersion] => (
    [`networking.x-k8s.io/v1alpha1/${kind}`, { instead: 'gateway.networking.k8s.io/v1', detail: 'the group of Gateway API up to 0.3' }])),
  ['inference.networking.x-k8s.io/v1alpha2/InferencePool', { instead: 'inference.networking.k8s.io/v1', detail: 'superseded by the stable group in 1.0' }],
  ['inference.networking.x-k8s.io/v1alpha2/InferenceModel', { instead: 'InferenceObjective', detail: 'no longer a kind since 1.0' }],
  ...['ClusterQueue', 'LocalQueue', 'ResourceFlavor', 'Workload', 'WorkloadPriorityClass', 'AdmissionCheck', 'Cohort', 'Topology'].map((kind): [string, SupersededVersion] => (
    [`kueue.x-k8s.io/v1beta1/${kind}`, { instead: 'kueue.x-k8s.io/v1beta2', detail: 'superseded by v1beta2' }])),
  ['karpenter.sh/v1alpha5/Provisioner', { instead: 'karpenter.sh/v1 NodePool', detail: 'no longer served since Karpenter 0.33' }],
  ['karpenter.sh/v1alpha5/Machine', { instead: 'karpenter.sh/v1 NodeClaim', detail: 'no longer served since Karpenter 0.33' }],
  ['karpenter.k8s.aws/v1alpha1/AWSNodeTemplate', { instead: 'karpenter.k8s.aws/v1 EC2NodeClass', detail: 'no longer served since Karpenter 0.33' }],
  ['karpenter.k8s.aws/v1beta1/EC2NodeClass', { instead: 'karpenter.k8s.aws/v1', detail: 'no longer served since Karpenter 1.1' }],
  ['karpenter.sh/v1beta1/NodePool', { instead: 'karpenter.sh/v1', detail: 'no longer served since Karpenter 1.1' }],
  ['karpenter.sh/v1beta1/NodeClaim', { instead: 'karpenter.sh/v1', detail: 'no longer served since Karpenter 1.1' }],
  ...['ExternalSecret', 'SecretStore', 'ClusterSecretStore', 'ClusterExternalSecret'].map((kind): [string, SupersededVersion] => (
    [`external-secrets.io/v1beta1/${kind}`, { instead: 'external-secrets.io/v1', detail: 'no longer served since external-secrets 0.17' }])),
  ['snapshot.storage.k8s.io/v1beta1/VolumeSnapshot', { instead: 'snapshot.storage.k8s.io/v1', detail: 'no longer served since external-snapshotter 6' }],
  ['groupsnapshot.storage.k8s.io/v1beta1/VolumeGroupSnapshot', { instead: 'groupsnapshot.storage.k8s.io/v1', detail: 'deprecated since external-snapshotter 8.6' }],
]);
