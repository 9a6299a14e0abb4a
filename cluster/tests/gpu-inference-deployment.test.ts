import { JsonPatch } from 'cdk8s';
import { scalesByTheQueue } from './gpu-inference-deployment/autoscaling';
import { claimsDevices } from './gpu-inference-deployment/claims';
import { addNodes, llamaIn, LlamaOptions, poolOf, said } from './gpu-inference-deployment/llama';
import { condition, gpusByNode, gpusOf, isReady, placed, unschedulable } from './gpu-inference-deployment/pods';
import { RollOut, rollOut } from './gpu-inference-deployment/roll-out';
import { Cluster, startCluster } from '../harness/cluster';
import { endpointsIn, slicesWhen } from '../harness/endpoints';
import { eachOf, eventually } from '../harness/eventually';
import { Manifest } from '../harness/manifest';
import { ManualKubelets } from '../harness/manual-kubelets';
import { Oracle } from '../harness/oracle';
import { Accelerator, DeviceRequest, DisruptionBudget, GpuMetrics, ModelCache, ModelPreload } from 'cdk8s-ai-workloads';

const ZONES = ['eu-1a', 'eu-1b', 'eu-1c'];

let oracle: Oracle;
let cluster: Cluster;

/** Every test adds nodes of its own: devices belong to the cluster, not to a namespace. */
beforeAll(async () => {
  oracle = await Oracle.start();
  cluster = await startCluster({ nodesPerZone: 0, plainNodes: false, zones: ZONES, controllerFlags: ['--horizontal-pod-autoscaler-sync-period=1s'] });
});
afterAll(async () => {
  await cluster?.stop();
  await oracle?.stop();
});

const apply = (namespace: string, options: LlamaOptions) => cluster.apply(llamaIn(namespace, ZONES, options).objects);
/** The same deployment with another flag of the engine: a change of the template that leaves devices alone. */
const CHANGED: LlamaOptions = { vllm: { args: ['--max-num-seqs', '64'] } };
const isChanged = ({ spec }: Manifest) => spec.containers[0].args.includes('--max-num-seqs');

describe('pods and the devices of nodes', () => {
  test('replicas fill the nodes to the last device, and one more waits until a node comes', async () => {
    const { llama, objects } = llamaIn('fits', ZONES, { replicas: 5 });
    await addNodes(cluster, poolOf('fits', [8, 8]));
    await cluster.apply(objects);
    const pods = await placed(cluster, 'fits', 4, 1);
    expect(gpusByNode(pods)).toEqual({ 'fits-eu-1a-0': 8, 'fits-eu-1a-1': 8 });
    expect(pods.map(unschedulable).filter(Boolean)).toEqual([expect.stringContaining('2 Insufficient nvidia.com/gpu')]);
    expect(pods.map(gpusOf)).toEqual(Array(5).fill(llama.devicesPerReplica));
    expect(said(llama.explain(), 'fleet')).toBe(`5 replicas x 4 = ${pods.reduce((sum, pod) => sum + gpusOf(pod), 0)} devices`);
    await addNodes(cluster, poolOf('fits', [4], 'eu-1b'));
    await placed(cluster, 'fits', 5);
  });

  test('a replica larger than a node waits, though as many devices are free on two; explain names the pattern for it', async () => {
    const { llama, objects } = llamaIn('large', ZONES, { vllm: { tensorParallel: 8, pipelineParallel: 2 }, accelerator: Accelerator.nvidia(16) });
    await addNodes(cluster, poolOf('large', [8, 8]));
    await cluster.apply(objects);
    const [pod] = await placed(cluster, 'large', 0, 1);
    expect(unschedulable(pod)).toContain('Insufficient nvidia.com/gpu');
    expect(said(llama.explain(), 'a larger model')).toContain('its devices are those of one node: LeaderWorkerGroup spans nodes');
    await addNodes(cluster, poolOf('large', [16], 'eu-1b'));
    expect((await placed(cluster, 'large', 1))[0].spec.nodeName).toBe('large-eu-1b-0');
  });

  test('the memory that explain adds up is what the scheduler counts', async () => {
    const { llama, objects } = llamaIn('memory', ZONES);
    const gibibytes = Number(said(llama.explain(), 'memory').match(/= (\d+)Gi$/)![1]);
    await addNodes(cluster, poolOf('memory', [8], 'eu-1a', { memory: `${gibibytes - 1}Gi` }));
    await cluster.apply(objects);
    expect(unschedulable((await placed(cluster, 'memory', 0, 1))[0])).toContain('Insufficient memory');
    await addNodes(cluster, poolOf('memory', [8], 'eu-1b', { memory: `${gibibytes}Gi` }));
    await placed(cluster, 'memory', 1);
  });

  test('replicas stand in different zones, before and after a roll-out, and the Service has all of them', async () => {
    await addNodes(cluster, ZONES.flatMap(zone => poolOf('zones', [8], zone)));
    await apply('zones', { replicas: 3 });
    const nodesOf = (pods: readonly Manifest[]) => pods.map(({ spec }) => spec.nodeName).sort();
    expect(nodesOf(await placed(cluster, 'zones', 3))).toEqual(ZONES.map(zone => `zones-${zone}-0`));
    await apply('zones', { ...CHANGED, replicas: 3 });
    const pods = await eventually('all are replaced', () => cluster.pods('zones'), all => all.length === 3 && all.every(pod => isReady(pod) && isChanged(pod)));
    expect(nodesOf(pods)).toEqual(ZONES.map(zone => `zones-${zone}-0`));
    const slices = await slicesWhen(cluster.client, 'zones', 'llama', 'the new pods', endpoints => endpoints.length === 3 && endpoints.every(({ ready }) => ready));
    expect(endpointsIn(slices).map(({ pod }) => pod)).toEqual(pods.map(({ metadata }) => metadata.name));
  });
});

