import type { ValidateKind } from '../subject';

/* eslint-disable @typescript-eslint/no-require-imports -- the code for a kind is loaded when its first object comes */
/** What shares an API server among those who ask it; the validation is complete. */
export const FLOW_CONTROL: ReadonlyArray<readonly [string, { readonly load: () => ValidateKind }]> = [
  ['flowcontrol.apiserver.k8s.io/FlowSchema', { load: () => (require('./flow-schema') as typeof import('./flow-schema')).validateFlowSchema }],
  ['flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration', {
    load: () => (require('./priority-level') as typeof import('./priority-level')).validatePriorityLevel,
  }],
];
/* eslint-enable @typescript-eslint/no-require-imports */
