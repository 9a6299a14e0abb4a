import { App, Chart, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Accelerator, DeviceRequest, GpuInferenceDeployment, IWorkload, IndexedTrainingJob, InferenceEngine, LeaderWorkerBackend,
  LeaderWorkerGroup, Memory, Placement, QueueFlavor, TeamQueue, TeamQueueProps, Workload,
} from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { WORKLOADS } from '../../workloads/handle/every-workload';

type Make = (chart: Chart) => IWorkload;
const container = { image: 'registry.example/a:1', cpu: '20', memory: Memory.of('100Gi') };
const group: Make = chart => new LeaderWorkerGroup(chart, 'w', {
  groups: 2, size: 2, accelerator: Accelerator.nvidia(8), container, backend: LeaderWorkerBackend.leaderWorkerSet(), placement: Placement.anywhere(),
});
const run = (workers: number, accelerator?: Accelerator): Make => chart => new IndexedTrainingJob(chart, 'train', { workers, accelerator, container, placement: Placement.anywhere() });
const h100 = (accelerators: number, options = {}) => QueueFlavor.nodes({ name: 'h100', accelerators, ...options });

function team(makes: readonly Make[], props: Partial<TeamQueueProps> = {}): { app: App; chart: Chart; queue: TeamQueue } {
  const app = new App();
  const chart = new Chart(app, 'chart', { namespace: 'search' });
  const queue = new TeamQueue(chart, 'Search', { workloads: makes.map(make => make(chart)), flavors: [h100(16)], ...props });
  return { app, chart, queue };
}

const objectsOf = (...given: Parameters<typeof team>): any[] => Testing.synth(team(...given).chart);
const specOf = (objects: readonly any[], kind: string) => objects.find(object => object.kind === kind)?.spec;
const quotas = (objects: readonly any[]) => specOf(objects, 'ClusterQueue').resourceGroups[0].flavors.map(({ name, resources }: any) =>
  [name, ...resources.map(({ name: resource, nominalQuota, borrowingLimit }: any) => `${resource} ${nominalQuota}${borrowingLimit === undefined ? '' : ` +${borrowingLimit}`}`)]);

describe('the quota', () => {
  test('covers the cores and the memory that go with the devices, by what pods ask for with each', () => {
    expect(quotas(objectsOf([group]))).toEqual([['h100', 'nvidia.com/gpu 16', 'cpu 40', 'memory 200Gi']]);
  });

  test('takes the most that any pod asks for with a device, and adds pods that have none', () => {
    const other: Make = chart => Workload.of(new kplus.Deployment(chart, 'api', { replicas: 3, containers: [{ image: 'a:1', resources: { cpu: { request: kplus.Cpu.units(2) } } }] }));
    const objects = objectsOf([run(2, Accelerator.nvidia(2)), group, other]);
    expect(quotas(objects)).toEqual([['h100', 'nvidia.com/gpu 16', 'cpu 166', expect.stringMatching(/^memory 80\dGi$/)]]);
  });

  test('brings them along for what is borrowed', () => {
    const objects = objectsOf([group], { cohort: 'company', flavors: [h100(16, { borrow: 8 })] });
    expect(quotas(objects)).toEqual([['h100', 'nvidia.com/gpu 16 +8', 'cpu 40 +20', 'memory 200Gi +100Gi']]);
    expect(specOf(objects, 'ClusterQueue')).toMatchObject({ cohortName: 'company', preemption: { reclaimWithinCohort: 'Any' } });
  });

  test('leaves open how much is borrowed, and what is lent until it comes back, where that is said', () => {
    const objects = objectsOf([group], { cohort: 'company', reclaim: false });
    expect(quotas(objects)).toEqual([['h100', 'nvidia.com/gpu 16', 'cpu 40', 'memory 200Gi']]);
    expect(specOf(objects, 'ClusterQueue').preemption).toBeUndefined();
  });

  test('is what was given, and has the same resources for each kind of nodes', () => {
    const flavors = [h100(16, { resources: { 'cpu': '96', 'example.com/nic': '4' } }), QueueFlavor.named('a100', { accelerators: 8 })];
    expect(quotas(objectsOf([group], { flavors }))).toEqual([
      ['h100', 'nvidia.com/gpu 16', 'cpu 96', 'example.com/nic 4', 'memory 200Gi'], ['a100', 'nvidia.com/gpu 8', 'cpu 20', 'example.com/nic 0', 'memory 100Gi'],
    ]);
  });

  test('of pods without devices is added to the first kind of nodes alone', () => {
    const other: Make = chart => Workload.of(new kplus.Deployment(chart, 'api', { replicas: 3, containers: [{ image: 'a:1', resources: { cpu: { request: kplus.Cpu.units(2) } } }] }));
    const [first, second] = quotas(objectsOf([group, other], { flavors: [h100(16), QueueFlavor.named('a100', { accelerators: 8 })] }));
    expect([first, second].map(each => each.find((text: string) => text.startsWith('cpu')))).toEqual(['cpu 46', 'cpu 20']);
  });

  test('of pods without devices is what all of them ask for', () => {
    expect(quotas(objectsOf([run(3)], { flavors: [QueueFlavor.nodes({ name: 'plain' })] }))).toEqual([['plain', 'cpu 60', 'memory 300Gi']]);
  });
});