describe('a roll-out (the test reports for the nodes, and lets each pod drain and load as long as it can)', () => {
  test.each<[string, LlamaOptions, number[], string, RollOut]>([
    ['without a spare device an old pod goes first, one at a time', { replicas: 3 }, [8, 4], 'an old pod first, one at a time: 0 spare devices / 4 a pod = 0',
      { leastReady: 2, mostLive: 3, mostPresent: 4, mostGpus: 8, waitedForDrain: true }],
    ['with the devices of a pod to spare a new one comes first', { replicas: 2, target: { spareGpus: 4 } }, [8, 4], 'new pods first, 1 at a time: 4 spare devices / 4 a pod = 1',
      { leastReady: 2, mostLive: 3, mostPresent: 4, mostGpus: 8, waitedForDrain: true }],
    ['one replica without a spare device: nothing serves meanwhile', { replicas: 1 }, [4], 'the old pod first (Recreate)',
      { leastReady: 0, mostLive: 1, mostPresent: 1, mostGpus: 4, waitedForDrain: false }],
  ])('%s', async (title, options, nodes, explained, expected) => {
    const namespace = `roll-${title.split(' ').slice(-1)}`;
    const kubelets = await ManualKubelets.start(cluster, poolOf(namespace, nodes));
    try {
      await apply(namespace, options);
      await kubelets.startAll(namespace, options.replicas!);
      const { llama, objects } = llamaIn(namespace, ZONES, { ...options, ...CHANGED });
      expect(await rollOut(cluster, kubelets, namespace, objects)).toEqual(expected);
      expect((await cluster.pods(namespace)).every(isChanged)).toBe(true);
      expect(said(llama.explain(), 'roll-out')).toContain(explained);
    } finally {
      kubelets.stop();
    }
  });

  test("with Kubernetes' own strategy two replicas on a full node never change, as the library says of such a patch; with the library's they do", async () => {
    const own = JsonPatch.remove('/spec/strategy');
    expect(() => llamaIn('stuck', ZONES, { replicas: 2, change: llama => llama.apiObject.addJsonPatch(own) }))
      .toThrow('no old pod may go, and a new one needs 4 devices of which 0 are spare: it stays Pending for ever');

    const unplanned = (options: LlamaOptions) => llamaIn('stuck', ZONES, { ...options, replicas: 2 }).objects.map(object =>
      object.kind === 'Deployment' ? { ...object, spec: { ...object.spec, strategy: undefined, progressDeadlineSeconds: 2 } } : object);
    await addNodes(cluster, poolOf('stuck', [8]));
    await cluster.apply(unplanned({}));
    await placed(cluster, 'stuck', 2);
    await cluster.apply(unplanned(CHANGED));
    const { spec } = await eventually('the roll-out is given up', () => cluster.client.get('apps/v1', 'Deployment', 'stuck', 'llama'),
      deployment => condition(deployment, 'Progressing')?.reason === 'ProgressDeadlineExceeded');
    expect(spec.strategy.rollingUpdate).toEqual({ maxSurge: '25%', maxUnavailable: '25%' });
    expect((await placed(cluster, 'stuck', 2, 1)).filter(isReady).filter(isChanged)).toEqual([]);

    await apply('stuck', { ...CHANGED, replicas: 2 });
    await eventually('both are replaced', () => cluster.pods('stuck'), pods => pods.length === 2 && pods.every(pod => isReady(pod) && isChanged(pod)));
  });
});

