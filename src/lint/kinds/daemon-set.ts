import { strategyOf, templated } from './controllers';
import { Family, NO_SCALE } from './kind';
import { ANY_VALUE, AddedLabels } from '../facts/labels';

const ADDED: AddedLabels = { 'controller-revision-hash': ANY_VALUE, 'pod-template-generation': ANY_VALUE };

export const DAEMON_SETS: Family = {
  kinds: [{
    type: 'apps/DaemonSet',
    pods: object => [templated(object, ADDED, undefined)],
    hasAllVariables: true,
    scale: NO_SCALE,
    together: 'strangers',
    alwaysRestarts: true,
    ends: true,
    selector: 'required',
    unscaledOwner: 'a DaemonSet',
    howToWait: 'set updateStrategy.type: OnDelete on those that are to wait',
    pace: ({ next }) => (strategyOf(next.spec.updateStrategy) === 'OnDelete' ? undefined : {}),
  }],
};
