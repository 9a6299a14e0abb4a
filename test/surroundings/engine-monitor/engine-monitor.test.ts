import { App, Chart, Duration, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Accelerator, EngineMonitor, EngineMonitorProps, GpuInferenceDeployment, IWorkload, IndexedTrainingJob, InferenceEngine, LeaderWorkerBackend,
  LeaderWorkerGroup, Memory, MonitorKind, Target, Workload,
} from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { WORKLOADS, container } from '../../workloads/handle/every-workload';

const MONITORS = {
  apis: ['monitoring.coreos.com/v1', 'leaderworkerset.x-k8s.io/v1', 'jobset.x-k8s.io/v1alpha2', 'ray.io/v1', 'disaggregatedset.x-k8s.io/v1', 'inference.networking.k8s.io/v1'],
};
const engine = InferenceEngine.vllm({ version: '0.18', model: 'a/b', tensorParallel: 2, pipelineParallel: 2 });

function chartOf(): Chart {
  const app = new App();
  Target.define(app, MONITORS);
  return new Chart(app, 'chart', { namespace: 'team-a' });
}

function engineGroup(chart: Chart): LeaderWorkerGroup {
  return new LeaderWorkerGroup(chart, 'w', {
    groups: 2, size: 2, engine, accelerator: Accelerator.nvidia(2), container: { memory: Memory.of('20Gi') }, backend: LeaderWorkerBackend.leaderWorkerSet(),
  });
}

/** The PodMonitor of a workload that the chart gets. */
function monitorOf(make: (chart: Chart) => IWorkload, props: Partial<EngineMonitorProps> = {}): any {
  const chart = chartOf();
  return new EngineMonitor(chart, 'watch', { workload: make(chart), ...props }).apiObject.toJson();
}

const OWN = 'cdk8s-ai-workloads';

test('the labels that tell pods apart come onto their series', () => {
  const { spec } = monitorOf(WORKLOADS['LeaderWorkerGroup, sets by role'], { ports: [{ name: 'other' }] });
  expect(spec.podTargetLabels).toEqual([`${OWN}/name`, `${OWN}/role`, `${OWN}/group`, 'apps.kubernetes.io/pod-index']);
});

test.each(Object.keys(WORKLOADS))('%s: its pods are selected, in its namespace', name => {
  const chart = chartOf();
  const { workload } = WORKLOADS[name](chart);
  const { apiObject } = new EngineMonitor(chart, 'watch', { workload, ports: [{ name: 'other' }] });
  const object = apiObject.toJson();
  expect(object.metadata.namespace).toBe('team-a');
  expect(object.spec.selector).toEqual({ matchLabels: workload.pods().labels });
});

test('an engine is scraped where it listens, in the pods that answer', () => {
  const { metadata, spec } = monitorOf(engineGroup, { interval: Duration.seconds(15), labels: { release: 'prometheus' } });
  expect(metadata.labels).toEqual({ 'app.kubernetes.io/name': 'w', [`${OWN}/name`]: 'w', 'release': 'prometheus' });
  expect(spec.selector).toEqual({ matchLabels: { [`${OWN}/name`]: 'w', [`${OWN}/role`]: 'leader' } });
  expect(spec.podMetricsEndpoints).toEqual([{ port: 'http', path: '/metrics', interval: '15s' }]);
});

test('a part of them, and ports besides the engine’s', () => {
  const { spec } = monitorOf(engineGroup, { part: { group: 1 }, ports: [{ name: 'proxy', path: '/stats' }] });
  expect(spec.selector.matchLabels).toEqual({
    [`${OWN}/name`]: 'w', [`${OWN}/role`]: 'leader', 'leaderworkerset.sigs.k8s.io/group-index': '1',
  });
  expect(spec.podMetricsEndpoints).toEqual([{ port: 'http', path: '/metrics' }, { port: 'proxy', path: '/stats' }]);
});

test('pods of another role by the port that is named alone', () => {
  const { spec } = monitorOf(engineGroup, { part: { role: 'worker' }, ports: [{ name: 'ray' }] });
  expect(spec.selector.matchLabels[`${OWN}/role`]).toBe('worker');
  expect(spec.podMetricsEndpoints).toEqual([{ port: 'ray', path: '/metrics' }]);
});

test('pods that no construct stands for, by their labels', () => {
  const { metadata, spec } = monitorOf(() => Workload.named({ name: 'web', podLabels: { app: 'web' }, namespace: 'other' }), { ports: [{ name: 'metrics' }] });
  expect(metadata.namespace).toBe('other');
  expect(spec).toEqual({ selector: { matchLabels: { app: 'web' } }, podMetricsEndpoints: [{ port: 'metrics', path: '/metrics' }] });
});

test('a GpuInferenceDeployment is scraped as by its own podMonitor, with its name on the series', () => {
  const chart = chartOf();
  const accelerator = Accelerator.nvidia(4);
  const workload = new GpuInferenceDeployment(chart, 'w', { engine, accelerator, container: { memory: Memory.of('20Gi') }, podMonitor: {} });
  const { podTargetLabels, ...spec } = new EngineMonitor(chart, 'watch', { workload }).apiObject.toJson().spec;
  expect(podTargetLabels).toEqual([`${OWN}/name`]);
  expect(spec).toEqual(Testing.synth(chart).find(object => object.kind === 'PodMonitor' && object.metadata.name === 'w').spec);
});

