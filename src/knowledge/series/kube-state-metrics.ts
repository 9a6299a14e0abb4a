import { ExportedSeries } from './exported-series';

/*
 * What kube-state-metrics says of objects, from their API alone: no labels of pods, unless --metric-labels-allowlist names them.
 * Source: kube-state-metrics docs/metrics/*, internal/store/*.go (v2.18)
 */

type Rows = { readonly [name: string]: readonly string[] };

const POD = ['namespace', 'pod', 'uid'] as const;
const CONTAINER = [...POD, 'container'] as const;

/** Of each container; the same of init containers, under `init_container`. */
const OF_CONTAINERS: Rows = {
  info: ['image', 'image_id', 'image_spec', 'container_id'],
  resource_limits: ['node', 'resource', 'unit'],
  resource_requests: ['node', 'resource', 'unit'],
  status_last_terminated_reason: ['reason'],
  status_ready: [],
  status_restarts_total: [],
  status_running: [],
  status_terminated: [],
  status_terminated_reason: ['reason'],
  status_waiting: [],
  status_waiting_reason: ['reason'],
};

const OF_MAIN_CONTAINERS: Rows = {
  state_started: [],
  status_last_terminated_exitcode: [],
  status_last_terminated_timestamp: [],
};

const OF_PODS: Rows = {
  completion_time: [],
  created: [],
  deletion_timestamp: [],
  info: ['host_ip', 'pod_ip', 'node', 'created_by_kind', 'created_by_name', 'priority_class', 'host_network'],
  ips: ['ip', 'ip_family'],
  nodeselectors: [],
  overhead_cpu_cores: [],
  overhead_memory_bytes: [],
  owner: ['owner_kind', 'owner_name', 'owner_is_controller'],
  restart_policy: ['type'],
  runtimeclass_name_info: ['runtimeclass_name'],
  scheduler: ['name'],
  service_account: ['service_account'],
  spec_volumes_persistentvolumeclaims_info: ['volume', 'persistentvolumeclaim'],
  spec_volumes_persistentvolumeclaims_readonly: ['volume', 'persistentvolumeclaim'],
  start_time: [],
  status_container_ready_time: [],
  status_initialized_time: [],
  status_phase: ['phase'],
  status_qos_class: ['qos_class'],
  status_ready: ['condition'],
  status_ready_time: [],
  status_reason: ['reason'],
  status_scheduled: ['condition'],
  status_scheduled_time: [],
  status_unschedulable: [],
  status_unscheduled_time: [],
  tolerations: ['key', 'operator', 'value', 'effect', 'toleration_seconds'],
};

const OF_DEPLOYMENTS: Rows = {
  created: [],
  deletion_timestamp: [],
  metadata_generation: [],
  owner: ['owner_kind', 'owner_name', 'owner_is_controller'],
  spec_paused: [],
  spec_replicas: [],
  spec_strategy_rollingupdate_max_surge: [],
  spec_strategy_rollingupdate_max_unavailable: [],
  status_condition: ['condition', 'status', 'reason'],
  status_observed_generation: [],
  status_replicas: [],
  status_replicas_available: [],
  status_replicas_ready: [],
  status_replicas_unavailable: [],
  status_replicas_updated: [],
  status_terminating_replicas: [],
};

const OF_STATEFUL_SETS: Rows = {
  created: [],
  deletion_timestamp: [],
  metadata_generation: [],
  ordinals_start: [],
  persistentvolumeclaim_retention_policy: ['when_deleted', 'when_scaled'],
  replicas: [],
  status_current_revision: ['revision'],
  status_observed_generation: [],
  status_replicas: [],
  status_replicas_available: [],
  status_replicas_current: [],
  status_replicas_ready: [],
  status_replicas_updated: [],
  status_update_revision: ['revision'],
};

const OF_DAEMON_SETS: Rows = {
  created: [],
  deletion_timestamp: [],
  metadata_generation: [],
  status_current_number_scheduled: [],
  status_desired_number_scheduled: [],
  status_number_available: [],
  status_number_misscheduled: [],
  status_number_ready: [],
  status_number_unavailable: [],
  status_observed_generation: [],
  status_updated_number_scheduled: [],
};

/** `status_failed` counts failed pods while the Job goes on; of a Job that has failed it is 0 or 1 for each `reason`. Source: internal/store/job.go (v2.18) */
const OF_JOBS: Rows = {
  complete: ['condition'],
  created: [],
  failed: ['condition'],
  info: [],
  owner: ['owner_kind', 'owner_name', 'owner_is_controller'],
  spec_active_deadline_seconds: [],
  spec_completions: [],
  spec_parallelism: [],
  status_active: [],
  status_completion_time: [],
  status_failed: ['reason'],
  status_ready: [],
  status_start_time: [],
  status_succeeded: [],
  status_suspended: [],
};

const OF_CRON_JOBS: Rows = {
  created: [],
  info: ['schedule', 'concurrency_policy', 'timezone'],
  metadata_resource_version: [],
  next_schedule_time: [],
  spec_failed_job_history_limit: [],
  spec_starting_deadline_seconds: [],
  spec_successful_job_history_limit: [],
  spec_suspend: [],
  status_active: [],
  status_last_schedule_time: [],
  status_last_successful_time: [],
};

