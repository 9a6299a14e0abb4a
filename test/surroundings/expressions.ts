import { App, Chart, Duration } from 'cdk8s';
import { ALL, Make } from './ways';
import { read } from './workload-autoscaler/scaler';
import { byRole } from '../../cluster/tests/expressions/roles';
import {
  FlaggerCanary, FlaggerProvider, IWorkload, ScalingBackend, ScalingSeries, Target, Workload, WorkloadAlerts, WorkloadAutoscaler,
  WorkloadAutoscalerProps, WorkloadDashboard,
} from '../../src';
import { InvalidInput } from '../../src/base/errors/invalid-input';

/*
 * Every expression for Prometheus that the library writes: of alerts, panels, triggers of KEDA, rules of adapters and templates of Flagger, around every workload.
 */

export interface Written {
  /** `alert QueueGrows`, `panel Memory`: who writes it, and what for. */
  readonly what: string;
  /** How long it has to hold; of alerts alone. */
  readonly for?: string;
  readonly expr: string;
  readonly workload: Workload;
}

type Text = Omit<Written, 'workload'>;

type Write = (chart: Chart, workload: IWorkload) => Text[];

function alerts(chart: Chart, workload: IWorkload): Text[] {
  const names = workload.workload.apiObjects.length === 0 ? { podNames: 'w-[0-9]+' } : {};
  const made = new WorkloadAlerts(chart, 'alerts', { workload, ...names, zoneLabel: 'zone' });
  return made.apiObject.toJson().spec.groups.flatMap(({ rules }: any) => rules.map((rule: any) => ({ what: `alert ${rule.alert}`, for: rule.for, expr: rule.expr })));
}

function panels(chart: Chart, workload: IWorkload): Text[] {
  const names = workload.workload.apiObjects.length === 0 ? { podNames: 'w-[0-9]+' } : {};
  const made = new WorkloadDashboard(chart, 'board', { workload, ...names, zoneLabel: 'zone' });
  const all: any[] = JSON.parse(made.json).panels;
  return all.flatMap(({ title, targets = [] }) => targets.map(({ expr, legendFormat }: any) => ({ what: `panel ${title}: ${legendFormat}`, expr })));
}

const TARGETS = {
  queueDepth: 8,
  runningRequests: 64,
  kvCacheUsage: 0.8,
  tokensPerSecond: 2000,
  timeToFirstToken: { atMost: Duration.seconds(2) },
  interTokenLatency: { atMost: Duration.millis(50) },
};
const OTHERS = [
  ScalingSeries.gauge({ name: 'queue_length', labels: { queue: 'a' }, perReplica: 8 }), ScalingSeries.counter({ name: 'arrivals_total', labels: { queue: 'a' }, perReplica: 8 }),
  ScalingSeries.endpointPickerQueue({ pool: 'w', perReplica: 8 }),
];

function scaler(chart: Chart, workload: IWorkload, props: Partial<WorkloadAutoscalerProps>): WorkloadAutoscaler {
  return new WorkloadAutoscaler(chart, 'scaler', { workload, minReplicas: 1, maxReplicas: 8, ...TARGETS, series: OTHERS, ...props });
}

function triggers(chart: Chart, workload: IWorkload): Text[] {
  const backend = ScalingBackend.keda({ serverAddress: 'http://prometheus.monitoring:9090' });
  return scaler(chart, workload, { backend }).apiObject.toJson().spec.triggers.map(({ metadata }: any) => ({ what: 'trigger', expr: metadata.query }));
}

