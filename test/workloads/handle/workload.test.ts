import { App, Chart, Cron, JsonPatch, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { podsMadeOf } from './controllers';
import { WORKLOADS, container, partsOf } from './every-workload';
import {
  Accelerator, EngineMonitor, GpuInferenceDeployment, InferenceEngine, LeaderWorkerBackend, LeaderWorkerGroup, LocalityService, Memory,
  ModelVariants, MonitorKind, PodPart, Workload, WorkloadAutoscaler,
  WorkloadExport, WorkloadPurpose, WorkloadRoute, ZonalDeployments,
} from '../../../src';

const ENGINE = InferenceEngine.vllm({ version: '0.18', model: 'a/b' });

/** Where it is not that of `container`. */
const MEMORY: { readonly [pattern: string]: string } = { 'LeaderWorkerGroup whose pods all answer': '20Gi', 'RayCluster': '16Gi', 'GpuInferenceDeployment': '20Gi', 'SpotInference': '20Gi', 'DisaggregatedInference': '20Gi' };

function made(name: string): { workload: Workload; pods: ReturnType<typeof podsMadeOf> } {
  const chart = new Chart(new App(), 'chart', { namespace: 'team-a' });
  // Another workload beside it, whose pods no part may select.
  new LeaderWorkerGroup(chart, 'other', { groups: 2, size: 2, container });
  const { workload } = WORKLOADS[name](chart);
  return { workload, pods: podsMadeOf(chart.toJson()) };
}

test('the namespace of a workload of cdk8s-plus-28 is its own, else that of its chart', () => {
  const namespaceOf = (metadata?: object, namespace?: string) =>
    Workload.of(new kplus.Deployment(new Chart(new App(), 'chart', { namespace }), 'w', { metadata, containers: [{ image: 'a:1' }] })).namespace;
  expect([namespaceOf({ namespace: 'own' }, 'of-chart'), namespaceOf({ namespace: 'own' }), namespaceOf({}, 'of-chart'), namespaceOf()]).toEqual(['own', 'own', 'of-chart', undefined]);
});

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

test.each(Object.keys(WORKLOADS))('what of %s serves or exports is a role of it', name => {
  const { roles, serving, metrics } = made(name).workload;
  const known = [undefined, ...roles.map(role => role.name)];
  expect(known).toContain(serving?.role);
  expect(known).toContain(metrics?.role);
});

test.each([
  ['DisaggregatedInference, llm-d', 'w-decode', 'decode'], ['DisaggregatedInference of groups, llm-d', 'w-decode-serving', 'decode-leader'],
  ['DisaggregatedInference, DisaggregatedSet, llm-d', 'w-decode-serving', 'decode-leader'], ['DisaggregatedInference of pools, llm-d', 'w-decode', undefined],
])('%s: its sidecars answer over HTTP, in a role of the whole, or in several', (name, service, role) => {
  const { serving } = made(name).workload;
  expect([serving?.service.name, serving?.port, serving?.protocol, serving?.role]).toEqual([service, 8000, 'HTTP', role]);
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

test('of a RayService the Service that KubeRay makes serves clients, and nobody may patch it', () => {
  const { workload } = made('RayCluster, RayService');
  const { service, ...serving } = workload.serving!;
  expect(serving).toEqual({ port: 8000, portName: 'serve', protocol: 'HTTP', role: undefined });
  expect([service.name, service.dns, service.madeBy]).toEqual(['w-serve-svc', 'w-serve-svc.team-a.svc', 'KubeRay']);
  expect(made('RayCluster, KubeRay').workload.serving?.service.madeBy).toBeUndefined();
  expect(() => service.apiObject).toThrow('KubeRay makes the Service w-serve-svc, and no manifest of the app has it');
});

test('routes, exports and weights lead to the Service that KubeRay makes, and none is made beside it', () => {
  const chart = new Chart(new App(), 'chart', { namespace: 'team-a' });
  const ray = WORKLOADS['RayCluster, RayService'](chart);
  const gateway = { name: 'gateway' };
  new WorkloadRoute(chart, 'route', { workload: ray, gateway, hostnames: ['a.example.com'] });
  new WorkloadExport(chart, 'export', { workload: ray });
  const other = new GpuInferenceDeployment(chart, 'other', { container: { memory: Memory.of('20Gi') }, accelerator: Accelerator.nvidia(1), engine: ENGINE });
  new ModelVariants(chart, 'variants', { gateway, hostnames: ['b.example.com'], variants: [{ name: 'a', workload: ray, weight: 9 }, { name: 'b', workload: other }] });
  const objects = chart.toJson() as any[];
  const backends = objects.filter(({ kind }) => kind === 'HTTPRoute').map(({ spec }) => spec.rules[0].backendRefs.map(({ name, port, weight }: any) => ({ name, port, weight })));
  expect(backends).toEqual([[{ name: 'w-serve-svc', port: 8000, weight: 1 }], [{ name: 'w-serve-svc', port: 8000, weight: 9 }, { name: 'other', port: expect.any(Number), weight: 1 }]]);
  expect(objects.filter(({ kind }) => kind === 'ServiceExport').map(({ metadata }) => metadata.name)).toEqual(['w-serve-svc']);
  expect(objects.filter(({ kind }) => kind === 'Service').map(({ metadata }) => metadata.name)).toEqual(['other']);
});

test('a ServiceMonitor, which needs a label on the Service, is refused where KubeRay makes it', () => {
  const chart = new Chart(new App(), 'chart', { namespace: 'team-a' });
  expect(() => new EngineMonitor(chart, 'monitor', { workload: WORKLOADS['RayCluster, RayService'](chart), ports: [{ name: 'metrics' }], kind: MonitorKind.SERVICE_MONITOR })).toThrow('KubeRay makes the Service w-serve-svc, and nobody else could label it');
});

test.each([
  ['GpuInferenceDeployment', 'HTTP'], ['SpotInference', 'HTTP'], ['LeaderWorkerGroup whose pods all answer', 'HTTP'], ['DisaggregatedInference', 'HTTP'], ['RayCluster', 'HTTP'],
  ['LeaderWorkerGroup, sets by role', 'TCP'],
])('what serves clients of %s speaks %s, as far as it is known', (name, protocol) => {
  expect(made(name).workload.serving?.protocol).toBe(protocol);
});

test.each([['UDP', undefined, 'UDP'], ['TCP', 'grpc', 'gRPC'], ['TCP', 'kubernetes.io/h2c', 'HTTP']])('a port that is patched to %s and %s speaks %s', (protocol, appProtocol, spoken) => {
  const { workload } = made('LeaderWorkerGroup, sets by role');
  workload.serving!.service.apiObject.addJsonPatch(JsonPatch.add('/spec/ports/0/protocol', protocol), JsonPatch.add('/spec/ports/0/appProtocol', appProtocol ?? ''));
  expect(workload.serving?.protocol).toBe(spoken);
});

test('a Service in front of an engine speaks what the engine speaks, at its port', () => {
  const chart = new Chart(new App(), 'chart', { namespace: 'team-a' });
  const target = WORKLOADS.GpuInferenceDeployment(chart) as GpuInferenceDeployment;
  const behind = new LocalityService(chart, 'near', { target, port: 80, targetPortName: 'http' });
  const beside = new LocalityService(chart, 'beside', { target, port: 80, targetPortName: 'other' });
  expect([behind.workload.serving?.protocol, beside.workload.serving?.protocol]).toEqual(['HTTP', 'TCP']);
});

test.each(Object.keys(WORKLOADS))('memory of each role of %s is what its pods ask for', name => {
  const memory = made(name).workload.roles.map(role => role.memory);
  expect(memory.filter(each => each !== undefined).every(each => /^\d+(Mi|Gi)$/.test(each!))).toBe(true);
  expect(memory[0]).toBe(MEMORY[name] ?? MEMORY[name.split(/[, ]/)[0]] ?? '1Gi');
});

test('memory counts what is added later, the sidecars, and the limit where there is no request', () => {
  const chart = new Chart(new App(), 'chart', { namespace: 'team-a' });
  const group = new LeaderWorkerGroup(chart, 'w', { groups: 1, size: 2, container });
  group.leader.addSidecar({ image: 'registry.example/proxy:1', resources: { memory: { limit: Size.mebibytes(512) } } });
  const bare = new LeaderWorkerGroup(chart, 'bare', { groups: 1, size: 2, container: { image: 'registry.example/server:1' } });
  expect(group.workload.roles.map(({ memory }) => memory)).toEqual(['1536Mi', '1Gi']);
  expect(bare.workload.roles.map(({ memory }) => memory)).toEqual([undefined, undefined]);
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

describe('how many pods a workload of cdk8s-plus-28 has', () => {
  const pods = { containers: [container] };
  const cronJob = (chart: Chart, concurrencyPolicy?: kplus.ConcurrencyPolicy) => new kplus.CronJob(chart, 'w', { ...pods, schedule: Cron.daily(), concurrencyPolicy });
  const scaled = (chart: Chart, replicas?: number) => {
    const deployment = new kplus.Deployment(chart, 'w', { ...pods, replicas });
    new WorkloadAutoscaler(chart, 'scaler', { workload: Workload.of(deployment), minReplicas: 1, maxReplicas: 4, queueDepth: 8, engine: ENGINE });
    return deployment;
  };

  test.each<[what: string, make: (chart: Chart) => kplus.Workload, least: number, most: number | undefined]>([
    ['a Deployment that says no number', chart => new kplus.Deployment(chart, 'w', pods), 2, 2],
    ['a StatefulSet that says none', chart => new kplus.StatefulSet(chart, 'w', { ...pods, service: new kplus.Service(chart, 's', { ports: [{ port: 80 }] }) }), 1, 1],
    ['a Deployment with an autoscaler', chart => scaled(chart), 1, undefined],
    ['a Job', chart => new kplus.Job(chart, 'w', pods), 1, 1],
    ['a CronJob', chart => cronJob(chart), 0, 1],
    ['a CronJob whose runs may be there at once', chart => cronJob(chart, kplus.ConcurrencyPolicy.ALLOW), 0, undefined],
    ['a DaemonSet, which the nodes decide', chart => new kplus.DaemonSet(chart, 'w', pods), 0, undefined],
  ])('%s', (_, make, least, most) => {
    const chart = new Chart(new App(), 'chart', { namespace: 'team-a' });
    expect(Workload.of(make(chart)).pods()).toMatchObject({ least, most });
    const written = chart.toJson().find(({ kind }) => ['Deployment', 'StatefulSet'].includes(kind))?.spec.replicas;
    expect(written ?? least).toBe(least);
  });
});

test('a lost pod of a Job of cdk8s-plus-28 counts against its limit, and of others nobody says what it means', () => {
  expect([made('kplus Job'), made('kplus CronJob'), made('kplus Deployment')].map(({ workload }) => workload._lost(undefined).map(({ topic }) => topic))).toEqual([['pod lost'], ['pod lost'], []]);
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
