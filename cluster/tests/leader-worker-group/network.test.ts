import { JsonPatch } from 'cdk8s';
import { ALL, Backend, BACKENDS, deploy, isReady, membersOf, namesOf, whenReady } from './deployed';
import { Cluster, startCluster } from '../../harness/cluster';
import { endpointsIn, slicesOf, slicesWhen } from '../../harness/endpoints';
import { eachOf, eventually } from '../../harness/eventually';
import { ManualKubelets } from '../../harness/manual-kubelets';
import { GroupRole, LeaderWorkerGroup } from 'cdk8s-ai-workloads';

const HTTP = 8000;
const ports = [{ port: HTTP }];
const container = { image: 'registry.example/serve:1', command: ['serve'], portNumber: HTTP };

let cluster: Cluster;

beforeAll(async () => {
  cluster = await startCluster({ leaderWorkerSet: true, nodesPerZone: 1 });
});

afterAll(() => cluster?.stop());

/** One name of the cluster's DNS. A name server answers for endpoints that are published as ready, with the hostname in front of the Service. */
interface Published {
  readonly name: string;
  readonly address: string;
  readonly ready: boolean;
}

async function publishedBy(namespace: string, service: string): Promise<Published[]> {
  const slices = await slicesOf(cluster.client, namespace, service);
  return slices.flatMap(slice => (slice.endpoints ?? []).map(({ hostname, addresses, conditions }: any) =>
    ({ name: `${hostname}.${service}.${namespace}`, address: addresses[0], ready: conditions.ready })));
}

/** Without resource versions, two looks at slices that do not change are equal. */
async function publishedCount(namespace: string, service: string, count: number): Promise<Published[]> {
  return eventually(`${service} has ${count} endpoints`, () => publishedBy(namespace, service), published => published.length === count);
}

// The test writes what a kubelet writes: an address, containers that run, and that the pod is not ready yet. Endpoints are the real controller's.
describe('before a pod is ready', () => {
  const pool = { pool: 'held' };
  let kubelets: ManualKubelets;
  beforeAll(async () => {
    const taints = [{ key: 'pool', value: 'held', effect: 'NoSchedule' }];
    kubelets = await ManualKubelets.start(cluster, cluster.zones.map(zone => ({ name: `held-${zone}`, zone, labels: pool, taints, gpus: 0 })));
  });
  afterAll(() => kubelets?.stop());

  const held = async (namespace: string, backend: Backend, then?: (group: LeaderWorkerGroup) => void) => {
    const props = { groups: 2, size: 3, backend: BACKENDS[backend], container, nodeLabels: pool, tolerations: [{ key: 'pool' }] };
    const group = await deploy(cluster, namespace, { props, then });
    const pods = await kubelets.startAll(namespace, 6, false);
    return { group, pods };
  };

  test.each(ALL)('%s: the name of every handle is published with the address of its pod', async backend => {
    const namespace = `names-${backend.toLowerCase()}`;
    const { group } = await held(namespace, backend);
    const published = await publishedCount(namespace, 'llm', 6);
    const pods = await cluster.pods(namespace);
    expect(pods.filter(isReady)).toEqual([]);
    const expected = membersOf(group).map(({ member }): Published =>
      ({ name: member.dns, address: pods.find(({ metadata }) => metadata.name === member.name)!.status.podIP, ready: true }));
    expect(sorted(published)).toEqual(sorted(expected));
  });

  test.each(ALL)('%s: clients are not sent to a leader yet', async backend => {
    const namespace = `clients-${backend.toLowerCase()}`;
    const { group, pods } = await held(namespace, backend);
    const leaders = [0, 1].map(index => ({ pod: group.group(index).leader.name, ready: false }));
    const seen = endpointsIn(await slicesWhen(cluster.client, namespace, group.servingService!.name, 'two leaders', endpoints => endpoints.length === 2));
    expect(seen.map(({ pod, ready }) => ({ pod, ready }))).toEqual(leaders);
    await Promise.all(pods.map(pod => kubelets.run(pod)));
    await slicesWhen(cluster.client, namespace, group.servingService!.name, 'both leaders are ready', endpoints => endpoints.every(({ ready }) => ready));
  });

  test('control: a headless Service that waits for readiness publishes no name, so workers would wait for a leader that waits for them', async () => {
    const withhold = (group: LeaderWorkerGroup) => group.rendezvousService!.apiObject.addJsonPatch(JsonPatch.replace('/spec/publishNotReadyAddresses', false));
    await held('names-withheld', 'statefulSets', withhold);
    const published = await publishedCount('names-withheld', 'llm', 6);
    expect(published.filter(({ ready }) => ready)).toEqual([]);
  });
});

