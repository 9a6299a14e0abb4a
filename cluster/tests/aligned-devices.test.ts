import { App, Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { CLASSES, Device, H100, gpus, sliceOf } from './gpu-inference-deployment/devices';
import { Cluster, startCluster, synthesise } from '../harness/cluster';
import { eachOf, eventually } from '../harness/eventually';
import { Manifest } from '../harness/manifest';
import { Accelerator, AlignedDevices, DeviceAlignment, DeviceRequest, LeaderWorkerGroup, Memory, ResourceClaimTemplate } from 'cdk8s-ai-workloads';

/*
 * GPUs with network cards beside them, allocated by the real scheduler from slices as the drivers of NVIDIA and DRANET publish them.
 */

const API = 'resource.k8s.io/v1';
const ROOT = 'resource.kubernetes.io/pcieRoot';
const DRANET = 'dra.net';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster({ zones: ['eu-1a'], nodesPerZone: 0 });
  const dranet = { apiVersion: API, kind: 'DeviceClass', metadata: { name: 'dranet' }, spec: { selectors: [{ cel: { expression: 'device.driver == "dra.net"' } }] } };
  await eachOf([...CLASSES, dranet], 3, each => cluster.client.create(each as Manifest));
});
afterAll(() => cluster?.stop());

const on = (root: number) => ({ [ROOT]: { string: `pci0000:${root}0` }, 'resource.kubernetes.io/numaNode': { int: Math.floor(root / 4) } });
const gpusOn = (roots: readonly number[]): Device[] => gpus(H100, roots.length)
  .map((gpu, index) => ({ ...gpu, attributes: { ...gpu.attributes, ...on(roots[index]) } }));
/** Source: kubernetes-sigs/dranet examples/aws_eks_examples/gpu-efa/resourceslice-dranet.yaml (main of 2026-08) */
const cardsOn = (roots: readonly number[], rdma = true): Device[] => roots.map((root, index) => ({
  name: `pci-0000-${index}${rdma ? '' : '-plain'}`, attributes: { ...on(root), 'dra.net/rdma': { bool: rdma }, 'dra.net/numaNode': { int: Math.floor(root / 4) } },
}));

/** A node whose GPUs and cards two drivers publish; pods of the test select it by the label `pool`. */
async function addNode(pool: string, name: string, gpuRoots: readonly number[], cards: readonly Device[]): Promise<void> {
  await cluster.addNode({ name, zone: 'eu-1a', gpus: 0, labels: { pool } });
  await cluster.client.create(sliceOf(name, gpusOn(gpuRoots)));
  const slice = sliceOf(name, cards);
  await cluster.client.create({ ...slice, metadata: { name: `${name}-${DRANET}` }, spec: { ...slice.spec, driver: DRANET } });
}

/** Pods that stay: a simulated kubelet ends those of a Job at once, and their claims with them. */
function run(namespace: string, accelerator: Accelerator): Manifest[] {
  return synthesise(app => {
    const chart = new Chart(app, 'chart', { namespace });
    new LeaderWorkerGroup(chart, 'llm', { size: 1, accelerator, nodeLabels: { pool: namespace }, container: CONTAINER });
  });
}

const CONTAINER = { image: 'registry.example/llm:1', portNumber: 8000, memory: Memory.of('64Gi') };

const pairs = (count: number, cards?: number) => Accelerator.aligned(
  AlignedDevices.pairs(DeviceRequest.nvidia(), DeviceRequest.dranet('dranet', { count: cards }), DeviceAlignment.samePcieRoot()), { count });

interface Allocated {
  readonly request: string;
  readonly pool: string;
  readonly device: string;
  readonly root: string;
}

/** Devices of each request of the one claim of a namespace, with their roots. */
async function allocation(namespace: string): Promise<Allocated[]> {
  const claims = await eventually(`the claim in ${namespace} is allocated`, () => cluster.client.list<Manifest>(API, 'ResourceClaim', namespace),
    all => all.length > 0 && all.every(({ status }) => status?.allocation));
  const slices = await cluster.client.list<Manifest>(API, 'ResourceSlice');
  return claims.flatMap(({ status }) => status.allocation.devices.results.map(({ request, driver, pool, device }: any) => {
    const { spec } = slices.find(each => each.spec.driver === driver && each.spec.pool.name === pool)!;
    return { request, pool, device, root: spec.devices.find((each: any) => each.name === device).attributes[ROOT].string };
  }));
}

/** What the scheduler says of a pod that it cannot place. */
async function refusal(namespace: string): Promise<string> {
  const [pod] = await eventually(`the scheduler gives up in ${namespace}`, () => cluster.pods(namespace),
    pods => pods.some(({ status }) => status.conditions?.some(({ reason }: any) => reason === 'Unschedulable')));
  return pod.status.conditions.find(({ type }: any) => type === 'PodScheduled').message;
}

function rootsByPair(devices: readonly Allocated[]): string[][] {
  const indexes = [...new Set(devices.map(({ request }) => request.replace(/^.*-/, '')))].sort();
  return indexes.map(index => [...new Set(devices.filter(({ request }) => request.endsWith(`-${index}`)).map(({ root }) => root))]);
}

