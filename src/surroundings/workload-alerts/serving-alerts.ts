import { AlertLimits, AlertPlan, BURST_SECONDS, Considered, VALUE, VALUE_AS_SHARE, VALUE_AS_TIME, afterStart, kubectl, labelText, without } from './alert';
import { WorkloadAlert } from './props';
import { EngineMetric, EngineMetrics } from '../../knowledge/engines/engine-metric';
import { Observed } from '../observed-workload';
import { select, windowText } from '../promql';

/*
 * What the engine says of its requests.
 */

const OF_ENGINE = [
  WorkloadAlert.QUEUE_GROWS, WorkloadAlert.KV_CACHE_FULL, WorkloadAlert.REQUESTS_PREEMPTED, WorkloadAlert.FIRST_TOKEN_LATE,
  WorkloadAlert.REQUESTS_FAIL, WorkloadAlert.SERIES_MISSING,
];

export function servingAlerts(observed: Observed, limits: AlertLimits): Considered[] {
  const { series, unknown } = observed;
  if (!series) {
    return without(`${unknown?.reason}: ${unknown?.help ?? 'give engine, or put alerts around the workload that has one'}`, ...OF_ENGINE);
  }
  return [
    known(WorkloadAlert.QUEUE_GROWS, observed, series.waiting, waiting => queueGrows(observed, waiting, limits)),
    known(WorkloadAlert.KV_CACHE_FULL, observed, series.kvCacheUsage, usage => cacheFull(observed, usage, limits)),
    known(WorkloadAlert.REQUESTS_PREEMPTED, observed, series.preemptions, preemptions => preempted(observed, preemptions, limits)),
    known(WorkloadAlert.FIRST_TOKEN_LATE, observed, series.timeToFirstToken, time => firstTokenLate(observed, time, limits)),
    known(WorkloadAlert.REQUESTS_FAIL, observed, failedShare(observed, series), share => requestsFail(observed, share, limits)),
    seriesMissing(observed),
  ];
}

function known<T>(alert: WorkloadAlert, { engine }: Observed, series: T | undefined, make: (series: T) => AlertPlan): Considered {
  return series === undefined ? { alert, because: `no series of ${engine} is known for it` } : make(series);
}

/** More than before, so that a queue that shrinks is none. What a start adds to it is there before the next replica can help. */
function queueGrows(observed: Observed, { name }: EngineMetric, { queueDepth }: AlertLimits): AlertPlan {
  const { pods, workload, startSeconds } = observed;
  const waiting = select(name, pods);
  const scaled = workload._isScaled;
  const forSeconds = scaled ? Math.max(BURST_SECONDS, afterStart(observed)) : BURST_SECONDS;
  const mean = (offset = '') => `sum(avg_over_time(${waiting}[5m]${offset}))`;
  return {
    alert: WorkloadAlert.QUEUE_GROWS,
    expr: `sum(${waiting}) / count(count by (pod) (${waiting})) > ${queueDepth} and ${mean()} > ${mean(' offset 10m')}`,
    forSeconds,
    severity: 'warning',
    summary: `Requests for ${observed.name} wait, and more and more of them`,
    description: `${VALUE} requests wait for each pod, more than ${queueDepth} and more than ten minutes ago.`,
    command: scaled ? `${kubectl(observed)} get hpa` : `${kubectl(observed)} get pods -o wide`,
    sum: `more than ${queueDepth} waiting requests a pod, and more than 10 min before${scaled ? `; an added replica helps after ${startSeconds} s` : ''}`,
  };
}

function cacheFull(observed: Observed, { name }: EngineMetric, { kvCacheUsage }: AlertLimits): AlertPlan {
  return {
    alert: WorkloadAlert.KV_CACHE_FULL,
    expr: `max by (namespace, pod) (${select(name, observed.pods)}) > ${kvCacheUsage}`,
    forSeconds: BURST_SECONDS,
    severity: 'warning',
    summary: `The KV cache of ${labelText('pod')} is full`,
    description: `${VALUE_AS_SHARE} of it is in use: requests wait, and those that run lose their place.`,
    command: `${kubectl(observed)} logs ${labelText('pod')} --since=15m`,
    sum: `${kvCacheUsage} of the cache: what comes next waits or displaces another request`,
  };
}

