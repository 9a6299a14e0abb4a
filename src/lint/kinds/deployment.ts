import { replicasOf, templated } from './controllers';
import { Family } from './kind';
import { ANY_VALUE, AddedLabels } from '../facts/labels';

const ADDED: AddedLabels = { 'pod-template-hash': ANY_VALUE };
const NO_LABELS: AddedLabels = {};

export const DEPLOYMENTS: Family = {
  kinds: [
    {
      type: 'apps/Deployment',
      pods: object => [templated(object, ADDED, replicasOf(object) ?? 1)],
      hasAllVariables: true,
      scale: 'spec.replicas',
      together: 'strangers',
    },
    {
      type: 'apps/ReplicaSet',
      pods: object => [templated(object, NO_LABELS, replicasOf(object) ?? 1)],
      hasAllVariables: true,
      scale: 'spec.replicas',
      together: 'strangers',
    },
  ],
};