describe('as a ServiceMonitor', () => {
  const SERVICE = { kind: MonitorKind.SERVICE_MONITOR };

  /** The monitor and the Services of the app. */
  function service(make: (chart: Chart) => IWorkload, props: Partial<EngineMonitorProps> = {}): { monitor: any; services: any[]; ids: string[] } {
    const chart = chartOf();
    new EngineMonitor(chart, 'watch', { workload: make(chart), ...SERVICE, ...props });
    const objects: any[] = Testing.synth(chart);
    return {
      monitor: objects.find(({ kind }) => kind === 'ServiceMonitor'), services: objects.filter(({ kind }) => kind === 'Service'), ids: findingsOf(chart.node.root).map(({ id }) => id),
    };
  }

  test.each<[string, (chart: Chart) => IWorkload]>([
    ['a group', engineGroup], ['a Deployment', WORKLOADS.GpuInferenceDeployment], ['two Deployments', WORKLOADS.SpotInference],
  ])('it finds the Service of %s that clients reach, and no other, by the name of its port', (_, make) => {
    const { monitor, services, ids } = service(make);
    const wanted = Object.entries(monitor.spec.selector.matchLabels);
    const selected = services.filter(({ metadata: { labels } }) => wanted.every(([key, value]) => labels[key] === value));
    expect(selected).toHaveLength(1);
    expect(selected[0].spec.clusterIP).not.toBe('None');
    expect(monitor.spec.endpoints).toEqual([{ port: 'http', path: '/metrics' }]);
    expect(selected[0].spec.ports.map(({ name }: { name: string }) => name)).toContain('http');
    expect(ids).not.toContain('AIW2127');
  });

  test('labels of the pods come onto the series all the same', () => {
    expect(service(engineGroup).monitor.spec.podTargetLabels).toEqual([
      `${OWN}/name`, `${OWN}/role`, 'leaderworkerset.sigs.k8s.io/group-index', 'leaderworkerset.sigs.k8s.io/worker-index',
    ]);
  });

  test('a port that the Service does not lead to is one of its pods, by its own name', () => {
    const { monitor } = service(engineGroup, { ports: [{ name: 'proxy', path: '/stats' }], interval: Duration.seconds(15) });
    expect(monitor.spec.endpoints).toEqual([{ port: 'http', path: '/metrics', interval: '15s' }, { targetPort: 'proxy', path: '/stats', interval: '15s' }]);
  });

  test('the port is found by the number of the container port, under the name that the Service has for it', () => {
    const { monitor } = service(chart => new LeaderWorkerGroup(chart, 'w', {
      size: 2, container: { image: 'a:1', ports: [{ number: 8000, name: 'api' }, { number: 9400, name: 'stats' }] }, servingPorts: [{ port: 80, targetPort: 8000, name: 'web' }],
    }), { ports: [{ name: 'api' }, { name: 'stats' }] });
    expect(monitor.spec.endpoints).toEqual([{ port: 'web', path: '/metrics' }, { targetPort: 'stats', path: '/metrics' }]);
  });

  test.each<[what: string, make: (chart: Chart) => IWorkload, props: Partial<EngineMonitorProps>, message: string]>([
    ['a workload without a Service', chart => new IndexedTrainingJob(chart, 'w', { workers: 2, container }), { ports: [{ name: 'metrics' }] }, 'kind: Forbidden: w has no Service that the app knows'],
    ['a part of the pods behind it', engineGroup, { part: { group: 0 } }, 'part: Forbidden: a ServiceMonitor scrapes all pods behind w-serving'],
  ])('refused: %s', (_, make, props, message) => {
    expect(() => service(make, props)).toThrow(message);
  });

  test('who finds it is said with the selector for its kind', () => {
    const chart = chartOf();
    const explained = new EngineMonitor(chart, 'watch', { workload: engineGroup(chart), ...SERVICE, labels: { release: 'prometheus' } }).explain();
    expect(explained.split('\n')[0]).toBe('EngineMonitor watch: ServiceMonitor of the pods of w');
    expect(explained).toContain('whose serviceMonitorSelector chooses release=prometheus');
  });

  test('without one the Service has no label of it', () => {
    const chart = chartOf();
    new EngineMonitor(chart, 'watch', { workload: engineGroup(chart) });
    expect(JSON.stringify(Testing.synth(chart).filter((object: any) => object.kind === 'Service'))).not.toContain(`${OWN}/service`);
  });
});

