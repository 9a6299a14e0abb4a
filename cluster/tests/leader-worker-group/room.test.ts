import { Backend, BACKENDS, deploy, domainsOf, isReady, PLAIN, podsWhen, whenReady } from './deployed';
import { Cluster, startCluster } from '../../harness/cluster';
import { eachOf } from '../../harness/eventually';
import { Manifest } from '../../harness/manifest';
import { Accelerator, LeaderWorkerGroup, Placement } from 'cdk8s-ai-workloads';

/*
 * A group of 16 nodes where one zone has 18 free and another 13. What already runs in the roomy zone takes CPU and no devices, as elsewhere, and the
 * scheduler prefers the emptier nodes: it begins in the zone that is too small.
 */
const ROOMY = { zone: 'eu-1a', nodes: 18 };
const SMALL = { zone: 'eu-1c', nodes: 13 };
const SIZE = 16;
const GPUS = 8;

let cluster: Cluster;

beforeAll(async () => {
  cluster = await startCluster({ nodesPerZone: 0, plainNodes: false, zones: [ROOMY.zone, 'eu-1b', SMALL.zone] });
});

afterAll(() => cluster?.stop());

async function addNodes(namespace: string): Promise<void> {
  const nodes = [ROOMY, SMALL].flatMap(({ zone, nodes: count }) => Array.from({ length: count }, (_, index) => ({ name: `${namespace}-${zone}-${index}`, zone, labels: { pool: namespace } })));
  await eachOf(nodes, 8, node => cluster.addNode(node));
  await cluster.client.ensureNamespace('tenants');
  await eachOf(nodes.filter(({ zone }) => zone === ROOMY.zone), 8, ({ name }) => cluster.client.create(tenantOn(name)));
}

function tenantOn(nodeName: string): Manifest {
  const requests = { cpu: '64', memory: '200Gi' };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `tenant-${nodeName}`, namespace: 'tenants' },
    spec: { nodeName, tolerations: [{ operator: 'Exists' }], containers: [{ name: 'main', image: 'registry.example/tenant:1', resources: { requests } }] },
  };
}

function deployHere(namespace: string, backend: Backend, placement?: Placement): Promise<LeaderWorkerGroup> {
  const accelerator = Accelerator.nvidia(GPUS);
  const props = { groups: 1, size: SIZE, accelerator, backend: BACKENDS[backend], nodeLabels: { pool: namespace }, placement };
  return deploy(cluster, namespace, { props });
}

function isRefused({ status }: Manifest): boolean {
  return (status.conditions ?? []).some((each: any) => each.type === 'PodScheduled' && each.status === 'False' && each.reason === 'Unschedulable');
}

describe.each(PLAIN)('%s', backend => {
  test('by default the first pod chooses the small zone: all but three run and hold their devices, as explain() says', async () => {
    const namespace = `stuck-${backend.toLowerCase()}`;
    await addNodes(namespace);
    const group = await deployHere(namespace, backend);
    const pods = [...(await podsWhen(cluster, namespace, `${SMALL.nodes} pods run and the others are refused`, all =>
      all.filter(isReady).length === SMALL.nodes && all.filter(isRefused).length === SIZE - SMALL.nodes)).values()];
    expect(await domainsOf(cluster, pods.filter(isReady))).toEqual([SMALL.zone]);
    expect(SMALL.nodes * GPUS).toBe(104);
    expect(group.explain()).toContain(`where ${SIZE} do not fit, up to ${SIZE - 1} x ${GPUS} = ${(SIZE - 1) * GPUS} nvidia.com/gpu are held`);
  });

  test('with the roomy zone given all of them run', async () => {
    const namespace = `given-${backend.toLowerCase()}`;
    await addNodes(namespace);
    const group = await deployHere(namespace, backend, Placement.inZone(ROOMY.zone));
    const pods = [...(await whenReady(cluster, namespace, group)).values()];
    expect(pods).toHaveLength(SIZE);
    expect(await domainsOf(cluster, pods)).toEqual([ROOMY.zone]);
  });
});
