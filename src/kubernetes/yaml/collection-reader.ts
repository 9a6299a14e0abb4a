import { AliasBudget } from './anchors';
import { Cursor } from './cursor';
import { Positions } from './positions';
import { Scanner } from './scanner';

/** The merge key, `<<`. */
export const MERGE = Symbol('merge');

/** What the readers of sequences and mappings need from the composer, which reads the nodes inside them. */
export interface CollectionReader {
  readonly cursor: Cursor;
  readonly scanner: Scanner;
  readonly budget: AliasBudget;
  readonly places?: Positions;
  enter(offset: number): void;
  leave(shape: number): void;
  node(block: boolean, indentless: boolean): unknown;
  empty(): null;
  key(block: boolean): string | typeof MERGE;
  emptyKey(offset: number): never;
  entry(object: Record<string, unknown>, key: string | typeof MERGE, offset: number, present: boolean, block: boolean): void;
}