describe('the quota, to the core and the gibibyte', () => {
  const asking = (name: string, devices: number, cpu: string, memory: string): Make => chart => new IndexedTrainingJob(chart, name, {
    workers: 1, accelerator: Accelerator.nvidia(devices), container: { image: 'a:1', cpu, memory: Memory.of(memory) }, placement: Placement.anywhere(),
  });
  const first = (makes: readonly Make[], accelerators: number) => quotas(objectsOf(makes, { flavors: [h100(accelerators)] }))[0];

  test('a part of a core for each device is rounded up once, for all devices', () => {
    expect(first([asking('a', 3, '10', '10Gi')], 4)).toEqual(['h100', 'nvidia.com/gpu 4', 'cpu 14', 'memory 14Gi']);
    expect(first([asking('a', 3, '10', '10Gi')], 16)).toEqual(['h100', 'nvidia.com/gpu 16', 'cpu 54', 'memory 54Gi']);
    expect(first([asking('a', 3, '9', '9Gi')], 3)).toEqual(['h100', 'nvidia.com/gpu 3', 'cpu 9', 'memory 9Gi']);
  });

  test.each<[order: string, makes: Make[]]>([
    ['first', [asking('a', 2, '8', '8Gi'), asking('b', 2, '4', '12Gi')]],
    ['last', [asking('b', 2, '4', '12Gi'), asking('a', 2, '8', '8Gi')]],
  ])('the pod that asks for most of a resource counts for it, where it stands %s', (_, makes) => {
    expect(first(makes, 4)).toEqual(['h100', 'nvidia.com/gpu 4', 'cpu 16', 'memory 24Gi']);
  });

  test('borrowed devices bring theirs along in addition to what is given', () => {
    const objects = objectsOf([asking('a', 2, '8', '8Gi')], { cohort: 'all', flavors: [h100(4, { borrow: 2, resources: { cpu: '100' } }), QueueFlavor.named('a100', { accelerators: 0, borrow: 0 })] });

    expect(quotas(objects)).toEqual([
      ['h100', 'nvidia.com/gpu 4 +2', 'cpu 100 +8', 'memory 16Gi +8Gi'], ['a100', 'nvidia.com/gpu 0 +0', 'cpu 0 +0', 'memory 0 +0'],
    ]);
  });

  test('as many labels and levels as Kueue takes are taken, and one more is not', () => {
    const labels = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`l${index}`, 'a']));
    const levels = (count: number) => Array.from({ length: count }, (_, index) => `level-${index}`);

    expect(() => h100(1, { nodeLabels: labels(8) })).not.toThrow();
    expect(() => h100(1, { nodeLabels: labels(9) })).toThrow('9: are more labels than the 8');
    expect(() => h100(1, { nodeLabels: labels(1), topologyLevels: levels(16) })).not.toThrow();
    expect(() => h100(1, { nodeLabels: labels(1), topologyLevels: levels(17) })).toThrow('17: is no number of levels: a Topology has 1 to 16');
    expect(() => h100(1, { accelerators: -1 })).toThrow('QueueFlavor.nodes(accelerators): Invalid value: -1');
    expect(() => QueueFlavor.named('a', { accelerators: 1, borrow: -1 })).toThrow('QueueFlavor.named(borrow): Invalid value: -1');
  });
});

