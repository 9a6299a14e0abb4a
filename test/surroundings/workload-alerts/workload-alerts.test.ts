import { ApiObject, App, Chart, Cron, Duration, JsonPatch } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Accelerator, IWorkload, IndexedTrainingJob, FailureScope, InferenceEngine, LeaderWorkerGroup, Memory, Target, Workload, WorkloadAlert,
  WorkloadAlerts, WorkloadAlertsProps,
  WorkloadAutoscaler, ZonePartitionedStatefulSet,
} from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { container } from '../../workloads/handle/every-workload';
import { ALL } from '../ways';

type Make = (chart: Chart) => IWorkload;

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly [label: string]: string };
  readonly annotations: { readonly [name: string]: string };
}

const MONITORS = ['monitoring.coreos.com/v1', 'leaderworkerset.x-k8s.io/v1', 'jobset.x-k8s.io/v1alpha2', 'ray.io/v1'];

function made(make: Make, props: Partial<WorkloadAlertsProps> = {}, zones?: string[]): WorkloadAlerts {
  const app = new App();
  Target.define(app, { apis: MONITORS, zones });
  const chart = new Chart(app, 'chart', { namespace: 'ml' });
  return new WorkloadAlerts(chart, 'around', { workload: make(chart), ...props });
}

function rulesOf(alerts: WorkloadAlerts): Rule[] {
  return alerts.apiObject.toJson().spec.groups.flatMap(({ rules }: { rules: Rule[] }) => rules);
}

function ruleOf(alerts: WorkloadAlerts, alert: WorkloadAlert): Rule {
  return rulesOf(alerts).find(each => each.alert === alert)!;
}

/** What is said under `left out` of an alert. */
function reasonOf(alerts: WorkloadAlerts, alert: WorkloadAlert): string | undefined {
  return alerts.explain().split('\n').find(line => new RegExp(`\\b${alert}\\b.*: `).test(line) && !line.includes('warning') && !line.includes('critical'))?.split(': ').slice(1).join(': ');
}

const SERVER = ALL.GpuInferenceDeployment;
const GROUPS = ALL['LeaderWorkerGroup of an engine, LeaderWorkerSet'];
const TRAINING: Make = chart => new IndexedTrainingJob(chart, 'w', { workers: 2, container });
const A = WorkloadAlert;

test('it stands beside the workload, under a name and labels of the user', () => {
  const { metadata, apiVersion, kind } = made(SERVER, { name: 'llama-alerts', labels: { release: 'prometheus' } }).apiObject.toJson();
  expect({ apiVersion, kind, name: metadata.name, namespace: metadata.namespace }).toEqual({ apiVersion: 'monitoring.coreos.com/v1', kind: 'PrometheusRule', name: 'llama-alerts', namespace: 'ml' });
  expect(metadata.labels).toMatchObject({ 'release': 'prometheus', 'cdk8s-ai-workloads/name': 'w' });
});

test('each alert has a severity, says whose it is, and what to do', () => {
  rulesOf(made(GROUPS, { alertLabels: { team: 'ml' }, runbookUrl: 'https://runbooks.example.com/' })).forEach(({ alert, labels, annotations }) => {
    expect(labels).toEqual({ team: 'ml', severity: expect.stringMatching(/^(critical|warning)$/), workload: 'w', namespace: 'ml' });
    expect(annotations.command).toMatch(/^kubectl -n ml (get|describe|logs) /);
    expect(annotations.summary).not.toBe('');
    expect(annotations.description).not.toBe('');
    expect(annotations.runbook_url).toBe(`https://runbooks.example.com/${alert}`);
  });
});

