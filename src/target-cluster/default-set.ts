/**
 * What the library chooses where nobody else does (probes, restarts, budgets of failures, spread), under a name.
 *
 * A choice decides the pod template, and a changed template restarts pods on accelerators. A better choice therefore comes with a new set: who names the
 * set of before gets the pods of before, byte for byte, from a newer library, and moves on when a restart fits.
 */
export enum DefaultSet {
  /** The choices of the first releases. */
  V1 = 'v1',

  /** What differs from the first is listed in `docs/target.md`. The default of this major version of the library. */
  V2 = 'v2',
}

const SETS: readonly DefaultSet[] = Object.values(DefaultSet);

/** The set that holds where no target names one. */
export const DEFAULT_SET = DefaultSet.V2;

/** Whether one set has the choices of another: it is the same or came later. */
export function includesSet(set: DefaultSet, other: DefaultSet): boolean {
  return SETS.indexOf(set) >= SETS.indexOf(other);
}