describe('the queues', () => {
  test('a LocalQueue in each namespace, and a ClusterQueue that takes those alone', () => {
    const app = new App();
    const charts = ['search', 'research'].map(namespace => new Chart(app, namespace, { namespace }));
    new TeamQueue(charts[0], 'Shared', { workloads: charts.map(run(2, Accelerator.nvidia(1))), flavors: [h100(16)] });
    const objects = app.charts.flatMap(chart => chart.toJson()) as any[];
    expect(objects.filter(({ kind }) => kind === 'LocalQueue').map(({ metadata, spec }) => [metadata.namespace, metadata.name, spec.clusterQueue]))
      .toEqual([['search', 'shared', 'shared'], ['research', 'shared', 'shared']]);
    expect(specOf(objects, 'ClusterQueue').namespaceSelector).toEqual({ matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values: ['search', 'research'] }] });
    expect(objects.filter(({ kind }) => kind === 'Job').map(({ metadata }) => metadata.labels['kueue.x-k8s.io/queue-name'])).toEqual(['shared', 'shared']);
  });

  test('every namespace where nobody says which', () => {
    const chart = new Chart(new App(), 'chart');
    new TeamQueue(chart, 'Search', { workloads: [run(2, Accelerator.nvidia(1))(chart)], flavors: [h100(16)] });
    expect(specOf(Testing.synth(chart), 'ClusterQueue').namespaceSelector).toEqual({});
  });

  test('kinds of nodes and their topology have no namespace; those that are there already are named', () => {
    const objects = objectsOf([group], { flavors: [h100(16, { nodeLabels: { gpu: 'h100' }, topologyLevels: ['rack', 'kubernetes.io/hostname'] }), QueueFlavor.named('a100', { accelerators: 8 })] });
    expect(specOf(objects, 'Topology')).toEqual({ levels: [{ nodeLabel: 'rack' }, { nodeLabel: 'kubernetes.io/hostname' }] });
    const flavors = objects.filter(({ kind }) => kind === 'ResourceFlavor');
    expect(flavors.map(({ metadata, spec }) => [metadata.namespace, metadata.name, spec])).toEqual([[undefined, 'h100', { nodeLabels: { gpu: 'h100' }, topologyName: 'h100' }]]);
  });

  test('priority of all that waits in it', () => {
    expect(objectsOf([group], { priorityClass: 'high' }).find(({ kind }) => kind === 'LeaderWorkerSet').metadata.labels).toMatchObject({ 'kueue.x-k8s.io/priority-class': 'high' });
  });
});

describe('what could never be admitted is found in the final objects', () => {
  const found = (...given: Parameters<typeof team>) => findingsOf(team(...given).app).filter(({ id }) => /^AIW26/.test(id)).map(({ id, message }) => `${id} ${message}`);

  test('a run that is larger than quota and borrowing together, with the sum', () => {
    expect(found([run(3, Accelerator.nvidia(8))])).toEqual([expect.stringMatching(/^AIW2637 .*3 x 8 = 24 nvidia\.com\/gpu are admitted together, and ClusterQueue search has at most 16$/)]);
    expect(found([run(3, Accelerator.nvidia(8))], { cohort: 'company', flavors: [h100(16, { borrow: 8 })] })).toEqual([]);
    expect(found([run(3, Accelerator.nvidia(8))], { cohort: 'company', flavors: [h100(16, { borrow: 7 })] })).toHaveLength(1);
  });

  test('a group counts, not all groups', () => {
    expect(found([group])).toEqual([]);
    expect(found([group], { flavors: [h100(15)] })).toEqual([expect.stringContaining('1 x 8 + 1 x 8 = 16 nvidia.com/gpu')]);
  });

  test('a level that the topology has not', () => {
    const placed: Make = chart => new LeaderWorkerGroup(chart, 'w', {
      groups: 1, size: 2, accelerator: Accelerator.nvidia(8), container, backend: LeaderWorkerBackend.leaderWorkerSet(), placement: Placement.queueRequires('block'),
    });
    const levels = (...topologyLevels: string[]) => ({ flavors: [h100(16, { nodeLabels: { gpu: 'h100' }, topologyLevels })] });
    expect(found([placed], levels('rack'))).toEqual(expect.arrayContaining([expect.stringMatching(/^AIW2654 .*the levels of ClusterQueue search are rack$/)]));
    expect(found([placed], levels('block', 'rack'))).toEqual([]);
  });
});