describe('an alert is there where the workload has what it is about', () => {
  const PODS = [A.SCRAPE_FAILS, A.CONTAINER_RESTARTS, A.OUT_OF_MEMORY, A.POD_UNSCHEDULABLE, A.CONTAINER_CANNOT_START];
  const ENGINE = [A.QUEUE_GROWS, A.KV_CACHE_FULL, A.REQUESTS_PREEMPTED, A.FIRST_TOKEN_LATE, A.REQUESTS_FAIL, A.SERIES_MISSING];

  test.each<[name: string, alerts: WorkloadAlert[]]>([
    ['GpuInferenceDeployment', [...ENGINE, ...PODS, A.PODS_MISSING, A.GPU_ERROR, A.GPU_MEMORY_DEFECT]],
    ['IndexedTrainingJob', [...PODS, A.JOB_FAILED, A.RETRIES_RUN_OUT]],
    ['IndexedTrainingJob, JobSet', [...PODS, A.JOB_FAILED]],
    ['ZonePartitionedStatefulSet', [...PODS, A.PODS_MISSING, A.CLAIM_PENDING, A.VOLUME_FILLS, A.ZONE_IMBALANCE, A.ZONE_IMBALANCE]],
    ['RayCluster, KubeRay', [...PODS, A.PODS_MISSING]],
    ['kplus Deployment', [...PODS, A.PODS_MISSING]],
    ['kplus DaemonSet', [...PODS, A.PODS_MISSING]],
    ['kplus Job', [...PODS, A.JOB_FAILED, A.RETRIES_RUN_OUT]],
    ['kplus CronJob', [...PODS, A.JOB_FAILED, A.RETRIES_RUN_OUT]],
    ['GpuInferenceDeployment, TensorRT-LLM', [...PODS, A.PODS_MISSING, A.GPU_ERROR, A.GPU_MEMORY_DEFECT]],
  ])('%s', (name, alerts) => {
    expect(rulesOf(made(ALL[name])).map(({ alert }) => alert)).toEqual(alerts);
  });

  test.each<[what: string, make: Make, props: Partial<WorkloadAlertsProps>, alert: WorkloadAlert, reason: string]>([
    ['no engine', TRAINING, {}, A.QUEUE_GROWS, 'nothing says which engine runs in w: give engine, or put alerts around the workload that has one'],
    ['an engine without the series', ALL['kplus Deployment'], { engine: InferenceEngine.sglang({ version: '0.5.6', model: 'a/b' }) }, A.REQUESTS_PREEMPTED, 'no series of sglang 0.5.6 is known for it'],
    ['a run', TRAINING, {}, A.PODS_MISSING, 'pods of a run end one by one; what goes wrong, its Jobs say'],
    ['no Job', SERVER, {}, A.JOB_FAILED, 'w is no Job'],
    ['a JobSet', ALL['IndexedTrainingJob, JobSet'], {}, A.RETRIES_RUN_OUT, 'a JobSet counts its restarts itself, and no series says them'],
    ['retries of each index', chart => new IndexedTrainingJob(chart, 'w', { workers: 2, container, failureScope: FailureScope.independent({ retriesPerIndex: 3 }) }), {}, A.RETRIES_RUN_OUT,
      'w-1 counts retries by index (backoffLimitPerIndex), and no series says those'],
    ['no retries', chart => Workload.of(new kplus.Job(chart, 'w', { backoffLimit: 0, containers: [container] })), {}, A.RETRIES_RUN_OUT, 'chart-w-c8ae10b5 has no retries'],
    ['no claim', SERVER, {}, A.VOLUME_FILLS, 'no pod of w has a claim that its manifest names'],
    ['no devices', TRAINING, {}, A.GPU_ERROR, 'no role of w says that it has devices'],
    ['other devices', chart => new LeaderWorkerGroup(chart, 'w', { size: 1, container: { image: 'a:1', memory: Memory.of('20Gi') }, accelerator: Accelerator.amd(1) }), {}, A.GPU_ERROR, 'DCGM reads NVIDIA devices, and pods of w have amd.com/gpu'],
    ['no word on zones', SERVER, {}, A.ZONE_IMBALANCE, 'nothing says in which zone a pod is: set nodeZone of an EngineMonitor, and zoneLabel here'],
    ['no zones of the target', SERVER, { zoneLabel: 'zone' }, A.ZONE_IMBALANCE, 'the target has no zones'],
    ['one zone of its own', chart => new ZonePartitionedStatefulSet(chart, 'w', { zones: [{ zone: 'eu-1a', replicas: 2 }], container }), {}, A.ZONE_IMBALANCE, 'w has one zone'],
    ['no autoscaler', SERVER, {}, A.AUTOSCALER_AT_LIMIT, 'no autoscaler of the app scales w'],
    ['no number of pods', () => Workload.named({ name: 'w', namespace: 'ml', podLabels: { app: 'w' } }), { podNames: 'w-[a-z0-9]+' }, A.PODS_MISSING, 'nothing says how many pods w has'],
    ['the wish of the user', SERVER, { leaveOut: [A.KV_CACHE_FULL] }, A.KV_CACHE_FULL, 'it is not wanted (leaveOut)'],
  ])('left out for %s', (_, make, props, alert, reason) => {
    const alerts = made(make, props);
    expect(rulesOf(alerts).map(rule => rule.alert)).not.toContain(alert);
    expect(reasonOf(alerts, alert)).toBe(reason);
  });
});

