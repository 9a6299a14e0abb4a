import { App, Chart, Duration } from 'cdk8s';
import { Cluster, startCluster, synthesise } from '../harness/cluster';
import { eventually, pause } from '../harness/eventually';
import { InstanceType } from '../harness/karpenter';
import { Manifest } from '../harness/manifest';
import {
  Accelerator, AcceleratorOptions, Capacity, GpuInferenceDeployment, GpuInferenceDeploymentProps, InferenceEngine, IWorkload, KarpenterNodePool,
  KarpenterNodePoolProps, KarpenterNodes, Memory, NodeOperator, OnDemandFloor, SpotInference, Target,
} from 'cdk8s-ai-workloads';

/*
 * NodePools of the library under a real Karpenter, whose machines are simulated: which nodes it adds for the pods of a workload, when it stops, and when it takes
 * them away. Karpenter is of the release before the definitions (v1.14.1 and v1.15.0), since that one builds with an older Go.
 */

const NAME = 'karpenter.k8s.aws/instance-gpu-name';
const AWS = 'karpenter.k8s.aws/instance-gpu';
const aws = (name: string, gpu: string, gpus: number, price: number): InstanceType => ({
  name, gpus, price, labels: gpus === 0 ? {} : { [NAME]: gpu, [`${AWS}-count`]: String(gpus), [`${AWS}-manufacturer`]: 'nvidia' },
});

/** As cheap for each GPU as it gets with more of them, so that Karpenter does not choose for the price of one. */
const MACHINES = [
  aws('m7i.48xlarge', '', 0, 9), aws('g5.xlarge', 'a10g', 1, 1), aws('g5.12xlarge', 'a10g', 4, 5.7), aws('g5.48xlarge', 'a10g', 8, 16.3), aws('p5.48xlarge', 'h100', 8, 98),
];

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster({ zones: ['eu-1a', 'eu-1b'], nodesPerZone: 0, karpenter: MACHINES });
  await cluster.client.create({ apiVersion: 'karpenter.kwok.sh/v1alpha1', kind: 'KWOKNodeClass', metadata: { name: 'gpu' } } as Manifest);
  await startConsolidation();
  await startWaiting();
});
afterAll(() => cluster?.stop());

/** The labels of AWS, with the node class of the simulated provider. */
function asSimulated(objects: readonly Manifest[]): Manifest[] {
  objects.filter(({ kind }) => kind === 'NodePool').forEach(({ spec }) => {
    spec.template.spec.nodeClassRef = { group: 'karpenter.kwok.sh', kind: 'KWOKNodeClass', name: 'gpu' };
  });
  return [...objects];
}

function app(namespace: string, make: (chart: Chart) => IWorkload, pool: Partial<KarpenterNodePoolProps> = {}): Manifest[] {
  return asSimulated(synthesise((tree: App) => {
    const chart = new Chart(tree, 'chart', { namespace });
    Target.define(chart, { zones: ['eu-1a', 'eu-1b'] });
    new KarpenterNodePool(chart, namespace, { workloads: [make(chart)], nodes: KarpenterNodes.aws('gpu'), ...pool });
  }));
}

const llama = (props: Partial<GpuInferenceDeploymentProps> & { readonly options?: AcceleratorOptions } = {}) => (chart: Chart) => {
  const { options, ...rest } = props;
  return new GpuInferenceDeployment(chart, 'llama', {
    engine: InferenceEngine.vllm({ version: '0.18', model: 'a/b', tensorParallel: 4 }),
    accelerator: Accelerator.nvidia(4, options),
    container: { memory: Memory.of('100Gi') },
    nodeLabels: { pool: chart.namespace! },
    replicas: 3,
    ...rest,
  });
};

const nodesOf = async (pool: string) => (cluster.client.list<Manifest>('v1', 'Node', undefined, `karpenter.sh/nodepool=${pool}`));
const gpusIn = (nodes: readonly Manifest[]) => nodes.map(({ status }) => Number(status.allocatable?.['nvidia.com/gpu'] ?? 0)).reduce((sum, each) => sum + each, 0);
const poolIn = (name: string) => cluster.client.get('karpenter.sh/v1', 'NodePool', undefined, name);
const isReady = (pods: readonly Manifest[]) => pods.every(({ status }) => status.conditions?.some(({ type, status: is }: any) => type === 'Ready' && is === 'True'));
const running = (namespace: string, count: number) => eventually(`${count} pods of ${namespace} run`, () => cluster.pods(namespace),
  pods => pods.length === count && isReady(pods), { seconds: 120 });
const waiting = (namespace: string) => eventually(`a pod in ${namespace} finds no node`, () => cluster.pods(namespace),
  pods => pods.some(({ status }) => status.conditions?.some(({ reason }: any) => reason === 'Unschedulable')));

test('nodes come for the pods, of the product, the kind of capacity and the zones that they ask for', async () => {
  await cluster.apply(app('chosen', llama({ options: { product: 'NVIDIA-H100-80GB-HBM3' } })));
  await running('chosen', 3);
  const nodes = await nodesOf('chosen');
  expect(new Set(nodes.map(({ metadata }) => metadata.labels![NAME]))).toEqual(new Set(['h100']));
  expect(new Set(nodes.map(({ metadata }) => metadata.labels!['karpenter.sh/capacity-type']))).toEqual(new Set(['on-demand']));
  expect(nodes.every(({ metadata, spec }) => metadata.labels!.pool === 'chosen' && spec.taints.some(({ key }: any) => key === 'nvidia.com/gpu'))).toBe(true);
  expect((await poolIn('chosen')).status.conditions.find(({ type }: any) => type === 'ValidationSucceeded').status).toBe('True');
});

