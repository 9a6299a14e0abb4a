import { App, Chart } from 'cdk8s';
import { namesOf } from './alerts/names';
import { Names, SCENARIOS, Said } from './alerts/scenarios';
import { IWorkload, InferenceEngine, Target, Workload, WorkloadAlert, WorkloadAlerts, WorkloadAlertsProps, WorkloadAutoscaler } from '../../src';
import { temporaryFolder } from '../../test/hygiene/temporary';
import { ALL } from '../../test/surroundings/ways';
import { Telemetry } from '../harness/telemetry';

/*
 * The alerts of every workload, in Prometheus' own promtool: their syntax and style, that each fires when it is due and in which minute, and that it never does
 * while all is well and other pods have the same trouble.
 */

let telemetry: Telemetry;

beforeAll(async () => {
  telemetry = await Telemetry.build();
}, 900_000);

interface Rule {
  readonly alert: WorkloadAlert;
  readonly labels: { readonly [label: string]: string };
}

interface Made {
  readonly workload: Workload;
  readonly groups: { readonly name: string; readonly rules: readonly Rule[] }[];
}

type Make = (chart: Chart) => IWorkload;

function alertsOf(make: Make, props: Partial<WorkloadAlertsProps> = {}, prepare: (workload: Workload) => unknown = () => undefined): Made {
  const app = new App();
  Target.define(app, { zones: ['eu-1a', 'eu-1b', 'eu-1c'] });
  const chart = new Chart(app, 'chart', { namespace: 'ml' });
  const { workload } = make(chart);
  prepare(workload);
  return { workload, groups: new WorkloadAlerts(chart, 'around', { workload, ...props }).apiObject.toJson().spec.groups };
}

function ruleOf(made: Made, alert: WorkloadAlert): Rule {
  return rulesOf(made).find(each => each.alert === alert)!;
}

function rulesOf({ groups }: Made): readonly Rule[] {
  return groups.flatMap(({ rules }) => rules);
}

/** The same trouble in another namespace, and of a pod that is none of these. */
function ofOthers(all: readonly Said[]): Said[] {
  return all.flatMap(({ labels, ...each }) => [
    { ...each, labels: { ...labels, namespace: 'other' } },
    { ...each, labels: Object.fromEntries(Object.entries(labels).map(([label, value]) => [label, NAMING.includes(label) ? `not-${value}` : value])) },
  ]);
}

const NAMING = ['pod', 'persistentvolumeclaim', 'job_name', 'cronjob', 'deployment', 'statefulset', 'daemonset', 'horizontalpodautoscaler', 'scaletargetref_name'];

function inputOf(all: readonly Said[]): unknown[] {
  return all.map(({ name, labels, values }) => ({ series: `${name}{${Object.entries(labels).map(([label, value]) => `${label}="${value}"`).join(',')}}`, values }));
}

/** How many alerts of a name fire in a minute. */
function firing({ alert, labels }: Rule, minute: number, count: number): unknown {
  const zone = labels.zone === undefined ? '' : `,zone="${labels.zone}"`;
  return {
    expr: `count(ALERTS{alertname="${alert}",alertstate="firing",workload="${labels.workload}"${zone}})`, eval_time: `${minute}m`, exp_samples: count === 0 ? [] : [{ labels: '{}', value: count }],
  };
}

/** Rules with their tests, as Prometheus evaluates them. */
interface Part {
  readonly groups: unknown;
  readonly tests: readonly unknown[];
}

function partsOf(made: Made, names: Names, alerts: readonly WorkloadAlert[] = Object.values(WorkloadAlert)): Part[] {
  // Of an alert for each zone, the first.
  return alerts.flatMap(alert => rulesOf(made).find(each => each.alert === alert) ?? []).map(rule => {
    const { due, well, wellToo = [], minute, count = 1 } = SCENARIOS[rule.alert](names, made.workload);
    const silent = (series: readonly Said[]) => ({
      name: `${rule.alert} is not`, interval: '1m', input_series: inputOf(series), promql_expr_test: [20, 40, 60, 90, 120].map(each => firing(rule, each, 0)),
    });
    const groups = made.groups.map(group => ({ ...group, rules: group.rules.filter(each => each.alert === rule.alert) }));
    return {
      groups: groups.filter(({ rules }) => rules.length > 0),
      tests: [
        { name: `${rule.alert} is due`, interval: '1m', input_series: inputOf(due), promql_expr_test: [firing(rule, minute - 1, 0), firing(rule, minute, count)] },
        silent([...well, ...ofOthers(due)]),
        ...wellToo.map(each => silent([...each, ...ofOthers(due)])),
      ],
    };
  });
}

const KNOWN = Object.entries(ALL).filter(([name]) => name !== 'a name and labels');

test.each(KNOWN)('%s: each alert fires when it is due, and only then', async (_, make) => {
  const made = alertsOf(make);
  expect(await telemetry.checkRules(temporaryFolder('alerts'), made.groups)).toBe('');
  const parts = partsOf(made, namesOf(made.workload));
  expect(parts.length).toBeGreaterThan(0);
  expect(await telemetry.testEachOf(temporaryFolder('alerts'), parts)).toBe('');
});