describe('what looks like a start is no alert before it is over', () => {
  const times = (startTime?: Duration) => Object.fromEntries(rulesOf(made(SERVER, { startTime })).map(rule => [rule.alert, rule.for]));

  test('of 15 minutes, as the engine says', () => {
    expect(times()).toMatchObject({ ScrapeFails: '20m', SeriesMissing: '25m', PodsMissing: '20m', QueueGrows: '10m', PodUnschedulable: '15m' });
  });

  test('of 40 minutes, as the user says', () => {
    expect(times(Duration.minutes(40))).toMatchObject({ ScrapeFails: '45m', SeriesMissing: '50m', PodsMissing: '45m', QueueGrows: '10m', PodUnschedulable: '15m' });
  });

  test('and as many restarts as make a loop fit into the window', () => {
    const window = (startTime: Duration, restarts?: number) => /\[(\w+)\]/.exec(ruleOf(made(SERVER, { startTime, restarts }), A.CONTAINER_RESTARTS).expr)![1];
    expect(window(Duration.minutes(1))).toBe('1h');
    expect(window(Duration.minutes(40))).toBe('3h');
    expect(window(Duration.minutes(40), 6)).toBe('5h');
  });
});

test('missing pods of groups are those of the leaders and of each leader\'s workers', () => {
  expect(ruleOf(made(GROUPS), A.PODS_MISSING).expr).toContain('statefulset=~"w(-[0-9]+)?"');
});

describe('an autoscaler that comes later', () => {
  const scaled = (make: Make) => {
    const alerts = made(make, { startTime: Duration.minutes(30) });
    const { workload } = (alerts as unknown as { plan: { observed: { workload: Workload } } }).plan.observed;
    new WorkloadAutoscaler(alerts.node.scope!, 'scaler', { workload, minReplicas: 1, maxReplicas: 4, queueDepth: 8 });
    return alerts;
  };

  test('is watched at its limit, found by what it scales', () => {
    expect(ruleOf(scaled(GROUPS), A.AUTOSCALER_AT_LIMIT).expr).toContain('kube_horizontalpodautoscaler_info{namespace="ml",scaletargetref_kind="LeaderWorkerSet",scaletargetref_name="w"}');
  });

  test('has the time of a start before a queue is an alert', () => {
    expect(ruleOf(scaled(SERVER), A.QUEUE_GROWS).for).toBe('35m');
    expect(ruleOf(made(SERVER, { startTime: Duration.minutes(30) }), A.QUEUE_GROWS).for).toBe('10m');
  });
});

