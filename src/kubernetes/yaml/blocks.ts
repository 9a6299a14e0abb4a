import { owned } from './memory';

/** A block that was read, and its lines, up to that of the next text behind it. */
export interface Block {
  readonly text: string;
  readonly value: unknown;
}

/** Shorter blocks are read as fast as they are looked up; longer ones have parts that are found, and would take much memory. */
const [SHORTEST, LONGEST] = [40, 4096];
/** Blocks below keys of one name: a fleet has a few of `containers`, for its servers, groups and jobs. */
const OF_ONE_KEY = 8;
/** Names of keys. What is full is emptied: they are no keys of manifests. */
const MOST = 300;

/**
 * Blocks that were read lately, by the key that they stand below: manifests of a fleet repeat whole blocks of each other, such as containers, probes and volumes. What is written
 * with the same characters in the same columns has the same value. It is there once then, so nobody may change it.
 */
export class Blocks {
  private readonly known = new Map<string, Block[]>();
  private next = 0;

  /** A block below a key that begins with these lines; what follows them may still belong to it. */
  at(key: string, text: string, start: number): Block | undefined {
    // Two slices are compared in one piece; `startsWith` goes character by character.
    return this.known.get(key)?.find(({ text: before }) => text.slice(start, start + before.length) === before);
  }

  put(key: string, block: Block): void {
    const { length } = block.text;
    if (length < SHORTEST || length > LONGEST) {
      return;
    }
    if (this.known.size > MOST) {
      this.known.clear();
    }
    const blocks = this.known.get(key);
    // Not a view of its document, which would be kept.
    const kept = { ...block, text: owned(block.text) };
    if (blocks === undefined) {
      this.known.set(key, [kept]);
    } else if (blocks.length < OF_ONE_KEY) {
      blocks.push(kept);
    } else {
      blocks[this.next++ % OF_ONE_KEY] = kept;
    }
  }
}
