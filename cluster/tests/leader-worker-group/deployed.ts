import { Chart } from 'cdk8s';
import { Cluster, synthesise } from '../../harness/cluster';
import { eventually } from '../../harness/eventually';
import { Manifest } from '../../harness/manifest';
import { DefaultSet, GroupMember, KubernetesVersion, LeaderWorkerBackend, LeaderWorkerGroup, LeaderWorkerGroupProps, Target } from 'cdk8s-ai-workloads';

export const BACKENDS = {
  statefulSets: LeaderWorkerBackend.statefulSets(),
  singleStatefulSet: LeaderWorkerBackend.singleStatefulSet(),
  leaderWorkerSet: LeaderWorkerBackend.leaderWorkerSet(),
};

export type Backend = keyof typeof BACKENDS;

export const PLAIN = ['statefulSets', 'singleStatefulSet'] as const;
export const ALL = [...PLAIN, 'leaderWorkerSet'] as const;

/** Labels that controllers and webhooks write on pods. */
export const POD_INDEX = 'apps.kubernetes.io/pod-index';
export const LWS_GROUP = 'leaderworkerset.sigs.k8s.io/group-index';
export const LWS_WORKER = 'leaderworkerset.sigs.k8s.io/worker-index';
const ZONE = 'topology.kubernetes.io/zone';

export type DeployProps = Partial<LeaderWorkerGroupProps> & Pick<LeaderWorkerGroupProps, 'size' | 'groups'>;

/** A construct with what a test adds to it, applied to the cluster as a user would. */
export interface Deploy {
  readonly props: DeployProps;
  /** Default: Llm, so the name is llm. */
  readonly id?: string;
  /** Gates of the cluster that differ from the defaults of its minor. */
  readonly gates?: { [gate: string]: boolean };
  /** Choices of the library. Default: the newest. */
  readonly defaults?: DefaultSet;
  /** Calls on the construct before it is rendered. */
  readonly then?: (group: LeaderWorkerGroup) => void;
  /** How the objects are applied. Default: one after the other. */
  readonly apply?: (objects: Manifest[]) => Promise<unknown>;
}

/** Applies one group construct; again with other props, it is a change. Returns the construct, whose handles are the prediction. */
export async function deploy(cluster: Cluster, namespace: string, { props, id = 'Llm', gates, defaults, then, apply = cluster.apply }: Deploy): Promise<LeaderWorkerGroup> {
  const made: LeaderWorkerGroup[] = [];
  await apply(synthesise(app => {
    const chart = new Chart(app, 'prod', { namespace });
    const apis = ['leaderworkerset.x-k8s.io/v1', ...(gates ? ['scheduling.k8s.io/v1alpha2'] : [])];
    Target.define(chart, { kubernetes: cluster.minor as KubernetesVersion, zones: [...cluster.zones], apis, featureGates: gates, defaults });
    const container = props.engine ? undefined : { image: 'registry.example/serve:1', command: ['serve'] };
    made.push(new LeaderWorkerGroup(chart, id, { container, ...props }));
    then?.(made[0]);
  }));
  return made[0];
}

/** Members of all groups with the group that they are in. */
export function membersOf(group: LeaderWorkerGroup): { group: number; member: GroupMember; leader: GroupMember }[] {
  return Array.from({ length: group.groups }, (_, index) => group.group(index))
    .flatMap(handle => handle.members.map(member => ({ group: handle.index, member, leader: handle.leader })));
}

export function namesOf(group: LeaderWorkerGroup, index: number): string[] {
  return group.group(index).members.map(({ name }) => name);
}

export function isReady({ metadata, status }: Manifest): boolean {
  return metadata.deletionTimestamp === undefined && (status.conditions ?? []).some((each: any) => each.type === 'Ready' && each.status === 'True');
}

/** Waits until exactly the pods that the handles name are there and ready. */
export async function whenReady(cluster: Cluster, namespace: string, group: LeaderWorkerGroup): Promise<PodsByName> {
  const names = membersOf(group).map(({ member }) => member.name).sort();
  const areMeant = (pods: Manifest[]) => pods.length === names.length && pods.every(({ metadata }) => names.includes(metadata.name));
  return podsWhen(cluster, namespace, `${names.join(', ')} are ready`, pods => pods.every(isReady) && areMeant(pods));
}

export async function podsWhen(cluster: Cluster, namespace: string, what: string, accept: (pods: Manifest[]) => boolean): Promise<PodsByName> {
  const brief = (pods: Manifest[]) => pods.map(pod => [pod.metadata.name, pod.status.phase, isReady(pod), pod.spec.nodeName]);
  let seen: Manifest[] = [];
  await eventually(what, async () => brief(seen = await cluster.pods(namespace)), () => accept(seen));
  return new Map(seen.map(pod => [pod.metadata.name, pod]));
}

export type PodsByName = ReadonlyMap<string, Manifest>;

/** Of each named pod, which individual it is: a pod that was replaced has another one. */
export function uidsOf(pods: PodsByName, names: readonly string[]): (string | undefined)[] {
  return names.map(name => pods.get(name)?.metadata.uid);
}

/** Values of a node label under the pods. */
export async function domainsOf(cluster: Cluster, pods: readonly Manifest[], label: string = ZONE): Promise<string[]> {
  const nodes = new Map((await cluster.client.list<Manifest>('v1', 'Node')).map(node => [node.metadata.name, node]));
  return [...new Set(pods.map(({ spec }) => nodes.get(spec.nodeName)?.metadata.labels?.[label] ?? 'no node'))].sort();
}
