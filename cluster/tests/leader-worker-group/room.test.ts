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

/** Off in Kubernetes 1.36 by default; pods without a PodGroup are scheduled as ever. */
const GATES = { GenericWorkload: true, GangScheduling: true, TopologyAwareWorkloadScheduling: true };

let cluster: Cluster;

beforeAll(async () => {
  cluster = await startCluster({ nodesPerZone: 0, plainNodes: false, zones: [ROOMY.zone, 'eu-1b', SMALL.zone], gates: GATES, allApis: true });
});

afterAll(() => cluster?.stop());

async function addNodes(namespace: string, inZones = [ROOMY, SMALL]): Promise<void> {
  const nodes = inZones.flatMap(({ zone, nodes: count }) => Array.from({ length: count }, (_, index) => ({ name: `${namespace}-${zone}-${index}`, zone, labels: { pool: namespace } })));
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
  return deploy(cluster, namespace, { props, gates: GATES });
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

  test('as a gang all of them run in the zone that has room for all, and a pod that is replaced comes back into it', async () => {
    const namespace = `gang-${backend.toLowerCase()}`;
    await addNodes(namespace);
    const group = await deployHere(namespace, backend, Placement.gang('topology.kubernetes.io/zone'));
    const pods = await whenReady(cluster, namespace, group);
    expect(await domainsOf(cluster, [...pods.values()])).toEqual([ROOMY.zone]);
    const [name, pod] = [...pods][SIZE - 1];
    await cluster.client.delete(pod, { gracePeriodSeconds: 0 });
    const after = await podsWhen(cluster, namespace, `${name} is another pod, and all run`, all =>
      all.filter(isReady).length === SIZE && all.every(each => each.metadata.uid !== pod.metadata.uid));
    expect(await domainsOf(cluster, [...after.values()])).toEqual([ROOMY.zone]);
  });

  test('a gang that fits into no zone holds nothing', async () => {
    const namespace = `none-${backend.toLowerCase()}`;
    await addNodes(namespace, [{ ...ROOMY, nodes: SIZE - 1 }, SMALL]);
    const group = await deployHere(namespace, backend, Placement.gang('topology.kubernetes.io/zone'));
    const pods = [...(await podsWhen(cluster, namespace, 'all pods are refused', all => all.length === SIZE && all.every(isRefused))).values()];
    expect(pods.map(({ spec }) => spec.nodeName).filter(Boolean)).toEqual([]);
    expect(group.explain()).toContain(`the scheduler places all ${SIZE} pods of a group at once or none, in a zone that has room for them; nothing is held before`);
  });
});
