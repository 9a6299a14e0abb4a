import { podDevices } from './accelerators';
import { scalerOf } from './autoscaling';
import { Facts } from './facts';
import { PodSet } from './pod-set';
import { labelSelector, selects } from './selector';
import { PlainObject } from '../../base/plain';
import { asList, asNumber, asText, asTexts, isPresent, objectAt } from '../../base/reading';

/** A term or constraint of a pod that speaks of pods like itself, and where it stands. */
export interface PlacedTerm {
  readonly term: PlainObject;
  readonly field: string;
}

/** Required anti-affinity that keeps pods of one set apart over a topology. */
export function apartTerms(pods: PodSet, topologyKey: string): PlacedTerm[] {
  return requiredTerms(pods, 'podAntiAffinity', topologyKey);
}

/** Required affinity that keeps pods of one set together in a domain of the topology. */
export function togetherTerms(pods: PodSet, topologyKey: string): PlacedTerm[] {
  return requiredTerms(pods, 'podAffinity', topologyKey);
}

function requiredTerms(pods: PodSet, kind: 'podAffinity' | 'podAntiAffinity', topologyKey: string): PlacedTerm[] {
  const field = `affinity.${kind}.requiredDuringSchedulingIgnoredDuringExecution`;
  return isPresent(pods.spec.affinity) ? asList(objectAt(pods.spec, 'affinity', kind).requiredDuringSchedulingIgnoredDuringExecution)
    .map((term, index) => ({ term, field: pods.at(`${field}[${index}]`) }))
    .filter(({ term }) => term.topologyKey === topologyKey && coversItself(pods, term)) : [];
}

/** Constraints that must hold and count pods of the set itself. */
export function hardSpreads(pods: PodSet, topologyKey: string): PlacedTerm[] {
  return isPresent(pods.spec.topologySpreadConstraints) ? asList(pods.spec.topologySpreadConstraints)
    .map((term, index) => ({ term, field: pods.at(`topologySpreadConstraints[${index}]`) }))
    .filter(({ term }) => term.topologyKey === topologyKey && term.whenUnsatisfiable === 'DoNotSchedule' && coversItself(pods, term)) : [];
}

/** A missing selector means no pod at all. */
function coversItself(pods: PodSet, term: PlainObject): boolean {
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

/** How many pods a roll-out adds and takes away at a time. */
export interface RollingUpdate {
  readonly surge: number;
  readonly unavailable: number;
  readonly text: string;
}

/** Source: pkg/apis/apps/v1/defaults.go (25 %), pkg/controller/deployment/util/deployment_util.go ResolveFenceposts (v1.36) */
export function deploymentUpdate(spec: PlainObject, replicas: number): RollingUpdate | undefined {
  const strategy = objectAt(spec, 'strategy');
  if (asText(strategy.type) === 'Recreate') {
    return undefined;
  }
  const { maxSurge = '25%', maxUnavailable = '25%' } = objectAt(strategy, 'rollingUpdate');
  const surge = scaled(maxSurge, replicas, Math.ceil);
  const unavailable = scaled(maxUnavailable, replicas, Math.floor);
  return surge === undefined || unavailable === undefined ? undefined : {
    surge,
    unavailable: surge === 0 && unavailable === 0 ? 1 : unavailable,
    text: `of ${replicas} replica${replicas === 1 ? '' : 's'} maxUnavailable ${String(maxUnavailable)} is ${unavailable}, maxSurge ${String(maxSurge)} is ${surge}`,
  };
}

function scaled(value: unknown, of: number, round: (value: number) => number): number | undefined {
  if (typeof value === 'number') {
    return value;
  }
  const percent = typeof value === 'string' ? /^(\d{1,3})%$/.exec(value) : null;
  return percent ? round(Number(percent[1]) * of / 100) : undefined;
}

/** Whole devices of one pod, where they are each pod's own: a claim by name is shared by all. */
export function ownDevices(facts: Facts, pods: PodSet): ReturnType<typeof podDevices> {
  return asList(pods.spec.resourceClaims).some(claim => isPresent(claim.resourceClaimName)) ? undefined : podDevices(facts, pods);
}
