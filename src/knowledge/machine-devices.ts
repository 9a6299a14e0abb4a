import { DeviceVendor, acceleratorKind } from './accelerators';
import { normalizedLabel } from './karpenter';
import { ownValue } from '../base/reading';

/*
 * Devices of the machines of clouds, by what the labels of their nodes say. A machine that is not here says nothing.
 *
 * Sources: aws/karpenter-provider-aws website/content/en/docs/reference/instance-types.md (main of 2026-08-21; p3 of v1.12), which is generated from the EC2 API;
 * skypilot sky/catalog/gcp_catalog.py and AI-Hypercomputer/xpk src/xpk/core/system_characteristics.py for Google's; aspire Aspire.Hosting.Azure.Kubernetes AksNodeVmSizes.cs (13.3),
 * which is generated from Azure's list of sizes, and learn.microsoft.com nd-gb200-v6-series for the Superchips
 */

/** Machines of one family: by number of devices the ends of their names. */
interface MachineFamily {
  readonly prefix: string;
  readonly resource: string;
  readonly sizes: { readonly [devices: number]: string };
  /** Cores of a device, where pods may ask for those. */
  readonly cores?: number;
}

const NVIDIA = 'nvidia.com/gpu';
const NEURON = 'aws.amazon.com/neuron';
const TPU = 'google.com/tpu';

