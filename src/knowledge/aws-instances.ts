/*
 * Machines with accelerators that EC2 has, as Karpenter labels them: name of the device, its memory, and how many a machine has.
 *
 * Source: aws/karpenter-provider-aws website/content/en/docs/reference/instance-types.md (main of 2026-08-21), which is generated from the EC2 API. Machines with a
 * part of a GPU (g6f) have a count of 0 there, and are left out.
 */

/** One device, and the machines that have it. */
export interface AwsDevice {
  /** Value of `instance-gpu-name`, or of `instance-accelerator-name`. */
  readonly name: string;
  readonly manufacturer: string;
  /** Extended resource by which pods ask for it. */
  readonly resource: string;
  /** Devices of a machine: each number that there is. */
  readonly counts: readonly number[];
  /** In MiB, as the label says it; absent where there is no such label. */
  readonly memoryMi?: number;
  /** Products in the label `nvidia.com/gpu.product`. */
  readonly products?: readonly string[];
  readonly arch?: 'arm64';
}

const NVIDIA = { manufacturer: 'nvidia', resource: 'nvidia.com/gpu' };
const NEURON = { manufacturer: 'aws', resource: 'aws.amazon.com/neuron' };

export const AWS_DEVICES: readonly AwsDevice[] = [
  { name: 't4', ...NVIDIA, counts: [1, 4, 8], memoryMi: 16384, products: ['Tesla-T4'] },
  { name: 't4g', ...NVIDIA, counts: [1, 2], memoryMi: 16384, arch: 'arm64' },
  { name: 'a10g', ...NVIDIA, counts: [1, 4, 8], memoryMi: 22888, products: ['NVIDIA-A10G'] },
  { name: 'l4', ...NVIDIA, counts: [1, 4, 8], memoryMi: 22888, products: ['NVIDIA-L4'] },
  { name: 'l40s', ...NVIDIA, counts: [1, 4, 8], memoryMi: 45776, products: ['NVIDIA-L40S'] },
  { name: 'rtx-pro-4500', ...NVIDIA, counts: [1, 2, 4, 8], memoryMi: 32768 },
  { name: 'rtx-pro-server-6000', ...NVIDIA, counts: [1, 2, 4, 8], memoryMi: 98304, products: ['NVIDIA-RTX-PRO-6000-Blackwell-Server-Edition'] },
  { name: 'v100', ...NVIDIA, counts: [8], memoryMi: 32768 },
  { name: 'a100', ...NVIDIA, counts: [8], memoryMi: 40960, products: ['NVIDIA-A100-SXM4-40GB'] },
  { name: 'a100', ...NVIDIA, counts: [8], memoryMi: 81920, products: ['NVIDIA-A100-SXM4-80GB'] },
  { name: 'h100', ...NVIDIA, counts: [1, 8], memoryMi: 81920, products: ['NVIDIA-H100-80GB-HBM3'] },
  { name: 'h200', ...NVIDIA, counts: [8], memoryMi: 144384, products: ['NVIDIA-H200'] },
  { name: 'b200', ...NVIDIA, counts: [8], memoryMi: 183359, products: ['NVIDIA-B200'] },
  { name: 'b300', ...NVIDIA, counts: [8], memoryMi: 275040 },
  { name: 'radeon-pro-v520', manufacturer: 'amd', resource: 'amd.com/gpu', counts: [1, 2, 4], memoryMi: 8192 },
  { name: 'inferentia', ...NEURON, counts: [1, 4, 16] },
  { name: 'inferentia2', ...NEURON, counts: [1, 6, 12] },
  { name: 'trainium', ...NEURON, counts: [1, 16] },
  { name: 'trainium2', ...NEURON, counts: [16] },
];

/** Devices behind the label of a product; several where a product comes with several memories. */
export function awsDevicesOf(resource: string, product?: string): readonly AwsDevice[] {
  const all = AWS_DEVICES.filter(each => each.resource === resource);
  return product === undefined ? all : all.filter(({ products = [] }) => products.includes(product));
}
