/*
 * Secondary networks of pods: Multus reads an annotation of the pod and runs a CNI plugin of the node for each network in it.
 *
 * Source: k8snetworkplumbingwg/multus-cni pkg/k8sclient/k8sclient.go, pkg/types/conf.go (v4.3.0)
 */

export const NETWORK_API = 'k8s.cni.cncf.io/v1';

/** Networks of a pod: names separated by commas, or a JSON list. */
export const NETWORKS_ANNOTATION = 'k8s.v1.cni.cncf.io/networks';

/** Of a NetworkAttachmentDefinition: the resource of which each attachment takes one device. */
export const NETWORK_RESOURCE_ANNOTATION = 'k8s.v1.cni.cncf.io/resourceName';

/** Interfaces that Multus names by itself: `net1`, `net2`. */
export const FIRST_NETWORK_INTERFACE = 'net1';

/** What each interface of the pod's own network is called. Source: containerd/go-cni opts.go (DefaultPrefix eth); cri-o internal/config/cnimgr */
export const POD_INTERFACE = 'eth0';

/** `namespace/name@interface`, each part as Multus takes it. Source: parsePodNetworkObjectName */
export const NETWORK_NAME_PART = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;

/** IFNAMSIZ without the end of the text. */
export const LONGEST_INTERFACE = 15;

/** A plugin of the node, by the name of its program, which is `type` of a configuration. */
export interface CniPlugin {
  readonly type: string;
  /** Which network its pods are in: one of many nodes, or one of the node alone. */
  readonly reach: 'nodes' | 'node';
  /** Whether it moves a device into the pod that a device plugin has chosen, and fails without one. */
  readonly needsDevice?: boolean;
}

/**
 * Plugins that make an interface.
 *
 * Source: containernetworking/plugins plugins/main (v1.9); k8snetworkplumbingwg/sriov-cni, ib-sriov-cni (build/ib-sriov, LoadDeviceInfo: vf pci addr is required),
 * accelerated-bridge-cni, ovs-cni, userspace-cni; Mellanox/ipoib-cni
 */
export const INTERFACE_PLUGINS: readonly CniPlugin[] = [
  { type: 'macvlan', reach: 'nodes' },
  { type: 'ipvlan', reach: 'nodes' },
  { type: 'vlan', reach: 'nodes' },
  { type: 'ipoib', reach: 'nodes' },
  { type: 'sriov', reach: 'nodes', needsDevice: true },
  { type: 'ib-sriov', reach: 'nodes', needsDevice: true },
  { type: 'host-device', reach: 'nodes', needsDevice: true },
  { type: 'accelerated-bridge', reach: 'nodes', needsDevice: true },
  { type: 'ovs', reach: 'nodes' },
  { type: 'bridge', reach: 'node' },
  { type: 'ptp', reach: 'node' },
  { type: 'dummy', reach: 'node' },
  { type: 'tap', reach: 'node' },
  { type: 'loopback', reach: 'node' },
];

/** Programs that are no plugin for an interface, but stand in configurations: chained ones, those of the pod's own network, those that give addresses. */
export const OTHER_PLUGINS: readonly string[] = [
  'rdma', 'tuning', 'sbr', 'bandwidth', 'portmap', 'firewall', 'vrf', 'calico', 'calico-ipam', 'cilium-cni', 'flannel', 'multus', 'multus-shim', 'ovn-k8s-cni-overlay', 'aws-cni',
  'azure-vnet', 'userspace', 'bond', 'host-local', 'dhcp', 'static', 'whereabouts', 'nv-ipam', 'route-override', 'kube-ovn', 'antrea', 'gke', 'netavark',
];

/** What people call a plugin, for its program. */
export const CALLED_OTHERWISE: { readonly [name: string]: string } = {
  'ib-sriov-cni': 'ib-sriov',
  'sriov-cni': 'sriov',
  'ipoib-cni': 'ipoib',
  'rdma-cni': 'rdma',
  'host-dev': 'host-device',
  'hostdevice': 'host-device',
  'hostdev': 'host-device',
  'ovs-cni': 'ovs',
  'sr-iov': 'sriov',
  'ib-sr-iov': 'ib-sriov',
  'nvidia-ipam': 'nv-ipam',
};

/**
 * Gives addresses from a list in a file of each node, so pods on two nodes get the same one.
 *
 * Source: containernetworking/plugins plugins/ipam/host-local/backend/disk (v1.9): /var/lib/cni/networks
 */
export const ADDRESSES_OF_ONE_NODE = 'host-local';

/** Releases of the specification. Source: containernetworking/cni pkg/version (v1.3) */
export const CNI_VERSIONS: readonly string[] = ['0.1.0', '0.2.0', '0.3.0', '0.3.1', '0.4.0', '1.0.0', '1.1.0'];
