import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { ApiObject, ApiObjectProps, App, Chart } from 'cdk8s';
import { Figure } from './figure';
import { checks, findingsOf, validateTree } from './library';

const ROUNDS = 5;
const LARGE = 10_000;
const SMALL = 2_500;
const MIDDLE = 5_000;
const LARGE_GUARD = 3_000;
const SMALL_GUARD = 750;

/** Milliseconds of one synth, and of its checks. */
interface Times {
  readonly synth: number;
  readonly checks: number;
}

/** One tree of each shape, measured one right after the other. */
interface Round {
  readonly one: Times;
  readonly many: Times;
  readonly middle: Times;
  readonly small: Times;
}

/** The share of the checks in a synth to files with cdk8s' YAML printer, and whether their time is linear in the number of objects. */
export function measureValidation(): Figure[] {
  time(SMALL, 1); // Loads and warms everything once.
  const rounds = Array.from({ length: ROUNDS }, (): Round => ({
    one: time(LARGE, 1), many: time(LARGE, 200), middle: time(MIDDLE, 1), small: time(SMALL, 1),
  }));
  const shares = (shape: keyof Round) => rounds.map(round => 100 * round[shape].checks / round[shape].synth);
  // Quadratic checks would take 2 and 4 times as long per object.
  const growth = (objects: number, shape: keyof Round) => rounds.map(round => round.one.checks / LARGE / (round[shape].checks / objects));
  return [
    { what: `checks in a synth of ${LARGE} objects in 1 chart`, rounds: shares('one'), limit: 20, unit: '%' },
    { what: `checks in a synth of ${LARGE} objects in 200 charts`, rounds: shares('many'), limit: 20, unit: '%' },
    { what: `checks of ${LARGE} objects, 200 charts to 1 chart`, rounds: rounds.map(({ one, many }) => many.checks / one.checks), limit: 1.5, unit: 'x' },
    { what: `checks per object, ${LARGE} to ${MIDDLE} objects`, rounds: growth(MIDDLE, 'middle'), limit: 1.5, unit: 'x' },
    { what: `checks per object, ${LARGE} to ${SMALL} objects`, rounds: growth(SMALL, 'small'), limit: 1.5, unit: 'x' },
  ];
}

function time(objects: number, charts: number): Times {
  const outdir = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-'));
  const app = new App({ outdir });
  fill(app, objects, charts);
  validateTree(app);
  let spent = 0;
  const original = checks.validateAtSynth;
  checks.validateAtSynth = root => {
    const [messages, taken] = clocked(() => original(root));
    spent += taken;
    return messages;
  };
  try {
    const [, synth] = clocked(() => app.synth());
    return { synth, checks: spent };
  } finally {
    checks.validateAtSynth = original;
    fs.rmSync(outdir, { recursive: true });
  }
}

function clocked<T>(work: () => T): [result: T, milliseconds: number] {
  const start = process.hrtime.bigint();
  const result = work();
  return [result, Number(process.hrtime.bigint() - start) / 1e6];
}

/** Whether the time of a budget grows with the number of budgets only, where all guard the same pods, as many as they are: all pairs would be 4 times as long. */
export function measureBudgets(): Figure[] {
  guard(SMALL_GUARD);
  const rounds = Array.from({ length: ROUNDS }, () => guard(LARGE_GUARD) / LARGE_GUARD / (guard(SMALL_GUARD) / SMALL_GUARD));
  return [{ what: `checks per budget over the same pods, ${LARGE_GUARD} to ${SMALL_GUARD} budgets and pods`, rounds, limit: 1.5, unit: 'x' }];
}

/** Processor time of the checks. */
function guard(budgets: number): number {
  const app = new App();
  const chart = new Chart(app, 'prod', { namespace: 'ml' });
  const labels = { app: 'web' };
  for (let index = 0; index < budgets; index++) {
    new ApiObject(chart, `pod-${index}`, { apiVersion: 'v1', kind: 'Pod', metadata: { name: `web-${index}`, labels }, spec: podSpec('web') } as ApiObjectProps);
    const spec = { selector: { matchLabels: labels }, maxUnavailable: 1 };
    new ApiObject(chart, `budget-${index}`, { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: `web-${index}` }, spec } as ApiObjectProps);
  }
  const before = process.cpuUsage();
  findingsOf(app);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** Manifests as in most repositories: a workload with its Service, autoscaler, disruption budget and configuration. */
function fill(app: App, objects: number, charts: number): void {
  const services = objects / 5;
  const perChart = services / charts;
  for (let index = 0; index < charts; index++) {
    const chart = new Chart(app, `chart-${index}`, { namespace: `team-${index % 20}` });
    for (let service = 0; service < perChart; service++) {
      addService(chart, `web-${index}-${service}`);
    }
  }
}

function addService(chart: Chart, name: string): void {
  const labels = { app: name };
  const add = (apiVersion: string, kind: string, body: object) =>
    new ApiObject(chart, `${name}-${kind.toLowerCase()}`, { apiVersion, kind, metadata: { name, labels }, ...body });
  const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name };
  add('apps/v1', 'Deployment', { spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: podSpec(name) } } });
  add('v1', 'Service', { spec: { selector: labels, ports: [{ name: 'http', port: 80, targetPort: 'http' }] } });
  add('v1', 'ConfigMap', { data: { LOG_LEVEL: 'info' } });
  add('policy/v1', 'PodDisruptionBudget', { spec: { selector: { matchLabels: labels }, maxUnavailable: 1 } });
  add('autoscaling/v2', 'HorizontalPodAutoscaler', { spec: { scaleTargetRef, minReplicas: 2, maxReplicas: 8 } });
}

function podSpec(name: string): object {
  return {
    containers: [{
      name: 'main',
      image: 'registry.example/web:1.4',
      ports: [{ name: 'http', containerPort: 8080 }],
      env: [{ name: 'REGION', value: 'eu' }, { name: 'LOG_LEVEL', valueFrom: { configMapKeyRef: { name, key: 'LOG_LEVEL' } } }],
      resources: { requests: { cpu: '500m', memory: '1Gi' }, limits: { memory: '1Gi' } },
      readinessProbe: { httpGet: { path: '/ready', port: 'http' } },
      volumeMounts: [{ name: 'scratch', mountPath: '/scratch' }],
    }],
    volumes: [{ name: 'scratch', emptyDir: {} }],
  };
}
