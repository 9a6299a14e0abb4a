import * as fs from 'fs';
import * as path from 'path';
import { App, Chart, Duration } from 'cdk8s';
import * as ts from 'typescript';
import * as library from '../../src';
import { InvalidInput } from '../../src/base/errors/invalid-input';
import { WORKLOADS } from '../workloads/handle/every-workload';

beforeAll(() => { process.env.CDK8S_AI_WORKLOADS_FAIL_FAST = '1'; });
afterAll(() => { delete process.env.CDK8S_AI_WORKLOADS_FAIL_FAST; });

const UPDATE = 'UPDATE_SURROUNDINGS';
const FILE = path.join(__dirname, '../../docs/surroundings.md');
const PAGE = fs.readFileSync(FILE, 'utf8');
const HEADING = '## Which goes with which\n\n';

const engine = library.InferenceEngine.vllm({ version: '0.18', model: 'a/b', tensorParallel: 2, pipelineParallel: 2 });
const accelerator = library.Accelerator.nvidia(2);
const container = { memory: library.Memory.of('20Gi') };

type Make = (chart: Chart) => library.IWorkload;
type Surround = (chart: Chart, workload: library.IWorkload) => unknown;

const ALL: { readonly [name: string]: Make } = {
  ...WORKLOADS,
  'LeaderWorkerGroup of an engine, LeaderWorkerSet': chart => new library.LeaderWorkerGroup(chart, 'w', {
    groups: 2, size: 2, engine, accelerator, container, backend: library.LeaderWorkerBackend.leaderWorkerSet(),
  }),
};

/** What has to be given, the least first. */
const WAYS: { readonly [surrounding: string]: { readonly [way: string]: Surround } } = {
  EngineMonitor: {
    'yes': (chart, workload) => new library.EngineMonitor(chart, 'around', { workload }),
    'with `ports`': (chart, workload) => new library.EngineMonitor(chart, 'around', { workload, ports: [{ name: 'metrics' }] }),
  },
  WorkloadAutoscaler: {
    'yes': (chart, workload) => new library.WorkloadAutoscaler(chart, 'around', { workload, minReplicas: 1, maxReplicas: 2, queueDepth: 8 }),
    'with `engine`': (chart, workload) => new library.WorkloadAutoscaler(chart, 'around', { workload, minReplicas: 1, maxReplicas: 2, queueDepth: 8, engine }),
  },
  GpuMonitor: {
    yes: (chart, workload) => new library.GpuMonitor(chart, 'around', { workload }),
  },
  ModelVariants: {
    'yes': (chart, workload) => variants(chart, { workload }),
    'with `port`': (chart, workload) => variants(chart, { workload, port: 8000 }),
    'with `part.role` and `port`': (chart, workload) => variants(chart, { workload, port: 8000, part: { role: workload.workload.roles[0].name } }),
  },
  IndexCanary: {
    'yes': (chart, workload) => new library.IndexCanary(chart, 'around', { workload, indexes: [] }),
    'with `part.zone`': (chart, workload) => new library.IndexCanary(chart, 'around', { workload, indexes: [], part: { zone: workload.workload.zones[0] } }),
    'with `part.role`': (chart, workload) => new library.IndexCanary(chart, 'around', { workload, indexes: [], part: { role: workload.workload.roles[1]?.name } }),
  },
  FlaggerCanary: {
    'with `selectorLabels`': (chart, workload) => flagger(chart, { workload }),
    'with `selectorLabels`, `port` and `engine`': (chart, workload) => flagger(chart, { workload, port: 8000, engine }),
  },
  QueuedWorkload: {
    yes: (chart, workload) => new library.QueuedWorkload(chart, 'around', { workload, queueName: 'team' }),
  },
  OrdinalMigration: {
    'yes': (chart, workload) => migrate(chart, { workload }),
    'with `set` and `volumes`': (chart, workload) => migrate(chart, {
      workload, set: 'w-eu-1a', volumes: library.MovedVolumes.named(Object.fromEntries([0, 1, 2].map(ordinal => [`data-w-eu-1a-${ordinal}`, `volume-${ordinal}`]))),
    }),
  },
};

