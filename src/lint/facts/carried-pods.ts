import { Facts } from './facts';
import { ForeignMakers, readForeign } from './foreign';
import { PodSet } from './pod-set';
import { Manifest } from '../../kubernetes/manifest';
import { workloadKindOf } from '../kinds';

/** What carries pods, and who may make what cannot be read. */
interface CarriedPods {
  readonly pods: PodSet[];
  readonly byCarrier: Map<Manifest, PodSet[]>;
  readonly foreign: ForeignMakers;
}

/** Every object asked for its pods. */
function carriedPods(facts: Facts): CarriedPods {
  const result: CarriedPods = { pods: [], byCarrier: new Map(), foreign: new ForeignMakers() };
  for (const object of facts.objects) {
    const kind = workloadKindOf(object);
    let pods = kind.pods?.(object, facts);
    if (!pods) {
      const foreign = readForeign(object, kind.pods !== undefined);
      pods = foreign.pods;
      result.foreign.add(object, foreign.makes);
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

/**
 * An object of a kind this library does not know, which may make objects of a kind in the namespace; `Pod` is whatever starts pods.
 *
 * @param place empty for kinds that live in no namespace.
 */
export function foreignMaker(facts: Facts, kind: string, place: string): Manifest | undefined {
  return facts.get(carriedPods).foreign.of(kind, place);
}

/** Namespaces in which something starts pods. */
function placesOfPods(facts: Facts): ReadonlySet<string> {
  return new Set(facts.get(podSets).map(pods => pods.place));
}

/** Whether files were given that start no pods in a namespace: then its workloads stand elsewhere. */
export function isWithoutPods(facts: Facts, place: string): boolean {
  return facts.isWhole && !facts.get(placesOfPods).has(place);
}
