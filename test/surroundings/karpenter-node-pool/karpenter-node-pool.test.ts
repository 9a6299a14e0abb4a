import { App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Accelerator, Capacity, GpuInferenceDeployment, GpuInferenceDeploymentProps, IndexedTrainingJob, IndexedTrainingJobProps, InferenceEngine,
  IWorkload, KarpenterNodePool, KarpenterNodePoolProps, KarpenterNodes, LeaderWorkerBackend, LeaderWorkerGroup, Memory, NodeBudget,
  NodeDisruption, NodeOperator, OnDemandFloor, SpotInference, Target, TargetProps, Workload,
} from '../../../src';
import { WORKLOADS } from '../../workloads/handle/every-workload';

type Make = (chart: Chart) => IWorkload;
type Given = Partial<KarpenterNodePoolProps> & { readonly target?: TargetProps };

const H100 = { product: 'NVIDIA-H100-80GB-HBM3' };
const AWS = KarpenterNodes.aws('gpu');

const server = (props: Partial<GpuInferenceDeploymentProps> = {}): Make => chart => new GpuInferenceDeployment(chart, 'llama', {
  engine: InferenceEngine.vllm({ version: '0.18', model: 'a/b', tensorParallel: 4 }), accelerator: Accelerator.nvidia(4), container: { memory: Memory.of('100Gi') }, replicas: 3, ...props,
});
const training = (props: Partial<IndexedTrainingJobProps> = {}): Make => chart => new IndexedTrainingJob(chart, 'train', {
  workers: 4, container: { image: 'registry.example/train:1' }, accelerator: Accelerator.nvidia(8), ...props,
});

function pooled(make: Make, { target = {}, ...props }: Given = {}): { spec: any; pool: KarpenterNodePool; object: any } {
  const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
  Target.define(chart, target);
  const pool = new KarpenterNodePool(chart, 'gpu', { workloads: [make(chart)], nodes: AWS, ...props });
  const object = chart.toJson().find(({ kind }) => kind === 'NodePool');
  return { spec: object.spec, pool, object };
}

const requirementsOf = (make: Make, given: Given = {}) =>
  Object.fromEntries(pooled(make, given).spec.template.spec.requirements.map(({ key, operator, values }: any) => [key, values ?? operator]));
const limitOf = (make: Make, given: Given = {}) => pooled(make, given).spec.limits?.['nvidia.com/gpu'];

test('it is an object of the cluster, and its pods may insist on it', () => {
  const { object, pool } = pooled(server());
  expect(object.metadata).toEqual({ name: 'gpu' });
  expect(object.spec.template.spec.nodeClassRef).toEqual({ group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'gpu' });
  expect(pool.nodeLabels).toEqual({ 'karpenter.sh/nodepool': 'gpu' });
});

describe('nodes are what the pods ask for', () => {
  test('machines are chosen by the labels of the provider, and the label that is written late is given to the nodes', () => {
    const { spec } = pooled(server({ accelerator: Accelerator.nvidia(4, H100) }));
    const found = requirementsOf(server({ accelerator: Accelerator.nvidia(4, H100) }));
    expect(found).toMatchObject({ 'karpenter.k8s.aws/instance-gpu-name': ['h100'], 'karpenter.k8s.aws/instance-gpu-count': ['8'], 'kubernetes.io/arch': ['amd64'] });
    expect(found).not.toHaveProperty('nvidia.com/gpu.product');
    expect(spec.template.metadata.labels).toEqual({ 'nvidia.com/gpu.product': 'NVIDIA-H100-80GB-HBM3' });
  });

  test.each<[string, KarpenterNodes, object]>([
    ['EKS Auto Mode has its own domain', KarpenterNodes.eksAuto('default'), { 'eks.amazonaws.com/instance-gpu-manufacturer': ['nvidia'] }],
    ['Azure too', KarpenterNodes.azure('default', { gpuNames: ['H100'] }), { 'karpenter.azure.com/sku-gpu-name': ['H100'] }],
    ['types of machines', KarpenterNodes.aws('gpu', { instanceTypes: ['p5.48xlarge'] }), { 'node.kubernetes.io/instance-type': ['p5.48xlarge'] }],
  ])('%s', (_, nodes, wanted) => {
    expect(requirementsOf(server(), { nodes, devicesPerNode: [8] })).toMatchObject(wanted);
  });

  test('pods that say nothing of spot get on-demand nodes, and each part of SpotInference its own', () => {
    const spot: Make = chart => new SpotInference(chart, 'llama', {
      engine: InferenceEngine.vllm({ version: '0.18', model: 'a/b' }),
      accelerator: Accelerator.nvidia(1),
      container: { memory: Memory.of('20Gi') },
      replicas: 4,
      floor: OnDemandFloor.replicas(1),
      capacity: Capacity.spotKarpenter(),
    });
    expect(requirementsOf(server())['karpenter.sh/capacity-type']).toEqual(['on-demand']);
    expect(requirementsOf(spot)['karpenter.sh/capacity-type']).toEqual(['on-demand', 'spot']);
  });

  test('zones are those of the Target, unless they are given', () => {
    const target = { zones: ['eu-1a', 'eu-1b'] };
    expect(requirementsOf(server(), { target })['topology.kubernetes.io/zone']).toEqual(['eu-1a', 'eu-1b']);
    expect(requirementsOf(server(), { target, zones: ['eu-1b'] })['topology.kubernetes.io/zone']).toEqual(['eu-1b']);
    expect(requirementsOf(server())).not.toHaveProperty('topology.kubernetes.io/zone');
  });

  test('a requirement of one\'s own takes the place of the derived one', () => {
    const key = 'karpenter.k8s.aws/instance-gpu-count';
    const { spec } = pooled(server(), { devicesPerNode: [8], requirements: [{ key, operator: NodeOperator.GREATER_THAN, values: ['7'] }] });
    expect(spec.template.spec.requirements.filter((each: any) => each.key === key)).toEqual([{ key, operator: 'Gt', values: ['7'] }]);
  });

  test('the taint of the devices keeps others off where all pods tolerate it, and an empty list takes it away', () => {
    expect(pooled(server()).spec.template.spec.taints).toEqual([{ key: 'nvidia.com/gpu', value: 'true', effect: 'NoSchedule' }]);
    expect(pooled(server(), { taints: [] }).spec.template.spec).not.toHaveProperty('taints');
  });

  test('what pods are given later counts too', () => {
    const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
    const deployment = new kplus.Deployment(chart, 'w', { containers: [{ image: 'a:1' }], replicas: 1 });
    new KarpenterNodePool(chart, 'gpu', { workloads: [Workload.of(deployment)], nodes: AWS });
    deployment.scheduling.attract(kplus.Node.labeled(kplus.NodeLabelQuery.is('team', 'a')));
    expect(chart.toJson().find(({ kind }) => kind === 'NodePool').spec.template.metadata.labels).toEqual({ team: 'a' });
  });
});

