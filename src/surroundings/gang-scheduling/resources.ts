import { GangPlan } from './plan';
import { PlainObject } from '../../base/plain';
import { Requests, amountText, requestsOfPod, sumOf, timesOf } from '../../kubernetes/pod-requests';
import { PodSet } from '../../lint/facts/pod-set';
import { podSetsIn } from '../pod-templates';

/**
 * What the pods of a gang ask for together, as their templates stand in the manifests. Nothing where some of them start later and nobody says which.
 */
export function requestsOfGang({ objects, least }: GangPlan): Requests {
  const sets = objects.flatMap(object => podSetsIn(object));
  const counts = sets.map(set => set.pods ?? 0);
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (least === all) {
    return sumOf(sets.map((set, index) => timesOf(counts[index], requestsOf(set))));
  }
  return sets.length === 1 ? timesOf(least, requestsOf(sets[0])) : new Map();
}

/** As a PodGroup has them. */
export function amountsOf(requests: Requests): PlainObject {
  return Object.fromEntries([...requests].map(([name, amount]) => [name, amountText(name, amount)]));
}

function requestsOf({ spec }: PodSet): Requests {
  return requestsOfPod(spec);
}