const OF_AUTOSCALERS: Rows = {
  created: [],
  deletion_timestamp: [],
  info: ['scaletargetref_api_version', 'scaletargetref_kind', 'scaletargetref_name'],
  metadata_generation: [],
  spec_max_replicas: [],
  spec_min_replicas: [],
  spec_target_metric: ['metric_name', 'metric_target_type'],
  status_condition: ['condition', 'status'],
  status_current_replicas: [],
  status_desired_replicas: [],
  status_target_metric: ['metric_name', 'metric_target_type'],
};

const OF_CLAIMS: Rows = {
  access_mode: ['access_mode'],
  created: [],
  deletion_timestamp: [],
  info: ['storageclass', 'volumename', 'volumemode'],
  resource_requests_storage_bytes: [],
  status_condition: ['type', 'status', 'reason'],
  status_phase: ['phase'],
};

const OF_NODES: Rows = {
  created: [],
  deletion_timestamp: [],
  info: ['kernel_version', 'os_image', 'container_runtime_version', 'kubelet_version', 'provider_id', 'system_uuid', 'internal_ip'],
  role: ['role'],
  spec_taint: ['key', 'value', 'effect'],
  spec_unschedulable: [],
  status_addresses: ['type', 'address'],
  status_allocatable: ['resource', 'unit'],
  status_capacity: ['resource', 'unit'],
  status_condition: ['condition', 'status', 'reason'],
};

/** Exported for every kind; what of the object comes along has to be allowed. */
const OF_EVERY_KIND: Rows = { annotations: [], labels: [] };

const FLAGS: { readonly [name: string]: string } = { annotations: '--metric-annotations-allowlist', labels: '--metric-labels-allowlist' };

const SOURCE = 'kube-state-metrics internal/store (v2.18)';

function rows(prefix: string, labels: readonly string[], of: Rows): ExportedSeries[] {
  return Object.entries(of).map(([name, more]) => ({
    name: `${prefix}_${name}`,
    type: name.endsWith('_total') ? 'counter' : 'gauge',
    unit: unitOf(name),
    labels: [...labels, ...more],
    source: SOURCE,
    ...(FLAGS[name] === undefined ? {} : { condition: `labels of the object: ${FLAGS[name]}` }),
  }));
}

function unitOf(name: string): string {
  return /_bytes$/.test(name) ? 'bytes' : /_(time|timestamp)$|^(created|state_started)$/.test(name) ? 'seconds since 1970' : /_seconds$/.test(name) ? 'seconds' : 'number';
}

function kind(prefix: string, labels: readonly string[], of: Rows): ExportedSeries[] {
  return [...rows(prefix, labels, of), ...rows(prefix, labels, OF_EVERY_KIND)];
}

export const KUBE_STATE_METRICS: readonly ExportedSeries[] = [
  ...kind('kube_pod', POD, OF_PODS),
  ...rows('kube_pod_container', CONTAINER, { ...OF_CONTAINERS, ...OF_MAIN_CONTAINERS }),
  ...rows('kube_pod_init_container', CONTAINER, OF_CONTAINERS),
  ...kind('kube_deployment', ['namespace', 'deployment'], OF_DEPLOYMENTS),
  ...kind('kube_statefulset', ['namespace', 'statefulset'], OF_STATEFUL_SETS),
  ...kind('kube_daemonset', ['namespace', 'daemonset'], OF_DAEMON_SETS),
  ...kind('kube_job', ['namespace', 'job_name'], OF_JOBS),
  ...kind('kube_cronjob', ['namespace', 'cronjob'], OF_CRON_JOBS),
  ...kind('kube_horizontalpodautoscaler', ['namespace', 'horizontalpodautoscaler'], OF_AUTOSCALERS),
  ...kind('kube_persistentvolumeclaim', ['namespace', 'persistentvolumeclaim'], OF_CLAIMS),
  ...kind('kube_node', ['node'], OF_NODES),
];

/** Kinds of which all names are known here: what begins like this and is none of them is not exported. */
export const KUBE_STATE_PREFIXES: readonly string[] = [
  'kube_pod_', 'kube_deployment_', 'kube_statefulset_', 'kube_daemonset_', 'kube_job_', 'kube_cronjob_', 'kube_horizontalpodautoscaler_', 'kube_persistentvolumeclaim_', 'kube_node_',
];

/** Names of version 1, with those of today. Source: kube-state-metrics CHANGELOG.md, v2.0.0-alpha */
export const KUBE_STATE_V1: { readonly [name: string]: string } = {
  kube_hpa_spec_max_replicas: 'kube_horizontalpodautoscaler_spec_max_replicas',
  kube_hpa_spec_min_replicas: 'kube_horizontalpodautoscaler_spec_min_replicas',
  kube_hpa_status_current_replicas: 'kube_horizontalpodautoscaler_status_current_replicas',
  kube_hpa_status_desired_replicas: 'kube_horizontalpodautoscaler_status_desired_replicas',
  kube_pod_container_resource_limits_cpu_cores: 'kube_pod_container_resource_limits{resource="cpu"}',
  kube_pod_container_resource_limits_memory_bytes: 'kube_pod_container_resource_limits{resource="memory"}',
  kube_pod_container_resource_requests_cpu_cores: 'kube_pod_container_resource_requests{resource="cpu"}',
  kube_pod_container_resource_requests_memory_bytes: 'kube_pod_container_resource_requests{resource="memory"}',
};