describe('what depends on what is given', () => {
  const fires = async (made: Made, tests: readonly unknown[], parts: readonly Part[] = []) => {
    expect(await telemetry.checkRules(temporaryFolder('alerts'), made.groups)).toBe('');
    expect(await telemetry.testEachOf(temporaryFolder('alerts'), [{ groups: made.groups, tests }, ...parts])).toBe('');
  };
  const GROUPS = ALL['LeaderWorkerGroup of an engine, LeaderWorkerSet'];

  test('an autoscaler at its limit, found by what it scales; a queue has the time of a start before it is an alert', async () => {
    const made = alertsOf(GROUPS, {}, workload => new WorkloadAutoscaler(workload.apiObjects[0].chart, 'scaler', { workload, minReplicas: 1, maxReplicas: 8, queueDepth: 8 }));
    const names = namesOf(made.workload);
    const rule = ruleOf(made, WorkloadAlert.QUEUE_GROWS);
    const { due } = SCENARIOS[WorkloadAlert.QUEUE_GROWS](names, made.workload);
    await fires(made, [
      { name: 'with an autoscaler', interval: '1m', input_series: inputOf(due), promql_expr_test: [firing(rule, 30, 0), firing(rule, 31, 1)] },
    ], partsOf(made, names, [WorkloadAlert.AUTOSCALER_AT_LIMIT]));
  });

  test('more pods in a zone than an even spread has, once a start is over', async () => {
    const made = alertsOf(ALL.GpuInferenceDeployment, { zoneLabel: 'zone' });
    const { pod } = namesOf(made.workload);
    const up = (zones: readonly string[]): Said[] => zones.map((zone, index) => ({ name: 'up', labels: { namespace: 'ml', pod: pod.replace(/p$/, 'bcdfg'[index]), zone }, values: '1x120' }));
    const rule = ruleOf(made, WorkloadAlert.ZONE_IMBALANCE);
    await fires(made, [
      { name: 'uneven', interval: '1m', input_series: inputOf(up(['eu-1a', 'eu-1a', 'eu-1b'])), promql_expr_test: [firing(rule, 29, 0), firing(rule, 30, 1)] },
      { name: 'even', interval: '1m', input_series: inputOf(up(['eu-1a', 'eu-1a', 'eu-1b', 'eu-1c'])), promql_expr_test: [firing(rule, 60, 0)] },
    ]);
  });

  test('an engine that counts aborts by themselves', async () => {
    const made = alertsOf(ALL['kplus Deployment'], { engine: InferenceEngine.sglang({ version: '0.5.12', model: 'a/b' }) });
    const { pod } = namesOf(made.workload);
    const counters = (aborted: number): Said[] => [['sglang:num_requests_total', 100], ['sglang:num_aborted_requests_total', aborted]]
      .map(([name, each]) => ({ name: String(name), labels: { namespace: 'ml', pod }, values: `0+${each}x120` }));
    const rule = ruleOf(made, WorkloadAlert.REQUESTS_FAIL);
    await fires(made, [
      { name: 'due', interval: '1m', input_series: inputOf(counters(10)), promql_expr_test: [firing(rule, 10, 0), firing(rule, 11, 1)] },
      { name: 'well', interval: '1m', input_series: inputOf(counters(2)), promql_expr_test: [firing(rule, 60, 0)] },
    ]);
  });

  test('pods of a workload that is not part of the app, by the names that are given', async () => {
    const made = alertsOf(() => Workload.named({ name: 'web', namespace: 'ml', podLabels: { app: 'web' }, replicas: 2 }), { podNames: 'web-[a-z0-9]{2,5}' });
    await fires(made, [], partsOf(made, { pod: 'web-a1b', second: 'web-a1c', counted: [] }));
  });

  test('what people on call read: values, names and the command are filled in', async () => {
    const made = alertsOf(GROUPS, { alertLabels: { team: 'ml' }, runbookUrl: 'https://runbooks.example.com' });
    const series = (name: string, labels: { readonly [label: string]: string }, values: string) => ({ name, labels: { namespace: 'ml', ...labels }, values });
    const labels = { workload: 'w', namespace: 'ml', team: 'ml', pod: 'w-1-1' };
    await fires(made, [{
      name: 'annotations',
      interval: '1m',
      input_series: inputOf([series('DCGM_FI_DEV_XID_ERRORS', { pod: 'w-1-1', gpu: '3' }, '79x20'), series('vllm:kv_cache_usage_perc', { pod: 'w-1-1' }, '0.97x20')]),
      alert_rule_test: [
        {
          eval_time: '5m',
          alertname: 'GpuError',
          exp_alerts: [{
            exp_labels: { ...labels, gpu: '3', severity: 'critical' },
            exp_annotations: {
              summary: 'GPU 3 of w-1-1 reports XID 79',
              description: 'The device or its driver failed, not the program. The exporter shows the last error until it starts again.',
              command: 'kubectl -n ml get pod w-1-1 -o wide',
              runbook_url: 'https://runbooks.example.com/GpuError',
            },
          }],
        },
        {
          eval_time: '15m',
          alertname: 'KvCacheFull',
          exp_alerts: [{
            exp_labels: { ...labels, severity: 'warning' },
            exp_annotations: {
              summary: 'The KV cache of w-1-1 is full',
              description: '97% of it is in use: requests wait, and those that run lose their place.',
              command: 'kubectl -n ml logs w-1-1 --since=15m',
              runbook_url: 'https://runbooks.example.com/KvCacheFull',
            },
          }],
        },
      ],
    }]);
  });
});
