import { AlertLimits, AlertPlan, LeftOut, isLeftOut } from './alert';
import { deviceAlerts } from './device-alerts';
import { podAlerts } from './pod-alerts';
import { WorkloadAlert, WorkloadAlertsProps } from './props';
import { runAlerts } from './run-alerts';
import { servingAlerts } from './serving-alerts';
import { ZoneOptions, autoscalerAlert, zoneAlerts } from './spread-alerts';
import { volumeAlerts } from './volume-alerts';
import { duplicate, forbidden, invalid, wholeNumber } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { PlainObject, compact } from '../../base/plain';
import { collecting } from '../../given/mistakes/collecting';
import { checkedLabels, refuseConstructor } from '../../kubernetes/refused/labels';
import { workloadName } from '../../kubernetes/refused/names';
import { Observed, checkLabelName, observe } from '../observed-workload';
import { windowText } from '../promql';

/** Alerts with their name and place. */
export interface WorkloadAlertsPlan {
  readonly name: string;
  readonly observed: Observed;
  readonly labels: Labels;
  readonly alertLabels: Labels;
  readonly runbookUrl?: string;
  /** Those that are made, and why others are not; read when the app is complete, since autoscalers and patches come later. */
  readonly alerts: () => { readonly made: readonly AlertPlan[]; readonly leftOut: readonly LeftOut[] };
}

/** What an alert has of itself. */
const RESERVED = ['alertname', 'severity', 'workload', 'namespace', 'zone', '__name__'];

/** Pure: which alerts there are, where each begins, and why others are left out. */
export function planWorkloadAlerts(
  id: string, given: WorkloadAlertsProps, targetZones: readonly string[] | undefined, ownNamespace: string | undefined): WorkloadAlertsPlan {
  return collecting(given, (props, attempt) => {
    const workload = attempt(() => props.workload.workload._plannedIn(ownNamespace));
    const name = attempt(() => workloadName(id, props.name));
    const observed = attempt(() => observe(workload, props));
    const limits = attempt(() => limitsOf(props));
    const zones: ZoneOptions = { zoneLabel: attempt(() => props.zoneLabel && checkLabelName('zoneLabel', props.zoneLabel)), targetZones };
    const unwanted = attempt(() => unwantedOf(props.leaveOut ?? []));
    return {
      name,
      observed,
      labels: attempt(() => checkedLabels('labels', props.labels)),
      alertLabels: attempt(() => checkAlertLabels(props.alertLabels ?? {})),
      runbookUrl: attempt(() => props.runbookUrl && checkUrl(props.runbookUrl)),
      alerts: () => consider(observed, limits, zones, unwanted),
    };
  });
}

function consider(observed: Observed, limits: AlertLimits, zones: ZoneOptions, unwanted: ReadonlySet<WorkloadAlert>): ReturnType<WorkloadAlertsPlan['alerts']> {
  const all = [
    ...servingAlerts(observed, limits),
    ...podAlerts(observed, limits),
    ...runAlerts(observed),
    ...volumeAlerts(observed, limits),
    ...deviceAlerts(observed),
    ...zoneAlerts(observed, zones),
    autoscalerAlert(observed),
  ].map(each => (unwanted.has(each.alert) ? { alert: each.alert, because: 'it is not wanted (leaveOut)' } : each));
  return {
    made: all.filter((each): each is AlertPlan => !isLeftOut(each)),
    leftOut: all.filter(isLeftOut).filter(({ alert }, index, list) => list.findIndex(other => other.alert === alert) === index),
  };
}

function limitsOf(props: WorkloadAlertsProps): AlertLimits {
  return collecting(props, (given, attempt) => ({
    queueDepth: attempt(() => above('queueDepth', given.queueDepth ?? 10)),
    kvCacheUsage: attempt(() => share('kvCacheUsage', given.kvCacheUsage ?? 0.95)),
    preemptionsPerMinute: attempt(() => above('preemptionsPerMinute', given.preemptionsPerMinute ?? 1, true)),
    firstTokenSeconds: attempt(() => above('timeToFirstToken', given.timeToFirstToken === undefined ? 5 : given.timeToFirstToken.toMilliseconds() / 1000)),
    errorShare: attempt(() => share('errorShare', given.errorShare ?? 0.05, true)),
    restarts: attempt(() => wholeNumber('restarts', given.restarts ?? 3, { min: 1 })),
    volumeUsage: attempt(() => share('volumeUsage', given.volumeUsage ?? 0.9)),
  }));
}

function above(field: string, value: number, orZero: boolean = false): number {
  if (!Number.isFinite(value) || value < 0 || (value === 0 && !orZero)) {
    throw invalid(field, value, `must be ${orZero ? '0 or more' : 'more than 0'}`, 'give the most that is well');
  }
  return value;
}

function share(field: string, value: number, orZero: boolean = false): number {
  if (!(value < 1) || value < 0 || (value === 0 && !orZero)) {
    throw invalid(field, value, `is a ratio: ${orZero ? '0 or more' : 'above 0'} and below 1`, 'for example 0.9 for nine of ten');
  }
  return value;
}

function unwantedOf(given: readonly WorkloadAlert[]): ReadonlySet<WorkloadAlert> {
  given.forEach((alert, index) => {
    if (given.indexOf(alert) < index) {
      throw duplicate(`leaveOut[${index}]`, alert, 'is left out already', 'leave it out once');
    }
  });
  return new Set(given);
}

function checkAlertLabels(labels: Labels): Labels {
  Object.entries(labels).forEach(([label, value]) => {
    const field = `alertLabels[${label}]`;
    if (RESERVED.includes(label)) {
      throw forbidden(field, 'alerts have this label by themselves', 'take another name, or patch the object: ApiObject.addJsonPatch');
    }
    refuseConstructor('alertLabels', label);
    checkLabelName('alertLabels', label);
    if (value === '') {
      throw invalid(field, value, 'is empty, which Prometheus reads as no label', 'give it a value');
    }
  });
  return labels;
}

function checkUrl(url: string): string {
  if (!/^https?:\/\/[^\s/]/.test(url)) {
    throw invalid('runbookUrl', url, 'is no address of a page', "write it like 'https://runbooks.example.com/inference'");
  }
  return url.endsWith('/') ? url.slice(0, -1) : url;
}

/** Source: prometheus-operator pkg/apis/monitoring/v1/prometheusrule_types.go (v0.95); prometheus model/rulefmt/rulefmt.go (v3.16) */
export function renderAlerts({ name, observed, alertLabels, runbookUrl, alerts }: WorkloadAlertsPlan): PlainObject {
  return {
    groups: [{
      name,
      rules: alerts().made.map(({ alert, expr, forSeconds, severity, labels, summary, description, command }) => compact({
        alert,
        expr,
        for: forSeconds === 0 ? undefined : windowText(forSeconds),
        labels: { ...alertLabels, severity, workload: observed.name, namespace: observed.namespace, ...labels },
        annotations: compact({ summary, description, command, runbook_url: runbookUrl === undefined ? undefined : `${runbookUrl}/${alert}` }),
      })),
    }],
  };
}
