import { Family } from './kind';
import { PlainObject } from '../../base/plain';
import { asNumber, asObject, asText, isPresent, objectAt } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';
import { ANY_VALUE, AddedLabels } from '../facts/labels';
import { PodSet } from '../facts/pod-set';

/**
 * Argo Rollout: its own template, or that of a Deployment, which is read where it stands.
 * Source: argoproj/argo-rollouts pkg/apis/rollouts/v1alpha1/types.go (DefaultRolloutUniqueLabelKey, workloadRef)
 */
function rolloutPods(object: Manifest, isHere: (reference: PlainObject) => boolean): PodSet[] | undefined {
  if (isPresent(object.spec.workloadRef)) {
    return isHere(asObject(object.spec.workloadRef)) ? [] : undefined;
  }
  return [new PodSet({
    carrier: object,
    template: asObject(object.spec.template),
    field: 'spec.template',
    added: { 'rollouts-pod-template-hash': ANY_VALUE, ...stageLabels(asObject(object.spec.strategy)) },
    pods: asNumber(object.spec.replicas) ?? 1,
  })];
}

const STAGES: readonly (readonly [strategy: string, metadata: string])[] = [
  ['canary', 'canaryMetadata'], ['canary', 'stableMetadata'], ['blueGreen', 'activeMetadata'], ['blueGreen', 'previewMetadata'],
];

/** Labels that pods carry while they are the new or the old version. */
function stageLabels(strategy: PlainObject): AddedLabels {
  return Object.fromEntries(STAGES.flatMap(path => Object.keys(objectAt(strategy, ...path, 'labels')).map(key => [key, ANY_VALUE])));
}

/** Source: argo-rollouts v1.8 (`+kubebuilder:subresource:scale`) */
export const ROLLOUTS: Family = {
  kinds: [{
    type: 'argoproj.io/Rollout',
    pods: (object, facts) => rolloutPods(object, reference => (
      facts.find(`apps/${asText(reference.kind) ?? 'Deployment'}`, object.place, asText(reference.name) ?? '') !== undefined)),
    scale: 'spec.replicas',
    together: 'strangers',
    alwaysRestarts: true,
    selector: 'free',
    hasProgressDeadline: true,
    pace: ({ next }, running) => (next.spec.paused === true ? undefined : { pods: running }),
  }],
};
