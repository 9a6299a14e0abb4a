import { App, Chart } from 'cdk8s';
import { rebuilt } from './sdk';
import { IWorkload, InferenceEngine, Target, Workload, WorkloadAutoscaler, WorkloadDashboard, WorkloadDashboardProps } from '../../../src';
import { ALL } from '../ways';

type Make = (chart: Chart) => IWorkload;

interface Panel {
  readonly type: string;
  readonly id: number;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly fieldConfig: { readonly defaults: { readonly unit: string; readonly max?: number } };
  readonly targets?: { readonly expr: string; readonly refId: string; readonly legendFormat: string }[];
}

function made(make: Make, props: Partial<WorkloadDashboardProps> = {}, scale: boolean = false): WorkloadDashboard {
  const app = new App();
  Target.define(app, {});
  const chart = new Chart(app, 'chart', { namespace: 'ml' });
  const workload = make(chart);
  const dashboard = new WorkloadDashboard(chart, 'around', { workload, ...props });
  if (scale) {
    // Comes later, and counts all the same.
    new WorkloadAutoscaler(chart, 'scaler', { workload, minReplicas: 1, maxReplicas: 4, queueDepth: 8 });
  }
  return dashboard;
}

function panelsOf(dashboard: WorkloadDashboard): Panel[] {
  return JSON.parse(dashboard.json).panels;
}

function queryOf(dashboard: WorkloadDashboard, title: string): string {
  return panelsOf(dashboard).find(panel => panel.title === title)!.targets![0].expr;
}

const NAMED = Object.entries(ALL).filter(([name]) => name !== 'a name and labels');
const GROUPS = ALL['LeaderWorkerGroup of an engine, LeaderWorkerSet'];
const PODS = 'namespace="$namespace",pod=~"$workload",pod=~"$pod"';

test.each(NAMED)('%s: each field is one that Grafana’s own library writes', (_, make) => {
  const json = JSON.parse(made(make).json);
  expect(json).toEqual(rebuilt(json));
});

test.each(NAMED)('%s: panels have numbers of their own, and none lies over another', (_, make) => {
  const panels = panelsOf(made(make));
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) => Array.from({ length: w * h }, (__, cell) => `${x + cell % w} ${y + Math.floor(cell / w)}`));
  expect(new Set(cells).size).toBe(cells.length);
  expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
});

test('it stands in a ConfigMap that the sidecar of Grafana finds', () => {
  const dashboard = made(GROUPS, { folder: 'Inference' });
  const { metadata, data, apiVersion, kind } = dashboard.apiObject.toJson();
  expect({ apiVersion, kind, name: metadata.name, namespace: metadata.namespace }).toEqual({ apiVersion: 'v1', kind: 'ConfigMap', name: 'around', namespace: 'ml' });
  expect(metadata.labels.grafana_dashboard).toBe('1');
  expect(metadata.annotations).toEqual({ grafana_folder: 'Inference' });
  expect(data).toEqual({ 'around.json': dashboard.json });
});

test('labels of the user take the place of that label', () => {
  const { labels } = made(GROUPS, { labels: { dashboards: 'yes' } }).apiObject.toJson().metadata;
  expect(labels.dashboards).toBe('yes');
  expect(labels.grafana_dashboard).toBeUndefined();
});

test('queries look at what the variables choose, which begin with this workload', () => {
  const dashboard = made(GROUPS);
  const { list } = JSON.parse(dashboard.json).templating;
  expect(list.map(({ name }: { name: string }) => name)).toEqual(['datasource', 'namespace', 'workload', 'pod']);
  expect(list[1].current).toEqual({ text: 'ml', value: 'ml' });
  expect(list[2].query).toBe('w : w-[0-9]+(-[0-9]+)?');
  expect(queryOf(dashboard, 'Waiting requests')).toBe(`sum by (pod) (vllm:num_requests_waiting{${PODS}})`);
  expect(queryOf(dashboard, 'Time to first token')).toBe(`histogram_quantile(0.5, sum by (le) (rate(vllm:time_to_first_token_seconds_bucket{${PODS}}[$__rate_interval])))`);
});

test('a comma in names of pods separates no choices', () => {
  const dashboard = made(() => Workload.named({ name: 'web', namespace: 'ml', podLabels: { app: 'web' } }), { podNames: 'web-[a-z0-9]{2,5}' });
  expect(JSON.parse(dashboard.json).templating.list[2]).toMatchObject({ query: 'web : web-[a-z0-9]{2\\,5}', current: { text: 'web', value: 'web-[a-z0-9]{2,5}' } });
});

