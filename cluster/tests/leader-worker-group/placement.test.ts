import { ALL, Backend, BACKENDS, deploy, Deploy, domainsOf, isReady, namesOf, podsWhen, PodsByName, whenReady } from './deployed';
import { Cluster, startCluster } from '../../harness/cluster';
import { eachOf } from '../../harness/eventually';
import { Manifest } from '../../harness/manifest';
import { Accelerator, LeaderWorkerGroup, Placement } from 'cdk8s-ai-workloads';

const ZONE = 'topology.kubernetes.io/zone';
const HOSTNAME = 'kubernetes.io/hostname';

let cluster: Cluster;

beforeAll(async () => {
  cluster = await startCluster({ leaderWorkerSet: true, nodesPerZone: 0 });
});

afterAll(() => cluster?.stop());

/** Nodes for one test: so many in each of the zones. */
async function addNodes(namespace: string, zones: readonly string[], perZone: number): Promise<void> {
  const nodes = zones.flatMap(zone => Array.from({ length: perZone }, (_, index) => ({ name: `${namespace}-${zone}-${index}`, zone, labels: { pool: namespace } })));
  await eachOf(nodes, 8, node => cluster.addNode(node));
}

/** Pods that need a whole node, or that a node has room for many of. */
const WHOLE_NODE = { accelerator: Accelerator.nvidia(8) };
const SMALL = { tolerations: [{ key: 'nvidia.com/gpu' }] };

function deployHere(namespace: string, backend: Backend, props: object, apply?: Deploy['apply']): Promise<LeaderWorkerGroup> {
  return deploy(cluster, namespace, { props: { size: 2, groups: 1, backend: BACKENDS[backend], nodeLabels: { pool: namespace }, ...props }, apply });
}

/** Applies the sets of workers once the leaders have their places: leaders alone spread, and whoever of a group is placed first decides for the others. */
async function leadersFirst(objects: readonly Manifest[]): Promise<void> {
  const isOfWorkers = ({ kind, metadata }: Manifest) => kind === 'StatefulSet' && metadata.labels?.['cdk8s-ai-workloads/role'] === 'worker';
  const leaders = await cluster.apply(objects.filter(object => !isOfWorkers(object)));
  const [{ metadata: { namespace } }] = leaders;
  const count = leaders.filter(({ kind }) => kind === 'StatefulSet').length;
  await podsWhen(cluster, namespace!, `${count} leaders are ready`, pods => pods.length === count && pods.every(isReady));
  await cluster.apply(objects.filter(isOfWorkers));
}

/** Why the scheduler has not placed a pod; undefined when it has. */
function refusal(pod: Manifest): string | undefined {
  return pod.status.conditions?.find((each: any) => each.type === 'PodScheduled' && each.status === 'False' && each.reason === 'Unschedulable')?.message;
}

/** Waits until the scheduler has looked at every pod: so many are ready, and it has said no to the others. */
function whenDecided(namespace: string, ready: number, refused: number): Promise<PodsByName> {
  return podsWhen(cluster, namespace, `${ready} pods are ready and ${refused} are refused`, pods =>
    pods.length === ready + refused && pods.filter(isReady).length === ready && pods.filter(refusal).length === refused);
}

function domainsOfGroups(group: LeaderWorkerGroup, pods: PodsByName, label: string): Promise<string[][]> {
  return eachOf(Array.from({ length: group.groups }, (_, index) => index), 1, index =>
    domainsOf(cluster, namesOf(group, index).flatMap(name => pods.get(name) ?? []), label));
}

describe('by default', () => {
  // Of the two, the first is required of the scheduler; the second is its preference, with room to do otherwise.
  test.each(ALL)('%s: each group runs in one zone, and groups spread over the zones', async backend => {
    const namespace = `zones-${backend.toLowerCase()}`;
    await addNodes(namespace, cluster.zones, 8);
    const group = await deployHere(namespace, backend, { groups: 3, size: 4, ...WHOLE_NODE }, backend === 'statefulSets' ? leadersFirst : undefined);
    const zones = await domainsOfGroups(group, await whenReady(cluster, namespace, group), ZONE);
    expect(zones.map(each => each.length)).toEqual([1, 1, 1]);
    expect(zones.flat().sort()).toEqual(cluster.zones);
  });

  test.each(ALL)('%s: a group that does not fit into a zone waits rather than spilling into another', async backend => {
    const namespace = `full-${backend.toLowerCase()}`;
    await addNodes(namespace, cluster.zones, 2);
    const group = await deployHere(namespace, backend, { size: 3, ...WHOLE_NODE });
    const pods = await whenDecided(namespace, 2, 1);
    expect((await domainsOf(cluster, [...pods.values()].filter(isReady)))).toHaveLength(1);
    expect(group.explain()).toContain(`each group inside one ${ZONE}`);
  });

  test.each(ALL)('control, %s: Placement.anywhere spills', async backend => {
    const namespace = `anywhere-${backend.toLowerCase()}`;
    await addNodes(namespace, cluster.zones, 2);
    const group = await deployHere(namespace, backend, { size: 3, ...WHOLE_NODE, placement: Placement.anywhere() });
    const [zones] = await domainsOfGroups(group, await whenReady(cluster, namespace, group), ZONE);
    expect(zones.length).toBeGreaterThan(1);
  });
});

describe.each([['zone', ZONE], ['host', HOSTNAME]])('Placement.exclusiveDomain of a %s', (noun, key) => {
  const domains = 3;
  /** Pods of a group that are there while it waits: LeaderWorkerSet makes the workers when their leader has a place. */
  const waiting = (backend: Backend, groups: number) => groups * (backend === 'leaderWorkerSet' ? 1 : 2);

  test.each(ALL)('%s: one group a domain; the others wait until there is one for them', async backend => {
    const namespace = `only-${noun}-${backend.toLowerCase()}`;
    await addNodes(namespace, cluster.zones, 1);
    const group = await deployHere(namespace, backend, { groups: domains + 2, ...SMALL, placement: Placement.exclusiveDomain(key) });
    const pods = await whenDecided(namespace, domains * 2, waiting(backend, 2));
    const taken = (await domainsOfGroups(group, new Map([...pods].filter(([, pod]) => isReady(pod))), key)).flat();
    expect(taken).toHaveLength(domains);
    expect(new Set(taken).size).toBe(domains);
    expect([...pods.values()].map(refusal).filter(Boolean).every(message => message!.includes('anti-affinity'))).toBe(true);

    await addNodes(namespace, ['eu-1d'], 1);
    const more = await whenDecided(namespace, domains * 2 + 2, waiting(backend, 1));
    const held = (await domainsOfGroups(group, new Map([...more].filter(([, pod]) => isReady(pod))), key)).flat();
    expect(new Set(held).size).toBe(domains + 1);
    expect(held).toHaveLength(domains + 1);
  });

  test.each(ALL)('control, %s: with Placement.sameDomain groups share', async backend => {
    const namespace = `shared-${noun}-${backend.toLowerCase()}`;
    await addNodes(namespace, cluster.zones, 1);
    const group = await deployHere(namespace, backend, { groups: domains + 2, ...SMALL, placement: Placement.sameDomain(key) });
    const held = await domainsOfGroups(group, await whenReady(cluster, namespace, group), key);
    expect(held.map(each => each.length)).toEqual(held.map(() => 1));
    expect(new Set(held.flat()).size).toBeLessThanOrEqual(domains);
  });
});
