import { hasEntry, setEntry } from './anchors';
import { Cursor } from './cursor';
import { alreadySet } from './read-document';

/** Kind of a node, as far as merges and keys need it. */
export const SHAPE = { SCALAR: 0, MAPPING: 1, SEQUENCE: 2, ALIASED_SEQUENCE: 3 } as const;

/** A key that a mapping has twice, and the value that the second one replaces. */
export interface DuplicateEntry {
  readonly key: string;
  readonly lost: unknown;
  /** Offset of the second key in the text. */
  readonly offset: number;
}

/** Duplicate keys of a document that are kept; the others are read in the same way. */
export const MOST_DUPLICATES = 10;

/**
 * Sets entries of mappings. The last one of a key counts, as in kubectl, and the others are kept as duplicates. An entry that came from a
 * merge (`<<`) may be overridden later in the mapping, and overrides what stands before it, as in kubectl.
 *
 * Source: go.yaml.in/yaml/v2 decode.go mapping, setMapIndex and merge (v2.4.3).
 */
export class Entries {
  /** Of objects with a merge, the keys that only it gave them. */
  private readonly merged = new Map<object, Set<string>>();
  /** Of objects with keys that are no texts, those keys: `1` and `"1"` differ in Go and are one in JSON, and which of them Go sends is chance. */
  private readonly typed = new Map<object, Set<string>>();

  /** Duplicate keys of the document, the first ones. */
  duplicates: DuplicateEntry[] = [];

  /** @param isStrict whether a duplicate key is an error. */
  constructor(private readonly cursor: Cursor, private readonly isStrict: boolean) {}

  begin(): void {
    this.duplicates = [];
    this.merged.clear();
    this.typed.clear();
  }

  put(object: Record<string, unknown>, key: string, value: unknown, offset: number, isTyped = false): void {
    if (hasEntry(object, key) && !this.merged.get(object)?.delete(key)) {
      if (this.isStrict || isTyped || this.typed.get(object)?.has(key) === true) {
        this.cursor.fail(alreadySet(key), offset);
      }
      if (this.duplicates.length < MOST_DUPLICATES) {
        this.duplicates.push({ key, lost: object[key], offset });
      }
    }
    if (isTyped) {
      this.typed.set(object, (this.typed.get(object) ?? new Set()).add(key));
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