describe('a run that has ended well is no alert any more', () => {
  test('a failed Job of a CronJob, since it stays until another one fails', () => {
    const { expr } = ruleOf(made(ALL['kplus CronJob']), A.JOB_FAILED);
    expect(expr).toBe('max by (namespace, job_name) (kube_job_failed{namespace="ml",job_name=~"chart-w-c8ae10b5-[0-9]+",condition="true"}) == 1'
      + ' unless on (namespace, job_name) max by (namespace, job_name) (kube_job_status_start_time{namespace="ml",job_name=~"chart-w-c8ae10b5-[0-9]+"})'
      + ' < on (namespace) group_left max by (namespace) (kube_cronjob_status_last_successful_time{namespace="ml",cronjob="chart-w-c8ae10b5"})');
    expect(ruleOf(made(ALL['kplus Job']), A.JOB_FAILED).expr).not.toContain('unless');
  });

  test('retries that were used', () => {
    expect(ruleOf(made(ALL['kplus Job']), A.RETRIES_RUN_OUT).expr).toMatch(/ >= 5 unless on \(namespace, job_name\) max by \(namespace, job_name\) \(kube_job_complete\{.*condition="true"\}\) == 1$/);
  });
});

describe('limits are those that are given', () => {
  test.each<[props: Partial<WorkloadAlertsProps>, alert: WorkloadAlert, expr: string]>([
    [{ queueDepth: 32 }, A.QUEUE_GROWS, ' > 32 and '],
    [{ kvCacheUsage: 0.8 }, A.KV_CACHE_FULL, ' > 0.8'],
    [{ preemptionsPerMinute: 0 }, A.REQUESTS_PREEMPTED, ' * 60 > 0'],
    [{ timeToFirstToken: Duration.millis(1500) }, A.FIRST_TOKEN_LATE, ' > 1.5'],
    [{ errorShare: 0 }, A.REQUESTS_FAIL, ' > 0'],
    [{ restarts: 5 }, A.CONTAINER_RESTARTS, ' >= 5'],
  ])('%j', (props, alert, expr) => {
    expect(ruleOf(made(SERVER, props), alert).expr).toContain(expr);
  });

  test('of a volume', () => {
    expect(ruleOf(made(ALL.ZonePartitionedStatefulSet, { volumeUsage: 0.75 }), A.VOLUME_FILLS).expr).toMatch(/ > 0\.75$/);
  });
});

test('groups share a pattern, so that their number does not lengthen each query', () => {
  const expr = (groups: number) => ruleOf(made(chart => new LeaderWorkerGroup(chart, 'w', { groups, size: 2, container })), A.POD_UNSCHEDULABLE).expr;
  expect(expr(2)).toBe('max by (namespace, pod) (kube_pod_status_unschedulable{namespace="ml",pod=~"w-(0|1)-leader-[0-9]+|w-(0|1)-worker-[0-9]+"}) == 1');
  expect(expr(40).length - expr(2).length).toBeLessThan(250);
});

test('a claim of a template, of a volume that lives with its pod, and one that is there already', () => {
  const make: Make = chart => {
    const set = new kplus.StatefulSet(chart, 'w', { replicas: 2, containers: [container], service: new kplus.Service(chart, 's', { ports: [{ port: 80 }] }) });
    set.addVolume(kplus.Volume.fromPersistentVolumeClaim(chart, 'v', kplus.PersistentVolumeClaim.fromClaimName(chart, 'c', 'weights')));
    (set as unknown as { apiObject: { addJsonPatch: (...operations: unknown[]) => void } }).apiObject.addJsonPatch(
      { _toJson: () => ({ op: 'add', path: '/spec/volumeClaimTemplates', value: [{ metadata: { name: 'data' } }] }) },
      { _toJson: () => ({ op: 'add', path: '/spec/template/spec/volumes/-', value: { name: 'scratch', ephemeral: {} } }) });
    return Workload.of(set);
  };
  expect(ruleOf(made(make), A.CLAIM_PENDING).expr).toContain('persistentvolumeclaim=~"data-(chart-w-c8ae10b5-[0-9]+)|(chart-w-c8ae10b5-[0-9]+)-scratch|weights"');
});

test('pods are compared over the zones of the target where a label says the zone', () => {
  expect(ruleOf(made(SERVER, { zoneLabel: 'zone' }, ['eu-1a', 'eu-1b', 'eu-1c']), A.ZONE_IMBALANCE).expr)
    .toMatch(/^max\(count by \(zone\) \(up\{.*\} == 1\)\) > ceil\(count\(up\{.*\} == 1\) \/ 3\)$/);
});