describe('refused', () => {
  const refusal = (...given: Parameters<typeof team>) => () => team(...given);

  test('what Kueue does not admit, at the workload', () => {
    expect(refusal([run(2), WORKLOADS['LeaderWorkerGroup, sets by role']])).toThrow(/workloads\[1\]: Forbidden: a group of w is several StatefulSets/);
    expect(refusal([])).toThrow(/workloads: Required value/);
    const chart = new Chart(new App(), 'c');
    const twice = run(2)(chart);
    expect(() => new TeamQueue(chart, 'q', { workloads: [twice, twice], flavors: [QueueFlavor.named('a')] })).toThrow(/workloads\[1\]: Duplicate value: "train"/);
  });

  test('a number of devices where there are none, and none where there are', () => {
    expect(refusal([run(2)])).toThrow(/flavors\[0\]\.accelerators: Forbidden: train ask for no devices/);
    expect(refusal([group], { flavors: [h100(16), QueueFlavor.named('a100')] })).toThrow(/flavors\[1\]\.accelerators: Required value: the workloads ask for nvidia\.com\/gpu/);
  });

  test('devices of two names, and of a claim', () => {
    expect(refusal([group, run(2, Accelerator.amd(8))])).toThrow(/workloads: Invalid value: .*are different devices/);
    const claimed: Make = chart => new GpuInferenceDeployment(chart, 'w', {
      engine: InferenceEngine.vllm({ version: '0.18', model: 'a/b', tensorParallel: 2 }), accelerator: Accelerator.claim(DeviceRequest.nvidia()), container: { memory: Memory.of('40Gi') },
    });
    expect(refusal([claimed])).toThrow(/devices of a claim are not counted/);
  });

  test('borrowing and taking back without a cohort', () => {
    expect(refusal([group], { flavors: [h100(16, { borrow: 8 })] })).toThrow(/cohort: Required value: flavors\[0\] may borrow, and there is nobody to borrow from/);
    expect(refusal([group], { reclaim: true })).toThrow(/reclaim: Forbidden/);
    expect(() => QueueFlavor.named('a', { borrow: 8 })).toThrow(/QueueFlavor\.named\(accelerators\): Required value/);
  });

  test('kinds of nodes that Kueue would refuse', () => {
    const labels = { nodeLabels: { gpu: 'h100' } };
    expect(refusal([group], { flavors: [] })).toThrow(/flavors: Required value/);
    expect(refusal([group], { flavors: [h100(1), h100(2)] })).toThrow(/flavors\[1\]: Duplicate value: "h100"/);
    expect(() => h100(1, { topologyLevels: ['rack'] })).toThrow(/topologyLevels\): Forbidden: Kueue takes a topology of nodes that a label tells from others/);
    expect(() => h100(1, { ...labels, topologyLevels: [] })).toThrow(/is no number of levels/);
    expect(() => h100(1, { ...labels, topologyLevels: ['rack', 'rack'] })).toThrow(/topologyLevels\)\[1\]: Duplicate value/);
    expect(() => h100(1, { ...labels, topologyLevels: ['kubernetes.io/hostname', 'rack'] })).toThrow(/is the narrowest domain/);
    expect(() => h100(1, { nodeLabels: Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`l${index}`, 'a'])) })).toThrow(/are more labels than the 8/);
    expect(() => h100(1, { resources: { cpu: 'much' } })).toThrow(/resources\)\[cpu\]: Invalid value: "much": is not a quantity/);
    expect(() => h100(1, { resources: { 'a b': '1' } })).toThrow(/is no name of a resource/);
  });
});

test('explain() has each number with its sum, and says who admits quota and who finds places', () => {
  const explained = team([group], { cohort: 'company', flavors: [h100(16, { borrow: 8 })] }).queue.explain();
  expect(explained).toContain('nvidia.com/gpu 16, and 8 borrowed   # as given: accelerators');
  expect(explained).toContain('memory 200Gi, and 100Gi borrowed   # 16 x 12800Mi for each device');
  expect(explained).toMatch(/quota +Kueue, by what pods ask for/);
  expect(explained).toMatch(/places +the scheduler, afterwards/);
  expect(explained).toMatch(/borrowing +from cohort company; what others borrow of it is taken back/);
  expect(explained).toMatch(/what others lend +their cores and memory count as well as their devices/);
  expect(team([group]).queue.explain()).not.toContain('what others lend');
});
