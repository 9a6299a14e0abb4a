/*
 * What device drivers publish, as data: classes, attributes with their types, capacities. A selector that reads an attribute the device does not have
 * is no "false": it is an error that ends the allocation, so names and device types matter.
 *
 * Source: kubernetes/api resource/v1 types.go CELDeviceSelector ("any other result is an error and causes allocation of devices to abort")
 */

import { DeviceVendor } from './accelerators';

/** Type of an attribute's value as CEL sees it. */
export type AttributeType = 'string' | 'version' | 'int' | 'bool';

/** One attribute of the devices of a driver. */
export interface AttributeFact {
  readonly type: AttributeType;
  /** Device types that carry it; absent: all. */
  readonly on?: readonly string[];
  /** The only values there are; absent: any. */
  readonly values?: readonly string[];
  /** Last release of the driver that published it; absent: the newest one read still does. */
  readonly until?: string;
  /** Carried by some devices only (a feature gate of the driver, a kind of hardware). */
  readonly optional?: boolean;
}

/** One driver. */
export interface DriverFact {
  readonly driver: string;
  readonly attributes: { readonly [name: string]: AttributeFact };
  /** Capacities; a pattern where the driver numbers them. */
  readonly capacities: readonly (string | RegExp)[];
  readonly source: string;
}

/** A device class that a driver's own chart installs. */
export interface ClassFact {
  readonly vendor: DeviceVendor;
  /** Whether its devices compute nothing: network cards, channels between GPUs. */
  readonly isNoAccelerator?: boolean;
  /** Absent where nobody confirmed it. */
  readonly driver?: string;
  /** Value of the attribute `type` that the class selects. */
  readonly deviceType?: string;
  readonly source: string;
}

export const NVIDIA_DRIVER = 'gpu.nvidia.com';
export const AMD_DRIVER = 'gpu.amd.com';
export const DRANET_DRIVER = 'dra.net';
export const SRIOV_DRIVER = 'sriovnetwork.k8snetworkplumbingwg.io';
export const NVIDIA_GPU_CLASS = 'gpu.nvidia.com';
export const NVIDIA_MIG_CLASS = 'mig.nvidia.com';

/** Domain of the attributes that mean the same whatever the driver. */
export const STANDARD_DOMAIN = 'resource.kubernetes.io';

const NVIDIA_SOURCE = 'kubernetes-sigs/dra-driver-nvidia-gpu cmd/gpu-kubelet-plugin/{deviceinfo,mig,partitions}.go (v25.3.0, v25.8.0, v25.12.0, v0.4.0, main of 2026-08)';
const NVIDIA_CHART = 'kubernetes-sigs/dra-driver-nvidia-gpu deployments/helm/dra-driver-nvidia-gpu/templates/deviceclass-*.yaml (main of 2026-08)';
const CATALOGUES = 'llm-d-modelservice values: class names only';

const PHYSICAL = ['gpu', 'mig'];

const NVIDIA: DriverFact = {
  driver: NVIDIA_DRIVER,
  attributes: {
    type: { type: 'string', values: ['gpu', 'mig', 'vfio'] },
    uuid: { type: 'string' },
    productName: { type: 'string' },
    brand: { type: 'string', on: PHYSICAL },
    architecture: { type: 'string', on: PHYSICAL },
    cudaComputeCapability: { type: 'version', on: PHYSICAL },
    driverVersion: { type: 'version', on: PHYSICAL },
    cudaDriverVersion: { type: 'version', on: PHYSICAL },
    addressingMode: { type: 'string', on: PHYSICAL, optional: true },
    profile: { type: 'string', on: ['mig'] },
    parentUUID: { type: 'string', on: ['mig'] },
    gpuModuleID: { type: 'int', on: ['gpu', 'vfio'], optional: true },
    partition1: { type: 'int', on: ['gpu', 'vfio'], optional: true },
    partition2: { type: 'int', on: ['gpu', 'vfio'], optional: true },
    partition4: { type: 'int', on: ['gpu', 'vfio'], optional: true },
    partition8: { type: 'int', on: ['gpu', 'vfio'], optional: true },
    deviceID: { type: 'string', on: ['vfio'] },
    vendorID: { type: 'string', on: ['vfio'] },
    iommuFDEnabled: { type: 'bool', on: ['vfio'] },
    numa: { type: 'int', on: ['vfio'], until: '0.4' },
    pcieBusID: { type: 'string', until: '25.12' },
    index: { type: 'int', on: PHYSICAL, until: '25.3' },
    minor: { type: 'int', on: ['gpu'], until: '25.3' },
    parentIndex: { type: 'int', on: ['mig'], until: '25.3' },
  },
  capacities: [
    'memory', 'multiprocessors', 'copyEngines', 'decoders', 'encoders', 'jpegEngines', 'ofaEngines', 'addressableMemory', /^memorySlice[0-9]+$/,
  ],
  source: NVIDIA_SOURCE,
};

