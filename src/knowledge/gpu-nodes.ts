/*
 * Labels of nodes that say which GPU they have, and its memory: at most so much. What a driver reports is told by gpu-products.ts where it is known.
 *
 * Sources: cloud.google.com/kubernetes-engine/docs/concepts/gpus (nodeSelector cloud.google.com/gke-accelerator); aws/karpenter-provider-aws
 * website/content/en/docs/reference/instance-types.md (2026-08-21); learn.microsoft.com/azure/virtual-machines/sizes/gpu-accelerated
 */
import { productMemoryMi } from './gpu-products';

const PRODUCT_LABEL = 'nvidia.com/gpu.product';
const GKE_LABEL = 'cloud.google.com/gke-accelerator';
const TYPE_LABEL = /^(?:beta|node)\.kubernetes\.io\/instance-type$/;

/** By the value of GKE's label, in Mi. */
const GKE: { readonly [value: string]: number } = {
  'nvidia-tesla-p4': 8192,
  'nvidia-tesla-p100': 16384,
  'nvidia-tesla-v100': 16384,
  'nvidia-tesla-t4': 15360,
  'nvidia-l4': 23034,
  'nvidia-tesla-a100': 40960,
  'nvidia-a100-80gb': 81920,
  'nvidia-h100-80gb': 81559,
  'nvidia-h100-mega-80gb': 81559,
  'nvidia-h200-141gb': 143771,
  'nvidia-b200': 183359,
  'nvidia-gb200': 189471,
};

/** By the type of a machine, in Mi. */
const TYPES: readonly (readonly [RegExp, number])[] = [
  [/^g4dn\./, 15360], [/^g5\./, 23028], [/^g6\./, 23034], [/^g6e\./, 46068], [/^p3\./, 16384], [/^p3dn\./, 32768], [/^p4d\./, 40960], [/^p4de\./, 81920],
  [/^p5\./, 81559], [/^p5en?\./, 143771], [/^p6-b200\./, 183359],
  [/^Standard_NC\d+as_T4_v3$/, 15360], [/^Standard_NC\d+ads_A100_v4$/, 81920], [/^Standard_ND96asr_v4$/, 40960], [/^Standard_ND96amsr_A100_v4$/, 81920],
  [/^Standard_NC\d+adi?s_H100_v5$/, 95830], [/^Standard_ND96isr_H100_v5$/, 81559], [/^Standard_ND96isr_H200_v5$/, 143771],
];

/** Labels of nodes whose devices are parts of a GPU. */
export const PART_LABELS: readonly string[] = ['cloud.google.com/gke-gpu-partition-size', 'cloud.google.com/gke-gpu-sharing-strategy'];

/** Memory of each GPU of nodes with a label, in Mi; undefined where the label says nothing of it, or its value is not known. */
export function gpuMemoryMi(key: string, value: string): number | undefined {
  if (key === PRODUCT_LABEL) {
    return productMemoryMi(value);
  }
  return key === GKE_LABEL ? GKE[value] : TYPE_LABEL.test(key) ? TYPES.find(([type]) => type.test(value))?.[1] : undefined;
}
