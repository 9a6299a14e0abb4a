import { App, Chart, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { podsMadeOf } from './controllers';
import {
  Accelerator, GpuInferenceDeployment, IWorkload, IndexedTrainingJob, InferenceEngine, LeaderWorkerBackend, LeaderWorkerGroup, LocalityService,
  PodPart, TrainingBackend, Workload, WorkloadPurpose, ZonalDeployments, ZonePartitionedStatefulSet,
} from '../../../src';

const container = { image: 'registry.example/server:1', portNumber: 8000, resources: { memory: { limit: Size.gibibytes(1), request: Size.gibibytes(1) } } };
const engine = InferenceEngine.vllm({ version: '0.18', model: 'meta-llama/Llama-3.1-8B-Instruct', tensorParallel: 2 });

const WORKLOADS: { readonly [name: string]: (chart: Chart) => IWorkload } = {
  'LeaderWorkerGroup, sets by role': chart => new LeaderWorkerGroup(chart, 'w', { groups: 2, size: 3, container, backend: LeaderWorkerBackend.statefulSets() }),
  'LeaderWorkerGroup, one set a group': chart => new LeaderWorkerGroup(chart, 'w', { groups: 2, size: 3, container, backend: LeaderWorkerBackend.singleStatefulSet() }),
  'LeaderWorkerGroup, LeaderWorkerSet': chart => new LeaderWorkerGroup(chart, 'w', { groups: 2, size: 3, container, backend: LeaderWorkerBackend.leaderWorkerSet() }),
  'LeaderWorkerGroup of one': chart => new LeaderWorkerGroup(chart, 'w', { groups: 3, size: 1, container }),
  'IndexedTrainingJob': chart => new IndexedTrainingJob(chart, 'w', { workers: 4, container }),
  'IndexedTrainingJob, JobSet': chart => new IndexedTrainingJob(chart, 'w', { workers: 4, container, backend: TrainingBackend.jobSet() }),
  'ZonePartitionedStatefulSet': chart => new ZonePartitionedStatefulSet(chart, 'w', {
    zones: [{ zone: 'eu-1a', replicas: 3 }, { zone: 'eu-1b', replicas: 2 }], container, claims: [{ name: 'data', size: '10Gi', mountPath: '/data' }],
  }),
  'ZonalDeployments': chart => new ZonalDeployments(chart, 'w', { zones: ['eu-1a', 'eu-1b'], replicas: 2, container }),
  'GpuInferenceDeployment': chart => new GpuInferenceDeployment(chart, 'w', { engine, accelerator: Accelerator.nvidia(2), replicas: 3, container: { resources: { memory: { limit: Size.gibibytes(20), request: Size.gibibytes(20) } } } }),
  'kplus Deployment': chart => Workload.of(new kplus.Deployment(chart, 'w', { replicas: 2, containers: [container] })),
  'kplus StatefulSet': chart => Workload.of(new kplus.StatefulSet(chart, 'w', { replicas: 2, containers: [container], service: new kplus.Service(chart, 's', { ports: [{ port: 80 }] }) })),
};

function made(name: string): { workload: Workload; pods: ReturnType<typeof podsMadeOf> } {
  const chart = new Chart(new App(), 'chart', { namespace: 'team-a' });
  // Another workload beside it, whose pods no part may select.
  new LeaderWorkerGroup(chart, 'other', { groups: 2, size: 2, container });
  const { workload } = WORKLOADS[name](chart);
  return { workload, pods: podsMadeOf(chart.toJson()) };
}

/** Every combination of role, group, zone and index, those too that there are not. */
function partsOf(workload: Workload): PodPart[] {
  const pick = <T>(values: readonly T[]): (T | undefined)[] => [undefined, ...values];
  return pick(workload.roles.map(role => role.name)).flatMap(role =>
    pick(Array.from({ length: workload.groups ?? 0 }, (_, group) => group)).flatMap(group =>
      pick(workload.zones).flatMap(zone =>
        pick([0, 1, 2, 3, 100, 101, 102]).map(index => ({ role, group, zone, index })))));
}

describe.each(Object.keys(WORKLOADS))('%s', name => {
  test('every part is selected by labels that its pods have and no others, or refused', () => {
    const { workload, pods } = made(name);
    let answered = 0;
    for (const part of partsOf(workload)) {
      let selected;
      try {
        selected = workload.pods(part);
      } catch (error) {
        expect(String(error)).toMatch(/pods\((role|group|zone|index)\)/);
        continue;
      }
      answered++;
      const found = pods.filter(pod => Object.entries(selected.labels).every(([key, value]) => pod.labels[key] === value));
      const told = { part, pods: selected.least, names: [...selected.names].sort() };
      expect(told).toEqual({ part, pods: found.length, names: found.flatMap(pod => pod.name ?? []).sort() });
    }
    expect(answered).toBeGreaterThan(0);
    expect(workload.pods()).toMatchObject({ namespace: 'team-a', least: pods.filter(pod => pod.labels['cdk8s-ai-workloads/name'] !== 'other').length });
  });
});

describe('what cannot be selected is refused, with what there is', () => {
  test.each<[string, PodPart, string]>([
    ['LeaderWorkerGroup, sets by role', { role: 'chief' }, 'pods(role): Invalid value: "chief": the roles of w are leader, worker'],
    ['LeaderWorkerGroup, sets by role', { group: 2 }, 'pods(group): Invalid value: 2: the groups are 0 to 1'],
    ['LeaderWorkerGroup, sets by role', { index: 1 }, 'pods(index): Invalid value: 1: stands in every group, so this would mix their pods'],
    ['LeaderWorkerGroup, sets by role', { role: 'leader', group: 0, index: 2 }, 'pods(index): Invalid value: 2: no pod of w has it in role leader, group 0: there are 0'],
    ['LeaderWorkerGroup, one set a group', { role: 'worker' }, 'pods(role): Forbidden: a label selector cannot say "every index but 0"'],
    ['LeaderWorkerGroup, sets by role', { zone: 'eu-1a' }, 'pods(zone): Forbidden: there are no zones of w'],
    ['IndexedTrainingJob', { group: 0 }, 'pods(group): Forbidden: pods of w work each by itself, in no group'],
    ['ZonePartitionedStatefulSet', { zone: 'eu-1a', index: 100 }, 'pods(index): Invalid value: 100: no pod of w has it in zone eu-1a: there are 0 to 2'],
    ['ZonePartitionedStatefulSet', { index: 3 }, 'pods(index): Invalid value: 3: no pod of w has it: there are 0 to 2, 100 to 101'],
    ['GpuInferenceDeployment', { index: 0 }, 'pods(index): Forbidden: pods of w have no index'],
  ])('%s %j', (name, part, message) => {
    const { workload } = made(name);
    expect(() => workload.pods(part)).toThrow(message);
  });

  test('a property that there is not', () => {
    expect(() => made('IndexedTrainingJob').workload.pods({ rank: 0 } as PodPart)).toThrow('rank');
  });
});

test('claims of a part are those that its StatefulSets make', () => {
  expect(made('ZonePartitionedStatefulSet').workload.pods({ zone: 'eu-1b' }).claims).toEqual(['data-w-eu-1b-100', 'data-w-eu-1b-101']);
  expect(made('IndexedTrainingJob').workload.pods().claims).toEqual([]);
});

test('what serves clients is read from the Service, with the role that answers', () => {
  const { serving } = made('LeaderWorkerGroup, sets by role').workload;
  expect({ name: serving?.service.name, port: serving?.port, role: serving?.role }).toEqual({ name: 'w-serving', port: 8000, role: 'leader' });
  expect(made('IndexedTrainingJob').workload.serving).toBeUndefined();
});

test('an engine exports under the name of its port, with the series of its version', () => {
  const { metrics } = made('GpuInferenceDeployment').workload;
  expect(metrics).toMatchObject({ engine: 'vllm 0.18', portName: 'http', path: '/metrics', role: 'replica', waiting: { name: 'vllm:num_requests_waiting', type: 'gauge' } });
});

test('what may be scaled is one object; what is several says why not', () => {
  expect(made('GpuInferenceDeployment').workload.scale.target).toMatchObject({ kind: 'Deployment', name: 'w' });
  expect(made('LeaderWorkerGroup, LeaderWorkerSet').workload.scale).toMatchObject({ unit: 'group', target: { kind: 'LeaderWorkerSet', name: 'w' } });
  expect(made('LeaderWorkerGroup, sets by role').workload.scale).toMatchObject({ unit: 'group', refusal: expect.stringContaining('leaderWorkerSet()') });
  expect(made('ZonePartitionedStatefulSet').workload.scale.target).toBeUndefined();
});

test('a workload that an autoscaler sizes has no largest number, but its groups have', () => {
  const chart = new Chart(new App(), 'chart');
  const group = new LeaderWorkerGroup(chart, 'w', { groups: 2, size: 3, container, backend: LeaderWorkerBackend.leaderWorkerSet() });
  group.markHasAutoscaler();
  expect([group.workload.pods().most, group.workload.pods({ group: 1 }).most]).toEqual([undefined, 3]);
});

test('roles say what their pods need', () => {
  expect(made('GpuInferenceDeployment').workload.roles).toMatchObject([{ name: 'replica', devicesPerPod: 2, container: 'main' }]);
  expect(made('LeaderWorkerGroup of one').workload.roles.map(role => role.name)).toEqual(['leader']);
  expect(made('IndexedTrainingJob').workload.purpose).toBe(WorkloadPurpose.RUN);
});

describe('LocalityService', () => {
  test('is the workload behind it with this Service in front', () => {
    const chart = new Chart(new App(), 'chart');
    const zonal = new ZonalDeployments(chart, 'w', { zones: ['eu-1a', 'eu-1b'], container });
    const { workload } = new LocalityService(chart, 'near', { target: zonal, port: 80 });
    expect([workload.name, workload.serving?.service.name, workload.pods({ zone: 'eu-1b' }).labels]).toEqual(['w', 'near', zonal.workload.pods({ zone: 'eu-1b' }).labels]);
  });

  test('over labels alone knows its pods as a whole', () => {
    const { workload } = new LocalityService(new Chart(new App(), 'chart'), 'near', { selector: { app: 'a' }, port: 80, replicas: 3 });
    expect(workload.pods()).toMatchObject({ labels: { app: 'a' }, least: 3, most: 3 });
    expect(workload.scale.refusal).toContain('scale the workload that it selects');
  });
});

describe('a workload by its name', () => {
  test('is known by its labels', () => {
    const workload = Workload.named({ name: 'web', podLabels: { app: 'web' }, scaledApiVersion: 'apps/v1', scaledKind: 'Deployment' });
    expect(workload.pods()).toEqual({ labels: { app: 'web' }, namespace: undefined, least: 0, most: undefined, names: [], claims: [] });
    expect(workload.scale.target).toMatchObject({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' });
    expect(workload.workload).toBe(workload);
  });

  test.each([
    [{ name: 'web', podLabels: {} }, 'Workload.named(podLabels): Invalid value: {}: names no label, so every pod of the namespace would be meant'],
    [{ name: 'web', podLabels: { app: '-' } }, 'Workload.named(podLabels[app])'],
    [{ name: 'Web', podLabels: { app: 'a' } }, 'Workload.named(name)'],
    [{ name: 'web', podLabels: { app: 'a' }, scaledKind: 'Deployment' }, 'Workload.named(scaledApiVersion)'],
  ])('%j is refused', (given, message) => {
    expect(() => Workload.named(given)).toThrow(message);
  });
});
