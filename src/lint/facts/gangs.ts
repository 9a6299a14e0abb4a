import { isScaled } from './autoscaling';
import { podSets } from './carried-pods';
import { Facts } from './facts';
import { PodSet } from './pod-set';
import { asNumber, asText, objectAt } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';

/** How many pods a gang needs before any starts. */
export interface Gang {
  readonly object: Manifest;
  /** Undefined where the object does not say. */
  readonly least?: number;
  readonly field: string;
  /** Pods of the app that belong to it; undefined where nobody can say, or none of them is here. */
  readonly pods?: number;
}

/** What makes a gang, and by what its pods name it. */
interface GangKind {
  readonly path: readonly string[];
  readonly nameOf: (pods: PodSet) => string | undefined;
}

/** Source: volcano scheduling/v1beta1 types.go; scheduler-plugins apis/scheduling/v1alpha1; kubernetes/api scheduling/v1alpha2 types.go (v0.36) */
const KINDS: ReadonlyMap<string, GangKind> = new Map([
  ['scheduling.volcano.sh/PodGroup', { path: ['minMember'], nameOf: pods => asText(pods.annotations['scheduling.k8s.io/group-name']) }],
  ['scheduling.x-k8s.io/PodGroup', { path: ['minMember'], nameOf: pods => asText(pods.labels['scheduling.x-k8s.io/pod-group']) }],
  ['scheduling.k8s.io/PodGroup', { path: ['schedulingPolicy', 'gang', 'minCount'], nameOf: pods => asText(objectAt(pods.spec, 'schedulingGroup').podGroupName) }],
]);

/** Every gang of the app with the pods that name it. */
export function gangsOf(facts: Facts): Gang[] {
  return [...KINDS].flatMap(([type, kind]) => {
    const objects = facts.ofType(type);
    const members = objects.length > 0 ? countBy(facts, kind.nameOf) : new Map<string, number>();
    return objects.flatMap(object => {
      const parent = objectAt(object.spec, ...kind.path.slice(0, -1));
      // A PodGroup of Kubernetes' own without a gang is scheduled pod by pod.
      return kind.path.length > 1 && Object.keys(parent).length === 0 ? [] : [{
        object,
        least: asNumber(parent[kind.path[kind.path.length - 1]]),
        field: `spec.${kind.path.join('.')}`,
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
