/*
 * Accelerators by the resources that device plugins call them.
 *
 * Sources: READMEs of NVIDIA/k8s-device-plugin, ROCm/k8s-device-plugin, HabanaAI and intel/intel-device-plugins-for-kubernetes, GKE: TPUs, aws-neuron device plugin
 */

/** Who makes an accelerator: programs are built for the devices of one. Intel's two kinds have nothing in common. */
export type DeviceVendor = 'NVIDIA' | 'AMD' | 'Intel Gaudi' | 'Intel' | 'Google' | 'AWS';

/** What is known of a resource of accelerators. */
export interface AcceleratorKind {
  readonly vendor: DeviceVendor;
  /** Whether one of it is one whole device that one process computes with. */
  readonly isWhole: boolean;
}

const WHOLE = (vendor: DeviceVendor): AcceleratorKind => ({ vendor, isWhole: true });
const PART = (vendor: DeviceVendor): AcceleratorKind => ({ vendor, isWhole: false });

/** Resources by name. A Neuron device has several cores, and a TPU chip one or two, so their number is not the number of processes. */
const RESOURCES: ReadonlyMap<string, AcceleratorKind> = new Map([
  ['nvidia.com/gpu', WHOLE('NVIDIA')],
  ['nvidia.com/gpu.shared', PART('NVIDIA')],
  ['amd.com/gpu', WHOLE('AMD')],
  ['habana.ai/gaudi', WHOLE('Intel Gaudi')],
  ['gpu.intel.com/i915', PART('Intel')],
  ['gpu.intel.com/xe', PART('Intel')],
  ['google.com/tpu', PART('Google')],
  ['aws.amazon.com/neuron', PART('AWS')],
  ['aws.amazon.com/neuroncore', PART('AWS')],
  ['aws.amazon.com/neurondevice', PART('AWS')],
]);

/** Slices of a GPU under the mixed strategy. Source: NVIDIA/k8s-device-plugin internal/resource */
export const MIG_PREFIX = 'nvidia.com/mig-';

/** What is known of an extended resource; undefined for what is no accelerator. */
export function acceleratorKind(resource: string): AcceleratorKind | undefined {
  return RESOURCES.get(resource) ?? (resource.startsWith(MIG_PREFIX) ? PART('NVIDIA') : undefined);
}
