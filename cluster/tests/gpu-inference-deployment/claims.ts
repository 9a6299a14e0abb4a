import { A100, CLASSES, claimsOf, Device, gpus, GH200, H100, H200, mig, PodClaim, sliceOf, vfio } from './devices';
import { addNodes, Llama, llamaIn, LlamaOptions, poolOf, vllm } from './llama';
import { condition, placed, unschedulable } from './pods';
import { Cluster } from '../../harness/cluster';
import { eachOf, eventually } from '../../harness/eventually';
import { Manifest } from '../../harness/manifest';
import { Accelerator, AcceleratorClaimOptions, DeviceRequest, NvidiaArchitecture } from 'cdk8s-ai-workloads';

const ZONES = ['eu-1a', 'eu-1b', 'eu-1c'];

/** A claim leaves the count to the engine. Its nodes carry the taint of GPU nodes, which a claim does not tolerate by itself. */
const claimed = (request: DeviceRequest, options: AcceleratorClaimOptions = {}): LlamaOptions => ({ accelerator: Accelerator.claim(request, { taintKey: 'nvidia.com/gpu', ...options }) });
const templatesOf = ({ objects }: Llama) => objects.filter(({ kind }) => kind === 'ResourceClaimTemplate');

/** Nodes whose devices a driver publishes, instead of a device plugin; named `<pool>-<n>`. */
async function publish(cluster: Cluster, pool: string, ...nodes: readonly Device[][]): Promise<void> {
  const names = nodes.map((_, index) => `${pool}-${index}`);
  await addNodes(cluster, names.map(name => ({ ...poolOf(pool, [0])[0], name })));
  await eachOf(nodes, 4, (devices, index) => cluster.client.create(sliceOf(names[index], devices)));
}

async function allocated(cluster: Cluster, namespace: string, ready: number, waiting: number = 0): Promise<PodClaim[]> {
  await placed(cluster, namespace, ready, waiting);
  return claimsOf(cluster, namespace);
}

