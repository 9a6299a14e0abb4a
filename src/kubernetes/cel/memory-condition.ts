import { conditionsOf, isAttribute } from './choices';
import { CelNode } from './parser';
import { NVIDIA_DRIVER } from '../../knowledge/drivers';
import { GPU_PRODUCTS, GpuProduct } from '../../knowledge/gpu-products';
import { quantityNumber } from '../quantity';
import { Pattern } from '../schema/custom/pattern/pattern';

/** Products that a memory condition was surely meant to match, but does not. */
export interface MissedProducts {
  /** The quantity in the condition. */
  readonly quantity: string;
  readonly missed: readonly GpuProduct[];
  /** Products of the table that it does match. */
  readonly taken: readonly GpuProduct[];
}

const MI = 2 ** 20;
const GI = 2 ** 30;

/**
 * Pure: `memory >= 80Gi` does not match an H100, which reports 79.6 Gi. A product is missed if its actual memory is below the quantity, and its
 * nominal memory (on the box), read in Gi, is not.
 *
 * @param expression the condition on the memory.
 * @param all all expressions for the device: those on product and architecture say which products are meant.
 */
export function missedProducts(expression: string, all: readonly string[]): MissedProducts | undefined {
  const minimum = conditionsOf(expression).map(leastMemory).find(found => found !== undefined);
  const bytes = minimum && bytesOf(minimum.quantity);
  if (!minimum || bytes === undefined) {
    return undefined;
  }
  const conditions = all.flatMap(conditionsOf);
  const meant = GPU_PRODUCTS.filter(product => conditions.every(condition => mayBe(condition, product)));
  const takes = ({ memoryMi }: GpuProduct) => (minimum.isStrict ? memoryMi * MI > bytes : memoryMi * MI >= bytes);
  const missed = meant.filter(product => !takes(product) && product.nominal * GI >= bytes);
  return missed.length === 0 ? undefined : { quantity: minimum.quantity, missed, taken: meant.filter(takes) };
}

interface LeastMemory {
  readonly quantity: string;
  readonly isStrict: boolean;
}

/** `memory.compareTo(quantity("80Gi")) >= 0`, `memory.isGreaterThan(quantity("80Gi"))`. */
function leastMemory(node: CelNode): LeastMemory | undefined {
  if (node.kind === 'call' && node.name === 'isGreaterThan') {
    return quantityAgainst(node, true);
  }
  if (node.kind !== 'binary' || node.right.kind !== 'literal' || Number(node.right.text) !== 0) {
    return undefined;
  }
  const { left, operator } = node;
  const isComparison = left.kind === 'call' && left.name === 'compareTo' && (operator === '>=' || operator === '>' || operator === '==');
  return isComparison ? quantityAgainst(left, operator === '>') : undefined;
}

function quantityAgainst({ target, args: [argument] }: CelNode & { readonly kind: 'call' }, isStrict: boolean): LeastMemory | undefined {
  const isQuantity = argument?.kind === 'call' && argument.name === 'quantity' && argument.args[0]?.kind === 'literal';
  return target && isQuantity && isMemory(target) ? { quantity: (argument.args[0] as { readonly text: string }).text, isStrict } : undefined;
}

/** `device.capacity["gpu.nvidia.com"].memory`. */
function isMemory(node: CelNode): boolean {
  const domain = node.kind === 'select' && node.name === 'memory' ? node.target
    : node.kind === 'index' && node.key.kind === 'literal' && node.key.text === 'memory' ? node.target : undefined;
  return domain?.kind === 'index' && domain.key.kind === 'literal' && domain.key.text === NVIDIA_DRIVER
    && domain.target.kind === 'select' && domain.target.name === 'capacity';
}

/** Whether a condition may match a product; true if the condition cannot be evaluated here. */
function mayBe(node: CelNode, { names, architecture }: GpuProduct): boolean {
  const isNamed = (side: CelNode, name: string) => isAttribute(side, NVIDIA_DRIVER, name);
  if (node.kind === 'binary' && node.operator === '==' && node.right.kind === 'literal') {
    const { text } = node.right;
    return isNamed(node.left, 'architecture') ? architecture === text : !isNamed(node.left, 'productName') || names.includes(text);
  }
  if (node.kind === 'call' && node.target && isNamed(node.target, 'productName') && node.args[0]?.kind === 'literal') {
    return names.some(name => holds(node.name, name, (node.args[0] as { readonly text: string }).text));
  }
  return true;
}

function holds(method: string, name: string, text: string): boolean {
  switch (method) {
    case 'contains': return name.includes(text);
    case 'startsWith': return name.startsWith(text);
    case 'endsWith': return name.endsWith(text);
    case 'matches': return patternHolds(name, text);
    default: return true;
  }
}

/** Limit in characters of a pattern for product names. */
const LARGEST_PATTERN = 200;

/** Uses the linear-time automaton: JavaScript's regular expressions backtrack, and an untrusted pattern could run for ever. */
function patternHolds(name: string, text: string): boolean {
  // The automaton has no word boundaries; for product names, matching a non-word character beside the word is equivalent.
  const pattern = Pattern.of(text.replace(/\\b(?=[\w([])/g, '(?:^|\\W)').replace(/\\b/g, '(?:\\W|$)'));
  return pattern === undefined || pattern.size > LARGEST_PATTERN || pattern.matches(name);
}

function bytesOf(quantity: string): number | undefined {
  try {
    return quantityNumber('', quantity);
  } catch {
    return undefined;
  }
}
