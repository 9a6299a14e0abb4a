import type { ValidateKind } from '../subject';

interface DefinitionRules {
  readonly kubeFinalizers: boolean;
  readonly load: () => ValidateKind;
}

/* eslint-disable @typescript-eslint/no-require-imports -- the code for a kind is loaded when its first object comes */
export const DEFINITIONS: ReadonlyArray<readonly [string, DefinitionRules]> = [
  ['apiextensions.k8s.io/CustomResourceDefinition', {
    kubeFinalizers: false, load: () => (require('./definition') as typeof import('./definition')).validateDefinition,
  }],
];
/* eslint-enable @typescript-eslint/no-require-imports */
