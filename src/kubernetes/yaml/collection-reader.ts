import { AliasBudget } from './anchors';
import { Cursor } from './cursor';
import { Places } from './places';
import { Scanner } from './scanner';

/** Stands for the key `<<`. */
export const MERGE = Symbol('merge');

/** What collections ask of the composer, which reads what stands in them. */
export interface CollectionReader {
  readonly cursor: Cursor;
  readonly scanner: Scanner;
  readonly budget: AliasBudget;
  readonly places?: Places;
  enter(offset: number): void;
  leave(shape: number): void;
  node(block: boolean, indentless: boolean): unknown;
  empty(): null;
  key(block: boolean): string | typeof MERGE;
  emptyKey(offset: number): never;
  entry(object: Record<string, unknown>, key: string | typeof MERGE, offset: number, present: boolean, block: boolean): void;
}
