import { deepStrictEqual } from 'assert';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { ApiObject, App, AppProps, Chart } from 'cdk8s';
import { Figure, median } from './figure';
import { FleetApp } from 'cdk8s-ai-workloads';

const ROUNDS = 5;
const OBJECTS = 10;
const [FEW, MANY, MOST] = [100, 1_000, 1_600];

type AppClass = new (props: AppProps) => App;

/** Charts of plain objects, constructed and synthesised to files. */
export function measureFleets(): Figure[] {
  deepStrictEqual(filesOf(FleetApp), filesOf(App));
  time(FleetApp, FEW);
  time(App, FEW);
  const ratios = Array.from({ length: ROUNDS }, (_, round) => {
    const [first, second] = (round % 2 === 0 ? [FleetApp, App] : [App, FleetApp]).map(kind => time(kind, MANY));
    return round % 2 === 0 ? first / second : second / first;
  });
  const growth = Array.from({ length: ROUNDS }, () => processorTime(MOST) / MOST / (median([1, 2, 3, 4, 5].map(() => processorTime(FEW))) / FEW));
  return [
    { what: `FleetApp, ${MANY} charts of ${OBJECTS} objects to files, to App of cdk8s`, rounds: ratios, limit: 0.2, unit: 'x' },
    { what: `FleetApp, processor time per object, ${MOST} to ${FEW} charts`, rounds: growth, limit: 1.2, unit: 'x' },
  ];
}

/** Milliseconds from nothing to files. */
function time(kind: AppClass, charts: number): number {
  return inFolder(outdir => {
    const start = process.hrtime.bigint();
    fill(new kind({ outdir }), charts).synth();
    return Number(process.hrtime.bigint() - start) / 1e6;
  });
}

/** Of both kinds, in microseconds: what a disk takes for 1,600 files says nothing about growth. */
function processorTime(charts: number): number {
  return inFolder(outdir => {
    const before = process.cpuUsage();
    fill(new FleetApp({ outdir }), charts).synth();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
}

/** Both write the same, or the comparison means nothing. */
function filesOf(kind: AppClass): Record<string, string> {
  return inFolder(outdir => {
    fill(new kind({ outdir }), 20).synth();
    return Object.fromEntries(fs.readdirSync(outdir).map(name => [name, fs.readFileSync(path.join(outdir, name), 'utf8')]));
  });
}

function inFolder<Result>(work: (outdir: string) => Result): Result {
  const outdir = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-fleet-'));
  try {
    return work(outdir);
  } finally {
    fs.rmSync(outdir, { recursive: true });
  }
}

function fill(app: App, charts: number): App {
  for (let index = 0; index < charts; index++) {
    const chart = new Chart(app, `team-${index}`, { namespace: `team-${index}` });
    for (let object = 0; object < OBJECTS; object++) {
      addDeployment(chart, `web-${object}`);
    }
  }
  return app;
}

function addDeployment(chart: Chart, name: string): void {
  const labels = { 'app.kubernetes.io/name': name };
  const container = {
    name: 'main',
    image: `registry.example/${name}:1.4`,
    command: ['serve', '--port=8080'],
    ports: [{ name: 'http', containerPort: 8080 }],
    env: [{ name: 'REGION', value: 'eu-central' }, { name: 'THREADS', value: '8' }],
    resources: { requests: { cpu: '500m', memory: '1Gi' }, limits: { memory: '1Gi' } },
    readinessProbe: { httpGet: { path: '/ready', port: 'http' } },
  };
  const template = { metadata: { labels }, spec: { containers: [container] } };
  new ApiObject(chart, name, { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, labels }, spec: { replicas: 2, selector: { matchLabels: labels }, template } });
}
