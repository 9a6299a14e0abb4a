/*
 * What a requirement lets a label of a node be. NodePools have operators that node affinity lacks (Gte, Lte).
 *
 * Source: sigs.k8s.io/karpenter pkg/scheduling/requirement.go (v1.15.0); apimachinery pkg/labels/selector.go (v0.36)
 */

/** Values that a label may have: these, or all but these, within bounds. */
export interface LabelValues {
  readonly isComplement: boolean;
  readonly values: ReadonlySet<string>;
  /** The least whole number, where it must be one. */
  readonly least?: number;
  /** The largest. */
  readonly most?: number;
  /** Whether a node without the label will do. */
  readonly mayLack: boolean;
}

const NONE: ReadonlySet<string> = new Set();
const ANY: LabelValues = { isComplement: true, values: NONE, mayLack: false };

/** Undefined for an operator that nobody knows, and for a bound that is no number: others say so. */
export function labelValues(operator: unknown, values: readonly string[]): LabelValues | undefined {
  const bound = Number(values[0]);
  switch (operator) {
    case 'In': return { isComplement: false, values: new Set(values), mayLack: false };
    case 'NotIn': return { isComplement: true, values: new Set(values), mayLack: true };
    case 'Exists': return ANY;
    case 'DoesNotExist': return { isComplement: false, values: NONE, mayLack: true };
    case 'Gt': return Number.isInteger(bound) ? { ...ANY, least: bound + 1 } : undefined;
    case 'Gte': return Number.isInteger(bound) ? { ...ANY, least: bound } : undefined;
    case 'Lt': return Number.isInteger(bound) ? { ...ANY, most: bound - 1 } : undefined;
    case 'Lte': return Number.isInteger(bound) ? { ...ANY, most: bound } : undefined;
    default: return undefined;
  }
}

/** What both let it be. */
export function both(one: LabelValues, other: LabelValues): LabelValues {
  const least = maximum(one.least, other.least);
  const most = minimum(one.most, other.most);
  const mayLack = one.mayLack && other.mayLack;
  if (one.isComplement && other.isComplement) {
    return { isComplement: true, values: new Set([...one.values, ...other.values]), least, most, mayLack };
  }
  const [listed, rest] = one.isComplement ? [other, one] : [one, other];
  const values = [...listed.values].filter(value => rest.isComplement !== rest.values.has(value) && isWithin(value, least, most));
  return { isComplement: false, values: new Set(values), mayLack };
}

/** Whether a node can meet it: with a value, or without the label. */
export function canBeMet({ isComplement, values, least = -Infinity, most = Infinity, mayLack }: LabelValues): boolean {
  return mayLack || (isComplement ? least <= most : values.size > 0);
}

/** `in [a, b]`, `not in [a]`, `any value`, `from 4`. */
export function shownValues({ isComplement, values, least, most, mayLack }: LabelValues): string {
  if (!isComplement) {
    return values.size === 0 && mayLack ? 'absent' : `one of ${[...values].join(', ') || 'nothing'}`;
  }
  const parts = [
    ...(values.size > 0 ? [`none of ${[...values].join(', ')}`] : []),
    ...(least === undefined ? [] : [`at least ${least}`]),
    ...(most === undefined ? [] : [`at most ${most}`]),
  ];
  return parts.join(', ') || 'any value';
}

function isWithin(value: string, least: number | undefined, most: number | undefined): boolean {
  return (least === undefined || Number(value) >= least) && (most === undefined || Number(value) <= most);
}

function maximum(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined ? other : other === undefined ? one : Math.max(one, other);
}

function minimum(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined ? other : other === undefined ? one : Math.min(one, other);
}