test('each GPU has a card of its own root, on the node where that is possible', async () => {
  await addNode('pairs', 'pairs-apart', [1, 2, 3, 4], cardsOn([5, 6, 7, 7]));
  await addNode('pairs', 'pairs-beside', [1, 2, 3, 4], cardsOn([4, 3, 2, 1]));
  await cluster.apply(run('pairs', pairs(4)));
  const devices = await allocation('pairs');
  expect(devices.map(({ pool }) => pool)).toEqual(Array(8).fill('pairs-beside'));
  expect(rootsByPair(devices).map(roots => roots.length)).toEqual([1, 1, 1, 1]);
  expect(new Set(rootsByPair(devices).flat()).size).toBe(4);
});

test('where no node has as many pairs the pod stays pending, though it has as many GPUs and cards', async () => {
  await addNode('few', 'few-0', [1, 2, 3, 4], cardsOn([1, 2, 5, 6]));
  await cluster.apply(run('few', pairs(3)));
  expect(await refusal('few')).toContain('cannot allocate all claims');
});

test('cards that speak no RDMA are not taken', async () => {
  await addNode('plain', 'plain-0', [1], cardsOn([1], false));
  await cluster.apply(run('plain', pairs(1)));
  expect(await refusal('plain')).toContain('cannot allocate all claims');
});

test('two cards for each GPU', async () => {
  await addNode('two', 'two-0', [1, 2], cardsOn([2, 1, 2, 1]));
  await cluster.apply(run('two', pairs(2, 2)));
  const devices = await allocation('two');
  expect(devices).toHaveLength(6);
  expect(rootsByPair(devices).map(roots => roots.length)).toEqual([1, 1]);
});

test('eight pairs are found at once, in whatever order the cards stand', async () => {
  await addNode('eight', 'eight-0', [0, 1, 2, 3, 4, 5, 6, 7], cardsOn([7, 6, 5, 4, 3, 2, 1, 0]));
  await cluster.apply(run('eight', pairs(8)));
  expect(rootsByPair(await allocation('eight'))).toHaveLength(8);
});

test('one constraint over all asks for all on one root, which this node does not have', async () => {
  await addNode('all', 'all-0', [1, 2], cardsOn([1, 2]));
  const together = AlignedDevices.together(DeviceRequest.nvidia(), [DeviceRequest.dranet('dranet', { count: 2 })], DeviceAlignment.samePcieRoot());
  await cluster.apply(run('all', Accelerator.aligned(together, { count: 2 })));
  expect(await refusal('all')).toContain('cannot allocate all claims');
});

test('four GPUs and a card of one NUMA node, of a machine with two', async () => {
  await addNode('numa', 'numa-0', [0, 4, 1, 5, 2, 6, 3, 7], cardsOn([6, 2]));
  const numa = AlignedDevices.together(DeviceRequest.nvidia(), [DeviceRequest.dranet('dranet')], DeviceAlignment.sameNumaNode());
  await cluster.apply(run('numa', Accelerator.aligned(numa, { count: 4 })));
  const devices = await allocation('numa');
  expect(new Set(devices.map(({ root }) => Number(root[8]) < 4)).size).toBe(1);
});

test('an attribute that the cards do not have is never met, as the checks say', async () => {
  await addNode('lacks', 'lacks-0', [1], cardsOn([1]));
  const objects = run('lacks', pairs(1));
  const template = objects.find(({ kind }) => kind === 'ResourceClaimTemplate')!;
  template.spec.spec.devices.constraints[0].matchAttribute = 'gpu.nvidia.com/architecture';
  await cluster.apply(objects);
  expect(await refusal('lacks')).toContain('cannot allocate all claims');
});

test('whoever watches gets all GPUs of the node beside the pods that hold them, in a namespace that allows it', async () => {
  await addNode('watched', 'watched-0', [1, 2], cardsOn([1, 2]));
  await cluster.apply(run('watched', pairs(2)));
  await allocation('watched');
  const watch = (label: boolean) => synthesise((app: App) => {
    const chart = new Chart(app, 'chart', { namespace: label ? 'watchers' : 'strangers' });
    const adminNamespace = label ? new kplus.Namespace(chart, 'Namespace', { metadata: { name: 'watchers' } }) : undefined;
    const claim = new ResourceClaimTemplate(chart, 'All', { requests: [DeviceRequest.nvidia().withAdminAccess()], adminNamespace });
    const watcher = new LeaderWorkerGroup(chart, 'watch', { size: 1, nodeLabels: { pool: 'watched' }, container: CONTAINER });
    claim.attachTo(watcher.leader.mainContainer);
  });
  await cluster.apply(watch(true));
  expect((await allocation('watchers')).map(({ device }) => device).sort()).toEqual(['gpu-0', 'gpu-1']);
  await expect(cluster.apply(watch(false))).rejects.toThrow(/admin access to devices requires the `resource.kubernetes.io\/admin-access: true` label/);
});
