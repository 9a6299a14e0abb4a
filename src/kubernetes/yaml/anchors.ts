import { Scalar } from './resolve';

/** How deep values may be nested before a document is refused. Go's limit is 10,000. */
export const DEEPEST = 1000;

/** A value that an anchor (`&name`) stands before. */
export interface Anchored {
  /** The value; undefined while it is being read, when an alias to it would make it contain itself. */
  content?: Content;
}

export interface Content {
  readonly value: unknown;
  /** The text of a scalar: used as a key it may resolve to something else. */
  readonly scalar?: Scalar;
  /** Number of values in it, with aliases expanded, and its depth. */
  readonly size: number;
  readonly depth: number;
}

const FREE_ALIASED = 100;
const FREE_DECODED = 1000;
const SMALL = 400_000;
const LARGE = 4_000_000;

/**
 * Limits how much of a document aliases may expand to (99 % of a small one, 10 % of a large one), against documents that grow exponentially.
 *
 * Source: go.yaml.in/yaml/v2 decode.go allowedAliasRatio and unmarshal (v2.4.3).
 */
export class AliasBudget {
  private decoded = 0;
  private aliased = 0;

  /** Starts a document, which counts as the first value. */
  begin(): void {
    this.decoded = 1;
    this.aliased = 0;
  }

  get size(): number {
    return this.decoded;
  }

  count(): void {
    this.decoded++;
  }

  /** Counts the values that an alias expands to; false where they exceed the limit. */
  allows(size: number): boolean {
    this.decoded += size;
    this.aliased += size;
    return this.aliased <= FREE_ALIASED || this.decoded <= FREE_DECODED || this.aliased / this.decoded <= allowedRatio(this.decoded);
  }
}

function allowedRatio(decoded: number): number {
  const scale = (Math.min(Math.max(decoded, SMALL), LARGE) - SMALL) / (LARGE - SMALL);
  return 0.99 - 0.89 * scale;
}

/** A deep copy: as in Go, each alias gets values of its own, so that changing one does not change the other. */
export function copied(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(copied);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    setEntry(copy, key, copied((value as Record<string, unknown>)[key]));
  }
  return copy;
}

/** Sets an own property, even one called `__proto__`. */
export function setEntry(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[key] = value;
  }
}

/** Whether the object has an own property of this name. The values never are undefined. */
export function hasEntry(object: Record<string, unknown>, key: string): boolean {
  return object[key] !== undefined && Object.hasOwn(object, key);
}