const FAMILIES: readonly MachineFamily[] = [
  { prefix: 'p3.', resource: NVIDIA, sizes: { 1: '2xlarge', 4: '8xlarge', 8: '16xlarge' } },
  { prefix: 'p3dn.', resource: NVIDIA, sizes: { 8: '24xlarge' } },
  { prefix: 'p4d.', resource: NVIDIA, sizes: { 8: '24xlarge' } },
  { prefix: 'p4de.', resource: NVIDIA, sizes: { 8: '24xlarge' } },
  { prefix: 'p5.', resource: NVIDIA, sizes: { 1: '4xlarge', 8: '48xlarge' } },
  { prefix: 'p5e.', resource: NVIDIA, sizes: { 8: '48xlarge' } },
  { prefix: 'p5en.', resource: NVIDIA, sizes: { 8: '48xlarge' } },
  { prefix: 'p6-b200.', resource: NVIDIA, sizes: { 8: '48xlarge' } },
  { prefix: 'p6-b300.', resource: NVIDIA, sizes: { 8: '48xlarge' } },
  { prefix: 'g4dn.', resource: NVIDIA, sizes: { 1: 'xlarge 2xlarge 4xlarge 8xlarge 16xlarge', 4: '12xlarge', 8: 'metal' } },
  { prefix: 'g5.', resource: NVIDIA, sizes: { 1: 'xlarge 2xlarge 4xlarge 8xlarge 16xlarge', 4: '12xlarge 24xlarge', 8: '48xlarge' } },
  { prefix: 'g5g.', resource: NVIDIA, sizes: { 1: 'xlarge 2xlarge 4xlarge 8xlarge', 2: '16xlarge metal' } },
  { prefix: 'g6.', resource: NVIDIA, sizes: { 1: 'xlarge 2xlarge 4xlarge 8xlarge 16xlarge', 4: '12xlarge 24xlarge', 8: '48xlarge' } },
  { prefix: 'g6e.', resource: NVIDIA, sizes: { 1: 'xlarge 2xlarge 4xlarge 8xlarge 16xlarge', 4: '12xlarge 24xlarge', 8: '48xlarge' } },
  { prefix: 'gr6.', resource: NVIDIA, sizes: { 1: '4xlarge 8xlarge' } },
  { prefix: 'g7.', resource: NVIDIA, sizes: { 1: '2xlarge 4xlarge 8xlarge', 2: '12xlarge', 4: '24xlarge', 8: '48xlarge' } },
  { prefix: 'g7e.', resource: NVIDIA, sizes: { 1: '2xlarge 4xlarge 8xlarge', 2: '12xlarge', 4: '24xlarge', 8: '48xlarge' } },
  { prefix: 'g4ad.', resource: 'amd.com/gpu', sizes: { 1: 'xlarge 2xlarge 4xlarge', 2: '8xlarge', 4: '16xlarge' } },
  { prefix: 'inf1.', resource: NEURON, sizes: { 1: 'xlarge 2xlarge', 4: '6xlarge', 16: '24xlarge' }, cores: 4 },
  { prefix: 'inf2.', resource: NEURON, sizes: { 1: 'xlarge 8xlarge', 6: '24xlarge', 12: '48xlarge' }, cores: 2 },
  { prefix: 'trn1.', resource: NEURON, sizes: { 1: '2xlarge', 16: '32xlarge' }, cores: 2 },
  { prefix: 'trn1n.', resource: NEURON, sizes: { 16: '32xlarge' }, cores: 2 },
  { prefix: 'trn2.', resource: NEURON, sizes: { 16: '48xlarge' }, cores: 8 },

  { prefix: 'Standard_NC', resource: NVIDIA, sizes: { 1: '4as_T4_v3 8as_T4_v3 16as_T4_v3 6s_v3 24ads_A100_v4 40ads_H100_v5', 2: '12s_v3 48ads_A100_v4 80adis_H100_v5', 4: '64as_T4_v3 24s_v3 24rs_v3 96ads_A100_v4' } },
  { prefix: 'Standard_NCC', resource: NVIDIA, sizes: { 1: '40ads_H100_v5' } },
  { prefix: 'Standard_ND', resource: NVIDIA, sizes: { 4: '128isr_NDR_GB200_v6', 8: '96asr_v4 96amsr_A100_v4 96isr_H100_v5 96isr_H200_v5' } },
  { prefix: 'Standard_ND', resource: 'amd.com/gpu', sizes: { 8: '96isr_MI300X_v5' } },

  { prefix: 'a2-', resource: NVIDIA, sizes: { 1: 'highgpu-1g ultragpu-1g', 2: 'highgpu-2g ultragpu-2g', 4: 'highgpu-4g ultragpu-4g', 8: 'highgpu-8g ultragpu-8g', 16: 'megagpu-16g' } },
  { prefix: 'a3-', resource: NVIDIA, sizes: { 1: 'highgpu-1g', 2: 'highgpu-2g', 4: 'highgpu-4g', 8: 'highgpu-8g megagpu-8g ultragpu-8g' } },
  { prefix: 'a4-', resource: NVIDIA, sizes: { 8: 'highgpu-8g' } },
  { prefix: 'a4x-', resource: NVIDIA, sizes: { 4: 'highgpu-4g highgpu-4g-nolssd' } },
  { prefix: 'g2-standard-', resource: NVIDIA, sizes: { 1: '4 8 12 16 32', 2: '24', 4: '48', 8: '96' } },
  { prefix: 'g4-standard-', resource: NVIDIA, sizes: { 1: '48', 2: '96', 4: '192', 8: '384' } },
  { prefix: 'ct4p-hightpu-', resource: TPU, sizes: { 4: '4t' } },
  { prefix: 'ct5lp-hightpu-', resource: TPU, sizes: { 1: '1t', 4: '4t', 8: '8t' } },
  { prefix: 'ct5p-hightpu-', resource: TPU, sizes: { 4: '4t' } },
  { prefix: 'ct6e-standard-', resource: TPU, sizes: { 1: '1t', 4: '4t', 8: '8t' } },
  { prefix: 'tpu7x-standard-', resource: TPU, sizes: { 1: '1t', 4: '4t' } },
];

/** One machine. */
interface Machine extends Pick<MachineFamily, 'resource' | 'cores'> {
  readonly devices: number;
}

/** By the name of the type. */
export const MACHINES: ReadonlyMap<string, Machine> = new Map(FAMILIES.flatMap(({ prefix, resource, cores, sizes }) => Object.entries(sizes)
  .flatMap(([devices, ends]) => ends.split(' ').map((end): [string, Machine] => [prefix + end, { resource, cores, devices: Number(devices) }]))));

/** Resources of other names for the same devices. Source: aws-neuron device plugin */
const DEVICES_OF_NEURON: ReadonlySet<string> = new Set([NEURON, 'aws.amazon.com/neurondevice']);

