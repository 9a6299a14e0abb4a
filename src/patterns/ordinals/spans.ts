/** Ordinals, both ends included. */
export interface OrdinalSpan {
  readonly first: number;
  readonly last: number;
}

/** Ordinals are int32, and so is the first one plus the replicas. Source: staging/src/k8s.io/api/apps/v1/types.go (v1.36) */
export const MAX_ORDINAL = 2 ** 31 - 2;

export function overlaps(one: OrdinalSpan, other: OrdinalSpan): boolean {
  return one.first <= other.last && other.first <= one.last;
}

/** The first slot that none of the ranges reaches into, if one is left below the largest ordinal. Looks at each range once, however long it is. */
export function freeSlot(taken: readonly OrdinalSpan[], stride: number, origin: number): number | undefined {
  let slot = 0;
  for (const range of byFirst(taken)) {
    const first = slot * stride + origin;
    if (range.first > first + stride - 1) {
      break;
    }
    if (range.last >= first) {
      slot = Math.floor((range.last - origin) / stride) + 1;
    }
  }
  return slot * stride + origin + stride - 1 <= MAX_ORDINAL ? slot : undefined;
}

/** The first ordinals in a row that belong to none of the ranges, if there are so many. */
export function freeOrdinals(taken: readonly OrdinalSpan[], count: number, origin: number): OrdinalSpan | undefined {
  let first = origin;
  for (const range of byFirst(taken)) {
    if (range.first >= first + count) {
      break;
    }
    first = Math.max(first, range.last + 1);
  }
  return first + count - 1 <= MAX_ORDINAL ? { first, last: first + count - 1 } : undefined;
}

function byFirst(ranges: readonly OrdinalSpan[]): OrdinalSpan[] {
  return [...ranges].sort((one, other) => one.first - other.first);
}
