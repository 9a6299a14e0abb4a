import { podSets } from './carried-pods';
import { Facts } from './facts';
import { podIndex } from './pod-index';
import { PodSet } from './pod-set';
import { Selector, labelSelector } from './selector';
import { PlainObject } from '../../base/plain';
import { asObject, asText, asTexts, ownValue } from '../../base/reading';
import { SCHEDULED_FIELD } from '../../knowledge/chaos-mesh';
import { Manifest } from '../../kubernetes/manifest';

/** An experiment of Chaos Mesh. */
export interface Experiment {
  readonly object: Manifest;
  readonly kind: string;
  readonly spec: PlainObject;
  /** Path of it: `spec`, or `spec.podChaos` of a Schedule. */
  readonly field: string;
}

/** Every experiment, and the one that each Schedule repeats. */
export function experiments(facts: Facts): readonly Experiment[] {
  return [
    ...Object.keys(SCHEDULED_FIELD).flatMap(kind => facts.ofType(`chaos-mesh.org/${kind}`).map(object => ({ object, kind, spec: object.spec, field: 'spec' }))),
    ...facts.ofType('chaos-mesh.org/Schedule').flatMap(object => {
      const kind = asText(object.spec.type) ?? '';
      const field = ownValue(SCHEDULED_FIELD, kind);
      return field === undefined || object.spec[field] === undefined ? [] : [{ object, kind, spec: asObject(object.spec[field]), field: `spec.${field}` }];
    }),
  ];
}

/** By what an experiment chooses pods. */
export interface ChaosSelector {
  readonly selector: Selector;
  /** Namespaces; that of the experiment where it names none. Source: chaos-mesh api/v1alpha1/common_webhook.go PodSelector.Default (2026-09) */
  readonly places: readonly string[];
  /** Whether it goes by labels alone, and not by names, annotations, fields or nodes as well. */
  readonly isByLabels: boolean;
  readonly field: string;
}

/** Source: chaos-mesh api/v1alpha1/selector.go, pkg/selector/pod/selector.go (2026-09) */
const OTHER_WAYS: readonly string[] = ['pods', 'nodes', 'nodeSelectors', 'annotationSelectors', 'fieldSelectors'];

/** Of the pods that are hit, or of those on the other side (`target`). */
export function chaosSelector(experiment: Experiment, side?: 'target'): ChaosSelector {
  const body = asObject(side === undefined ? experiment.spec.selector : asObject(experiment.spec.target).selector);
  const named = asTexts(body.namespaces);
  const expressions = body.expressionSelectors;
  return {
    selector: labelSelector({ matchLabels: body.labelSelectors, ...(expressions === undefined ? {} : { matchExpressions: expressions }) }),
    places: named.length > 0 ? named : [experiment.object.place],
    isByLabels: OTHER_WAYS.every(way => Object.keys(asObject(body[way])).length === 0 && asTexts(body[way]).length === 0),
    field: `${experiment.field}${side === undefined ? '' : '.target'}.selector`,
  };
}

/** Pods that a selector may choose. */
export function chosenPods(facts: Facts, { selector, places }: ChaosSelector): readonly PodSet[] {
  return places.flatMap(place => facts.get(podIndex).select(place, selector));
}

/** Whether the input has pods of each of the namespaces: of one that stands elsewhere nothing is known. */
export function arePodsKnown(facts: Facts, places: readonly string[]): boolean {
  return places.every(place => facts.get(podSets).some(pods => pods.place === place));
}