describe('the limit', () => {
  test('counts whole nodes of the size that wastes most', () => {
    expect(limitOf(server(), { devicesPerNode: [8] })).toBe('16');
    expect(limitOf(server(), { devicesPerNode: [4] })).toBe('12');
    expect(limitOf(server(), { devicesPerNode: [4, 8] })).toBe('16');
  });

  test('follows from what the Target declares once: the largest node, and what stays free for a roll-out', () => {
    const sum = (spareGpus: number) => limitOf(server(), { target: { gpusPerNode: 8, spareGpus } });
    expect([sum(0), sum(4), sum(12)]).toEqual(['16', '24', '32']);
    const { pool } = pooled(server(), { target: { gpusPerNode: 8, spareGpus: 4 } });
    expect(pool.explain()).toMatch(/llama replica: 3 pods x 4, 2 nodes x 8 = 16\n.*a roll-out of llama adds 1 x 4: 1 node x 8 = 8\n.*together 16 \+ 8 = 24/);
  });

  test('has room for a new group of a LeaderWorkerSet', () => {
    const group: Make = chart => new LeaderWorkerGroup(chart, 'llm', {
      groups: 2, size: 2, accelerator: Accelerator.nvidia(8), container: { image: 'registry.example/serve:1' }, backend: LeaderWorkerBackend.leaderWorkerSet(),
    });
    expect(limitOf(group, { target: { gpusPerNode: 8 } })).toBe('32');
    expect(limitOf(group, { target: { gpusPerNode: 8, spareGpus: 16 } })).toBe('48');
  });

  test('that is given stands, and may not be too small', () => {
    expect(limitOf(server(), { devicesPerNode: [8], limits: { 'nvidia.com/gpu': '64', 'cpu': '1000' } })).toBe('64');
    expect(() => pooled(server(), { devicesPerNode: [8], limits: { 'nvidia.com/gpu': '12' } })).toThrow(/limits\[nvidia.com\/gpu\]: Invalid value: "12": the workloads need 16: llama replica: 3 pods x 4, 2 nodes x 8 = 16/);
  });

  test('of an autoscaler is its largest size', () => {
    expect(limitOf(server({ replicas: undefined, autoscaling: { minReplicas: 1, maxReplicas: 6, queueDepth: 8 } }), { devicesPerNode: [4] })).toBe('24');
  });
});