function preempted(observed: Observed, { name }: EngineMetric, { preemptionsPerMinute }: AlertLimits): AlertPlan {
  return {
    alert: WorkloadAlert.REQUESTS_PREEMPTED,
    expr: `sum by (namespace, pod) (rate(${select(name, observed.pods)}[10m])) * 60 > ${preemptionsPerMinute}`,
    forSeconds: BURST_SECONDS,
    severity: 'warning',
    summary: `Requests in ${labelText('pod')} lose their place for want of KV cache`,
    description: `${VALUE} a minute are computed again from their beginning, which takes from the others. Fewer requests at a time, a shorter context or more memory for the cache help.`,
    command: `${kubectl(observed)} logs ${labelText('pod')} --since=15m`,
    sum: `more than ${preemptionsPerMinute} a minute in one pod: each is computed twice`,
  };
}

function firstTokenLate(observed: Observed, { name }: EngineMetric, { firstTokenSeconds }: AlertLimits): AlertPlan {
  return {
    alert: WorkloadAlert.FIRST_TOKEN_LATE,
    expr: `histogram_quantile(0.95, sum by (le) (rate(${select(`${name}_bucket`, observed.pods)}[10m]))) > ${firstTokenSeconds}`,
    forSeconds: BURST_SECONDS,
    severity: 'warning',
    summary: `First tokens of ${observed.name} come late`,
    description: `5 of 100 requests wait longer than ${VALUE_AS_TIME} for their first token; ${firstTokenSeconds} s are allowed.`,
    command: `${kubectl(observed)} get pods -o wide`,
    sum: `the 95th percentile above ${firstTokenSeconds} s`,
  };
}

/** Requests that failed, of all that ended; NaN, and no alert, while there are none. */
function failedShare({ pods }: Observed, { ended, aborted }: EngineMetrics): string | undefined {
  const rate = (series: string, more = '') => `sum(rate(${select(series, pods, more)}[10m]))`;
  if (ended) {
    return `${rate(ended.series.name, `${ended.label}=~"${ended.failed.join('|')}"`)} / ${rate(ended.series.name)}`;
  }
  return aborted && `${rate(aborted.part.name)} / ${rate(aborted.all.name)}`;
}

function requestsFail(observed: Observed, share: string, { errorShare }: AlertLimits): AlertPlan {
  return {
    alert: WorkloadAlert.REQUESTS_FAIL,
    expr: `${share} > ${errorShare}`,
    forSeconds: BURST_SECONDS,
    severity: 'critical',
    summary: `Requests of ${observed.name} fail`,
    description: `${VALUE_AS_SHARE} of them are aborted or fail, more than ${errorShare}. Clients that hang up count as well.`,
    command: `${kubectl(observed)} get pods -o wide`,
    sum: `more than ${errorShare} of what ended; clients that hang up are among them`,
  };
}

function seriesMissing(observed: Observed): AlertPlan {
  const forSeconds = afterStart(observed) + 5 * 60;
  return {
    alert: WorkloadAlert.SERIES_MISSING,
    expr: `absent(${select('up', observed.pods)} == 1)`,
    forSeconds,
    severity: 'critical',
    summary: `Nobody scrapes ${observed.name}`,
    description: 'No pod of it answers Prometheus, so neither alerts nor autoscalers see its requests: the monitor is not selected, its port is another one, or no pod runs.',
    command: `${kubectl(observed)} get podmonitors,servicemonitors,pods`,
    sum: `no target that answers, for longer than a start (${windowText(forSeconds)})`,
  };
}
