import type { KindName } from './kinds';
import { Problem } from './trial';

/** Names of the kinds, without loading their generators. */
export const KIND_NAMES: readonly KindName[] = ['yaml', 'bytes', 'definitions', 'configurations', 'kubeconfigs', 'server', 'options', 'constructs', 'scales', 'explain'];

/** A batch of cases, all determined by the seed. */
export interface Job {
  readonly kind: KindName;
  readonly seed: number;
  /** Number of cases; by default as many as take about a second. */
  readonly runs?: number;
  /** Runs only this case, by fast-check's path. */
  readonly path?: string;
  /** Keys of known findings, which are ignored. */
  readonly known: readonly string[];
  /** Only prints the case; with a folder, also writes its files there. */
  readonly show?: { readonly folder?: string };
}

/** Messages from a worker. */
export type Message =
  | { readonly is: 'ready' }
  /** A run of the program has started. */
  | { readonly is: 'begun' }
  /** Number of completed cases of the batch. */
  | { readonly is: 'case'; readonly number: number }
  /** A case has violated a property; the search for a smaller one starts. */
  | { readonly is: 'failing'; readonly found: Found }
  | { readonly is: 'done'; readonly cases: number; readonly found?: Found; readonly shown?: string };

export interface Found {
  readonly problem: Problem;
  readonly seed: number;
  readonly path: string;
  /** The input, shortened. */
  readonly input: string;
}