describe('refused', () => {
  test.each<[what: string, make: Make, props: Partial<WorkloadAlertsProps>, message: string, help: string]>([
    ['a workload of which nothing says how its pods are called', ALL['a name and labels'], {}, 'podNames: Required value: the app holds no object of w', 'give a regular expression'],
    ['names that are no pattern', SERVER, { podNames: '(w' }, 'podNames: Invalid value: "(w"', ''],
    ['an engine twice', SERVER, { engine: InferenceEngine.vllm({ version: '0.18', model: 'a/b' }) }, 'engine: Forbidden: w says by itself what runs in it: vllm 0.18', 'leave it out'],
    ['a percentage', SERVER, { kvCacheUsage: 95 }, 'kvCacheUsage: Invalid value: 95: is a ratio', 'for example 0.9'],
    ['a whole share', SERVER, { errorShare: 1 }, 'errorShare: Invalid value: 1', ''],
    ['an empty volume', SERVER, { volumeUsage: 0 }, 'volumeUsage: Invalid value: 0', ''],
    ['no queue', SERVER, { queueDepth: 0 }, 'queueDepth: Invalid value: 0: must be more than 0', ''],
    ['fewer than none', SERVER, { preemptionsPerMinute: -1 }, 'preemptionsPerMinute: Invalid value: -1: must be 0 or more', ''],
    ['no time', SERVER, { timeToFirstToken: Duration.millis(0) }, 'timeToFirstToken: Invalid value: 0', ''],
    ['half a restart', SERVER, { restarts: 1.5 }, 'restarts: Invalid value: 1.5', ''],
    ['a start of no time', SERVER, { startTime: Duration.seconds(0) }, 'startTime: Invalid value: "0s"', ''],
    ['a label that alerts have already', SERVER, { alertLabels: { severity: 'page' } }, 'alertLabels[severity]: Forbidden', 'another name'],
    ['a label that no series can have', SERVER, { alertLabels: { 'example.com/team': 'ml' } }, 'alertLabels: Invalid value: "example.com/team"', "for example 'zone'"],
    ['a label that says nothing', SERVER, { alertLabels: { team: '' } }, 'alertLabels[team]: Invalid value: ""', 'give it a value'],
    ['a label of series that cannot be', SERVER, { zoneLabel: '1zone' }, 'zoneLabel: Invalid value: "1zone"', ''],
    ['a page that is none', SERVER, { runbookUrl: 'runbooks' }, 'runbookUrl: Invalid value: "runbooks"', 'https://'],
    ['an alert left out twice', SERVER, { leaveOut: [A.JOB_FAILED, A.JOB_FAILED] }, 'leaveOut[1]: Duplicate value: "JobFailed"', 'once'],
    ['a label that cannot be', SERVER, { labels: { 'a b': 'c' } }, 'labels: Invalid value: "a b"', ''],
    ['a name that cannot be', SERVER, { name: 'My_Alerts' }, 'name: Invalid value: "My_Alerts"', ''],
  ])('%s', (_, make, props, message, help) => {
    expect(() => made(make, props)).toThrow(message);
    expect(() => made(make, props)).toThrow(help);
  });

  test('a workload of no known namespace', () => {
    const chart = new Chart(new App(), 'chart');
    expect(() => new WorkloadAlerts(chart, 'around', { workload: GROUPS(chart) })).toThrow('workload: Required value: nothing says in which namespace w is');
  });

  test('a cluster without the API', () => {
    const app = new App();
    Target.define(app, { apis: [] });
    const chart = new Chart(app, 'chart', { namespace: 'ml' });
    expect(() => new WorkloadAlerts(chart, 'around', { workload: TRAINING(chart) })).toThrow('workload: Forbidden: needs monitoring.coreos.com/v1, which the target does not list');
  });
});

test('where nobody says what the cluster serves, it is told at synth', () => {
  const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
  new WorkloadAlerts(chart, 'around', { workload: TRAINING(chart) });
  expect(findingsOf(chart.node.root).find(({ id, construct }) => id === 'AIW0002' && construct === 'chart/around')?.message).toContain('monitoring.coreos.com/v1');
});

