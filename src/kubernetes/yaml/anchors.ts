import { Scalar } from './resolve';

/** How deep values may be nested. Go stops at 10,000. */
export const DEEPEST = 1000;

/** A value with a name. */
export interface Anchored {
  /** What it is, nothing while it is being read: then it would contain itself. */
  content?: Content;
}

export interface Content {
  readonly value: unknown;
  /** How it is written, for scalars: as a key it may read otherwise. */
  readonly scalar?: Scalar;
  /** Number of values in it, aliases followed, and how deep it is. */
  readonly size: number;
  readonly depth: number;
}

const FREE_ALIASED = 100;
const FREE_DECODED = 1000;
const SMALL = 400_000;
const LARGE = 4_000_000;

/**
 * How much of a document may come from aliases: 99 % of a small one, 10 % of a large one.
 *
 * Source: go.yaml.in/yaml/v2 decode.go allowedAliasRatio and unmarshal (v2.4.3).
 */
export class AliasBudget {
  private decoded = 0;
  private aliased = 0;

  /** The document itself is the first. */
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

  /** Counts what an alias stands for; false where it is too much. */
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

/** Each alias gets values of its own, as in Go: who changes one must not change the other. */
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

/** Sets an own property, whatever its name. */
export function setEntry(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[key] = value;
  }
}

/** Whether an own property of this name is there. None is undefined. */
export function hasEntry(object: Record<string, unknown>, key: string): boolean {
  return object[key] !== undefined && Object.hasOwn(object, key);
}
