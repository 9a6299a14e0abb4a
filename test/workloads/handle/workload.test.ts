import { App, Chart } from 'cdk8s';
import { podsMadeOf } from './controllers';
import { WORKLOADS, container, partsOf } from './every-workload';
import { LeaderWorkerBackend, LeaderWorkerGroup, LocalityService, PodPart, Workload, WorkloadPurpose, ZonalDeployments } from '../../../src';

function made(name: string): { workload: Workload; pods: ReturnType<typeof podsMadeOf> } {
  const chart = new Chart(new App(), 'chart', { namespace: 'team-a' });
  // Another workload beside it, whose pods no part may select.
  new LeaderWorkerGroup(chart, 'other', { groups: 2, size: 2, container });
  const { workload } = WORKLOADS[name](chart);
  return { workload, pods: podsMadeOf(chart.toJson()) };
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
