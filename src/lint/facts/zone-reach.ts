import { isScaled, scalerOf } from './autoscaling';
import { Facts } from './facts';
import { coversItself } from './placement';
import { podIndex } from './pod-index';
import { PodSet } from './pod-set';
import { Selector } from './selector';
import { LABEL_COMPLETION_INDEX, LABEL_POD_INDEX, LABEL_ZONE_TOPOLOGY } from '../../base/labels';
import { PlainObject } from '../../base/plain';
import { asList, asNumber, asObject, asShown, asText, asTexts, isPresent, objectAt } from '../../base/reading';
import { workloadKindOf } from '../kinds';

/**
 * How surely pods of one set stand in different zones: on every node, by a hard constraint (as many as `maxSkew` more in one zone than in another), by a
 * wish of the scheduler's, not at all, or all in one zone.
 */
export type ZoneSpread = 'everyNode' | 'hard' | 'wished' | 'none' | 'together';

/** Where the pods of one set that a Service selects can run. */
export interface ZoneReach {
  readonly pods: PodSet;
  /** Pods selected; undefined where nodes or nobody known decide. */
  readonly count?: number;
  /** An autoscaler decides, and this is its least. */
  readonly isMinimum: boolean;
  /** Zones of the asked ones in which a node may take them. */
  readonly zones: readonly string[];
  readonly spread: ZoneSpread;
  readonly maxSkew: number;
}

/** How each selected set of pods can reach the zones. */
export function zoneReach(facts: Facts, place: string, selector: Selector, zones: readonly string[]): ZoneReach[] {
  return facts.get(podIndex).select(place, selector).map(pods => {
    const count = countOf(facts, pods, selector);
    return {
      pods,
      count,
      isMinimum: isScaled(facts, pods.carrier),
      zones: zonesOf(pods, zones),
      ...spreadOf(pods, count === 1),
    };
  });
}

/**
 * How many of the zones can have a pod at the same time: each zone needs one of its own. A pod that stands for a zone gives way when it can stand for
 * another (augmenting paths), so the answer is the largest there is.
 */
export function zonesWithPods(sets: readonly ZoneReach[], zones: readonly string[]): readonly string[] {
  const takenBy = sets.map((): string[] => []);
  const capacity = sets.map(set => (set.spread === 'together' ? Math.min(set.count ?? 1, 1) : set.count ?? Infinity));
  const place = (zone: string, tried: Set<number>): boolean => sets.some((set, index) => {
    if (tried.has(index) || !set.zones.includes(zone)) {
      return false;
    }
    tried.add(index);
    const taken = takenBy[index];
    const evicted = taken.length < capacity[index] ? taken.length : taken.findIndex(other => place(other, tried));
    if (evicted < 0) {
      return false;
    }
    taken[evicted] = zone;
    return true;
  });
  return zones.filter(zone => place(zone, new Set()));
}

/** Zones that a node must be in to take these pods, out of the known ones, else out of those that the pods name; undefined for any zone. */
export function zonesOf(pods: PodSet, known: readonly string[]): readonly string[];
export function zonesOf(pods: PodSet, known?: readonly string[]): readonly string[] | undefined;
export function zonesOf(pods: PodSet, known?: readonly string[]): readonly string[] | undefined {
  const asked = objectAt(pods.spec, 'nodeSelector')[LABEL_ZONE_TOPOLOGY];
  const terms = asList(objectAt(pods.spec, 'affinity', 'nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution').nodeSelectorTerms)
    .map(term => asList(term.matchExpressions).filter(each => each.key === LABEL_ZONE_TOPOLOGY));
  const fits = (zone: string) => (!isPresent(asked) || asked === zone)
    && (terms.length === 0 || terms.some(term => term.every(each => meets(each, zone))));
  if (known) {
    return known.filter(fits);
  }
  // Terms are alternatives: only when each of them names zones, the pods are bound to these.
  const isBound = isPresent(asked) || (terms.length > 0 && terms.every(term => term.some(each => each.operator === 'In')));
  const named = [...(isPresent(asked) ? [asShown(asked)] : []), ...terms.flat().flatMap(each => asTexts(each.values))];
  return isBound ? [...new Set(named)].filter(fits) : undefined;
}

function meets({ operator, values }: PlainObject, zone: string): boolean {
  switch (operator) {
    case 'In': return asTexts(values).includes(zone);
    case 'NotIn': return !asTexts(values).includes(zone);
    case 'DoesNotExist': return false;
    default: return true;
  }
}

/** Labels that tell the pods of one StatefulSet or Job apart: a selector with one of them means a single pod. */
const ORDINAL_LABELS = [LABEL_POD_INDEX, LABEL_COMPLETION_INDEX, 'statefulset.kubernetes.io/pod-name'];

/** Pods of the set that the selector means; under an autoscaler, the least there will be. */
function countOf(facts: Facts, pods: PodSet, selector: Selector): number | undefined {
  if (!workloadKindOf(pods.carrier).numbersEachGroup && selector.equals.some(([key]) => ORDINAL_LABELS.includes(key) && key in pods.added)) {
    return 1;
  }
  const scaling = scalerOf(facts, pods.carrier);
  if (!scaling) {
    return pods.pods;
  }
  // Source: pkg/apis/autoscaling/v2/defaults.go (v1.36): at least 1; keda apis/keda/v1alpha1/scaledobject_types.go: at least 0
  const { minReplicas, minReplicaCount } = scaling.scaler.spec;
  const least = scaling.scaler.group === 'keda.sh' ? asNumber(minReplicaCount) ?? 0 : asNumber(minReplicas) ?? 1;
  return pods.role === undefined || pods.role === 'leader' ? least : undefined;
}

function spreadOf(pods: PodSet, isSingle: boolean): { readonly spread: ZoneSpread; readonly maxSkew: number } {
  const isOverZones = (term: PlainObject) => term.topologyKey === LABEL_ZONE_TOPOLOGY && coversItself(pods, term);
  const required = (kind: string) => asList(objectAt(pods.spec, 'affinity', kind).requiredDuringSchedulingIgnoredDuringExecution).filter(isOverZones);
  const constraint = asList(pods.spec.topologySpreadConstraints).find(isOverZones);
  const maxSkew = asNumber(constraint?.maxSkew) ?? 1;
  // A single pod is always together with itself; other sets of its workload may be elsewhere.
  if (!isSingle && required('podAffinity').some(term => !isByPart(pods, term))) {
    return { spread: 'together', maxSkew };
  }
  if (required('podAntiAffinity').length > 0) {
    return { spread: 'hard', maxSkew: 1 };
  }
  if (constraint) {
    return { spread: asText(constraint.whenUnsatisfiable) === 'ScheduleAnyway' ? 'wished' : 'hard', maxSkew };
  }
  const wishes = asList(objectAt(pods.spec, 'affinity', 'podAntiAffinity').preferredDuringSchedulingIgnoredDuringExecution);
  if (wishes.some(wish => isOverZones(asObject(wish.podAffinityTerm)))) {
    return { spread: 'wished', maxSkew };
  }
  return { spread: pods.carrier.kind === 'DaemonSet' ? 'everyNode' : 'none', maxSkew };
}

/** Hashes of a template are the same for all pods of a revision; any other label of a controller tells parts of the set apart (the groups of a LeaderWorkerSet). */
function isByPart(pods: PodSet, term: PlainObject): boolean {
  return asTexts(term.matchLabelKeys).some(key => key in pods.added && !key.endsWith('-hash'));
}
