import { Facts } from './facts';
import { ANY_VALUE } from './labels';
import { PodSet } from './pod-set';
import { asList, asObject, asText, objectAt } from '../../base/reading';
import { FLAGGER_CANARY, FLAGGER_PRIMARY, FLAGGER_SELECTOR_LABELS } from '../../knowledge/flagger';
import { Manifest } from '../../kubernetes/manifest';

/** A Canary of Flagger with what it names. */
export interface ProgressiveDelivery {
  readonly canary: Manifest;
  /** The Deployment that changes are tried with, when it is in the manifests. */
  readonly target?: Manifest;
  /** Name of the Service that clients reach. */
  readonly service: string;
}

/** Every Canary of a Deployment. Source: flagger pkg/apis/flagger/v1beta1/canary.go GetServiceNames (v1.44.0) */
export function progressiveDelivery(facts: Facts): readonly ProgressiveDelivery[] {
  return facts.ofType(FLAGGER_CANARY).map(canary => {
    const { kind, name } = objectAt(canary.spec, 'targetRef');
    const target = kind === 'Deployment' ? facts.find('apps/Deployment', canary.place, asText(name) ?? '') : undefined;
    return { canary, target, service: asText(objectAt(canary.spec, 'service').name) ?? asText(name) ?? '' };
  });
}

/**
 * The label that Flagger takes of a Deployment, with its value there. Where the selector has none of its own, it was started with others.
 *
 * Source: flagger pkg/canary/deployment_controller.go getSelectorLabel (v1.44.0)
 */
export function flaggerLabel(deployment: Manifest): { readonly key: string; readonly value: string } | undefined {
  const labels = objectAt(deployment.spec, 'selector', 'matchLabels');
  const key = FLAGGER_SELECTOR_LABELS.find(each => asText(labels[each]) !== undefined) ?? Object.keys(labels)[0];
  const value = key === undefined ? undefined : asText(labels[key]);
  return value === undefined ? undefined : { key, value };
}

/** Pods of the Deployments that Flagger makes: those of the target with another value of one label. Source: makePrimaryLabels, createPrimaryDeployment (v1.44.0) */
export function primaryPods(facts: Facts): readonly PodSet[] {
  return facts.get(progressiveDelivery).flatMap(({ target }) => {
    const label = target && flaggerLabel(target);
    if (!target || !label) {
      return [];
    }
    const template = asObject(target.spec.template);
    const metadata = asObject(template.metadata);
    const labels = { ...asObject(metadata.labels), [label.key]: `${label.value}${FLAGGER_PRIMARY}` };
    return [new PodSet({ carrier: target, template: { ...template, metadata: { ...metadata, labels } }, field: 'spec.template' })];
  });
}

/**
 * Pods of the experiments that are steps of a canary: those of the Rollout with further labels. They come and go, so nothing but a selector meets them.
 * Source: argo-rollouts rollout/experiment.go GetExperimentFromTemplate (v1.8)
 */
export function experimentPods(facts: Facts): readonly PodSet[] {
  return facts.ofType('argoproj.io/Rollout').flatMap(rollout => {
    const template = asObject(rollout.spec.template);
    const metadata = asObject(template.metadata);
    const steps = asList(objectAt(rollout.spec, 'strategy', 'canary').steps);
    return steps.flatMap(step => asList(asObject(step.experiment).templates)).map(each => {
      const labels = { ...asObject(metadata.labels), ...asObject(asObject(each.metadata).labels) };
      return new PodSet({
        carrier: rollout, role: asText(each.name), template: { ...template, metadata: { ...metadata, labels } }, field: 'spec.template', added: { 'rollouts-pod-template-hash': ANY_VALUE },
      });
    });
  });
}
