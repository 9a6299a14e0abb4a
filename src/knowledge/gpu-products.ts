/*
 * What NVIDIA's driver reports as the memory of a product, which is less than what its name says in binary units, and what the DRA driver publishes.
 *
 * Sources: nvidia-smi (memory.total) as users printed it, each figure from several machines, drivers 535 to 610, 2023 to 2026; kubernetes-sigs/dra-driver-nvidia-gpu
 * cmd/gpu-kubelet-plugin/nvlib.go (memory: NVML's total, in bytes). AMD's driver publishes a capacity as well; its figures were not confirmed.
 */

/** One product, or several of one size. */
export interface GpuProduct {
  /** As `nvidia-smi -L` prints them, and the driver publishes as productName. */
  readonly names: readonly string[];
  /** On the box, in GB. */
  readonly nominal: number;
  /** Reported, in Mi. */
  readonly memoryMi: number;
  readonly architecture: string;
}

export const GPU_PRODUCTS: readonly GpuProduct[] = [
  { names: ['Tesla T4'], nominal: 16, memoryMi: 15360, architecture: 'Turing' },
  { names: ['NVIDIA A10', 'NVIDIA A10G'], nominal: 24, memoryMi: 23028, architecture: 'Ampere' },
  { names: ['NVIDIA L4'], nominal: 24, memoryMi: 23034, architecture: 'Ada Lovelace' },
  { names: ['NVIDIA GeForce RTX 4090'], nominal: 24, memoryMi: 24564, architecture: 'Ada Lovelace' },
  { names: ['NVIDIA GeForce RTX 5090'], nominal: 32, memoryMi: 32607, architecture: 'Blackwell' },
  { names: ['NVIDIA A40', 'NVIDIA RTX A6000'], nominal: 48, memoryMi: 46068, architecture: 'Ampere' },
  { names: ['NVIDIA L40', 'NVIDIA L40S', 'NVIDIA L20'], nominal: 48, memoryMi: 46068, architecture: 'Ada Lovelace' },
  { names: ['NVIDIA A100-SXM4-40GB', 'NVIDIA A100-PCIE-40GB'], nominal: 40, memoryMi: 40960, architecture: 'Ampere' },
  { names: ['NVIDIA A100-SXM4-80GB', 'NVIDIA A100 80GB PCIe', 'NVIDIA A800-SXM4-80GB', 'NVIDIA A800 80GB PCIe'], nominal: 80, memoryMi: 81920, architecture: 'Ampere' },
  { names: ['NVIDIA H100 80GB HBM3', 'NVIDIA H100 PCIe', 'NVIDIA H800'], nominal: 80, memoryMi: 81559, architecture: 'Hopper' },
  { names: ['NVIDIA H100 NVL'], nominal: 94, memoryMi: 95830, architecture: 'Hopper' },
  { names: ['NVIDIA H20', 'NVIDIA GH200 480GB'], nominal: 96, memoryMi: 97871, architecture: 'Hopper' },
  { names: ['NVIDIA RTX PRO 6000 Blackwell Server Edition'], nominal: 96, memoryMi: 97887, architecture: 'Blackwell' },
  { names: ['NVIDIA H200'], nominal: 141, memoryMi: 143771, architecture: 'Hopper' },
  { names: ['NVIDIA B200'], nominal: 180, memoryMi: 183359, architecture: 'Blackwell' },
  { names: ['NVIDIA GB200'], nominal: 186, memoryMi: 189471, architecture: 'Blackwell' },
];

/** Memory of a product by the label that NVIDIA's feature discovery gives its nodes: the name with dashes for blanks. */
export function productMemoryMi(label: string | undefined): number | undefined {
  return GPU_PRODUCTS.find(({ names }) => names.some(name => name.replace(/ /g, '-') === label))?.memoryMi;
}
