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
  /** The sets of pods that name it. */
  readonly members: readonly PodSet[];
}

/** Every gang of the app with the pods that name it. */
export function gangsOf(facts: Facts): Gang[] {
  return GANGS.flatMap(({ type, least = [], nameOf }) => {
    const objects = type === undefined ? [] : facts.ofType(type);
    const counts = objects.length > 0 ? countBy(facts, nameOf) : new Map<string, number>();
    const members = objects.length > 0 ? membersBy(facts, nameOf) : new Map<string, PodSet[]>();
    return objects.flatMap(object => {
      const parent = objectAt(object.spec, ...least.slice(0, -1));
      // A PodGroup of Kubernetes' own without a gang is scheduled pod by pod.
      return least.length > 1 && Object.keys(parent).length === 0 ? [] : [{
        object,
        least: asNumber(parent[least[least.length - 1]]),
        field: `spec.${least.join('.')}`,
        pods: counts.get(`${object.place}/${object.name}`),
        members: members.get(`${object.place}/${object.name}`) ?? [],
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

/** Sets of pods that name a group, by place and name. */
function membersBy(facts: Facts, nameOf: (pods: PodSet) => string | undefined): Map<string, PodSet[]> {
  const result = new Map<string, PodSet[]>();
  for (const pods of facts.get(podSets)) {
    const key = `${pods.place}/${nameOf(pods)}`;
    result.set(key, [...result.get(key) ?? [], pods]);
  }
  return result;
}