const adapter = (backend: ScalingBackend): Write => (chart, workload) => {
  const { rules = [], externalRules = [] } = read(scaler(chart, workload, { backend }).adapterRules);
  return [...rules, ...externalRules].map(({ seriesQuery, metricsQuery }: any) => ({ what: 'metric', expr: metricsQuery.replaceAll('<<.Series>>', seriesQuery.replace(/\{.*/, '')) }));
};

function templates(chart: Chart, workload: IWorkload): Text[] {
  new FlaggerCanary(chart, 'canary', {
    workload,
    provider: FlaggerProvider.gatewayApi({ gateways: [{ name: 'public' }] }),
    prometheus: 'http://prometheus.monitoring:9090',
    primaryServes: true,
    autoscalerName: 'scaler',
    selectorLabels: ['cdk8s-ai-workloads/name', 'cdk8s.io/metadata.addr'],
    queueDepth: 4,
    timeToFirstToken: Duration.seconds(2),
    errorShare: 0.01,
  });
  return chart.toJson().filter(({ kind }: any) => kind === 'MetricTemplate').map(({ metadata, spec }: any) => ({ what: `template ${metadata.name}`, expr: spec.query }));
}

/** After an autoscaler, which alerts and dashboards follow. */
const scaled = (write: Write): Write => (chart, workload) => {
  new WorkloadAutoscaler(chart, 'scaler', { workload, minReplicas: 1, maxReplicas: 8, queueDepth: 8 });
  return write(chart, workload);
};

const WRITERS: readonly Write[] = [
  alerts,
  panels,
  scaled(alerts),
  scaled(panels),
  triggers,
  adapter(ScalingBackend.podMetrics()),
  adapter(ScalingBackend.objectMetrics()),
  adapter(ScalingBackend.externalMetrics()),
  templates,
];

function tried(write: Write, make: Make): Written[] {
  const app = new App();
  Target.define(app, { zones: ['eu-1a', 'eu-1b', 'eu-1c'] });
  const chart = new Chart(app, 'chart', { namespace: 'ml' });
  try {
    const workload = make(chart);
    return write(chart, workload).map(each => ({ ...each, workload: workload.workload }));
  } catch (error) {
    if (error instanceof InvalidInput) {
      return [];
    }
    throw error;
  }
}

export function writtenExpressions(makes: readonly Make[] = Object.values(ALL)): Written[] {
  return makes.flatMap(make => WRITERS.flatMap(write => tried(write, make)));
}

/** Pods of the Deployment that Flagger drives, as its documentation tells them from those of the primary. */
const FLAGGER_PODS = 'namespace="{{ namespace }}",pod=~"{{ target }}-[0-9a-zA-Z]+(-[0-9a-zA-Z]+)"';
const NAMESPACE = 'namespace="(?:ml|\\$namespace)"';

/** What differs from workload to workload, and what stands for it. */
const NAMES: ReadonlyArray<readonly [pattern: RegExp | string, name: string]> = [
  [FLAGGER_PODS, '<pods>'],
  ['namespace="$namespace",pod=~"$workload",pod=~"$pod"', '<pods>'],
  ['<<.LabelMatchers>>', '<pods>'],
  ['<<.GroupBy>>', '<group>'],
  [/namespace="ml",pod=~"[^"$]*"/g, '<pods>'],
  [new RegExp(`${NAMESPACE},job_name=~?"[^"]*"`, 'g'), '<jobs>'],
  [new RegExp(`${NAMESPACE},persistentvolumeclaim=~"[^"]*"`, 'g'), '<claims>'],
  [new RegExp(`${NAMESPACE},(deployment|statefulset|daemonset|cronjob)=~?"[^"]*"`, 'g'), '<$1s>'],
  [new RegExp(`${NAMESPACE},scaletargetref_kind="[A-Za-z]+",scaletargetref_name="[^"]*"`, 'g'), '<scaled>'],
  ['namespace="$namespace",workload="w"', '<workload>'],
  ['namespace="$namespace",workload="chart-w-c8ae10b5"', '<workload>'],
  [new RegExp(`\\{${NAMESPACE},?\\}`, 'g'), '{<namespace>}'],
  [/^\d+ - \(sum\(kube_pod_status_ready/, '<least> - (sum(kube_pod_status_ready'],
  [/(?<=kube_job_status_failed\{<jobs>\}\) >= )\d+/g, '<most>'],
];

/** The expression without names of one workload and of one engine. */
export function shapeOf({ expr }: Pick<Written, 'expr'>): string {
  return NAMES.reduce((text, [pattern, name]) => (typeof pattern === 'string' ? text.replaceAll(pattern, name) : text.replace(pattern, name)), byRole(expr));
}

/** `panel Size of Deployment w: is` is one of an autoscaler whatever it scales. */
export function nameOf({ what }: Pick<Written, 'what'>): string {
  return what.replace(/^panel Size of \S+ w:/, 'panel Size:');
}