test('the limit holds what the workload needs at its largest, and no node more', async () => {
  const objects = app('limited', llama({ replicas: 3 }), { devicesPerNode: [8] });
  const limit = Number(objects.find(({ kind }) => kind === 'NodePool')!.spec.limits['nvidia.com/gpu']);
  expect(limit).toBe(16);
  await cluster.apply(objects);
  await running('limited', 3);
  expect(gpusIn(await nodesOf('limited'))).toBeLessThanOrEqual(limit);
  await cluster.client.patch({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { namespace: 'limited', name: 'llama' } }, { spec: { replicas: 6 } });
  await eventually('a fourth pod runs, and two find no node', () => cluster.pods('limited'),
    pods => pods.filter(({ spec }) => spec.nodeName).length === 4 && pods.length === 6, { seconds: 90 });
  await pause(8000);
  expect(gpusIn(await nodesOf('limited'))).toBe(limit);
});

/** What no node comes for: applied first and looked at last, so that Karpenter has its time. */
const KEPT_WAITING = ['narrow', 'tainted', 'unknown'];

async function startWaiting(): Promise<void> {
  const [narrow, tainted, unknown] = KEPT_WAITING.map(name => app(name, llama({ replicas: 1 }), { devicesPerNode: [8] }));
  const specOf = (objects: readonly Manifest[]) => objects.find(({ kind }) => kind === 'NodePool')!.spec;
  specOf(narrow).limits['nvidia.com/gpu'] = '4';
  specOf(tainted).template.spec.taints.push({ key: 'team', value: 'a', effect: 'NoSchedule' });
  delete specOf(unknown).template.metadata;
  await cluster.apply([...narrow, ...tainted, ...unknown]);
}

/** Two servers on nodes that are larger than they need, of which one may be moved. */
const CONSOLIDATED = {
  moved: llama({ replicas: 1 }),
  kept: llama({ replicas: 1, podMetadata: { annotations: { 'karpenter.sh/do-not-disrupt': 'true' } } }),
};

async function startConsolidation(): Promise<void> {
  const each = (devicesPerNode: number[]) => Object.entries(CONSOLIDATED)
    .flatMap(([name, make]) => app(name, make, { devicesPerNode, consolidateAfter: Duration.seconds(5) }));
  await cluster.apply(each([8]));
  for (const name of Object.keys(CONSOLIDATED)) {
    await running(name, 1);
    expect(gpusIn(await nodesOf(name))).toBe(8);
  }
  await cluster.apply(each([4, 8]));
}

test('each part of SpotInference gets its kind of node out of one pool', async () => {
  const make = (chart: Chart) => new SpotInference(chart, 'llama', {
    engine: InferenceEngine.vllm({ version: '0.18', model: 'a/b', tensorParallel: 4 }),
    accelerator: Accelerator.nvidia(4),
    container: { memory: Memory.of('100Gi') },
    replicas: 4,
    floor: OnDemandFloor.replicas(1),
    capacity: Capacity.spotKarpenter(),
    nodeLabels: { pool: chart.namespace! },
  });
  await cluster.apply(app('spot', make));
  const pods = await running('spot', 4);
  const nodes = new Map((await nodesOf('spot')).map(({ metadata }) => [metadata.name, metadata.labels!['karpenter.sh/capacity-type']]));
  const types = pods.map(({ spec }) => nodes.get(spec.nodeName));
  expect(types.filter(type => type === 'on-demand')).toHaveLength(1);
  expect(types.filter(type => type === 'spot')).toHaveLength(3);
});

test('a Karpenter that is free to choose takes spot for pods that say nothing, so the pool says on-demand', async () => {
  const objects = app('cheapest', llama({ replicas: 1 }));
  const { spec } = objects.find(({ kind }) => kind === 'NodePool')!;
  spec.template.spec.requirements = spec.template.spec.requirements.filter(({ key }: any) => key !== 'karpenter.sh/capacity-type');
  await cluster.apply(objects);
  await running('cheapest', 1);
  expect((await nodesOf('cheapest')).map(({ metadata }) => metadata.labels!['karpenter.sh/capacity-type'])).toEqual(['spot']);
});

test('a limit below whole nodes, a taint that pods do not tolerate, and a label that nobody knows add no node: what the construct refuses', async () => {
  for (const name of KEPT_WAITING) {
    await waiting(name);
    expect(await nodesOf(name)).toEqual([]);
  }
  const make = (props: Partial<KarpenterNodePoolProps>) => () => {
    process.env.CDK8S_AI_WORKLOADS_FAIL_FAST = '1';
    try {
      return app('refused', llama({ replicas: 1 }), props);
    } finally {
      delete process.env.CDK8S_AI_WORKLOADS_FAIL_FAST;
    }
  };
  expect(make({ devicesPerNode: [8], limits: { 'nvidia.com/gpu': '4' } })).toThrow(/the workloads need 8/);
  expect(make({ taints: [{ key: 'team', value: 'a' }] })).toThrow(/nodes have the taint team=a:NoSchedule, which the pods do not tolerate/);
  expect(make({ requirements: [{ key: 'pool', operator: NodeOperator.IN, values: ['other'] }] })).toThrow(/the pods ask for pool: one of refused, and its nodes have one of other/);
});

test('consolidation moves pods of a server to a smaller node, and leaves those that say that nobody may', async () => {
  expect((await poolIn('moved')).spec.disruption.consolidationPolicy).toBe('WhenEmptyOrUnderutilized');
  expect((await poolIn('kept')).spec.disruption.consolidationPolicy).toBe('WhenEmpty');
  await eventually('the node of moved is a smaller one', () => nodesOf('moved'), nodes => nodes.length === 1 && gpusIn(nodes) === 4, { seconds: 180 });
  expect(gpusIn(await nodesOf('kept'))).toBe(8);
});
