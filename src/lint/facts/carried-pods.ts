import { Facts } from './facts';
import { readForeign } from './foreign';
import { PodSet } from './pod-set';
import { Manifest } from '../../kubernetes/manifest';
import { workloadKindOf } from '../kinds';

/** What carries pods, and where somebody may start pods that cannot be read. */
interface CarriedPods {
  readonly pods: PodSet[];
  readonly byCarrier: Map<Manifest, PodSet[]>;
  readonly opaque: Map<string, Manifest>;
}

/** Every object asked for its pods. */
function carriedPods(facts: Facts): CarriedPods {
  const result: CarriedPods = { pods: [], byCarrier: new Map(), opaque: new Map() };
  for (const object of facts.objects) {
    let pods = workloadKindOf(object).pods?.(object, facts);
    if (!pods) {
      const foreign = readForeign(object);
      pods = foreign.pods;
      if (foreign.opaque) {
        result.opaque.set(object.place, object);
      }
    }
    if (pods.length > 0) {
      pods.forEach(each => result.pods.push(each));
      result.byCarrier.set(object, pods);
    }
  }
  return result;
}

/** Every set of pods, whatever carries it. */
export function podSets(facts: Facts): readonly PodSet[] {
  return facts.get(carriedPods).pods;
}

/** The sets that one object carries. */
export function podSetsOf(facts: Facts, carrier: Manifest): readonly PodSet[] {
  return facts.get(carriedPods).byCarrier.get(carrier) ?? [];
}

/** Every set whose template no earlier one has: without a template of its own, a leader is made like a worker, and what is wrong is wrong once. */
export function templates(facts: Facts): readonly PodSet[] {
  return [...facts.get(carriedPods).byCarrier.values()].flatMap(sets => (
    sets.length === 1 ? sets : [...new Map([...sets].reverse().map(pods => [pods.labelsField, pods])).values()].reverse()));
}

/** An object of a kind this library does not know, which may start pods in the namespace. */
export function opaqueIn(facts: Facts, place: string): Manifest | undefined {
  return facts.get(carriedPods).opaque.get(place);
}

/** Whether files were given that start no pods at all: then the workloads stand elsewhere. */
export function isWithoutPods(facts: Facts): boolean {
  return facts.isWhole && facts.get(podSets).length === 0;
}
