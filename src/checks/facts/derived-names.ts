import { firstOrdinal, replicasOf } from './carriers';
import { claimTemplateNames } from './controllers';
import { Facts } from './facts';
import { leaderWorkerSize } from './group-carriers';
import { Manifest } from './manifest';
import { asList, asNumber, asText, objectAt } from './reading';

/** Names that a controller makes out of an object's name: `<stem><from>` to `<stem><to>`, or the stem alone without numbers. */
export interface DerivedNames {
  readonly owner: Manifest;
  /** Kind of what carries them: `StatefulSet`, `Service`, `Pod`. */
  readonly kind: string;
  readonly stem: string;
  readonly from?: number;
  /** Infinity where an autoscaler decides. */
  readonly to?: number;
  /** What makes them, for the message: `its workers`. */
  readonly as: string;
}

/** Names that controllers derive from one object. Unless an autoscaler decides, a missing number is one. */
function derivedNames(object: Manifest, isScaled: boolean): DerivedNames[] {
  switch (object.type) {
    case 'apps/StatefulSet': return statefulSetNames(object, isScaled);
    case 'leaderworkerset.x-k8s.io/LeaderWorkerSet': return leaderWorkerSetNames(object, isScaled);
    case 'jobset.x-k8s.io/JobSet': return jobSetNames(object);
    default: return [];
  }
}

/** Names of all objects of the types that have derived names, without the StatefulSets that do not matter to the asker. */
export function allDerivedNames(facts: Facts, matters: (statefulSet: Manifest) => boolean = () => true): DerivedNames[] {
  return [
    ...facts.ofType('leaderworkerset.x-k8s.io/LeaderWorkerSet'),
    ...facts.ofType('jobset.x-k8s.io/JobSet'),
    ...facts.ofType('apps/StatefulSet').filter(matters),
  ].flatMap(object => derivedNames(object, facts.isScaled(object)));
}

function lastOf(from: number, count: number | undefined, isScaled = false): number {
  return isScaled ? Infinity : from + (count ?? 1) - 1;
}

function statefulSetNames(object: Manifest, isScaled: boolean): DerivedNames[] {
  const from = firstOrdinal(object);
  const to = lastOf(from, replicasOf(object), isScaled);
  return [
    { owner: object, kind: 'Pod', stem: `${object.name}-`, from, to, as: 'a pod' },
    ...claimTemplateNames(object.spec.volumeClaimTemplates).map(template => (
      { owner: object, kind: 'PersistentVolumeClaim', stem: `${template}-${object.name}-`, from, to, as: `a claim of template "${template}"` })),
  ];
}

/** Source: lws pkg/controllers/leaderworkerset_controller.go, pod_controller.go: one set of leaders, one set of workers a group, headless Services */
function leaderWorkerSetNames(object: Manifest, isScaled: boolean): DerivedNames[] {
  const { groups, size } = leaderWorkerSize(object);
  const stem = `${object.name}-`;
  const each = { owner: object, stem, from: 0, to: lastOf(0, groups, isScaled) };
  const perGroup = objectAt(object.spec, 'networkConfig').subdomainPolicy === 'UniquePerReplica';
  return [
    { owner: object, kind: 'StatefulSet', stem: object.name, as: 'the set of leaders' },
    ...(size > 1 ? [{ ...each, kind: 'StatefulSet', as: 'the set of workers of a group' }] : []),
    perGroup ? { ...each, kind: 'Service', as: 'the Service of a group' } : { owner: object, kind: 'Service', stem: object.name, as: 'the headless Service' },
    { ...each, kind: 'Pod', as: 'a leader' },
  ];
}

/** Source: jobset pkg/util/placement/placement.go, pkg/controllers/jobset_controller.go GetSubdomain */
function jobSetNames(object: Manifest): DerivedNames[] {
  const network = objectAt(object.spec, 'network');
  return [
    ...asList(object.spec.replicatedJobs).map(replicated => ({
      owner: object,
      kind: 'Job',
      stem: `${object.name}-${asText(replicated.name) ?? ''}-`,
      from: 0,
      to: lastOf(0, asNumber(replicated.replicas) ?? 1),
      as: `a Job of "${asText(replicated.name) ?? ''}"`,
    })),
    ...(network.enableDNSHostnames === false ? [] : [
      { owner: object, kind: 'Service', stem: asText(network.subdomain) ?? object.name, as: 'the headless Service' },
    ]),
  ];
}
