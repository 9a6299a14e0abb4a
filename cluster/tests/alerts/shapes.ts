import { WorkloadAlert } from '../../../src';

/*
 * Every expression of an alert, and how long it has to hold, as scenarios.ts has a scenario for it: due, and just not. A changed one needs a look at its scenario first.
 */

export interface AlertShape {
  readonly shape: string;
  /** Absent where the expression looks back itself. */
  readonly for?: string;
}

const missing = (label: string, wanted: string, ready: string, updated: string) => `(max by (namespace, ${label}) (${wanted}{<${label}s>}) - max by (namespace, ${label}) (${ready}{<${label}s>}) > 0`
  + ` and max by (namespace, ${label}) (changes(${updated}{<${label}s>}[20m])) == 0)`;
const DEPLOYMENTS = missing('deployment', 'kube_deployment_spec_replicas', 'kube_deployment_status_replicas_available', 'kube_deployment_status_replicas_updated');
const STATEFUL_SETS = missing('statefulset', 'kube_statefulset_replicas', 'kube_statefulset_status_replicas_ready', 'kube_statefulset_status_replicas_updated');
const DAEMON_SETS = missing(
  'daemonset', 'kube_daemonset_status_desired_number_scheduled', 'kube_daemonset_status_number_available', 'kube_daemonset_status_updated_number_scheduled',
);

function zoneLacks(label: string, ready: string, wanted: string): AlertShape {
  const share = `sum(max by (namespace, ${label}) (${ready}{<${label}s>})) / sum(max by (namespace, ${label}) (${wanted}{<${label}s>}))`;
  return { shape: `${share} < 0.5 and ${share} >= 0.5`, for: '20m' };
}

const QUEUE = 'sum(waiting{<pods>}) / count(count by (pod) (waiting{<pods>})) > 10 and sum(avg_over_time(waiting{<pods>}[5m])) > sum(avg_over_time(waiting{<pods>}[5m] offset 10m))';
const REASONS = 'reason=~"CrashLoopBackOff|ImagePullBackOff|ErrImagePull|InvalidImageName|CreateContainerConfigError|CreateContainerError|RunContainerError"';
const FAILED = 'max by (namespace, job_name) (kube_job_failed{<jobs>,condition="true"}) == 1';