describe('runs keep their nodes', () => {
  test('nothing takes them while a run is on them: no packing, no age, and drift only where the pods hold it off themselves', () => {
    const [bare, kept] = [pooled(WORKLOADS.Sweep).spec, pooled(training()).spec];
    expect(bare.disruption).toMatchObject({ consolidationPolicy: 'WhenEmpty', budgets: [{ nodes: '0', reasons: ['Drifted', 'Underutilized'] }] });
    expect(kept.disruption).toMatchObject({ consolidationPolicy: 'WhenEmpty', budgets: [{ nodes: '10%' }] });
    expect([bare, kept].map(({ template }) => template.spec.expireAfter)).toEqual(['Never', 'Never']);
  });

  test('servers are packed, once a start has had its time', () => {
    const { disruption, template } = pooled(server()).spec;
    expect(disruption).toMatchObject({ consolidationPolicy: 'WhenEmptyOrUnderutilized', budgets: [{ nodes: '10%' }] });
    expect(disruption.consolidateAfter).not.toBe('0s');
    expect(template.spec.expireAfter).toBe('720h');
  });

  test.each<[string, Make, Given, RegExp]>([
    ['an age of nodes', WORKLOADS.Sweep, { expireAfter: Duration.days(7) }, /expireAfter: Forbidden: .*runs until it is done.*evicted when a node is 168h old/],
    ['a limit for stopping that is shorter than the run', training(), { terminationGracePeriod: Duration.hours(4) }, /terminationGracePeriod: Forbidden: .* may run longer than the 4h/],
    ['one that is shorter than the time to stop', server({ podMetadata: {} }), { terminationGracePeriod: Duration.seconds(5) }, /terminationGracePeriod: Invalid value: "5s": .* are deleted before they are through/],
  ])('%s is refused', (_, make, given, text) => {
    expect(() => pooled(make, given)).toThrow(text);
  });

  test('an age is taken where the pods hold the eviction off', () => {
    expect(pooled(training(), { expireAfter: Duration.days(7) }).spec.template.spec.expireAfter).toBe('168h');
  });
});

describe('budgets', () => {
  test('are written with times and reasons', () => {
    const budgets = [NodeBudget.always('20%', [NodeDisruption.EMPTY]), NodeBudget.during('0 6 * * mon-fri', Duration.hours(14), '0')];
    expect(pooled(server(), { budgets }).spec.disruption.budgets).toEqual([{ nodes: '20%', reasons: ['Empty'] }, { nodes: '0', schedule: '0 6 * * mon-fri', duration: '14h' }]);
  });

  test.each<[string, () => NodeBudget, RegExp]>([
    ['a share of more than all', () => NodeBudget.always('120%'), /NodeBudget.always\(nodes\): Invalid value/],
    ['a schedule of six fields', () => NodeBudget.during('0 0 6 * * *', Duration.hours(1), '0'), /NodeBudget.during\(schedule\): Invalid value/],
    ['half minutes', () => NodeBudget.during('@daily', Duration.seconds(90), '0'), /NodeBudget.during\(duration\): Invalid value/],
  ])('%s is refused', (_, make, text) => {
    expect(() => pooled(server(), { budgets: [make()] })).toThrow(text);
  });
});

describe('pods that would never run there are refused', () => {
  test.each<[string, Make, Given, RegExp]>([
    ['a taint', server(), { taints: [{ key: 'team', value: 'a' }] }, /workloads\[0\]: Forbidden: .*taint team=a:NoSchedule, which the pods do not tolerate/],
    ['another value of a label', server({ nodeLabels: { tier: 'a' } }), { labels: { tier: 'b' } }, /the pods ask for tier: one of a, and its nodes have one of b/],
    ['more devices than a node has', server(), { target: { gpusPerNode: 2 } }, /a pod of llama replica has 4 devices, and no node has more than 2/],
    ['a zone that the target has not', server(), { target: { zones: ['eu-1a'] }, zones: ['eu-1c'] }, /zones\[0\]: Invalid value: "eu-1c"/],
    ['a GPU that no machine is known to have', server({ accelerator: Accelerator.nvidia(4, { product: 'NVIDIA-X1' }) }), {}, /nodes.gpuNames: Required value/],
    ['a label of Karpenter', server(), { labels: { 'karpenter.sh/initialized': 'true' } }, /labels\[karpenter.sh\/initialized\]: Forbidden/],
    ['no workload', server(), { workloads: [] }, /workloads: Required value/],
    ['a workload of others', () => Workload.named({ name: 'w', podLabels: { app: 'w' } }), {}, /the app holds no object of w/],
    ['an API that the target has not', server(), { target: { apis: ['jobset.x-k8s.io/v1alpha2'] } }, /nodes: .*karpenter.sh\/v1/],
    ['a weight beyond 100', server(), { weight: 101 }, /weight: Invalid value: 101/],
    ['a requirement without values', server(), { requirements: [{ key: 'a', operator: NodeOperator.IN }] }, /requirements\[0\].values: Required value/],
    ['a taint twice', server(), { taints: [], startupTaints: [{ key: 'a' }, { key: 'a', value: 'b' }] }, /startupTaints\[1\]: Duplicate value/],
  ])('%s', (_, make, given, text) => {
    expect(() => pooled(make, given)).toThrow(text);
  });

  test('others on a pool with spot nodes, which Karpenter would place them on', () => {
    const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
    const spot = new SpotInference(chart, 'draft', {
      engine: InferenceEngine.vllm({ version: '0.18', model: 'a/b' }),
      accelerator: Accelerator.nvidia(1),
      container: { memory: Memory.of('20Gi') },
      replicas: 4,
      floor: OnDemandFloor.replicas(1),
      capacity: Capacity.spotKarpenter(),
    });
    expect(() => new KarpenterNodePool(chart, 'gpu', { workloads: [spot, server()(chart)], nodes: AWS })).toThrow(/workloads\[1\]: Forbidden: .*says nothing of the kind of nodes/);
  });
});
