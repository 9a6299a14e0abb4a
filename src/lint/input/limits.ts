import { getHeapStatistics } from 'v8';

/** Limits of the input. */
export interface Limits {
  /** Bytes of one document, which is held in memory as a whole with its values. */
  readonly document: number;
  /** Bytes of all files of a run. */
  readonly run: number;
  /** Documents and List items of a run. */
  readonly objects: number;
}

const MIB = 1024 * 1024;

/**
 * Sized to fit the heap (2 GiB to 4 GiB, unless --max-old-space-size says otherwise). Measured: documents of nothing but brackets,
 * dashes, keys or numbers take up to 80 times their bytes while they are read, and 22 times when they are kept.
 */
export function limitsFor(heap: number): Limits {
  return { document: Math.max(4, Math.floor(heap / MIB / 128)) * MIB, run: Math.max(16, Math.floor(heap / MIB / 32)) * MIB, objects: 500_000 };
}

let limits: Limits | undefined;

/** The limits of this process. */
export function ownLimits(): Limits {
  return limits ??= limitsFor(getHeapStatistics().heap_size_limit);
}

/** `64 MiB`. */
export function mebibytes(bytes: number): string {
  return `${Math.floor(bytes / MIB)} MiB`;
}

export const MORE_MEMORY = 'NODE_OPTIONS=--max-old-space-size=8192 gives more memory, and all limits grow with it';
