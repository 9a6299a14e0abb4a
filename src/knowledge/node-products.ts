import { AWS_DEVICES } from './aws-instances';
import { GPU_PRODUCTS } from './gpu-products';
import { changesBetween } from '../base/text/nearest-name';

/*
 * Labels by which nodes say what device they have, with the values that there are. Products come faster than tables of them, so a value that is not here says nothing, unless
 * it is one of these in other letters or without a part of it.
 */

const productLabels = GPU_PRODUCTS.flatMap(({ names }) => names.map(name => name.replace(/ /g, '-')));

/** Source: GKE documentation, "About GPUs in GKE" and "TPUs in GKE" (values of the node labels) */
const GKE_GPUS: readonly string[] = [
  'nvidia-tesla-k80', 'nvidia-tesla-p4', 'nvidia-tesla-p100', 'nvidia-tesla-v100', 'nvidia-tesla-t4', 'nvidia-tesla-a100', 'nvidia-a100-80gb', 'nvidia-l4', 'nvidia-h100-80gb',
  'nvidia-h100-mega-80gb', 'nvidia-h200-141gb', 'nvidia-b200', 'nvidia-gb200', 'nvidia-rtx-pro-6000',
];
const GKE_TPUS: readonly string[] = ['tpu-v4-podslice', 'tpu-v5-lite-podslice', 'tpu-v5-lite-device', 'tpu-v5p-slice', 'tpu-v6e-slice', 'tpu7x'];

/** Source: NVIDIA/k8s-device-plugin internal/lm/resource.go getArchFamily (v0.17) */
const FAMILIES: readonly string[] = ['tesla', 'fermi', 'kepler', 'maxwell', 'pascal', 'volta', 'turing', 'ampere', 'ada-lovelace', 'hopper', 'blackwell'];

const AWS_NAMES = [...new Set(AWS_DEVICES.map(({ name }) => name))];

/** By label. Source of the first: NVIDIA/k8s-device-plugin docs/gpu-feature-discovery (v0.17): the name of the product with dashes */
export const PRODUCT_LABELS: ReadonlyMap<string, readonly string[]> = new Map([
  ['nvidia.com/gpu.product', productLabels],
  ['nvidia.com/gpu.family', FAMILIES],
  ['cloud.google.com/gke-accelerator', GKE_GPUS],
  ['cloud.google.com/gke-tpu-accelerator', GKE_TPUS],
  ['karpenter.k8s.aws/instance-gpu-name', AWS_NAMES],
  ['eks.amazonaws.com/instance-gpu-name', AWS_NAMES],
]);

/** Words that stand in some names of a family and not in others. */
const LOOSE: ReadonlySet<string> = new Set(['nvidia', 'tesla', 'amd']);

/**
 * Values of the label that were probably meant by one that no node has: it is a part of them, or a slip. None where it may be a product that is not known here. Older drivers
 * leave `NVIDIA` out of the name, and shared devices and slices have an ending.
 */
export function meantProducts(key: string, value: string): readonly string[] {
  const known = PRODUCT_LABELS.get(key) ?? [];
  const whole = value.split('-MIG-')[0];
  const name = whole.endsWith(SHARED) ? whole.slice(0, -SHARED.length) : whole;
  if (known.includes(name) || known.includes(`NVIDIA-${name}`)) {
    return [];
  }
  const generation = TPU_GENERATIONS.find(([written]) => written.test(name))?.[1];
  const words = wordsOf(name);
  const meant = known.filter(each => (generation === undefined ? words.length > 0 && isPartOf(words, wordsOf(each)) : each.startsWith(generation)));
  return meant.length > 0 ? meant : known.filter(each => isSlip(name, each));
}

const MOST_SLIPS = 2;

/** The letters of a model are its own: `nvidia-b300` is no slip of `nvidia-b200`, and `nvidia-telsa-t4` is one. */
function isSlip(name: string, known: string): boolean {
  return changesBetween(name.toLowerCase(), known.toLowerCase(), MOST_SLIPS) <= MOST_SLIPS && modelOf(name) === modelOf(known);
}

function modelOf(name: string): string {
  return wordsOf(name).filter(word => /\d/.test(word)).map(word => word.replace(/gb?$/, '')).join(' ');
}

const SHARED = '-SHARED';

/** Generations of TPUs as people call them, and as labels begin. */
const TPU_GENERATIONS: readonly (readonly [written: RegExp, label: string])[] = [
  [/^tpu-?v4/, 'tpu-v4'], [/^tpu-?v5-?(?:e|lite)/, 'tpu-v5-lite'], [/^tpu-?v5p/, 'tpu-v5p'], [/^tpu-?v6e/, 'tpu-v6e'],
];

function wordsOf(name: string): string[] {
  return name.toLowerCase().split(/[-_ .]/).filter(word => word !== '' && !LOOSE.has(word));
}

/** Whether all words are there, in their order. */
function isPartOf(words: readonly string[], all: readonly string[]): boolean {
  let at = 0;
  return words.every(word => {
    at = all.indexOf(word, at) + 1;
    return at > 0;
  });
}