describe('Services reach', () => {
  /** Pods that the server finds by the Service's selector, and those in its slices once they are as many. */
  const behind = async (namespace: string, service: string) => {
    const { spec } = await cluster.client.get('v1', 'Service', namespace, service);
    const selector = Object.entries(spec.selector).map(([key, value]) => `${key}=${value}`).join(',');
    const selected = (await cluster.pods(namespace, selector)).map(({ metadata }) => metadata.name);
    const slices = await slicesWhen(cluster.client, namespace, service, `${selected.join(', ')} are ready`,
      endpoints => endpoints.filter(({ ready }) => ready).length === selected.length);
    return { selected, inSlices: endpointsIn(slices).map(({ pod }) => pod) };
  };
  const deployed = async (namespace: string, backend: Backend, then?: (group: LeaderWorkerGroup) => void) => {
    const group = await deploy(cluster, namespace, { props: { groups: 3, size: 3, backend: BACKENDS[backend], container }, then });
    await whenReady(cluster, namespace, group);
    return group;
  };
  const addServices = (group: LeaderWorkerGroup) => {
    group.addService('One', { group: 1, ports });
    group.addService('One Leader', { group: 1, role: GroupRole.LEADER, ports });
    group.addService('One Second', { group: 1, index: 2, ports });
    group.addService('Leaders', { role: GroupRole.LEADER, ports });
  };
  /** Service -> pods that it is for, as the handles name them. */
  const meant = (group: LeaderWorkerGroup) => ({
    'llm-serving': [0, 1, 2].map(index => group.group(index).leader.name),
    'llm-leaders': [0, 1, 2].map(index => group.group(index).leader.name),
    'llm-one': namesOf(group, 1),
    'llm-one-leader': [group.group(1).leader.name],
    'llm-one-second': [group.group(1).worker(2).name],
    'llm': membersOf(group).map(({ member }) => member.name),
  });
  const observe = async (namespace: string, services: readonly string[]) =>
    Object.fromEntries(await eachOf(services, 4, async service => [service, await behind(namespace, service)]));
  const both = (all: Readonly<Record<string, readonly string[]>>) =>
    Object.fromEntries(Object.entries(all).map(([service, pods]) => [service, { selected: [...pods].sort(), inSlices: [...pods].sort() }]));

  test.each(ALL)('%s: leaders, one group, its leader, one of its workers, and all: no other pods', async backend => {
    const namespace = `services-${backend.toLowerCase()}`;
    const expected = meant(await deployed(namespace, backend, addServices));
    expect(await observe(namespace, Object.keys(expected))).toEqual(both(expected));
  });

  test.each(['statefulSets', 'leaderWorkerSet'] as const)('%s: the workers of all groups or of one', async backend => {
    const namespace = `workers-${backend.toLowerCase()}`;
    const group = await deployed(namespace, backend, it => {
      it.addService('Workers', { role: GroupRole.WORKER, ports });
      it.addService('Two Workers', { group: 2, role: GroupRole.WORKER, ports });
    });
    const workers = (index: number) => namesOf(group, index).slice(1);
    const expected = { 'llm-workers': [0, 1, 2].flatMap(workers), 'llm-two-workers': workers(2) };
    expect(await observe(namespace, Object.keys(expected))).toEqual(both(expected));
  });
});

function sorted(published: readonly Published[]): Published[] {
  return [...published].sort((one, other) => one.name < other.name ? -1 : 1);
}
