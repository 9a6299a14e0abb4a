import * as fs from 'fs';
import * as path from 'path';
import { App, Chart } from 'cdk8s';
import { ALL, OWN_ENGINE } from './ways';
import { PodPart, Workload, WorkloadAlerts, WorkloadDashboard, WorkloadAutoscaler } from '../../src';
import { InvalidInput } from '../../src/base/errors/invalid-input';
import { ENGINES } from '../../src/knowledge/engines/engines';
import { knownSeries } from '../../src/knowledge/series/catalogue';
import { DCGM_SERIES } from '../../src/knowledge/series/dcgm';
import { KUBE_STATE_METRICS } from '../../src/knowledge/series/kube-state-metrics';
import { KUBELET_SERIES } from '../../src/knowledge/series/kubelet';
import { PROMETHEUS_SERIES } from '../../src/knowledge/series/prometheus';
import { seriesLabel } from '../../src/surroundings/promql';

/*
 * The tables of docs/observability.md, from the handles and the catalogue.
 */

const PAGE = path.join(__dirname, '../../docs/observability.md');
const UPDATE = 'UPDATE_SURROUNDINGS';

const WORKLOADS = Object.entries(ALL).filter(([name]) => name !== 'a name and labels').map(([name, make]) => {
  const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
  return { name, workload: make(chart).workload };
});

/** Parts that people look for, the smallest first; those that no label can say are left out. */
const PARTS: readonly PodPart[] = [
  { group: 1, index: 1 }, { group: 1, index: 0 }, { role: 'ps', index: 0 }, { role: 'worker', index: 1 }, { role: 'row', index: 1 }, { role: 'decode' }, { role: 'worker', index: 100 }, { zone: 'eu-1b', index: 101 }, { index: 1 }, { zone: 'eu-1b' },
  { role: 'decode-leader' }, { role: 'worker' }, {},
];

function smallest(workload: Workload): { readonly part: PodPart; readonly labels: { readonly [key: string]: string } } {
  for (const part of PARTS) {
    try {
      return { part, labels: workload._select(part).labels };
    } catch (error) {
      if (!(error instanceof InvalidInput)) {
        throw error;
      }
    }
  }
  throw new Error(`no part of ${workload.name}`);
}

function partText(part: PodPart): string {
  return Object.entries(part).map(([key, value]) => `${key} ${value}`).join(', ') || 'all alike';
}

function partsTable(): string[] {
  return WORKLOADS.map(({ name, workload }) => {
    const { part, labels } = smallest(workload);
    return `| ${name} | ${partText(part)} | \`${Object.entries(labels).map(([key, value]) => `${key}=${value}`).join(',')}\` |`;
  });
}

function labelsTable(): string[] {
  const keys = [...new Set(WORKLOADS.flatMap(({ workload }) => workload._identityLabels))].sort();
  return keys.map(key => `| \`${key}\` | \`${seriesLabel(key)}\` |`);
}

function exportersTable(): string[] {
  const engines = ENGINES.flatMap(({ title, exports, source }) => (exports === undefined ? [] : [[title, exports.length, source] as const]));
  const others = [['kube-state-metrics', KUBE_STATE_METRICS], ['kubelet and cAdvisor', KUBELET_SERIES], ['DCGM exporter', DCGM_SERIES], ['Prometheus itself', PROMETHEUS_SERIES]] as const;
  return [...others.map(([title, rows]) => [title, rows.length, [...new Set(rows.map(({ source }) => source))].join('; ')] as const), ...engines]
    .map(([title, count, source]) => `| ${title} | ${count} | ${source} |`);
}

/** Every query of alerts and dashboards, around every workload whose series are known, with an autoscaler where it takes one. */
function queries(): string[] {
  return Object.entries(ALL).filter(([name]) => name !== OWN_ENGINE).flatMap(([, make]) => {
    const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
    const workload = make(chart);
    const names = workload.workload.apiObjects.length === 0 ? { podNames: 'w-[0-9]+' } : {};
    const alerts = new WorkloadAlerts(chart, 'alerts', { workload, ...names });
    const board = new WorkloadDashboard(chart, 'board', { workload, ...names, zoneLabel: 'zone' });
    if (workload.workload.scale.target && workload.workload._series) {
      new WorkloadAutoscaler(chart, 'scaler', { workload, minReplicas: 1, maxReplicas: 2, queueDepth: 8 });
    }
    const panels: { targets?: { expr: string }[] }[] = JSON.parse(board.json).panels;
    return [
      ...alerts.apiObject.toJson().spec.groups.flatMap(({ rules }: { rules: { expr: string }[] }) => rules.map(({ expr }) => expr)),
      ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ];
  });
}

/** Names in front of matchers: all queries of ours have some. */
function namesIn(query: string): string[] {
  return [...query.matchAll(/([a-zA-Z_:][a-zA-Z0-9_:]*)\{/g)].map(([, name]) => name);
}

function seriesTable(): string[] {
  const names = [...new Set(queries().flatMap(namesIn))].sort();
  const rows = new Map(names.map(name => [knownSeries(name)?.name ?? name, knownSeries(name)]));
  return [...rows].map(([name, row]) => `| \`${name}\` | ${row?.type} | ${row?.unit} |`);
}

const TABLES: readonly (readonly [heading: string, rows: () => string[]])[] = [
  ['| workload | part | `kubectl logs -l …` |\n| --- | --- | --- |\n', partsTable],
  ['| label of pods | on series, and on lines of Loki |\n| --- | --- |\n', labelsTable],
  ['| exporter | series known | read in |\n| --- | ---: | --- |\n', exportersTable],
  ['| series | type | unit |\n| --- | --- | --- |\n', seriesTable],
];

function written(page: string): string {
  return TABLES.reduce((text, [heading, rows]) => {
    const start = text.indexOf(heading) + heading.length;
    const rest = text.slice(start).replace(/^(\|.*\n)*/, '');
    return `${text.slice(0, start)}${rows().map(row => `${row}\n`).join('')}${rest}`;
  }, page);
}

test('the tables of the page are those of the handles and the catalogue', () => {
  const page = fs.readFileSync(PAGE, 'utf8');
  if (process.env[UPDATE]) {
    fs.writeFileSync(PAGE, written(page));
  }
  expect(fs.readFileSync(PAGE, 'utf8')).toBe(written(page));
});

test('each query asks for series of the catalogue', () => {
  const asked = new Set(queries().flatMap(namesIn));
  expect(asked.size).toBeGreaterThan(30);
  expect([...asked].filter(name => knownSeries(name) === undefined)).toEqual([]);
});

test('a part of a workload that its page names is one pod, where pods have an index', () => {
  WORKLOADS.filter(({ workload }) => smallest(workload).part.index !== undefined).forEach(({ name, workload }) => {
    expect({ name, most: workload._select(smallest(workload).part).most }).toEqual({ name, most: 1 });
  });
});

test('labels that the agent of Loki maps are all that tell pods apart', () => {
  const regex = /regex +=\s+"(__meta_[^"]*)"/.exec(fs.readFileSync(PAGE, 'utf8'))![1];
  const keys = [...new Set(WORKLOADS.flatMap(({ workload }) => workload._identityLabels))];
  expect(keys.filter(key => !new RegExp(`^(?:${regex})$`).test(`__meta_kubernetes_pod_label_${seriesLabel(key)}`))).toEqual([]);
});