/** Device claims of the replicas, allocated by the scheduler from slices that the test publishes as the driver would. */
export function claimsDevices(cluster: () => Cluster): void {
  beforeAll(() => eachOf(CLASSES, 2, each => cluster().client.create(each)));

  test('each replica gets as many devices as the engine is cut over, all on its node and none twice; one more replica waits', async () => {
    await publish(cluster(), 'count', gpus(H100, 8), gpus(A100, 8), gpus(H100, 8));
    const { llama, objects } = llamaIn('count', ZONES, { ...claimed(DeviceRequest.nvidia({ product: 'H100' })), replicas: 5 });
    await cluster().apply(objects);
    const claims = (await allocated(cluster(), 'count', 4, 1)).filter(({ node }) => node);
    expect(claims.map(({ devices }) => devices.length)).toEqual(Array(4).fill(llama.devicesPerReplica));
    claims.forEach(({ node, devices }) => expect(devices.every(device => device.startsWith(`${node}/`))).toBe(true));
    const used = claims.flatMap(({ devices }) => devices).sort();
    expect(used).toEqual(['count-0', 'count-2'].flatMap(node => gpus(H100, 8).map(({ name }) => `${node}/${name}`)));
    expect((await cluster().pods('count')).map(unschedulable).filter(Boolean)).toEqual([expect.stringContaining('cannot allocate all claims')]);
  });

  /** What one node can have. The scheduler takes devices in this order, so the first are none that a row asks for. */
  const mixed = [
    ...gpus(A100, 2), ...gpus(GH200, 2, 2), ...gpus(H100, 2, 4), vfio(H100, 6),
    mig(A100, '3g.20gb', 7), mig(A100, '1g.10gb', 8), mig(A100, '1g.10gb', 9),
  ];
  test.each<[string, DeviceRequest, string[]]>([
    ['product', DeviceRequest.nvidia({ product: 'H100' }), ['gpu-4', 'gpu-5']],
    ['product in several words', DeviceRequest.nvidia({ product: 'h100-80gb' }), ['gpu-4', 'gpu-5']],
    ['architecture', DeviceRequest.nvidia({ architecture: NvidiaArchitecture.HOPPER }), ['gpu-2', 'gpu-3', 'gpu-4', 'gpu-5']],
    ['memory, beside a GPU that reports none', DeviceRequest.nvidia({ memoryAtLeast: '80G' }), ['gpu-4', 'gpu-5']],
    ['driver', DeviceRequest.nvidia({ driverVersionAtLeast: '550.54.15' }), ['gpu-2', 'gpu-3', 'gpu-4', 'gpu-5']],
    ['CUDA', DeviceRequest.nvidia({ cudaVersionAtLeast: '12.4' }), ['gpu-2', 'gpu-3', 'gpu-4', 'gpu-5']],
    ['compute capability', DeviceRequest.nvidia({ computeCapabilityAtLeast: '9.0' }), ['gpu-2', 'gpu-3', 'gpu-4', 'gpu-5']],
    ['MIG profile', DeviceRequest.nvidiaMig('1g.10gb'), ['gpu-8-mig-19-0-1', 'gpu-9-mig-19-0-1']],
  ])('a condition takes just the devices that it means, of all that one node can have: %s', async (title, request, expected) => {
    const namespace = `takes-${title.toLowerCase().replace(/\W+/g, '-')}`;
    await publish(cluster(), namespace, mixed);
    await cluster().apply(llamaIn(namespace, ZONES, { ...claimed(request), engine: vllm({ tensorParallel: expected.length }) }).objects);
    const [{ devices }] = await allocated(cluster(), namespace, 1);
    expect(devices).toEqual(expected.map(name => `${namespace}-0/${name}`));
  });

  test('a selector without the guard of the library ends the allocation at the first GPU that reports no memory', async () => {
    await publish(cluster(), 'unguarded', mixed);
    const { objects, ...rest } = llamaIn('unguarded', ZONES, { ...claimed(DeviceRequest.nvidia({ memoryAtLeast: '80G' })), engine: vllm({ tensorParallel: 2 }) });
    const [{ spec: { spec: { devices: { requests: [{ exactly: { selectors } }] } } } }] = templatesOf({ objects, ...rest });
    selectors[0].cel.expression = selectors[0].cel.expression.replace(/^has\(.*?\) && /, '');
    await cluster().apply(objects);
    const [pod] = await eventually('the scheduler gives up', () => cluster().pods('unguarded'), pods => pods.some(each => condition(each, 'PodScheduled')?.message));
    expect(condition(pod, 'PodScheduled').message).toContain('no such key: memory');
  });

  test('a product that no node has leaves the replica waiting until a node publishes it', async () => {
    await publish(cluster(), 'product', gpus(H100, 4));
    await cluster().apply(llamaIn('product', ZONES, claimed(DeviceRequest.nvidia({ product: 'H200' }))).objects);
    const [waiting] = await allocated(cluster(), 'product', 0, 1);
    expect([waiting.claim, waiting.devices]).toEqual([expect.any(String), []]);
    await addNodes(cluster(), [{ ...poolOf('product', [0])[0], name: 'product-later' }]);
    await cluster().client.create(sliceOf('product-later', gpus(H200, 4)));
    const [claim] = await allocated(cluster(), 'product', 1);
    expect([claim.claim, claim.node, claim.devices.length]).toEqual([waiting.claim, 'product-later', 4]);
  });

  test('of alternatives, a node gives the first that it has', async () => {
    await publish(cluster(), 'either', [...gpus(H200, 4), ...gpus(H100, 4, 4)], gpus(H100, 4));
    const request = DeviceRequest.firstAvailable([DeviceRequest.nvidia({ name: 'large', product: 'H200' }), DeviceRequest.nvidia({ name: 'small', product: 'H100' })]);
    await cluster().apply(llamaIn('either', ZONES, { ...claimed(request), replicas: 3 }).objects);
    const claims = await allocated(cluster(), 'either', 3);
    expect(claims.map(({ requests, devices }) => `${requests} on ${devices[0]}`).sort()).toEqual(['gpu/large on either-0/gpu-0', 'gpu/small on either-0/gpu-4', 'gpu/small on either-1/gpu-0']);
  });

  test('a changed count rolls to a new template; pods keep the claims of the old one until they are replaced', async () => {
    await publish(cluster(), 'recount', gpus(H100, 8));
    const [four, eight] = [4, 8].map(tensorParallel => llamaIn('recount', ZONES, { ...claimed(DeviceRequest.nvidia()), engine: vllm({ tensorParallel }), replicas: 2 }));
    const [[old], [recent]] = [templatesOf(four), templatesOf(eight)].map(templates => templates.map(({ metadata }) => metadata.name));
    expect(old).not.toBe(recent);
    await cluster().apply(four.objects);
    const before = await allocated(cluster(), 'recount', 2);
    expect(before.map(({ template, devices }) => [template, devices.length])).toEqual([[old, 4], [old, 4]]);

    // One old pod goes, and a new one needs twice what it had: the roll-out stands until there are more devices.
    await cluster().apply(eight.objects);
    const between = await allocated(cluster(), 'recount', 1, 1);
    expect(between.filter(({ node }) => node)).toEqual([expect.objectContaining(before.find(({ pod }) => between.some(each => each.pod === pod))!)]);
    expect(between.filter(({ node }) => !node).map(({ template, devices }) => [template, devices])).toEqual([[recent, []]]);

    await addNodes(cluster(), [{ ...poolOf('recount', [0])[0], name: 'recount-later' }]);
    await cluster().client.create(sliceOf('recount-later', gpus(H100, 8)));
    const after = await eventually('both are replaced', () => claimsOf(cluster(), 'recount'), claims => claims.length === 2 && claims.every(({ devices }) => devices.length === 8));
    expect(after.map(({ template }) => template)).toEqual([recent, recent]);
    const left = await eventually('claims of the old pods are gone', () => cluster().client.list<Manifest>('resource.k8s.io/v1', 'ResourceClaim', 'recount'), claims => claims.length === 2);
    expect(left.map(({ metadata }) => metadata.uid).sort()).toEqual(after.map(({ claim }) => claim).sort());
    const templates = await cluster().client.list<Manifest>('resource.k8s.io/v1', 'ResourceClaimTemplate', 'recount');
    expect(templates.map(({ metadata }) => metadata.name).sort()).toEqual([old, recent].sort());
  });

  test('the same name with another count is refused by the server: hence the hash in the name', async () => {
    await cluster().client.ensureNamespace('hash');
    const [four, eight] = [4, 8].map(tensorParallel => templatesOf(llamaIn('hash', ZONES, { ...claimed(DeviceRequest.nvidia()), engine: vllm({ tensorParallel }) }))[0]);
    await cluster().apply([four, eight]);
    await expect(cluster().client.apply({ ...eight, metadata: four.metadata })).rejects.toThrow('field is immutable');
  });

  test('a template that is pruned while its revision runs: a pod that is replaced waits for it', async () => {
    await publish(cluster(), 'pruned', gpus(H100, 4));
    const llama = llamaIn('pruned', ZONES, claimed(DeviceRequest.nvidia()));
    const [template] = templatesOf(llama);
    await cluster().apply(llama.objects);
    const [before] = await placed(cluster(), 'pruned', 1);
    await cluster().client.delete(template);
    await cluster().client.delete(before, { gracePeriodSeconds: 0 });
    const [pod] = await eventually('there is a new pod', () => cluster().pods('pruned'), pods => pods.length === 1 && pods[0].metadata.uid !== before.metadata.uid);
    const said = await eventually('the claim controller misses the template', () => cluster().client.list<Manifest>('v1', 'Event', 'pruned'),
      events => events.some(({ involvedObject, reason }) => involvedObject.uid === pod.metadata.uid && reason === 'FailedResourceClaimCreation'));
    expect(said.map(({ message }) => message)).toContainEqual(expect.stringContaining(`"${template.metadata.name}" not found`));
    expect((await claimsOf(cluster(), 'pruned')).map(({ claim }) => claim)).toEqual([undefined]);
    await cluster().apply([template]);
    await placed(cluster(), 'pruned', 1);
  });
}