function flagger(chart: Chart, props: Pick<library.FlaggerCanaryProps, 'workload' | 'port' | 'engine'>): void {
  const selectorLabels = ['cdk8s-ai-workloads/name', 'cdk8s.io/metadata.addr'];
  const provider = library.FlaggerProvider.kubernetes(5);
  new library.FlaggerCanary(chart, 'around', { ...props, selectorLabels, provider, prometheus: 'http://prometheus', primaryServes: true, autoscalerName: 'scaler', queueDepth: 8 });
}

function variants(chart: Chart, first: Omit<library.ModelVariant, 'name'>): void {
  const other = library.Workload.named({ name: 'other', podLabels: { app: 'other' } });
  new library.ModelVariants(chart, 'around', { gateway: { name: 'models' }, variants: [{ ...first, name: 'a' }, { name: 'b', workload: other, port: 8000 }] });
}

function migrate(chart: Chart, props: Pick<library.OrdinalMigrationProps, 'workload' | 'set' | 'volumes'>): void {
  new library.OrdinalMigration(new Chart(chart.node.root as App, `to-${String(props.set)}`, { namespace: 'elsewhere' }), 'around', { ...props, firstMoved: 0, stage: 1 });
}

/** The first way that is not refused, or why the last is. */
function cell(make: Make, ways: { readonly [way: string]: Surround }): string {
  let refusal = '';
  for (const [way, surround] of Object.entries(ways)) {
    const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
    const workload = make(chart);
    try {
      surround(chart, workload);
      return way;
    } catch (error) {
      refusal = (error as InvalidInput).problem.detail.replace(/^nothing may scale w: /, '');
    }
  }
  return `no: ${refusal}`;
}

/** The labels that tell its pods apart on their series. */
function labelsOnSeries(make: Make): string {
  const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
  const { apiObject } = new library.EngineMonitor(chart, 'around', { workload: make(chart), ports: [{ name: 'other' }] });
  const labels = (apiObject.toJson() as { spec: { podTargetLabels?: string[] } }).spec.podTargetLabels ?? [];
  return labels.map(label => `\`${label}\``).join(', ');
}

function drawn(): string {
  const rows = Object.entries(ALL).map(([name, make]) => [name, ...Object.values(WAYS).map(ways => cell(make, ways)), labelsOnSeries(make)]);
  const header = ['workload', ...Object.keys(WAYS), 'labels of pods on their series'];
  return [header, header.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |\n`).join('');
}

test(`the table of the page says of each workload what goes around it, and why not (${UPDATE}=1 writes it)`, () => {
  const [before, table] = PAGE.split(HEADING);
  if (process.env[UPDATE]) {
    fs.writeFileSync(FILE, `${before}${HEADING}${drawn()}`);
  } else {
    expect(table).toBe(drawn());
  }
});

test('some are refused and some are not, so the table says something', () => {
  const cells = Object.values(ALL).map(make => cell(make, WAYS.WorkloadAutoscaler).split(':')[0]);
  expect(new Set(cells)).toEqual(new Set(['yes', 'with `engine`', 'no']));
});

function kindMadeBy(program: string): string {
  return program.includes('Autoscaler') ? 'HorizontalPodAutoscaler' : program.includes('new Queued') ? 'LeaderWorkerSet' : program.includes('new ModelVariants') ? 'HTTPRoute' : program.includes('new IndexCanary') ? 'StatefulSet' : program.includes('new FlaggerCanary') ? 'Canary' : 'PodMonitor';
}

test.each([...PAGE.matchAll(/^```ts\n([\s\S]*?)\n```$/gm)].map(match => [match[1]]))('the program works: %s', program => {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  const { outputText } = ts.transpileModule(program, { compilerOptions: { target: ts.ScriptTarget.ES2022 } });
  const names = { ...library, Duration, chart, engine, accelerator, container };
  new Function(...Object.keys(names), outputText)(...Object.values(names));
  expect(chart.toJson().map((object: { kind: string }) => object.kind)).toEqual(expect.arrayContaining([kindMadeBy(program)]));
});
