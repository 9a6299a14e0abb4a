import { AMD_DRIVER, DRANET_DRIVER, NVIDIA_DRIVER, SRIOV_DRIVER, domainOf, owns } from './drivers';

/*
 * What drivers publish of the place of a device: by which attributes devices of one or several drivers can be kept together. A constraint over an attribute that
 * a device lacks is never met, so the claim stays pending for ever.
 *
 * Source: kubernetes staging/src/k8s.io/dynamic-resource-allocation/structured/internal/experimental/allocator_experimental.go matchAttributeConstraint.add (v1.36)
 */

/** Drivers that agreed on what these mean. Source: kubernetes staging/src/k8s.io/dynamic-resource-allocation/deviceattribute/attribute.go (v1.36) */
export const PCIE_ROOT = 'resource.kubernetes.io/pcieRoot';

/** The same for NUMA nodes. Source: the same file of 1.37; drivers write it since August 2026 */
export const NUMA_NODE = 'resource.kubernetes.io/numaNode';

/** By that name before, of network cards. */
export const DRANET_NUMA_NODE = 'dra.net/numaNode';

/** The GPU that a MIG device is a slice of. */
export const MIG_PARENT = `${NVIDIA_DRIVER}/parentUUID`;

/** Sizes of the partitions that NVIDIA's Fabric Manager makes of the GPUs of an NVSwitch. */
export const NVLINK_SIZES: readonly number[] = [1, 2, 4, 8];

/** GPUs that the Fabric Manager puts into one partition, by its size. */
export function nvlinkPartition(size: number): string {
  return `${NVIDIA_DRIVER}/partition${size}`;
}

/** What a driver says of the place of its devices. */
interface DriverTopology {
  readonly attributes: readonly string[];
  /** Whether somebody may have it publish more: attributes by a policy of the cluster. */
  readonly isOpen?: boolean;
  readonly source: string;
}

const TOPOLOGIES: ReadonlyMap<string, DriverTopology> = new Map([
  [NVIDIA_DRIVER, {
    attributes: [PCIE_ROOT, NUMA_NODE, MIG_PARENT, ...NVLINK_SIZES.map(nvlinkPartition)],
    source: 'kubernetes-sigs/dra-driver-nvidia-gpu cmd/gpu-kubelet-plugin/deviceinfo.go (main of 2026-08)',
  }],
  [AMD_DRIVER, { attributes: [PCIE_ROOT], source: 'ROCm/k8s-gpu-dra-driver cmd/gpu-kubeletplugin/deviceinfo.go (main of 2025-10)' }],
  [DRANET_DRIVER, {
    attributes: [PCIE_ROOT, NUMA_NODE, DRANET_NUMA_NODE], source: 'kubernetes-sigs/dranet pkg/inventory/db.go, pkg/apis/attributes.go (main of 2026-08)',
  }],
  [SRIOV_DRIVER, {
    attributes: [PCIE_ROOT, DRANET_NUMA_NODE],
    isOpen: true,
    source: 'k8snetworkplumbingwg/dra-driver-sriov pkg/consts/consts.go, pkg/controller/resourcepolicycontroller.go (main of 2026-08)',
  }],
]);

/** Drivers of network cards, which are no accelerators. */
export const NETWORK_DRIVERS: ReadonlySet<string> = new Set([DRANET_DRIVER, SRIOV_DRIVER]);

/** Attributes that are about the place of a device. */
const PLACES: ReadonlySet<string> = new Set([PCIE_ROOT, NUMA_NODE, DRANET_NUMA_NODE, MIG_PARENT, ...NVLINK_SIZES.map(nvlinkPartition)]);

/** Domains in which one driver writes, and nobody else. */
const OWN_DOMAINS: ReadonlySet<string> = new Set([NVIDIA_DRIVER, AMD_DRIVER]);

/** Why devices of a driver have no such attribute; undefined where they have it, and where nobody knows. */
export function lacksAttribute(driver: string, attribute: string, deviceType?: string): string | undefined {
  const known = TOPOLOGIES.get(driver);
  const [domain, name] = attribute.split('/');
  const on = domain === driver && domainOf(domain) && owns(domainOf(domain)!.attributes, name) ? domainOf(domain)!.attributes[name].on : undefined;
  if (on !== undefined && deviceType !== undefined && !on.includes(deviceType)) {
    return `the driver ${driver} publishes ${name} on ${on.join(' and ')} devices, not on those of type ${deviceType}`;
  }
  if (known === undefined || known.attributes.includes(attribute)) {
    return undefined;
  }
  const isOfOthers = OWN_DOMAINS.has(domain) && domain !== driver;
  return isOfOthers || PLACES.has(attribute) && !known.isOpen ? `devices of ${driver} have no ${attribute} (source: ${known.source})` : undefined;
}

/** Attributes by which a driver says where its devices are; undefined where nobody read it. */
export function placesOf(driver: string): readonly string[] | undefined {
  return TOPOLOGIES.get(driver)?.attributes;
}
