import * as kplus from 'cdk8s-plus-28';
import { Backend, BACKENDS, deploy, isReady, namesOf, PLAIN, PodsByName, podsWhen, uidsOf, whenReady } from './deployed';
import { Cluster, startCluster } from '../../harness/cluster';
import { eventually } from '../../harness/eventually';
import { Manifest } from '../../harness/manifest';
import { GroupRestart } from 'cdk8s-ai-workloads';

const HTTP = 8000;

let cluster: Cluster;

beforeAll(async () => {
  cluster = await startCluster({ leaderWorkerSet: true, nodesPerZone: 1, deletionMs: 1000 });
});

afterAll(() => cluster?.stop());

/** The pod is deleted, as after the loss of its node. */
async function lose(pod: Manifest): Promise<void> {
  await cluster.client.delete(pod);
}

/** A drain asks for the pod, and the budget lets it go. */
async function evict({ metadata }: Manifest): Promise<void> {
  const { status } = await cluster.client.evict(metadata.namespace!, metadata.name);
  expect(status).toBe(201);
}

/** The test says what a kubelet says when it has started a container again. */
async function restartContainer(pod: Manifest): Promise<void> {
  const containerStatuses = pod.status.containerStatuses.map((each: any) => ({ ...each, restartCount: 1 }));
  await cluster.client.patch(pod, { status: { containerStatuses } }, 'status');
}

async function deployed(namespace: string, backend: Backend, props: object = {}) {
  const group = await deploy(cluster, namespace, { props: { groups: 2, size: 3, backend: BACKENDS[backend], ...props } });
  const before = await whenReady(cluster, namespace, group);
  await eventually('the budget counts six healthy pods', () => cluster.client.get('policy/v1', 'PodDisruptionBudget', namespace, group.name),
    ({ status }) => status.currentHealthy === 6);
  return { namespace, group, before, first: namesOf(group, 0), second: namesOf(group, 1) };
}

type Deployed = Awaited<ReturnType<typeof deployed>>;

/** Waits until the pods with these names are others than before, and all are ready. */
function whenReplaced({ namespace, before, first, second }: Deployed, names: readonly string[]): Promise<PodsByName> {
  const old = uidsOf(before, names);
  return podsWhen(cluster, namespace, `${names.join(', ')} are replaced`, pods => pods.length === first.length + second.length
    && pods.every(isReady) && pods.filter(({ metadata }) => names.includes(metadata.name)).every(({ metadata }) => !old.includes(metadata.uid)));
}

/** Members of both groups that are the same individuals as before. */
function unchanged({ before, first, second }: Deployed, after: PodsByName): string[] {
  return [...first, ...second].filter(name => before.get(name)!.metadata.uid === after.get(name)!.metadata.uid);
}

/** The controller of the groups has seen that all are whole again. */
async function groupsAreWhole(namespace: string): Promise<void> {
  await eventually('both groups are ready', () => cluster.client.get('leaderworkerset.x-k8s.io/v1', 'LeaderWorkerSet', namespace, 'llm'),
    ({ status }) => status.readyReplicas === 2 && status.conditions.some((each: any) => each.type === 'Available' && each.status === 'True'));
}

describe('GroupRestart.recreateGroup on leaderWorkerSet', () => {
  test.each([
    ['a worker is lost', 2, lose],
    ['the leader is lost', 0, lose],
    ['a drain evicts a worker', 1, evict],
    ['a container of a worker restarts', 1, restartContainer],
    ['a container of the leader restarts', 0, restartContainer],
  ])('when %s, the controller re-creates that group and leaves the other one', async (what, index, fail) => {
    const it = await deployed(`recreate-${what.replace(/ /g, '-')}`, 'leaderWorkerSet');
    await fail(it.before.get(it.first[index])!);
    const after = await whenReplaced(it, it.first);
    await groupsAreWhole(it.namespace);
    expect(unchanged(it, after)).toEqual(it.second);
  });
});

describe('GroupRestart.none on leaderWorkerSet', () => {
  test('a lost worker comes back alone', async () => {
    const it = await deployed('alone', 'leaderWorkerSet', { restart: GroupRestart.none() });
    await lose(it.before.get(it.first[2])!);
    const after = await whenReplaced(it, [it.first[2]]);
    await groupsAreWhole(it.namespace);
    expect(unchanged(it, after)).toEqual([it.first[0], it.first[1], ...it.second]);
  });

  // The worker set belongs to the pod of its leader, so the garbage collector takes it along.
  test('a lost leader takes its workers along', async () => {
    const it = await deployed('along', 'leaderWorkerSet', { restart: GroupRestart.none() });
    expect(it.group.explain()).toContain('A leader that is deleted takes its workers along');
    await lose(it.before.get(it.first[0])!);
    const after = await whenReplaced(it, it.first);
    await groupsAreWhole(it.namespace);
    expect(unchanged(it, after)).toEqual(it.second);
  });
});

describe.each(PLAIN)('on %s', backend => {
  test.each([0, 2])('a lost member %s comes back alone, under its name, with its rank', async index => {
    const it = await deployed(`plain-${index}-${backend.toLowerCase()}`, backend);
    const { name, labels } = it.before.get(it.first[index])!.metadata;
    await lose(it.before.get(name)!);
    const after = await whenReplaced(it, [name]);
    expect(unchanged(it, after)).toEqual([...it.first, ...it.second].filter(each => each !== name));
    const index0 = 'apps.kubernetes.io/pod-index';
    expect(after.get(name)!.metadata.labels![index0]).toBe(labels![index0]);
  });
});

/*
 * What fate sharing does cannot be seen here: probes are run, and containers restarted, by a kubelet. What can be seen is that nothing else does
 * it: for the controllers a group whose containers restart is whole, so without the probes nobody would restart the rest.
 */
test('GroupRestart.fateSharing: no controller restarts the rest of a group, only the probes that its workers have', async () => {
  const leader = { liveness: kplus.Probe.fromHttpGet('/health', { port: HTTP }) };
  const it = await deployed('fate', 'statefulSets', { leader, restart: GroupRestart.fateSharing({ port: HTTP }) });
  await restartContainer(it.before.get(it.first[1])!);
  await lose(it.before.get(it.first[2])!);
  const after = await whenReplaced(it, [it.first[2]]);
  expect(unchanged(it, after)).toEqual([it.first[0], it.first[1], ...it.second]);
  const probes = it.first.map(name => after.get(name)!.spec.containers[0].livenessProbe);
  expect(probes.map(probe => Object.keys(probe).filter(key => ['exec', 'httpGet'].includes(key)))).toEqual([['httpGet'], ['exec'], ['exec']]);
});
