import { hasEntry, setEntry } from './anchors';
import { Cursor } from './cursor';

/** What a node is, as far as a merge or a key asks. */
export const SHAPE = { SCALAR: 0, MAPPING: 1, SEQUENCE: 2, ALIASED_SEQUENCE: 3 } as const;

/**
 * Puts entries into objects. A key given twice is an error, as for an API server that is asked to be strict. What a merge (`<<`) gave may be
 * overridden, and overrides what stands before it: that is how kubectl reads it.
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

  /** The source is a mapping, or a sequence of them of which the first counts most. */
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
