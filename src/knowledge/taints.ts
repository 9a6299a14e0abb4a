/*
 * Taints that others put onto nodes. Operators choose keys of their own as well, so a key that is not here says nothing, unless it is nearly one of these.
 */

/** A taint, and who writes it. */
export interface KnownTaint {
  readonly key: string;
  /** The only value and effects that it has; absent where people choose them. */
  readonly fixed?: { readonly value: string; readonly effects: readonly string[] };
}

const SCHEDULING = ['NoSchedule'];
const BOTH = ['NoSchedule', 'NoExecute'];

/**
 * Source: k8s.io/api core/v1/well_known_taints.go, k8s.io/cloud-provider/api/well_known_taints.go (v0.36); karpenter pkg/apis/v1/taints.go (v1.15.0); GKE documentation of GPUs, TPUs and
 * Spot VMs; AKS documentation of spot node pools; NVIDIA/k8s-device-plugin README; AWS Neuron and Intel Gaudi device plugins
 */
export const KNOWN_TAINTS: readonly KnownTaint[] = [
  { key: 'nvidia.com/gpu' },
  { key: 'amd.com/gpu' },
  { key: 'habana.ai/gaudi' },
  { key: 'aws.amazon.com/neuron' },
  { key: 'google.com/tpu', fixed: { value: 'present', effects: SCHEDULING } },
  { key: 'cloud.google.com/gke-spot', fixed: { value: 'true', effects: SCHEDULING } },
  { key: 'kubernetes.azure.com/scalesetpriority', fixed: { value: 'spot', effects: SCHEDULING } },
  { key: 'karpenter.sh/disrupted', fixed: { value: '', effects: SCHEDULING } },
  { key: 'karpenter.sh/unregistered', fixed: { value: '', effects: ['NoExecute'] } },
  { key: 'node-role.kubernetes.io/control-plane' },
  { key: 'node-role.kubernetes.io/master' },
  { key: 'node.kubernetes.io/not-ready', fixed: { value: '', effects: BOTH } },
  { key: 'node.kubernetes.io/unreachable', fixed: { value: '', effects: BOTH } },
  { key: 'node.kubernetes.io/memory-pressure', fixed: { value: '', effects: SCHEDULING } },
  { key: 'node.kubernetes.io/disk-pressure', fixed: { value: '', effects: SCHEDULING } },
  { key: 'node.kubernetes.io/pid-pressure', fixed: { value: '', effects: SCHEDULING } },
  { key: 'node.kubernetes.io/network-unavailable', fixed: { value: '', effects: SCHEDULING } },
  { key: 'node.kubernetes.io/unschedulable', fixed: { value: '', effects: SCHEDULING } },
  { key: 'node.kubernetes.io/out-of-service' },
  { key: 'node.cloudprovider.kubernetes.io/uninitialized' },
  { key: 'node.cloudprovider.kubernetes.io/shutdown' },
];
