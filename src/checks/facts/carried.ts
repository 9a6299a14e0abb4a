import { podSetsOf } from './carriers';
import { Facts } from './facts';
import { readForeign } from './foreign';
import { Manifest } from './manifest';
import { PodSet } from './pod-set';

/** What carries pods, and where somebody may start pods that cannot be read. */
export interface Carriers {
  readonly pods: PodSet[];
  readonly byCarrier: Map<Manifest, PodSet[]>;
  readonly opaque: Map<string, Manifest>;
}

/** Every object asked for its pods. */
export function readCarriers(facts: Facts): Carriers {
  const result: Carriers = { pods: [], byCarrier: new Map(), opaque: new Map() };
  for (const object of facts.objects) {
    let pods = podSetsOf(object, facts);
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
