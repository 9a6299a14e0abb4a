import { CONTAINER, Database, DatabaseProps, waitsForRoom } from './database';
import { Cluster, startCluster } from '../../harness/cluster';
import { eventually } from '../../harness/eventually';
import { Manifest } from '../../harness/manifest';
import { whenUntainted } from '../../harness/nodes';
import { MemberSpread, PodHandle } from 'cdk8s-ai-workloads';

const ZONE = 'eu-1a';
const CLAIMS = [{ name: 'data', size: '1Gi', mountPath: '/data' }];

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster({ zones: [ZONE], nodesPerZone: 2, gpusPerNode: 0, plainNodes: false });
});
afterAll(() => cluster?.stop());

const deploy = (namespace: string, replicas: number, props: DatabaseProps = {}) =>
  Database.deploy(cluster, namespace, { zones: [{ zone: ZONE, replicas }], claims: CLAIMS, ...props });
const nodesOf = (pods: Map<string, Manifest>) => [...pods.values()].map(({ spec }) => spec.nodeName);
const perNode = (pods: Map<string, Manifest>) => {
  const nodes = nodesOf(pods);
  return [...new Set(nodes)].map(node => nodes.filter(each => each === node).length).sort();
};

async function cordon(name: string, isClosed: boolean): Promise<void> {
  await cluster.client.patch({ apiVersion: 'v1', kind: 'Node', metadata: { name } }, { spec: { unschedulable: isClosed } });
}

async function drained(db: Database, { name }: PodHandle): Promise<string> {
  const pod = (await db.pods()).get(name)!;
  await cordon(pod.spec.nodeName, true);
  await eventually(`${name} may be evicted`, () => cluster.client.evict(db.namespace, name), ({ status }) => status === 201);
  await db.podsWhen(`${name} is another one`, pods => (pods.get(name)?.metadata.uid ?? pod.metadata.uid) !== pod.metadata.uid);
  return pod.spec.nodeName;
}

test('members of a store run on different nodes; with more of them than nodes they share, as evenly as can be', async () => {
  expect(perNode(await (await deploy('members', 2)).settled([ZONE]))).toEqual([1, 1]);
  expect(perNode(await (await deploy('members', 5)).settled([ZONE]))).toEqual([2, 3]);
});

test('a drained node does not count: its member joins the other one instead of waiting, and members that are added balance it', async () => {
  const db = await deploy('drained', 2);
  await db.settled([ZONE]);
  const closed = await drained(db, db.construct.pod(0));
  const pods = await db.settled([ZONE]);
  expect(perNode(pods)).toEqual([2]);
  expect(nodesOf(pods)).not.toContain(closed);
  await cordon(closed, false);
  // A node with a taint does not count, and a controller takes it off.
  await whenUntainted(cluster.client, closed);
  expect(perNode(await (await deploy('drained', 4)).settled([ZONE]))).toEqual([2, 2]);
});

describe('where one node is full', () => {
  const filler = (): Manifest => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'filler', namespace: 'filler' },
    spec: { nodeName: `gpu-${ZONE}-0`, containers: [{ name: 'main', image: 'registry.example/filler:1', resources: { requests: { cpu: '150' } } }] },
  });
  const container = { ...CONTAINER, cpu: '50' };

  test('a member waits rather than share a node, and starts once there is room', async () => {
    await cluster.apply([filler()]);
    const db = await deploy('waits', 2, { container });
    expect(db.construct.explain()).toContain('a pod waits while such a node has no room');
    const isHalf = (pods: Map<string, Manifest>) => pods.size === 2 && [...pods.values()].filter(waitsForRoom).length === 1;
    const pods = await db.podsWhen('one runs, one waits', all => isHalf(all) && nodesOf(all).includes(`gpu-${ZONE}-1`));
    expect(nodesOf(pods)).not.toContain(`gpu-${ZONE}-0`);

    const sharing = await deploy('shares', 2, { container, spread: MemberSpread.preferNodes() });
    expect(perNode(await sharing.settled([ZONE]))).toEqual([2]);

    await cluster.client.delete(filler());
    expect(perNode(await db.settled([ZONE]))).toEqual([1, 1]);
  });
});
