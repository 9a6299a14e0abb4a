import { claimTemplateNames, firstOrdinal, lastIndex, replicasOf, statefulSetLabels, strategyOf } from './controllers';
import { Change, DerivedNames, Family, Pace } from './kind';
import { asNumber, asObject, objectAt, asText } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';
import { ServerContext } from '../../kubernetes/validation/context';
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
  const to = lastIndex(from, replicasOf(object), grows);
  return [
    { owner: object, kind: 'Pod', stem: `${object.name}-`, from, to, as: 'a pod' },
    ...claimTemplateNames(object.spec.volumeClaimTemplates).map(template => (
      { owner: object, kind: 'PersistentVolumeClaim', stem: `${template}-${object.name}-`, from, to, as: `a claim of template "${template}"` })),
  ];
}

/** A partition counts replicas from the first ordinal. `maxUnavailable` is behind a gate that 1.37 is the first minor to switch on. */
function ofStatefulSet({ next }: Change, running: number | undefined): Pace | undefined {
  if (strategyOf(next.spec.updateStrategy) === 'OnDelete') {
    return undefined;
  }
  const { partition, maxUnavailable } = objectAt(next.spec, 'updateStrategy', 'rollingUpdate');
  const pods = running === undefined ? undefined : Math.max(0, running - (asNumber(partition) ?? 0));
  const { minor, featureGates } = next.cluster;
  const atOnce = new ServerContext(minor, featureGates).gate('MaxUnavailableStatefulSet') ? asNumber(maxUnavailable) : undefined;
  return { pods, away: pods === undefined ? atOnce ?? 1 : Math.min(pods, atOnce ?? 1) };
}

export const STATEFUL_SETS: Family = {
  kinds: [{
    type: 'apps/StatefulSet',
    pods: object => [statefulSetPods(object)],
    derivedNames: statefulSetNames,
    numbered: ({ carrier, pods = 0 }) => ({
      from: firstOrdinal(carrier), count: pods, nameOf: index => `${carrier.name}-${index}`, domain: { field: 'serviceName', value: asText(carrier.spec.serviceName) },
    }),
    hasAllVariables: true,
    scale: 'spec.replicas',
    together: 'group',
    sizeField: 'spec.replicas',
    alwaysRestarts: true,
    selector: 'required',
    queueLabels: 'metadata.labels',
    claims: [],
    fillsInReplicas: true,
    howToWait: 'set updateStrategy.type: OnDelete on those that are to wait',
    pace: ofStatefulSet,
  }],
};
