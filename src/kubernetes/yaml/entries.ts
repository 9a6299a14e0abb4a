import { hasEntry, setEntry } from './anchors';
import { Cursor } from './cursor';

/** Kind of a node, as far as merges and keys need it. */
export const SHAPE = { SCALAR: 0, MAPPING: 1, SEQUENCE: 2, ALIASED_SEQUENCE: 3 } as const;

/**
 * Sets entries of mappings. A duplicate key is an error, as under strict field validation. An entry that came from a
 * merge (`<<`) may be overridden later in the mapping, and overrides what stands before it, as in kubectl.
 *
 * Source: go.yaml.in/yaml/v2 decode.go mapping, setMapIndex and merge (v2.4.3).
 */
export class Entries {
  /** Of objects with a merge, the keys that only it gave them. */
  private readonly merged = new Map<object, Set<string>>();

  constructor(private readonly cursor: Cursor) {}

  begin(): void {
    this.merged.clear();
  }

  put(object: Record<string, unknown>, key: string, value: unknown, offset: number): void {
    if (hasEntry(object, key) && !this.merged.get(object)?.delete(key)) {
      this.cursor.fail(`key ${JSON.stringify(key)} is already set in this mapping`, offset);
    }
    setEntry(object, key, value);
  }

  /** Merges a mapping, or a sequence of mappings of which the first has precedence. */
  merge(object: Record<string, unknown>, source: unknown, shape: number, offset: number): void {
    const sources = shape === SHAPE.SEQUENCE ? [...source as unknown[]].reverse() : [source];
    for (const one of sources) {
      if (typeof one !== 'object' || one === null || Array.isArray(one)) {
        this.cursor.fail('map merge requires map or sequence of maps as the value', offset);
      }
      this.mergeOne(object, one as Record<string, unknown>);
    }
  }

  private mergeOne(object: Record<string, unknown>, source: Record<string, unknown>): void {
    let merged = this.merged.get(object);
    if (merged === undefined) {
      this.merged.set(object, merged = new Set());
    }
    for (const key of Object.keys(source)) {
      if (!hasEntry(object, key)) {
        merged.add(key);
      }
      setEntry(object, key, source[key]);
    }
  }
}
