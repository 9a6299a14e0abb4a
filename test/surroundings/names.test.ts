import { App, Chart, Duration, Testing } from 'cdk8s';
import { ACCELERATOR, CONTAINER, ENGINE } from './ways';
import * as library from '../../src';

type Make = (chart: Chart, workload: library.IWorkload, name?: string) => unknown;

const served = (chart: Chart) => new library.GpuInferenceDeployment(chart, 'w', { engine: ENGINE, accelerator: library.Accelerator.nvidia(4), replicas: 2, container: CONTAINER });
const stored = (chart: Chart) => new library.ZonePartitionedStatefulSet(chart, 'w', {
  zones: [{ zone: 'eu-1a', replicas: 2 }, { zone: 'eu-1b', replicas: 2 }],
  container: { image: 'registry.example/db:1', portNumber: 5432 },
  claims: [{ name: 'data', size: '10Gi', mountPath: '/data' }],
});
const trained = (chart: Chart) => new library.IndexedTrainingJob(chart, 'w', { workers: 4, container: { image: 'registry.example/train:1' }, accelerator: ACCELERATOR });

/** The kind that is called by the name, and what stands behind it. */
const NAMED: [surrounding: string, kind: string, suffix: string, workload: (chart: Chart) => library.IWorkload, make: Make][] = [
  ['BinPackingScheduler', 'Deployment', '', trained, (chart, workload, name) => new library.BinPackingScheduler(chart, 'Around', { workloads: [workload], name, replicas: 3 })],
  ['ClaimGroupSnapshot', 'VolumeGroupSnapshot', '-one', stored, (chart, workload, name) => new library.ClaimGroupSnapshot(chart, 'Around', {
    workload, name, snapshotId: 'one', snapshotClass: library.GroupSnapshotClass.named('disks'),
  })],
  ['FlaggerCanary', 'Canary', '', served, (chart, workload, name) => new library.FlaggerCanary(chart, 'Around', {
    workload, name, queueDepth: 8, selectorLabels: ['cdk8s-ai-workloads/name'], provider: library.FlaggerProvider.kubernetes(5), prometheus: 'http://prometheus', primaryServes: true, autoscalerName: 's',
  })],
  ['IndexCanary', 'Service', '', stored, (chart, workload, name) => new library.IndexCanary(chart, 'Around', { workload, name, indexes: [1], part: { zone: 'eu-1a' }, port: 5432 })],
  ['InferencePool', 'InferencePool', '', served, (chart, workload, name) => new library.InferencePool(chart, 'Around', { workload, name, picker: 'picker' })],
  ['KarpenterNodePool', 'NodePool', '', trained, (chart, workload, name) => new library.KarpenterNodePool(chart, 'Around', {
    workloads: [workload], name, nodes: library.KarpenterNodes.aws('gpu'), limits: { 'nvidia.com/gpu': '64' },
  })],
  ['TeamQueue', 'ClusterQueue', '', trained, (chart, workload, name) => new library.TeamQueue(chart, 'Around', {
    workloads: [workload], name, flavors: [library.QueueFlavor.nodes({ name: 'gpu', accelerators: 64 })],
  })],
  ['WorkloadBackup', 'Schedule', '', stored, (chart, workload, name) => new library.WorkloadBackup(chart, 'Around', { workload, name, schedule: '0 3 * * *' })],
  ['WorkloadNetworkPolicy', 'NetworkPolicy', '', trained, (chart, workload, name) => new library.WorkloadNetworkPolicy(chart, 'Around', { workload, name })],
  ['WorkloadRoute', 'HTTPRoute', '', served, (chart, workload, name) => new library.WorkloadRoute(chart, 'Around', { workload, name, gateway: { name: 'public' } })],
];

function namesOf(kind: string, workload: (chart: Chart) => library.IWorkload, make: Make, name?: string): string[] {
  const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
  make(chart, workload(chart), name);
  return (Testing.synth(chart) as any[]).filter(object => object.kind === kind).map(({ metadata }) => metadata.name);
}

test.each(NAMED)('%s: its %s is called after the construct, or by a name of its own', (_, kind, suffix, workload, make) => {
  const [byDefault, named] = [namesOf(kind, workload, make), namesOf(kind, workload, make, 'renamed')];

  expect(byDefault).toContain(`around${suffix}`);
  expect(named).toContain(`renamed${suffix}`);
  expect(named).not.toContain(`around${suffix}`);
});

test('packets to one of several roles are lost, and others are not', () => {
  const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
  const workload = new library.LeaderWorkerGroup(chart, 'w', { groups: 2, size: 3, container: { image: 'registry.example/a:1', portNumber: 8000 } });
  const fault = library.ChaosFault.loss({ percent: 5, duration: Duration.seconds(60), towards: { group: 1, role: 'leader' } });

  const { spec } = new library.ChaosExperiment(chart, 'loss', { workload, fault, part: { role: 'worker' } }).apiObject.toJson();

  const labels = (selector: any) => [selector.labelSelectors['cdk8s-ai-workloads/role'], selector.labelSelectors['cdk8s-ai-workloads/group']];
  expect([labels(spec.selector), labels(spec.target.selector)]).toEqual([['worker', undefined], ['leader', '1']]);
  expect(spec.direction).toBe('to');
});

test.each([[undefined, 'volcano'], ['packing', 'packing']])('pods of a gang of Volcano with scheduler %s name %s', (schedulerName, expected) => {
  const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
  const workload = new library.LeaderWorkerGroup(chart, 'w', { groups: 2, size: 2, container: { image: 'registry.example/a:1' } });
  new library.GangScheduling(chart, 'gang', { workload, scheduler: library.GangScheduler.volcano({ schedulerName }) });

  const sets = (Testing.synth(chart) as any[]).filter(({ kind }) => kind === 'StatefulSet');

  expect(sets.map(({ spec }) => spec.template.spec.schedulerName)).toEqual(Array(4).fill(expected));
});
