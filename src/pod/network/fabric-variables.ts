import { FabricParts, RdmaParts } from './fabric-parts';

/*
 * What programs are told of the fabric. None of it is said where the program finds it by itself.
 *
 * Source: NVIDIA/nccl src/misc/socket.cc ncclFindInterfaces, src/transport/net_ib (v2.30.7); pytorch torch/csrc/distributed/c10d/ProcessGroupGloo.cpp;
 * openucx/ucx docs/source/faq.md (2026-08); NVSHMEM environment variables; aws/aws-ofi-nccl doc/efa-env-var.md (2026-08)
 */

/** Variables by name. */
export function fabricVariables(parts: FabricParts): { readonly [name: string]: string } {
  const { socketInterface } = parts;
  // NCCL takes a prefix. Without it the first interface that begins with "ib", or the first of the list, meets the others.
  const common = { GLOO_SOCKET_IFNAME: socketInterface, NCCL_SOCKET_IFNAME: socketInterface };
  switch (parts.kind) {
    case 'socket':
      return { ...common, NCCL_IB_DISABLE: '1', UCX_NET_DEVICES: socketInterface };
    case 'rdma':
      return { ...common, ...rdmaVariables(parts), NVSHMEM_BOOTSTRAP_UID_SOCK_IFNAME: socketInterface };
    case 'efa':
      // Without it libfabric falls back to TCP where it finds no adapter.
      return { ...common, FI_PROVIDER: 'efa', ...(parts.hugePages === undefined ? { FI_EFA_USE_HUGE_PAGE: '0' } : {}) };
    case 'gke':
      return { ...common, ...(parts.libraryFromNode ? { LD_LIBRARY_PATH: '/usr/local/gib/lib64:/usr/local/nvidia/lib64' } : {}) };
  }
}

function rdmaVariables({ hcas, gidIndex }: RdmaParts): { readonly [name: string]: string } {
  const withPort = hcas.map(hca => (hca.includes(':') ? hca : `${hca}:1`)).join(',');
  return {
    // With the equals sign the names are whole: mlx5_1 is a prefix of mlx5_10.
    ...(hcas.length === 0 ? {} : { NCCL_IB_HCA: `=${hcas.join(',')}`, NVSHMEM_HCA_LIST: withPort, UCX_NET_DEVICES: withPort }),
    ...(gidIndex === undefined ? {} : Object.fromEntries(['NCCL', 'NVSHMEM', 'UCX'].map(library => [`${library}_IB_GID_INDEX`, String(gidIndex)]))),
  };
}
