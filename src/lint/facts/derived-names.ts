import { isScaled } from './autoscaling';
import { firstOrdinal, replicasOf } from './carriers';
import { claimTemplateNames } from './controllers';
import { Facts } from './facts';
import { leaderWorkerSize } from './group-carriers';
import { REPLICA_SPECS, replicasIn, taskName } from './training-carriers';
import { asList, asNumber, asObject, asText, objectAt } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';

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

type Namer = (object: Manifest, grows: boolean) => DerivedNames[];

/** Names that controllers derive from an object of each type. Unless an autoscaler decides, a missing number is one. */
const NAMERS: ReadonlyMap<string, Namer> = new Map<string, Namer>([
  ['leaderworkerset.x-k8s.io/LeaderWorkerSet', leaderWorkerSetNames],
  ['jobset.x-k8s.io/JobSet', jobSetNames],
  ['batch.volcano.sh/Job', volcanoNames],
  ...[...REPLICA_SPECS.keys()].map((type): [string, Namer] => [type, kubeflowNames]),
  ['ray.io/RayCluster', rayNames],
  ['ray.io/RayJob', rayNames],
  ['ray.io/RayService', rayNames],
]);

/** Names of all objects of the types that have derived names. */
export function allDerivedNames(facts: Facts): DerivedNames[] {
  return [
    ...[...NAMERS].flatMap(([type, namer]) => facts.ofType(type).flatMap(object => namer(object, isScaled(facts, object)))),
    ...facts.ofType('apps/StatefulSet').flatMap(object => statefulSetNames(object, isScaled(facts, object))),
  ];
}

function lastOf(from: number, count: number | undefined, grows = false): number {
  return grows ? Infinity : from + (count ?? 1) - 1;
}

function statefulSetNames(object: Manifest, grows: boolean): DerivedNames[] {
  const from = firstOrdinal(object);
  const to = lastOf(from, replicasOf(object), grows);
  return [
    { owner: object, kind: 'Pod', stem: `${object.name}-`, from, to, as: 'a pod' },
    ...claimTemplateNames(object.spec.volumeClaimTemplates).map(template => (
      { owner: object, kind: 'PersistentVolumeClaim', stem: `${template}-${object.name}-`, from, to, as: `a claim of template "${template}"` })),
  ];
}

/** Source: lws pkg/controllers/leaderworkerset_controller.go, pod_controller.go: one set of leaders, one set of workers a group, headless Services */
function leaderWorkerSetNames(object: Manifest, grows: boolean): DerivedNames[] {
  const { groups, size } = leaderWorkerSize(object);
  const stem = `${object.name}-`;
  const each = { owner: object, stem, from: 0, to: lastOf(0, groups, grows) };
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

/** Source: volcano pkg/controllers/job/helpers/helpers.go PodNameFmt, pkg/controllers/job/plugins/svc/svc.go (v1.14): a Service with that plugin only */
function volcanoNames(object: Manifest): DerivedNames[] {
  const pods = asList(object.spec.tasks).map((task, index) => ({
    owner: object,
    kind: 'Pod',
    stem: `${object.name}-${taskName(task, index)}-`,
    from: 0,
    to: lastOf(0, asNumber(task.replicas)),
    as: `a pod of task "${taskName(task, index)}"`,
  }));
  const plugins = asObject(object.spec.plugins);
  const has = (plugin: string) => Object.hasOwn(plugins, plugin);
  return [
    ...pods,
    ...(has('svc') ? [
      { owner: object, kind: 'Service', stem: object.name, as: 'the headless Service' },
      { owner: object, kind: 'ConfigMap', stem: `${object.name}-svc`, as: 'the list of hosts' },
    ] : []),
    ...(has('ssh') ? [{ owner: object, kind: 'Secret', stem: `${object.name}-ssh`, as: 'the SSH keys' }] : []),
  ];
}

/** Source: kubeflow/training-operator pkg/controller.v1/common/{pod,service}.go: GenGeneralName, a headless Service for each pod */
function kubeflowNames(object: Manifest, grows: boolean): DerivedNames[] {
  return replicasIn(object).flatMap(({ role, count }) => ['Pod', 'Service'].map(kind => ({
    owner: object,
    kind,
    stem: `${object.name}-${role.toLowerCase()}-`,
    from: 0,
    to: lastOf(0, count, grows),
    as: `${kind === 'Pod' ? 'a pod' : 'the Service of a pod'} of "${role}"`,
  })));
}

/** Source: kuberay ray-operator/controllers/ray/utils/util.go GenerateHeadServiceName, GenerateServeServiceName (v1.6). A RayJob's cluster has a generated name. */
function rayNames(object: Manifest): DerivedNames[] {
  const named = asText(objectAt(object.spec, 'headGroupSpec', 'headService', 'metadata').name);
  const service = (stem: string, as: string) => ({ owner: object, kind: 'Service', stem, as });
  switch (object.kind) {
    case 'RayCluster': return [service(named ?? `${object.name}-head-svc`, 'the Service of the head')];
    case 'RayService': return [service(`${object.name}-head-svc`, 'the Service of the head'), service(`${object.name}-serve-svc`, 'the Service of the replicas')];
    default: return [];
  }
}