/** Source: kubernetes staging/src/k8s.io/dynamic-resource-allocation/deviceattribute/attribute.go (v1.36); numaNode: the NVIDIA driver (main of 2026-08) */
const STANDARD: DriverFact = {
  driver: STANDARD_DOMAIN,
  attributes: {
    pcieRoot: { type: 'string', optional: true },
    pciBusID: { type: 'string', optional: true },
    numaNode: { type: 'int', optional: true },
  },
  capacities: [],
  source: 'kubernetes staging/src/k8s.io/dynamic-resource-allocation/deviceattribute/attribute.go (v1.36)',
};

/** Domains whose attributes are known. A domain that is not here may publish anything. */
export const DOMAINS: { readonly [domain: string]: DriverFact } = { [NVIDIA_DRIVER]: NVIDIA, [STANDARD_DOMAIN]: STANDARD };

/** Classes by name. */
export const CLASSES: { readonly [className: string]: ClassFact } = {
  [NVIDIA_GPU_CLASS]: { vendor: 'NVIDIA', driver: NVIDIA_DRIVER, deviceType: 'gpu', source: NVIDIA_CHART },
  [NVIDIA_MIG_CLASS]: { vendor: 'NVIDIA', driver: NVIDIA_DRIVER, deviceType: 'mig', source: NVIDIA_CHART },
  'vfio.gpu.nvidia.com': { vendor: 'NVIDIA', driver: NVIDIA_DRIVER, deviceType: 'vfio', source: NVIDIA_CHART },
  'compute-domain-daemon.nvidia.com': { vendor: 'NVIDIA', isNoAccelerator: true, driver: 'compute-domain.nvidia.com', deviceType: 'daemon', source: NVIDIA_CHART },
  'compute-domain-default-channel.nvidia.com': { vendor: 'NVIDIA', isNoAccelerator: true, driver: 'compute-domain.nvidia.com', deviceType: 'channel', source: NVIDIA_CHART },
  'gpu.amd.com': { vendor: 'AMD', driver: AMD_DRIVER, source: 'ROCm/k8s-gpu-dra-driver helm-charts-k8s/templates/deviceclass.yaml (main of 2025-10)' },
  'efa.networking.k8s.aws': { vendor: 'AWS', isNoAccelerator: true, driver: DRANET_DRIVER, source: 'kubernetes-sigs/dranet examples/aws_eks_examples/gpu-efa/device-class.yaml (main of 2026-08): of the chart aws-dranet' },
  // Which attributes these drivers publish was not confirmed, so nothing is asserted about their selectors.
  'gpu.intel.com': { vendor: 'Intel', source: CATALOGUES },
  'gaudi.intel.com': { vendor: 'Intel Gaudi', source: CATALOGUES },
  'tpu.google.com': { vendor: 'Google', source: CATALOGUES },
};

/** Whether a name is in a table; `constructor` is in none. */
export function owns(table: object, name: string): boolean {
  return Object.prototype.hasOwnProperty.call(table, name);
}

export function classOf(className: string): ClassFact | undefined {
  return owns(CLASSES, className) ? CLASSES[className] : undefined;
}

/** One of the classes whose devices a driver makes. */
export function classOfDriver(driver: string | undefined): ClassFact | undefined {
  return driver === undefined ? undefined : Object.values(CLASSES).find(each => each.driver === driver);
}

export function domainOf(domain: string): DriverFact | undefined {
  return owns(DOMAINS, domain) ? DOMAINS[domain] : undefined;
}

/** Whether devices of this driver have such a capacity. */
export function hasCapacity(driver: DriverFact, name: string): boolean {
  return driver.capacities.some(each => (typeof each === 'string' ? each === name : each.test(name)));
}