test('explain() says where each begins, and whose series they need', () => {
  const explained = made(GROUPS, { labels: { release: 'prometheus' }, startTime: Duration.minutes(12) }).explain();
  expect(explained.split('\n')[0]).toBe('WorkloadAlerts around: PrometheusRule of 14 alerts about w');
  expect(explained).toMatch(/a start +720 s; what looks like one/);
  expect(explained).toMatch(/QueueGrows +warning, after 10m: more than 10 waiting requests a pod/);
  expect(explained).toMatch(/scraped by others: kube-state-metrics, the DCGM exporters \(GpuMonitor\), the pods themselves \(EngineMonitor\)/);
  expect(explained).toContain('by a Prometheus whose ruleSelector chooses release=prometheus, and by no other');
  expect(made(TRAINING).explain()).toMatch(/a start +900 s, since nobody says how long one takes \(startTime\)/);
});

describe('each alert', () => {
  const CRITICAL = [A.REQUESTS_FAIL, A.SERIES_MISSING, A.PODS_MISSING, A.JOB_FAILED, A.VOLUME_FILLS, A.GPU_ERROR, A.GPU_MEMORY_DEFECT];

  test('is critical where requests or data are lost, and a warning where they are not yet', () => {
    const all = ['GpuInferenceDeployment', 'ZonePartitionedStatefulSet', 'kplus Job', 'kplus DaemonSet', 'RayCluster, KubeRay'].flatMap(name => rulesOf(made(ALL[name])));

    expect([...new Set(all.filter(({ labels }) => labels.severity === 'critical').map(({ alert }) => alert))].sort()).toEqual([...CRITICAL].sort());
    expect(all.length).toBeGreaterThan(40);
  });

  test('of a zone names it, and compares its object with those of the others', () => {
    const rules = rulesOf(made(chart => new ZonePartitionedStatefulSet(chart, 'w', { zones: ['eu-1a', 'eu-1b', 'eu-1c'].map(zone => ({ zone, replicas: 2 })), container })))
      .filter(({ alert }) => alert === A.ZONE_IMBALANCE);

    expect(rules.map(({ labels }) => labels.zone)).toEqual(['eu-1a', 'eu-1b', 'eu-1c']);
    expect(rules[1].expr).toBe(['"w-eu-1b"', '~"w-eu-1a|w-eu-1c"'].map((names, index) => {
      const of = (series: string) => `sum(max by (namespace, statefulset) (${series}{namespace="ml",statefulset=${names}}))`;
      return `${of('kube_statefulset_status_replicas_ready')} / ${of('kube_statefulset_replicas')} ${['< 0.5', '>= 0.5'][index]}`;
    }).join(' and '));
    expect(rules[1].annotations.summary).toBe('w lacks pods in eu-1b and has them elsewhere');
  });

  test('about pods of two kinds of objects names those of both', () => {
    const { expr } = ruleOf(made(ALL['DisaggregatedInference of groups']), A.PODS_MISSING);

    expect(expr).toMatch(/kube_deployment_spec_replicas\{namespace="ml",deployment="w-prefill"\}/);
    expect(expr).toMatch(/ or \(max by \(namespace, statefulset\) \(kube_statefulset_replicas\{namespace="ml",statefulset=~/);
    expect(ruleOf(made(ALL['DisaggregatedInference of groups']), A.PODS_MISSING).annotations.description).toContain('{{ $labels.deployment }}{{ $labels.statefulset }}');
  });
});

describe('retries of a Job run out', () => {
  const job = (spec: object): Make => chart => {
    const workload = new kplus.Job(chart, 'w', { metadata: { name: 'w' }, containers: [container] });
    ApiObject.of(workload).addJsonPatch(...Object.entries(spec).map(([field, value]) => JsonPatch.add(`/spec/${field}`, value)));
    return Workload.of(workload);
  };
  const nightly = (backoffLimit: number): Make => chart => Workload.of(new kplus.CronJob(chart, 'w', { metadata: { name: 'w' }, schedule: Cron.daily(), backoffLimit, containers: [container] }));

  test.each([[2, 2], [3, 3], [4, 3], [5, 4], [8, 6], [9, 7]])('of backoffLimit %d at %d failed pods', (backoffLimit, most) => {
    const rule = ruleOf(made(job({ backoffLimit })), A.RETRIES_RUN_OUT);

    expect(rule.expr).toContain(`max by (namespace, job_name) (kube_job_status_failed{namespace="ml",job_name="w"}) >= ${most} unless`);
    expect(rule.annotations.description).toBe(`{{ $value | humanize }} of its pods have failed; backoffLimit is ${backoffLimit}.`);
  });

  test('of a CronJob by the limit of its Jobs', () => {
    expect(ruleOf(made(nightly(4)), A.RETRIES_RUN_OUT).expr).toContain('job_name=~"w-[0-9]+"}) >= 3');
  });

  test.each<[string, Make, string]>([
    ['one', job({ backoffLimit: 1 }), 'w has one retry'],
    ['none', job({ backoffLimit: 0 }), 'w has no retries'],
    ['one for each index', job({ backoffLimit: 6, backoffLimitPerIndex: 0 }), 'w counts retries by index (backoffLimitPerIndex), and no series says those'],
  ])('and there is no alert where there is %s', (_, make, reason) => {
    expect(reasonOf(made(make), A.RETRIES_RUN_OUT)).toBe(reason);
  });

  test('and a failure is one of each of two Jobs', () => {
    const rules = made(ALL.Sweep);

    expect(ruleOf(rules, A.JOB_FAILED).expr).toMatch(/^max by \(namespace, job_name\) \(kube_job_failed\{namespace="ml",job_name=~"[^"]+\|[^"]+",condition="true"\}\) == 1$/);
  });
});

describe('exactly at a limit', () => {
  const times = (startTime: Duration, make: Make = SERVER) =>
    Object.fromEntries(rulesOf(made(make, { startTime })).map(rule => [rule.alert, rule.for]));

  test('a start is rounded up to a full minute', () => {
    expect(times(Duration.seconds(60)).ScrapeFails).toBe('6m');
    expect(times(Duration.seconds(61)).ScrapeFails).toBe('7m');
    expect(times(Duration.hours(1)).PodsMissing).toBe('65m');
    expect(times(Duration.minutes(55)).PodsMissing).toBe('1h');
    expect(times(Duration.minutes(115)).PodsMissing).toBe('2h');
  });

  test('one start more than restarts fits into the window', () => {
    const restarts = (startTime: Duration, most: number) => ruleOf(made(SERVER, { startTime, restarts: most }), A.CONTAINER_RESTARTS);

    expect(restarts(Duration.seconds(900), 3).expr).toContain('[1h]');
    expect(restarts(Duration.seconds(901), 3).expr).toContain('[2h]');
    expect(restarts(Duration.seconds(1800), 1).expr).toContain('[1h]))) >= 1');
    expect(restarts(Duration.seconds(901), 3).annotations.description).toBe('{{ $value | humanize }} restarts within 2h.');
  });

  test('a queue of what is scaled is an alert after ten minutes at the least', () => {
    const alerts = made(SERVER, { startTime: Duration.minutes(1) });
    const { workload } = (alerts as unknown as { plan: { observed: { workload: Workload } } }).plan.observed;
    new WorkloadAutoscaler(alerts.node.scope!, 'scaler', { workload, minReplicas: 1, maxReplicas: 4, queueDepth: 8 });

    expect(ruleOf(alerts, A.QUEUE_GROWS)).toMatchObject({ for: '10m', annotations: { command: 'kubectl -n ml get hpa' } });
  });

  test('shares and counts that are just possible are taken', () => {
    const least = {
      queueDepth: 0.001,
      kvCacheUsage: 0.001,
      preemptionsPerMinute: 0,
      timeToFirstToken: Duration.millis(1),
      errorShare: 0,
      restarts: 1,
      volumeUsage: 0.001,
    };
    const most = { kvCacheUsage: 0.999, errorShare: 0.999, volumeUsage: 0.999 };

    expect(() => made(SERVER, least)).not.toThrow();
    expect(() => made(SERVER, most)).not.toThrow();
    expect(ruleOf(made(SERVER, { timeToFirstToken: Duration.millis(1) }), A.FIRST_TOKEN_LATE).expr).toContain(' > 0.001');
  });

  test.each<[Partial<WorkloadAlertsProps>, string]>([
    [{ kvCacheUsage: 0 }, 'kvCacheUsage: Invalid value: 0: is a ratio: above 0 and below 1'],
    [{ kvCacheUsage: 1 }, 'kvCacheUsage: Invalid value: 1'],
    [{ volumeUsage: 1 }, 'volumeUsage: Invalid value: 1'],
    [{ errorShare: -0.1 }, 'errorShare: Invalid value: -0.1: is a ratio: 0 or more and below 1'],
    [{ errorShare: NaN }, 'errorShare: Invalid value'],
    [{ queueDepth: Infinity }, 'queueDepth: Invalid value'],
    [{ restarts: 0 }, 'restarts: Invalid value: 0'],
  ])('%j is refused', (props, message) => {
    expect(() => made(SERVER, props)).toThrow(message);
  });

  test('zones of the target are two at least', () => {
    expect(reasonOf(made(SERVER, { zoneLabel: 'zone' }, ['eu-1a']), A.ZONE_IMBALANCE)).toBe('the target has one zone, eu-1a');
    expect(ruleOf(made(SERVER, { zoneLabel: 'zone' }, ['eu-1a', 'eu-1b']), A.ZONE_IMBALANCE).expr).toMatch(/ \/ 2\)$/);
  });
});

describe('labels and pages of alerts', () => {
  test.each(['alertname', 'severity', 'workload', 'namespace', 'zone', '__name__'])('%s is the alerts\' own', label => {
    expect(() => made(SERVER, { alertLabels: { team: 'ml', [label]: 'x' } })).toThrow(`alertLabels[${label}]: Forbidden`);
  });

  test('a page is given with and without a slash, over both protocols', () => {
    expect(['http://a.example/b/', 'https://a.example/b'].map(runbookUrl => ruleOf(made(SERVER, { runbookUrl }), A.KV_CACHE_FULL).annotations.runbook_url)).toEqual(
      ['http://a.example/b/KvCacheFull', 'https://a.example/b/KvCacheFull']);
    expect(ruleOf(made(SERVER), A.KV_CACHE_FULL).annotations).not.toHaveProperty('runbook_url');
  });

  test('two that are left out are named with their one reason', () => {
    const explained = made(SERVER, { leaveOut: [A.KV_CACHE_FULL, A.GPU_ERROR] }).explain();

    expect(explained).toContain('KvCacheFull, GpuError: it is not wanted (leaveOut)');
    expect(explained).toContain('ClaimPending, VolumeFills: no pod of w has a claim that its manifest names');
    expect(explained).toContain('scraped by others: kube-state-metrics, the DCGM exporters (GpuMonitor), the pods themselves (EngineMonitor)');
    expect(made(ALL.ZonePartitionedStatefulSet).explain()).toContain("kube-state-metrics, the kubelets' /metrics, the pods themselves");
  });

  test('the start is that of the role whose engine is asked', () => {
    const [one, other] = ['leader', 'worker'].map(role => {
      const groups = GROUPS(new Chart(new App(), 'chart', { namespace: 'ml' })).workload;
      groups.roles.forEach(each => Object.defineProperty(each, 'startSeconds', { value: each.name === role ? 120 : 600 }));
      return Object.fromEntries(rulesOf(new WorkloadAlerts(groups.apiObjects[0].chart, 'alerts', { workload: groups })).map(rule => [rule.alert, rule.for])).ScrapeFails;
    });

    expect([one, other]).toEqual(['7m', '15m']);
  });
});
