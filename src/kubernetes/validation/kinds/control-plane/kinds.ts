import type { ValidateKind } from '../subject';

interface ControlPlaneRules {
  readonly load: () => ValidateKind;
}

/* eslint-disable @typescript-eslint/no-require-imports -- the code for a kind is loaded when its first object comes */
/** Kinds that mostly components of a cluster write, and their administrators; their validation is complete. */
export const CONTROL_PLANE: ReadonlyArray<readonly [string, ControlPlaneRules]> = [
  ['resource.k8s.io/ResourceSlice', { load: () => (require('./resource-slice') as typeof import('./resource-slice')).validateResourceSlice }],
];
/* eslint-enable @typescript-eslint/no-require-imports */
