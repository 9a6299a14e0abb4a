import { templated } from './controllers';
import { Family, NO_SCALE } from './kind';
import { ANY_VALUE, AddedLabels } from '../facts/labels';

const ADDED: AddedLabels = { 'controller-revision-hash': ANY_VALUE, 'pod-template-generation': ANY_VALUE };

export const DAEMON_SETS: Family = {
  kinds: [{
    type: 'apps/DaemonSet', pods: object => [templated(object, ADDED, undefined)], hasAllVariables: true, scale: NO_SCALE, together: 'strangers',
  }],
};
