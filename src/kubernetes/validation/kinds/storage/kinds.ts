import type { ValidateKind } from '../subject';

interface StorageRules {
  readonly load: () => ValidateKind;
  readonly versions?: readonly string[];
}

/* eslint-disable @typescript-eslint/no-require-imports -- the code for a kind is loaded when its first object comes */
/** Kinds of volumes, and of the drivers that make and attach them; their validation is complete. */
export const STORAGE: ReadonlyArray<readonly [string, StorageRules]> = [
  ['PersistentVolume', { load: () => (require('./persistent-volume') as typeof import('./persistent-volume')).validatePersistentVolume }],
];
/* eslint-enable @typescript-eslint/no-require-imports */