describe('what a workload has is on it, and nothing else', () => {
  const rowsOf = (dashboard: WorkloadDashboard) => panelsOf(dashboard).filter(({ type }) => type === 'row').map(({ title }) => title);

  test.each<[name: string, rows: string[]]>([
    ['LeaderWorkerGroup of an engine, LeaderWorkerSet', ['Now', 'Requests', 'Parts', 'Pods', 'GPUs']],
    ['GpuInferenceDeployment', ['Now', 'Requests', 'Pods', 'GPUs']],
    ['IndexedTrainingJob', ['Now', 'Parts', 'Run', 'Pods']],
    ['ZonePartitionedStatefulSet', ['Now', 'Parts', 'Pods', 'Volumes']],
    ['kplus Deployment', ['Now', 'Pods']],
  ])('%s', (name, rows) => {
    expect(rowsOf(made(ALL[name]))).toEqual(rows);
  });

  test('an autoscaler that comes later', () => {
    const dashboard = made(ALL.GpuInferenceDeployment, {}, true);
    expect(rowsOf(dashboard)).toContain('Autoscaler');
    expect(queryOf(dashboard, 'Size of Deployment w')).toContain('scaletargetref_kind="Deployment",scaletargetref_name="w"');
  });

  test('each part of a group by the label that an EngineMonitor puts onto series', () => {
    const dashboard = made(ALL['LeaderWorkerGroup whose pods all answer']);
    expect(queryOf(dashboard, 'Running requests by group')).toBe(`sum by (cdk8s_ai_workloads_group) (vllm:num_requests_running{${PODS}})`);
    expect(queryOf(dashboard, 'Running requests by index')).toContain('sum by (apps_kubernetes_io_pod_index)');
  });

  test('the zone of the node where a label says it', () => {
    expect(queryOf(made(ALL.GpuInferenceDeployment, { zoneLabel: 'zone' }), 'Running requests by zone of the node')).toContain('sum by (zone) (');
  });

  test('the engine that the user names', () => {
    const dashboard = made(ALL['kplus Deployment'], { engine: InferenceEngine.sglang({ version: '0.5.12', model: 'a/b' }) });
    expect(queryOf(dashboard, 'Waiting requests')).toContain('sglang:num_queue_reqs');
    expect(panelsOf(dashboard).find(({ title }) => title === 'Requests by their end')!.targets!.map(({ legendFormat }) => legendFormat)).toEqual(['all', 'aborted']);
  });
});

test('a release that lacks a series has no panel for it', () => {
  const titles = (version: string) => panelsOf(made(ALL['kplus Deployment'], { engine: InferenceEngine.sglang({ version, model: 'a/b' }) })).map(({ title }) => title);
  expect(titles('0.5.6')).not.toContain('Preemptions');
  expect(titles('0.5.7')).toContain('Preemptions');
});

test('ratios end at 1, percents at 100', () => {
  const ends = panelsOf(made(GROUPS)).filter(({ type }) => type !== 'row').map(({ fieldConfig: { defaults: { unit, max } } }) => ({ unit, max }));
  expect(ends.filter(({ unit }) => unit === 'percentunit').every(({ max }) => max === 1)).toBe(true);
  expect(ends.filter(({ unit }) => unit === 'percent')).toEqual([{ unit: 'percent', max: 100 }]);
});

test('its address stays, and is no longer than Grafana takes', () => {
  const uid = (name: string) => JSON.parse(made(GROUPS, { name }).json).uid as string;
  expect(uid('llama')).toBe('ml-llama');
  expect(uid('a'.repeat(60))).toHaveLength(40);
  expect(uid(`${'a'.repeat(60)}b`)).not.toBe(uid(`${'a'.repeat(60)}c`));
});