/** Labels whose value is the number of devices of a node, with those who make them. */
const COUNTS: ReadonlyMap<string, readonly DeviceVendor[]> = new Map<string, readonly DeviceVendor[]>([
  // Source: NVIDIA/k8s-device-plugin docs/gpu-feature-discovery (v0.17): GPUs of the node, whatever they are shared by
  ['nvidia.com/gpu.count', ['NVIDIA']],
  // Source: GKE documentation, "Deploy GPU workloads in Autopilot", and labels of its nodes, those with TPUs included
  ['cloud.google.com/gke-accelerator-count', ['NVIDIA', 'Google']],
  // Source: karpenter-provider-aws pkg/apis/v1/labels.go (v1.15.1), karpenter-provider-azure pkg/apis/v1beta1/labels.go
  ['karpenter.k8s.aws/instance-gpu-count', ['NVIDIA', 'AMD']],
  ['eks.amazonaws.com/instance-gpu-count', ['NVIDIA', 'AMD']],
  ['karpenter.azure.com/sku-gpu-count', ['NVIDIA', 'AMD']],
]);

/** Devices of the largest machine, by product. */
interface MostOfProducts {
  readonly resource: string;
  readonly most: { readonly [product: string]: number };
}

/**
 * The most devices that machines with a product have, by the labels of GKE.
 *
 * Source: skypilot sky/catalog/gcp_catalog.py (_NUM_ACC_TO_MAX_CPU_AND_MEMORY for what is attached to N1 machines), and the machines above; GKE documentation, "Plan TPUs in GKE"
 */
const MOST: ReadonlyMap<string, MostOfProducts> = new Map<string, MostOfProducts>([
  ['cloud.google.com/gke-accelerator', {
    resource: NVIDIA,
    most: {
      'nvidia-tesla-p4': 4,
      'nvidia-tesla-p100': 4,
      'nvidia-tesla-t4': 4,
      'nvidia-tesla-v100': 8,
      'nvidia-l4': 8,
      'nvidia-tesla-a100': 16,
      'nvidia-a100-80gb': 8,
      'nvidia-h100-80gb': 8,
      'nvidia-h100-mega-80gb': 8,
      'nvidia-h200-141gb': 8,
      'nvidia-b200': 8,
      'nvidia-gb200': 4,
      'nvidia-rtx-pro-6000': 8,
    },
  }],
  ['cloud.google.com/gke-tpu-accelerator', {
    resource: TPU,
    most: { 'tpu-v4-podslice': 4, 'tpu-v5-lite-podslice': 8, 'tpu-v5-lite-device': 8, 'tpu-v5p-slice': 4, 'tpu-v6e-slice': 8, 'tpu7x': 4 },
  }],
]);

/** What nodes with such a label have of a resource at most, and what they have instead where that is nothing; undefined where nobody can say. */
export function devicesOfNodes(key: string, value: string, resource: string): { readonly most: number; readonly instead?: string } | undefined {
  const kind = acceleratorKind(resource);
  const isCounted = kind !== undefined && (kind.isWhole || resource === TPU);
  const [makers, products] = [COUNTS.get(key), MOST.get(key)];
  if (makers) {
    return isCounted && makers.includes(kind.vendor) && /^\d{1,4}$/.test(value) ? { most: Number(value) } : undefined;
  }
  if (products) {
    const most = ownValue(products.most, value);
    return most !== undefined && resource === products.resource ? { most } : undefined;
  }
  const machine = normalizedLabel(key) === 'node.kubernetes.io/instance-type' ? MACHINES.get(value) : undefined;
  return kind && machine && ofMachine(machine, resource, kind.vendor);
}

/** Parts and shares of its devices are as many as somebody decides. */
function ofMachine({ resource: own, devices, cores }: Machine, resource: string, vendor: DeviceVendor): ReturnType<typeof devicesOfNodes> {
  if (acceleratorKind(own)!.vendor !== vendor) {
    return { most: 0, instead: `${own} ${devices}` };
  }
  return resource === own || DEVICES_OF_NEURON.has(resource) ? { most: devices }
    : cores !== undefined && resource === 'aws.amazon.com/neuroncore' ? { most: devices * cores } : undefined;
}
