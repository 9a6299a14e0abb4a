import { ApiObject } from 'cdk8s';
import { AlertPlan, Considered, VALUE, kubectl, labelText, without } from './alert';
import { WorkloadAlert } from './props';
import { asNumber, objectAt } from '../../base/reading';
import { jobCarriers, jobNamesOf } from '../job-names';
import { Observed, inNamespace } from '../observed-workload';
import { oneOf } from '../pod-names';
import { LabelMatcher, matchersText, select } from '../promql';

/*
 * What kube-state-metrics says of the Jobs of a run.
 */

export function runAlerts(observed: Observed): Considered[] {
  const carriers = jobCarriers(observed.workload.apiObjects);
  if (carriers.length === 0) {
    return without(`${observed.name} is no Job`, WorkloadAlert.JOB_FAILED, WorkloadAlert.RETRIES_RUN_OUT);
  }
  return [jobFailed(observed, carriers), retriesRunOut(observed, carriers)];
}

function selectJobs({ namespace }: Observed, carriers: readonly ApiObject[], series: string, more: string = ''): string {
  const isOne = carriers.length === 1 && carriers[0].kind === 'Job';
  const names: LabelMatcher = isOne ? { label: 'job_name', value: carriers[0].name } : { label: 'job_name', value: jobNamesOf(carriers)!, isPattern: true };
  return select(series, matchersText([inNamespace(namespace), names]), more);
}

function maxOfJobs(observed: Observed, carriers: readonly ApiObject[], series: string, more?: string): string {
  return `max by (namespace, job_name) (${selectJobs(observed, carriers, series, more)})`;
}

function jobFailed(observed: Observed, carriers: readonly ApiObject[]): AlertPlan {
  return {
    alert: WorkloadAlert.JOB_FAILED,
    expr: `${maxOfJobs(observed, carriers, 'kube_job_failed', 'condition="true"')} == 1${unlessRunSince(observed, carriers)}`,
    forSeconds: 0,
    severity: 'critical',
    summary: `Job ${labelText('job_name')} has failed`,
    description: 'It makes no more pods. Its conditions say why, and its pods are kept for their logs until it is deleted.',
    command: `${kubectl(observed)} describe job ${labelText('job_name')}`,
    sum: `a Job whose condition Failed is true${[...new Set(carriers.map(({ kind }) => LATER[kind] ?? ''))].join('')}`,
  };
}

/** What ends the alert by itself. */
const LATER: { readonly [kind: string]: string } = {
  JobSet: '; a JobSet that restarts makes its Jobs anew',
  CronJob: '; of a CronJob until a run that began later has ended well',
};

/** A CronJob keeps its last failed Job for as long as no other one fails. Source: pkg/controller/cronjob/cronjob_controllerv2.go cleanupFinishedJobs (v1.36) */
function unlessRunSince(observed: Observed, carriers: readonly ApiObject[]): string {
  const names = carriers.filter(({ kind }) => kind === 'CronJob').map(({ name }) => name);
  if (names.length === 0) {
    return '';
  }
  const succeeded = select('kube_cronjob_status_last_successful_time', matchersText([inNamespace(observed.namespace), oneOf('cronjob', names)]));
  return ` unless on (namespace, job_name) ${maxOfJobs(observed, carriers, 'kube_job_status_start_time')} < on (namespace) group_left max by (namespace) (${succeeded})`;
}

/** Of a limit of 8, six: what is left does not outlast a night. */
const SHARE = 0.75;

/** Of a Job that says none. Source: pkg/apis/batch/v1/defaults.go (v1.36) */
const DEFAULT_RETRIES = 6;

function retriesRunOut(observed: Observed, carriers: readonly ApiObject[]): Considered {
  const alert = WorkloadAlert.RETRIES_RUN_OUT;
  const limits = carriers.flatMap(carrier => {
    const limit = retriesOf(carrier);
    return typeof limit === 'number' ? [{ carrier, limit, most: Math.ceil(limit * SHARE) }] : [];
  });
  if (limits.length === 0) {
    return { alert, because: carriers.map(carrier => retriesOf(carrier)).find(reason => typeof reason === 'string')! as string };
  }
  return {
    alert,
    // Failed pods are counted for as long as the Job is kept, also of one that has ended well.
    expr: limits.map(({ carrier, most }) => `${maxOfJobs(observed, [carrier], 'kube_job_status_failed')} >= ${most}`
      + ` unless on (namespace, job_name) ${maxOfJobs(observed, [carrier], 'kube_job_complete', 'condition="true"')} == 1`).join(' or '),
    forSeconds: 0,
    severity: 'warning',
    summary: `Job ${labelText('job_name')} has used most of its retries`,
    description: `${VALUE} of its pods have failed; backoffLimit is ${limits.map(({ limit }) => limit).join(' or ')}.`,
    command: `${kubectl(observed)} get pods -l batch.kubernetes.io/job-name=${labelText('job_name')}`,
    sum: limits.map(({ carrier, limit, most }) => `${carrier.name}: ${SHARE} x backoffLimit ${limit} = ${most} failed pods, of a Job that has not ended well`).join('\n'),
  };
}

/** How often pods may fail, or why nobody can say how many retries are left. */
function retriesOf(carrier: ApiObject): number | string {
  const { kind, name } = carrier;
  const spec = objectAt(carrier.toJson(), 'spec', ...(kind === 'CronJob' ? ['jobTemplate', 'spec'] : []));
  if (kind === 'JobSet') {
    return 'a JobSet counts its restarts itself, and no series says them';
  }
  if (asNumber(spec.backoffLimitPerIndex) !== undefined) {
    return `${name} counts retries by index (backoffLimitPerIndex), and no series says those`;
  }
  const limit = asNumber(spec.backoffLimit) ?? DEFAULT_RETRIES;
  return limit < 2 ? `${name} has ${limit === 0 ? 'no retries' : 'one retry'}` : limit;
}