describe('panels', () => {
  const unitsOf = (dashboard: WorkloadDashboard) => Object.fromEntries(panelsOf(dashboard).filter(({ type }) => type !== 'row').map(({ title, fieldConfig: { defaults } }) => [title, defaults.unit]));

  test('have the unit of what they show', () => {
    expect(unitsOf(made(GROUPS, {}, true))).toEqual({
      'Pods ready': 'short',
      'Alerts': 'short',
      'Waiting': 'short',
      'Running': 'short',
      'KV cache': 'percentunit',
      'Tokens a second': 'cps',
      'Waiting requests': 'short',
      'Running requests': 'short',
      'KV cache in use': 'percentunit',
      'Tokens': 'cps',
      'Time to first token': 's',
      'Time between tokens': 's',
      'Time of a request': 's',
      'Requests by their end': 'reqps',
      'Preemptions': 'cps',
      'Prefix cache': 'percentunit',
      'Running requests by group': 'short',
      'Running requests by index': 'short',
      'Running requests by role': 'short',
      'Pods by phase': 'short',
      'Restarts': 'short',
      'Containers that wait': 'short',
      'Memory': 'bytes',
      'CPU': 'short',
      'GPU in use': 'percent',
      'Tensor cores in use': 'percentunit',
      'GPU memory in use': 'percentunit',
      'Power': 'watt',
      'Temperature': 'celsius',
      'XID': 'none',
      'Size of LeaderWorkerSet w': 'short',
    });
    expect(unitsOf(made(ALL.ZonePartitionedStatefulSet))).toMatchObject({ 'Volumes in use': 'percentunit', 'Room': 'bytes', 'Claims without a volume': 'short' });
    expect(unitsOf(made(ALL.IndexedTrainingJob))).toMatchObject({ 'Pods at work': 'short', 'Pods that are done': 'short', 'Pods that failed': 'short' });
  });

  test('of shares of a volume end at 1', () => {
    const ends = panelsOf(made(ALL.ZonePartitionedStatefulSet)).filter(({ title }) => ['Volumes in use', 'Room'].includes(title));

    expect(ends.map(({ title, fieldConfig: { defaults: { max } } }) => [title, max])).toEqual([['Volumes in use', 1], ['Room', undefined]]);
  });

  test('stand six or three beside each other, and a row begins below the last of them', () => {
    const places = panelsOf(made(GROUPS)).slice(0, 12).map(({ type, title, gridPos: { x, y, w, h } }) => [type, title, x, y, w, h]);

    expect(places).toEqual([
      ['row', 'Now', 0, 0, 24, 1],
      ...['Pods ready', 'Alerts', 'Waiting', 'Running', 'KV cache', 'Tokens a second'].map((title, index) => ['stat', title, index * 4, 1, 4, 4]),
      ['row', 'Requests', 0, 5, 24, 1],
      ['timeseries', 'Waiting requests', 0, 6, 8, 8], ['timeseries', 'Running requests', 8, 6, 8, 8], ['timeseries', 'KV cache in use', 16, 6, 8, 8], ['timeseries', 'Tokens', 0, 14, 8, 8],
    ]);
    expect(panelsOf(made(GROUPS)).find(({ title }) => title === 'Parts')!.gridPos.y).toBe(6 + 4 * 8);
  });

  test('ask each query of theirs by a letter of its own, a number for now and a line for a range', () => {
    const targets = (title: string) =>
      (panelsOf(made(GROUPS)).find(each => each.title === title)!.targets as any[]).map(
        ({ refId, instant, range, legendFormat }) => [refId, instant, range, legendFormat],
      );

    expect(targets('Tokens')).toEqual([['A', false, true, 'prompt'], ['B', false, true, 'answer']]);
    expect(targets('Waiting')).toEqual([['A', true, false, 'Waiting']]);
  });
});

test.each([[37, 40], [38, 40]])('a name of %d characters makes an address of %d', (length, whole) => {
  const { uid } = JSON.parse(made(GROUPS, { name: 'a'.repeat(length) }).json);

  expect(uid).toHaveLength(whole);
  expect(uid === `ml-${'a'.repeat(length)}`).toBe(length === 37);
});

describe('refused', () => {
  test.each<[what: string, make: Make, props: Partial<WorkloadDashboardProps>, message: string]>([
    ['a workload of which nothing says how its pods are called', ALL['a name and labels'], {}, 'podNames: Required value: the app holds no object of w'],
    ['names that are no pattern', GROUPS, { podNames: 'w-[' }, 'podNames: Invalid value: "w-["'],
    ['names that have a quote', GROUPS, { podNames: 'w"' }, 'podNames: Invalid value'],
    ['an engine twice', GROUPS, { engine: InferenceEngine.sglang({ version: '0.5.12', model: 'a/b' }) }, 'engine: Forbidden: w says by itself what runs in it'],
    ['no title', GROUPS, { title: ' ' }, 'title: Invalid value'],
    ['no folder', GROUPS, { folder: ' ' }, 'folder: Invalid value'],
    ['a label that no series can have', GROUPS, { zoneLabel: 'topology/zone' }, 'zoneLabel: Invalid value: "topology/zone"'],
    ['a name that cannot be', GROUPS, { name: 'My_Board' }, 'name: Invalid value: "My_Board"'],
  ])('%s', (_, make, props, message) => {
    expect(() => made(make, props)).toThrow(message);
  });

  test('a workload of no known namespace', () => {
    const chart = new Chart(new App(), 'chart');
    expect(() => new WorkloadDashboard(chart, 'around', { workload: GROUPS(chart) })).toThrow('workload: Required value: nothing says in which namespace w is');
  });
});

test('explain() counts its panels, and says where it is', () => {
  const explained = made(ALL['kplus Deployment'], { title: 'Web' }).explain();
  expect(explained.split('\n')[0]).toMatch(/, Web$/);
  expect(explained).toContain('Now 2 + Pods 6 = 8');
  expect(explained).toContain('nothing says which engine runs in');
  expect(explained).toContain('/d/ml-around');
});