describe('drains (the test reports for the nodes)', () => {
  test.each<[string, LlamaOptions, number[]]>([
    ['one', {}, [201, 429, 429]],
    ['two', { disruptionBudget: DisruptionBudget.atMost(2) }, [201, 201, 429]],
    ['all', { disruptionBudget: DisruptionBudget.none() }, [201, 201, 201]],
  ])('a budget lets %s of three go, and the next when the replacement is ready', async (name, options, expected) => {
    const namespace = `drain-${name}`;
    const kubelets = await ManualKubelets.start(cluster, poolOf(namespace, [8, 8]));
    try {
      await apply(namespace, { ...options, replicas: 3 });
      const pods = await kubelets.startAll(namespace, 3);
      const allowed = async () => (await cluster.client.list('policy/v1', 'PodDisruptionBudget', namespace)).map(({ status }: any) => status?.disruptionsAllowed);
      const first = expected.filter(status => status === 201).length;
      await eventually('the budget counted the pods', allowed, counts => counts.every(count => count === first));
      expect(await eachOf(pods, 1, async ({ metadata }) => (await cluster.client.evict(namespace, metadata.name)).status)).toEqual(expected);
      await eachOf(pods.slice(0, first), 1, pod => kubelets.terminate(pod));
      await kubelets.startAll(namespace, 3);
      await eventually('the budget counted the replacements', allowed, counts => counts.every(count => count === first));
      expect((await cluster.client.evict(namespace, (await cluster.pods(namespace))[0].metadata.name)).status).toBe(201);
    } finally {
      kubelets.stop();
    }
  });

  test('replicas that do not get ready may all be evicted; without the policy of the budget they would hold their nodes', async () => {
    const kubelets = await ManualKubelets.start(cluster, poolOf('crashing', [8, 8]));
    try {
      const { objects } = llamaIn('crashing', ZONES, { replicas: 3 });
      const budget = objects.find(({ kind }) => kind === 'PodDisruptionBudget')!;
      await cluster.apply(objects);
      const [pod] = await kubelets.startAll('crashing', 3, false);
      const evict = async () => (await cluster.client.evict('crashing', pod.metadata.name)).status;
      await cluster.client.apply({ ...budget, spec: { ...budget.spec, unhealthyPodEvictionPolicy: undefined } });
      await eventually('the budget is counted', () => cluster.client.get('policy/v1', 'PodDisruptionBudget', 'crashing', 'llama'),
        ({ metadata, status }) => status?.observedGeneration === metadata.generation && status.currentHealthy === 0 && status.desiredHealthy === 2);
      expect(await evict()).toBe(429);
      await cluster.client.apply(budget);
      expect(await evict()).toBe(201);
    } finally {
      kubelets.stop();
    }
  });
});

describe('device claims', () => claimsDevices(() => cluster));

test('in the pods that the server took, the exporter is a sidecar that shares the claim of the engine; the download is none and has no device', async () => {
  await addNodes(cluster, poolOf('helpers', [0]));
  await apply('helpers', {
    accelerator: Accelerator.claim(DeviceRequest.nvidia(), { taintKey: 'nvidia.com/gpu' }),
    gpuMetrics: GpuMetrics.sidecar(),
    modelCache: ModelCache.hostPath('/mnt/models'),
    preload: ModelPreload.fromHub(),
  });
  const [{ spec }] = await placed(cluster, 'helpers', 0, 1);
  const container = ({ name, restartPolicy, resources }: any) => ({ name, restartPolicy, claims: resources.claims });
  const shared = [{ name: 'accelerator' }];
  expect(spec.initContainers.map(container)).toEqual([{ name: 'dcgm-exporter', restartPolicy: 'Always', claims: shared }, { name: 'model-preload' }]);
  expect(spec.containers.map(container)).toEqual([{ name: 'main', claims: shared }]);
});

describe('the autoscaler', () => scalesByTheQueue(() => oracle, () => cluster));
