import { JsonPatch } from 'cdk8s';
import { ALL, Backend, BACKENDS, deploy, Deploy, isReady, namesOf, podsWhen, uidsOf, whenReady } from './deployed';
import { Cluster, startCluster } from '../../harness/cluster';
import { eachOf, eventually } from '../../harness/eventually';
import { Manifest } from '../../harness/manifest';
import { Accelerator, DisruptionBudget, LeaderWorkerGroup } from 'cdk8s-ai-workloads';

let cluster: Cluster;

beforeAll(async () => {
  cluster = await startCluster({ leaderWorkerSet: true, nodesPerZone: 0, deletionMs: 1000 });
});

afterAll(() => cluster?.stop());

/** Two groups of two pods that fill the four GPU nodes that are theirs: a pod that leaves a node that is being drained finds no other. */
async function onNodesOfItsOwn(namespace: string, backend: Backend, more: Deploy['props'] | object = {}, then?: Deploy['then']) {
  await eachOf([0, 1, 2, 3], 4, index => cluster.addNode({ name: `${namespace}-${index}`, zone: cluster.zones[0], labels: { pool: namespace } }));
  const props = { groups: 2, size: 2, backend: BACKENDS[backend], accelerator: Accelerator.nvidia(8), nodeLabels: { pool: namespace }, ...more };
  const group = await deploy(cluster, namespace, { props, then });
  return { namespace, group, pods: await whenReady(cluster, namespace, group) };
}

function cordon(name: string, unschedulable: boolean): Promise<Manifest> {
  return cluster.client.patch({ apiVersion: 'v1', kind: 'Node', metadata: { name } }, { spec: { unschedulable } });
}

async function evict(namespace: string, pod: string): Promise<{ status: number; reason: string }> {
  const { status, body } = await cluster.client.evict(namespace, pod);
  return { status, reason: body.details?.causes?.[0]?.reason ?? '' };
}

const ALLOWED = { status: 201, reason: '' };
const REFUSED = { status: 429, reason: 'DisruptionBudget' };

/**
 * Waits until the disruption controller counts so many healthy pods of all four. While a set has none of its pods the controller does not find it: for it
 * there are three pods then, all of them healthy, and one may go. Source: getExpectedScale in pkg/controller/disruption/disruption.go (v1.36).
 */
function budgetWith(namespace: string, healthy: number): Promise<Manifest> {
  return eventually(`the budget counts ${healthy} healthy pods`, () => cluster.client.get('policy/v1', 'PodDisruptionBudget', namespace, 'llm'),
    ({ status, metadata }) => status.observedGeneration === metadata.generation && status.expectedPods === 4 && status.currentHealthy === healthy);
}

/** Drains the node of a worker of group 0, as `kubectl drain` does: no new pods there, then an eviction. Ends when one pod finds no node. */
async function drainWorkerOfFirstGroup({ namespace, group, pods }: Awaited<ReturnType<typeof onNodesOfItsOwn>>): Promise<string> {
  const { name } = group.group(0).worker(1);
  const node: string = pods.get(name)!.spec.nodeName;
  await cordon(node, true);
  expect(await evict(namespace, name)).toEqual(ALLOWED);
  await podsWhen(cluster, namespace, 'one pod of the first group waits for a node, all others are ready', all =>
    all.length === 4 && all.filter(isReady).length === 3 && all.some(pod => pod.status.phase === 'Pending' && namesOf(group, 0).includes(pod.metadata.name)));
  return node;
}

describe('while a pod of the first group is away', () => {
  test.each(ALL)('%s: no pod of the second group can be evicted, and again when it is back', async backend => {
    const deployed = await onNodesOfItsOwn(`budget-${backend.toLowerCase()}`, backend);
    const { namespace, group, pods } = deployed;
    expect((await budgetWith(namespace, 4)).status).toMatchObject({ expectedPods: 4, desiredHealthy: 3, disruptionsAllowed: 1 });
    const node = await drainWorkerOfFirstGroup(deployed);
    await budgetWith(namespace, 3);
    expect(await eachOf(namesOf(group, 1), 1, name => evict(namespace, name))).toEqual([REFUSED, REFUSED]);
    await cordon(node, false);
    const back = await whenReady(cluster, namespace, group);
    expect(uidsOf(back, namesOf(group, 1))).toEqual(uidsOf(pods, namesOf(group, 1)));
    await budgetWith(namespace, 4);
    expect(await evict(namespace, namesOf(group, 1)[1])).toEqual(ALLOWED);
  });

  test.each(ALL)('control, %s: without a budget the second group loses a pod too', async backend => {
    const deployed = await onNodesOfItsOwn(`unguarded-${backend.toLowerCase()}`, backend, { disruptionBudget: DisruptionBudget.none() });
    await drainWorkerOfFirstGroup(deployed);
    expect(await evict(deployed.namespace, namesOf(deployed.group, 1)[1])).toEqual(ALLOWED);
  });

  test('control: with a budget for each role instead of one for all, both groups are broken at once', async () => {
    const deployed = await onNodesOfItsOwn('by-role', 'statefulSets', { disruptionBudget: DisruptionBudget.none() });
    await cluster.apply(['leader', 'worker'].map(role => ({
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { namespace: 'by-role', name: role },
      spec: { maxUnavailable: 1, selector: { matchLabels: { 'cdk8s-ai-workloads/name': 'llm', 'cdk8s-ai-workloads/role': role } } },
    })));
    await eachOf(['leader', 'worker'], 2, role => eventually(`the budget of the ${role}s allows one`,
      () => cluster.client.get('policy/v1', 'PodDisruptionBudget', 'by-role', role), ({ status }) => status?.disruptionsAllowed === 1));
    await drainWorkerOfFirstGroup(deployed);
    expect(await evict('by-role', deployed.group.group(1).leader.name)).toEqual(ALLOWED);
  });
});

// The test says what a kubelet says of a container that crashes: it runs and is not ready.
describe('a group whose pods crash', () => {
  const crash = async (namespace: string, name: string) => {
    const pod = await cluster.client.get('v1', 'Pod', namespace, name);
    const conditions = pod.status.conditions.map((each: any) => ['Ready', 'ContainersReady'].includes(each.type) ? { ...each, status: 'False' } : each);
    await cluster.client.patch(pod, { status: { conditions } }, 'status');
  };
  const firstGroupCrashes = async (namespace: string, then?: (group: LeaderWorkerGroup) => void) => {
    const { group } = await onNodesOfItsOwn(namespace, 'statefulSets', {}, then);
    await eachOf(namesOf(group, 0), 2, name => crash(namespace, name));
    await budgetWith(namespace, 2);
    return group;
  };

  test('does not block the drain of its nodes, and the other group stays whole', async () => {
    const group = await firstGroupCrashes('crashing');
    expect(await eachOf(namesOf(group, 1), 1, name => evict('crashing', name))).toEqual([REFUSED, REFUSED]);
    expect(await eachOf(namesOf(group, 0), 1, name => evict('crashing', name))).toEqual([ALLOWED, ALLOWED]);
  });

  test('control: with the default policy for unhealthy pods its nodes cannot be drained', async () => {
    const group = await firstGroupCrashes('blocked', it => {
      const budget = it.node.findChild('Budget') as unknown as { addJsonPatch(...operations: JsonPatch[]): void };
      budget.addJsonPatch(JsonPatch.remove('/spec/unhealthyPodEvictionPolicy'));
    });
    expect(await eachOf(namesOf(group, 0), 1, name => evict('blocked', name))).toEqual([REFUSED, REFUSED]);
  });
});