describe('the zone of the node', () => {
  const RELABELED = [{ action: 'replace', sourceLabels: ['__meta_kubernetes_node_label_topology_kubernetes_io_zone'], targetLabel: 'zone' }];

  test.each([[MonitorKind.POD_MONITOR, 'podMetricsEndpoints'], [MonitorKind.SERVICE_MONITOR, 'endpoints']])('comes onto the series of a %s', (kind, endpoints) => {
    const { spec } = monitorOf(engineGroup, { kind, nodeZone: true });
    expect(spec.attachMetadata).toEqual({ node: true });
    expect(spec[endpoints].map(({ relabelings }: any) => relabelings)).toEqual([RELABELED]);
  });

  test('is not asked for unless somebody wants it, since Prometheus needs a right for it', () => {
    const { spec } = monitorOf(engineGroup);
    expect(JSON.stringify(spec)).not.toMatch(/attachMetadata|relabelings/);
    const chart = chartOf();
    expect(new EngineMonitor(chart, 'watch', { workload: engineGroup(chart), nodeZone: true }).explain()).toContain('whose account may list and watch nodes');
  });
});

describe('refused', () => {
  const training = (chart: Chart) => new IndexedTrainingJob(chart, 'w', { workers: 2, container });
  const port = { name: 'metrics' };

  test.each<[what: string, make: (chart: Chart) => IWorkload, props: Partial<EngineMonitorProps>, message: string, help: string]>([
    ['nothing to scrape', training, {}, 'ports: Required value: no engine of this library runs in w', 'name the container port that exports'],
    ['an empty list', training, { ports: [] }, 'ports: Required value:', 'name the container port'],
    ['another role than the engine’s', engineGroup, { part: { role: 'worker' } }, 'part.role: Forbidden: the engine of w exports in pods of role leader', 'leave the role out'],
    ['a role that there is not', training, { part: { role: 'leader' }, ports: [port] }, 'part.role: Invalid value: "leader": the roles of w are worker', 'name one of them'],
    ['an index in every group', engineGroup, { part: { index: 0 } }, 'part.index: Invalid value: 0: stands in every group', 'say which group'],
    ['the engine’s port again', engineGroup, { ports: [{ name: 'http' }] }, 'ports[0]: Duplicate value: "http": /metrics of this port', 'leave it out'],
    ['a port twice', training, { ports: [port, { ...port, path: '/metrics' }] }, 'ports[1]: Duplicate value: "metrics"', 'leave it out'],
    ['a name that no port has', training, { ports: [{ name: 'No_Port' }] }, 'ports[0].name: Invalid value: "No_Port"', 'for example http'],
    ['a path without its slash', training, { ports: [{ ...port, path: 'stats' }] }, 'ports[0].path: Invalid value: "stats"', 'for example /metrics'],
    ['less than a second', training, { ports: [port], interval: Duration.millis(500) }, 'interval: Invalid value', ''],
    ['a label that cannot be', training, { ports: [port], labels: { 'a b': 'c' } }, 'labels: Invalid value: "a b"', ''],
    ['a name that cannot be', training, { ports: [port], name: 'Watch_It' }, 'name: Invalid value: "Watch_It"', ''],
  ])('%s', (_, make, props, message, help) => {
    expect(() => monitorOf(make, props)).toThrow(message);
    expect(() => monitorOf(make, props)).toThrow(help);
  });

  test('what is no workload, with how to make one', () => {
    const chart = chartOf();
    const deployment = new kplus.Deployment(chart, 'd', { containers: [container] });
    expect(() => new EngineMonitor(chart, 'watch', { workload: deployment as unknown as IWorkload })).toThrow('Workload.of(');
  });

  test('a cluster without the API', () => {
    const app = new App();
    Target.define(app, { apis: [] });
    const chart = new Chart(app, 'chart');
    expect(() => new EngineMonitor(chart, 'watch', { workload: training(chart), ports: [port] }))
      .toThrow('workload: Forbidden: needs monitoring.coreos.com/v1, which the target does not list');
  });
});

test('where nobody says what the cluster serves, it is told at synth', () => {
  const chart = new Chart(new App(), 'chart');
  new EngineMonitor(chart, 'watch', { workload: new IndexedTrainingJob(chart, 'w', { workers: 2, container }), ports: [{ name: 'metrics' }] });
  expect(findingsOf(chart.node.root).find(({ id, construct }) => id === 'AIW0002' && construct === 'chart/watch')?.message).toContain('monitoring.coreos.com/v1');
});

test('a port that no pod declares is found in the final objects', () => {
  const chart = chartOf();
  new EngineMonitor(chart, 'watch', { workload: new IndexedTrainingJob(chart, 'w', { workers: 2, container }), ports: [{ name: 'metrics' }] });
  expect(findingsOf(chart.node.root).map(({ id }) => id)).toContain('AIW2127');
});

test('a workload with a mistake has one, and its monitor none', () => {
  delete process.env.CDK8S_AI_WORKLOADS_FAIL_FAST;
  const chart = chartOf();
  const broken = new LeaderWorkerGroup(chart, 'w', { groups: -1, size: 2, container });
  expect(new EngineMonitor(chart, 'direct', { workload: broken }).name).toBe('direct');
  new EngineMonitor(chart, 'handle', { workload: broken.workload });
  process.env.CDK8S_AI_WORKLOADS_FAIL_FAST = '1';
  expect(findingsOf(chart.node.root).filter(each => each.class !== 'advice').map(each => `${each.construct} ${each.field}`)).toEqual(['chart/w groups']);
});
