import { claimTemplateNames, firstOrdinal, lastOf, replicasOf, statefulSetLabels } from './controllers';
import { DerivedNames, Family } from './kind';
import { asObject } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';
import { PodSet } from '../facts/pod-set';

function statefulSetPods(object: Manifest): PodSet {
  const replicas = replicasOf(object);
  return new PodSet({
    carrier: object,
    template: asObject(object.spec.template),
    field: 'spec.template',
    pods: replicas ?? 1,
    claimTemplates: claimTemplateNames(object.spec.volumeClaimTemplates),
    added: statefulSetLabels(object.name, firstOrdinal(object), replicas),
  });
}

function statefulSetNames(object: Manifest, grows: boolean): DerivedNames[] {
  const from = firstOrdinal(object);
  const to = lastOf(from, replicasOf(object), grows);
  return [
    { owner: object, kind: 'Pod', stem: `${object.name}-`, from, to, as: 'a pod' },
    ...claimTemplateNames(object.spec.volumeClaimTemplates).map(template => (
      { owner: object, kind: 'PersistentVolumeClaim', stem: `${template}-${object.name}-`, from, to, as: `a claim of template "${template}"` })),
  ];
}

export const STATEFUL_SETS: Family = {
  kinds: [{
    type: 'apps/StatefulSet',
    pods: object => [statefulSetPods(object)],
    derivedNames: statefulSetNames,
    hasAllVariables: true,
    scale: 'spec.replicas',
    together: 'group',
    sizeField: 'spec.replicas',
  }],
};
