import { isScaled } from './autoscaling';
import { podSets } from './carried-pods';
import { Facts } from './facts';
import { PodSet } from './pod-set';
import { asNumber, objectAt } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';
import { GANGS } from '../kinds';

/** How many pods a gang needs before any starts. */
export interface Gang {
  readonly object: Manifest;
  /** Undefined where the object does not say. */
  readonly least?: number;
  readonly field: string;
  /** Pods of the app that belong to it; undefined where nobody can say, or none of them is here. */
  readonly pods?: number;
}

/** Every gang of the app with the pods that name it. */
export function gangsOf(facts: Facts): Gang[] {
  return GANGS.flatMap(({ type, least = [], nameOf }) => {
    const objects = type === undefined ? [] : facts.ofType(type);
    const members = objects.length > 0 ? countBy(facts, nameOf) : new Map<string, number>();
    return objects.flatMap(object => {
      const parent = objectAt(object.spec, ...least.slice(0, -1));
      // A PodGroup of Kubernetes' own without a gang is scheduled pod by pod.
      return least.length > 1 && Object.keys(parent).length === 0 ? [] : [{
        object,
        least: asNumber(parent[least[least.length - 1]]),
        field: `spec.${least.join('.')}`,
        pods: members.get(`${object.place}/${object.name}`),
      }];
    });
  });
}

/** Pods that name a group, by place and name; a set of unknown size makes the sum unknown. */
export function countBy(facts: Facts, nameOf: (pods: PodSet) => string | undefined): Map<string, number> {
  const result = new Map<string, number>();
  for (const pods of facts.get(podSets)) {
    const name = nameOf(pods);
    if (name !== undefined) {
      const key = `${pods.place}/${name}`;
      result.set(key, (result.get(key) ?? 0) + (isScaled(facts, pods.carrier) ? NaN : pods.pods ?? NaN));
    }
  }
  return result;
}
