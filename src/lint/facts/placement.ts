import { podDevices } from './accelerators';
import { scalerOf } from './autoscaling';
import { Facts } from './facts';
import { PodSet } from './pod-set';
import { labelSelector, selects } from './selector';
import { PlainObject } from '../../base/plain';
import { asList, asNumber, asObject, asTexts, isPresent, objectAt } from '../../base/reading';

/** A term or constraint of a pod that speaks of pods like itself, and where it stands. */
export interface PlacedTerm {
  readonly term: PlainObject;
  readonly field: string;
}

export type PodAffinityKind = 'podAffinity' | 'podAntiAffinity';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

/** Every term about other pods, required first. */
export function podTerms(pods: PodSet, kind: PodAffinityKind): PlacedTerm[] {
  if (!isPresent(pods.spec.affinity)) {
    return [];
  }
  const preferred = asList(objectAt(pods.spec, 'affinity', kind)[PREFERRED]);
  return [
    ...requiredTerms(pods, kind),
    ...preferred.map((each, index) => ({ term: asObject(each.podAffinityTerm), field: pods.at(`affinity.${kind}.${PREFERRED}[${index}].podAffinityTerm`) })),
  ];
}

function requiredTerms(pods: PodSet, kind: PodAffinityKind): PlacedTerm[] {
  return isPresent(pods.spec.affinity) ? asList(objectAt(pods.spec, 'affinity', kind)[REQUIRED])
    .map((term, index) => ({ term, field: pods.at(`affinity.${kind}.${REQUIRED}[${index}]`) })) : [];
}

/** Every constraint on how pods are spread. */
export function spreadTerms(pods: PodSet): PlacedTerm[] {
  return isPresent(pods.spec.topologySpreadConstraints) ? asList(pods.spec.topologySpreadConstraints)
    .map((term, index) => ({ term, field: pods.at(`topologySpreadConstraints[${index}]`) })) : [];
}

/** Required anti-affinity that keeps pods of one set apart over a topology. */
export function apartTerms(pods: PodSet, topologyKey: string): PlacedTerm[] {
  return requiredTerms(pods, 'podAntiAffinity').filter(each => isOverItself(pods, each, topologyKey));
}

/** Required affinity that keeps pods of one set together in a domain of the topology. */
export function togetherTerms(pods: PodSet, topologyKey: string): PlacedTerm[] {
  return requiredTerms(pods, 'podAffinity').filter(each => isOverItself(pods, each, topologyKey));
}

/** Constraints that must hold and count pods of the set itself. */
export function hardSpreads(pods: PodSet, topologyKey: string): PlacedTerm[] {
  return spreadTerms(pods).filter(each => each.term.whenUnsatisfiable === 'DoNotSchedule' && isOverItself(pods, each, topologyKey));
}

function isOverItself(pods: PodSet, { term }: PlacedTerm, topologyKey: string): boolean {
  return term.topologyKey === topologyKey && coversItself(pods, term);
}

/** A missing selector means no pod at all. */
export function coversItself(pods: PodSet, term: PlainObject): boolean {
  return isPresent(term.labelSelector) && selects(labelSelector(term.labelSelector), pods);
}

/** Whether pods of another revision count for a term: labels of the template's hash leave them out. */
export function countsOldPods({ term }: PlacedTerm): boolean {
  return !asTexts(term.matchLabelKeys).some(key => key.endsWith('-hash'));
}

/** The fewest pods of a set that run at a time; undefined where nobody can say. */
export function leastPods(facts: Facts, pods: PodSet): number | undefined {
  const scaler = scalerOf(facts, pods.carrier)?.scaler;
  // Source: pkg/apis/autoscaling/v2/defaults.go (v1.36): at least 1; keda apis/keda/v1alpha1/scaledobject_types.go: at least 0
  return scaler ? asNumber(scaler.spec[scaler.group === 'keda.sh' ? 'minReplicaCount' : 'minReplicas']) ?? (scaler.group === 'keda.sh' ? 0 : 1) : pods.pods;
}

/** Whole devices of one pod, where they are each pod's own: a claim by name is shared by all. */
export function ownDevices(facts: Facts, pods: PodSet): ReturnType<typeof podDevices> {
  return asList(pods.spec.resourceClaims).some(claim => isPresent(claim.resourceClaimName)) ? undefined : podDevices(facts, pods);
}
