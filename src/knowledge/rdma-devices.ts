/*
 * Network devices that reach the memory of other nodes, as resources of pods.
 */

/** Every resource of the shared device plugin, unless it has another prefix. Source: Mellanox/k8s-rdma-shared-dev-plugin README.md (2026-04) */
export const SHARED_RDMA_PREFIX = 'rdma/';

/** Source: aws/efa device plugin; docs.aws.amazon.com/eks device-management-efa */
export const EFA_RESOURCE = 'vpc.amazonaws.com/efa';

/**
 * Names that stand for network devices whatever the cluster calls its pools: of the host device network of NVIDIA's network operator, of the SR-IOV operators.
 *
 * Source: Mellanox/network-operator example (2026-08); oracle-quickstart/oci-hpc-oke; k8snetworkplumbingwg/sriov-network-operator
 */
export const RDMA_RESOURCES: readonly string[] = ['nvidia.com/hostdev', 'nvidia.com/sriov_rdma_vf', 'nvidia.com/mlnxnics', 'mellanox.com/mlnx_sriov_rdma_ib', 'openshift.io/mlnxnics'];

/** Prefix of what GKE adds for each network of the annotation. */
export const GKE_NETWORK_RESOURCE = 'networking.gke.io.networks/';

/** A resource that RDMA goes through over verbs: InfiniBand or RoCE. EFA has an interface of its own. */
export function isVerbsResource(name: string): boolean {
  return name.startsWith(SHARED_RDMA_PREFIX) || RDMA_RESOURCES.includes(name);
}

export const INSTANCE_TYPE_LABEL = 'node.kubernetes.io/instance-type';

/** Types of instances with accelerators by their elastic fabric adapters. Source: aws/karpenter-provider-aws website/content/en/docs/reference/instance-types.md (2026-08) */
const BY_ADAPTERS: { readonly [adapters: number]: string } = {
  1: 'g4dn.8xlarge g4dn.12xlarge g4dn.16xlarge g4dn.metal g5.8xlarge g5.12xlarge g5.16xlarge g5.24xlarge g5.48xlarge g6.8xlarge g6.12xlarge g6.16xlarge g6.24xlarge g6.48xlarge gr6.8xlarge g6e.8xlarge g6e.12xlarge g6e.16xlarge g7.8xlarge g7.12xlarge g7.24xlarge g7e.8xlarge g7e.12xlarge inf1.24xlarge p3dn.24xlarge p5.4xlarge',
  2: 'g6e.24xlarge g7.48xlarge g7e.24xlarge',
  4: 'g6e.48xlarge g7e.48xlarge p4d.24xlarge p4de.24xlarge',
  8: 'trn1.32xlarge p6-b200.48xlarge',
  16: 'trn1n.32xlarge trn2.48xlarge p5en.48xlarge p6-b300.48xlarge',
  32: 'p5.48xlarge p5e.48xlarge',
};

/** Elastic fabric adapters of an instance, by its type. */
export const EFA_INTERFACES: { readonly [instanceType: string]: number } = Object.fromEntries(
  Object.entries(BY_ADAPTERS).flatMap(([adapters, types]) => types.split(' ').map(type => [type, Number(adapters)])));
