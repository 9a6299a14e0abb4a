import type { KindName } from './kinds';
import { Problem } from './trial';

/** Names of the kinds, for who asks without loading what makes them. */
export const KIND_NAMES: readonly KindName[] = ['yaml', 'bytes', 'definitions', 'configurations', 'kubeconfigs', 'server', 'options', 'constructs', 'scales'];

/** A batch of cases, which follow from the seed. */
export interface Job {
  readonly kind: KindName;
  readonly seed: number;
  /** How many; left out, as many as last about a second. */
  readonly runs?: number;
  /** The one case that is to be run, as fast-check names it. */
  readonly path?: string;
  /** Keys of what was found already. */
  readonly known: readonly string[];
  /** Only tells what the case is, and puts its files here where there is a folder. */
  readonly show?: { readonly folder?: string };
}

/** What a worker says. */
export type Message =
  | { readonly is: 'ready' }
  /** A run of the program begins. */
  | { readonly is: 'begun' }
  /** So many cases of the batch are over. */
  | { readonly is: 'case'; readonly number: number }
  /** One has broken a promise; the smallest like it is looked for now. */
  | { readonly is: 'failing'; readonly found: Found }
  | { readonly is: 'done'; readonly cases: number; readonly found?: Found; readonly shown?: string };

export interface Found {
  readonly problem: Problem;
  readonly seed: number;
  readonly path: string;
  /** The input, cut. */
  readonly input: string;
}