export const ALERT_SHAPES: { readonly [alert in WorkloadAlert]: readonly AlertShape[] } = {
  // The longer one with an autoscaler, whose replica takes a start.
  [WorkloadAlert.QUEUE_GROWS]: [{ shape: QUEUE, for: '10m' }, { shape: QUEUE, for: '20m' }],
  [WorkloadAlert.KV_CACHE_FULL]: [{ shape: 'max by (namespace, pod) (cache{<pods>}) > 0.95', for: '10m' }],
  [WorkloadAlert.REQUESTS_PREEMPTED]: [{ shape: 'sum by (namespace, pod) (rate(preempted{<pods>}[10m])) * 60 > 1', for: '10m' }],
  [WorkloadAlert.FIRST_TOKEN_LATE]: [{ shape: 'histogram_quantile(0.95, sum by (le) (rate(first_token_bucket{<pods>}[10m]))) > 5', for: '10m' }],
  [WorkloadAlert.REQUESTS_FAIL]: [
    { shape: 'sum(rate(sglang:num_aborted_requests_total{<pods>}[10m])) / sum(rate(sglang:num_requests_total{<pods>}[10m])) > 0.05', for: '10m' },
    {
      shape: 'sum(rate(vllm:request_success_total{<pods>,finished_reason=~"abort|error"}[10m])) / sum(rate(vllm:request_success_total{<pods>}[10m])) > 0.05',
      for: '10m',
    },
  ],
  [WorkloadAlert.SCRAPE_FAILS]: [{ shape: 'min by (namespace, pod, endpoint) (up{<pods>}) == 0', for: '20m' }],
  [WorkloadAlert.SERIES_MISSING]: [{ shape: 'absent(up{<pods>} == 1)', for: '25m' }],
  [WorkloadAlert.CONTAINER_RESTARTS]: [{ shape: 'round(sum by (namespace, pod, container) (increase(kube_pod_container_status_restarts_total{<pods>}[1h]))) >= 3' }],
  [WorkloadAlert.OUT_OF_MEMORY]: [{
    shape: 'sum by (namespace, pod, container) (increase(kube_pod_container_status_restarts_total{<pods>}[15m])) > 0'
      + ' and on (namespace, pod, container) max by (namespace, pod, container) (kube_pod_container_status_last_terminated_reason{<pods>,reason="OOMKilled"}) == 1',
  }],
  [WorkloadAlert.POD_UNSCHEDULABLE]: [{ shape: 'max by (namespace, pod) (kube_pod_status_unschedulable{<pods>}) == 1', for: '15m' }],
  [WorkloadAlert.CONTAINER_CANNOT_START]: [{
    shape: `max by (namespace, pod, container, reason) (max_over_time(kube_pod_container_status_waiting_reason{<pods>,${REASONS}}[5m])`
      + ` or max_over_time(kube_pod_init_container_status_waiting_reason{<pods>,${REASONS}}[5m])) == 1`,
    for: '10m',
  }],
  [WorkloadAlert.PODS_MISSING]: [
    { shape: DEPLOYMENTS, for: '20m' },
    { shape: STATEFUL_SETS, for: '20m' },
    { shape: DAEMON_SETS, for: '20m' },
    { shape: `${DEPLOYMENTS} or ${STATEFUL_SETS}`, for: '20m' },
    { shape: '<least> - (sum(kube_pod_status_ready{<pods>,condition="true"}) or vector(0)) > 0', for: '20m' },
  ],
  // Of a CronJob until a later run has ended well.
  [WorkloadAlert.JOB_FAILED]: [
    { shape: FAILED },
    {
      shape: `${FAILED} unless on (namespace, job_name) max by (namespace, job_name) (kube_job_status_start_time{<jobs>})`
        + ' < on (namespace) group_left max by (namespace) (kube_cronjob_status_last_successful_time{<cronjobs>})',
    },
  ],
  [WorkloadAlert.RETRIES_RUN_OUT]: [{
    shape: 'max by (namespace, job_name) (kube_job_status_failed{<jobs>}) >= <most>'
      + ' unless on (namespace, job_name) max by (namespace, job_name) (kube_job_complete{<jobs>,condition="true"}) == 1',
  }],
  [WorkloadAlert.CLAIM_PENDING]: [{
    shape: 'max by (namespace, persistentvolumeclaim) (kube_persistentvolumeclaim_status_phase{<claims>,phase="Pending"}) == 1', for: '15m',
  }],
  [WorkloadAlert.VOLUME_FILLS]: [{
    shape: 'max by (namespace, persistentvolumeclaim) (kubelet_volume_stats_used_bytes{<claims>})'
      + ' / max by (namespace, persistentvolumeclaim) (kubelet_volume_stats_capacity_bytes{<claims>}) > 0.9',
    for: '15m',
  }],
  [WorkloadAlert.GPU_ERROR]: [{ shape: 'max by (namespace, pod, gpu) (DCGM_FI_DEV_XID_ERRORS{<pods>}) > 0 != 13 != 31 != 43 != 45 != 68 != 109' }],
  [WorkloadAlert.GPU_MEMORY_DEFECT]: [{ shape: 'max by (namespace, pod, gpu) (DCGM_FI_DEV_ROW_REMAP_FAILURE{<pods>}) > 0' }],
  [WorkloadAlert.ZONE_IMBALANCE]: [
    zoneLacks('deployment', 'kube_deployment_status_replicas_available', 'kube_deployment_spec_replicas'),
    zoneLacks('statefulset', 'kube_statefulset_status_replicas_ready', 'kube_statefulset_replicas'),
    { shape: 'max(count by (zone) (up{<pods>} == 1)) > ceil(count(up{<pods>} == 1) / 3)', for: '30m' },
  ],
  [WorkloadAlert.AUTOSCALER_AT_LIMIT]: [{
    shape: 'max by (namespace, horizontalpodautoscaler) (kube_horizontalpodautoscaler_status_desired_replicas{<namespace>})'
      + ' >= max by (namespace, horizontalpodautoscaler) (kube_horizontalpodautoscaler_spec_max_replicas{<namespace>})'
      + ' and on (namespace, horizontalpodautoscaler) max by (namespace, horizontalpodautoscaler) (kube_horizontalpodautoscaler_info{<scaled>})',
    for: '15m',
  }],
};
