import { replicasOf, templated } from './controllers';
import { Family, NO_SCALE } from './kind';
import { AddedLabels } from '../facts/labels';
import { PodSet } from '../facts/pod-set';

const NO_LABELS: AddedLabels = {};

/** Of the core group: a pod alone, and what was there before Deployments. */
export const PODS: Family = {
  kinds: [
    {
      type: 'Pod',
      pods: object => [new PodSet({ carrier: object, template: object.body, field: '', pods: 1 })],
      numbered: ({ carrier }) => ({ from: 0, count: 1, nameOf: () => carrier.name, isAlone: true }),
      hasAllVariables: true,
      scale: NO_SCALE,
      together: 'strangers',
      ends: true,
      unscaledOwner: 'nobody',
    },
    {
      type: 'ReplicationController',
      pods: object => [templated(object, NO_LABELS, replicasOf(object) ?? 1)],
      hasAllVariables: true,
      scale: 'spec.replicas',
      together: 'strangers',
      alwaysRestarts: true,
      selector: 'free',
    },
  ],
};
