import { knownSeries } from '../../src/knowledge/series/catalogue';
import { DCGM_SERIES, XID_OF_PROGRAMS } from '../../src/knowledge/series/dcgm';
import { KUBE_STATE_METRICS, KUBE_STATE_PREFIXES, KUBE_STATE_V1 } from '../../src/knowledge/series/kube-state-metrics';
import { KUBELET_SERIES } from '../../src/knowledge/series/kubelet';
import { PROMETHEUS_SERIES } from '../../src/knowledge/series/prometheus';

/* Series as their exporters write them: what queries and alerts ask for, with type, unit and labels. */

const OWNER = 'owner_kind,owner_name,owner_is_controller';

test.each<[string, string, string, string]>([
  ['kube_pod_status_phase', 'gauge', 'number', 'namespace,pod,uid,phase'],
  ['kube_pod_status_ready', 'gauge', 'number', 'namespace,pod,uid,condition'],
  ['kube_pod_status_reason', 'gauge', 'number', 'namespace,pod,uid,reason'],
  ['kube_pod_status_scheduled', 'gauge', 'number', 'namespace,pod,uid,condition'],
  ['kube_pod_status_scheduled_time', 'gauge', 'seconds since 1970', 'namespace,pod,uid'],
  ['kube_pod_status_unschedulable', 'gauge', 'number', 'namespace,pod,uid'],
  ['kube_pod_status_qos_class', 'gauge', 'number', 'namespace,pod,uid,qos_class'],
  ['kube_pod_created', 'gauge', 'seconds since 1970', 'namespace,pod,uid'],
  ['kube_pod_start_time', 'gauge', 'seconds since 1970', 'namespace,pod,uid'],
  ['kube_pod_deletion_timestamp', 'gauge', 'seconds since 1970', 'namespace,pod,uid'],
  ['kube_pod_overhead_memory_bytes', 'gauge', 'bytes', 'namespace,pod,uid'],
  ['kube_pod_info', 'gauge', 'number', 'namespace,pod,uid,host_ip,pod_ip,node,created_by_kind,created_by_name,priority_class,host_network'],
  ['kube_pod_owner', 'gauge', 'number', `namespace,pod,uid,${OWNER}`],
  ['kube_pod_spec_volumes_persistentvolumeclaims_info', 'gauge', 'number', 'namespace,pod,uid,volume,persistentvolumeclaim'],
  ['kube_pod_tolerations', 'gauge', 'number', 'namespace,pod,uid,key,operator,value,effect,toleration_seconds'],
  ['kube_pod_container_info', 'gauge', 'number', 'namespace,pod,uid,container,image,image_id,image_spec,container_id'],
  ['kube_pod_container_resource_limits', 'gauge', 'number', 'namespace,pod,uid,container,node,resource,unit'],
  ['kube_pod_container_resource_requests', 'gauge', 'number', 'namespace,pod,uid,container,node,resource,unit'],
  ['kube_pod_container_status_restarts_total', 'counter', 'number', 'namespace,pod,uid,container'],
  ['kube_pod_container_status_waiting_reason', 'gauge', 'number', 'namespace,pod,uid,container,reason'],
  ['kube_pod_container_status_terminated_reason', 'gauge', 'number', 'namespace,pod,uid,container,reason'],
  ['kube_pod_container_status_last_terminated_reason', 'gauge', 'number', 'namespace,pod,uid,container,reason'],
  ['kube_pod_container_status_last_terminated_exitcode', 'gauge', 'number', 'namespace,pod,uid,container'],
  ['kube_pod_container_status_last_terminated_timestamp', 'gauge', 'seconds since 1970', 'namespace,pod,uid,container'],
  ['kube_pod_container_state_started', 'gauge', 'seconds since 1970', 'namespace,pod,uid,container'],
  ['kube_pod_init_container_status_restarts_total', 'counter', 'number', 'namespace,pod,uid,container'],
  ['kube_deployment_spec_replicas', 'gauge', 'number', 'namespace,deployment'],
  ['kube_deployment_status_replicas_available', 'gauge', 'number', 'namespace,deployment'],
  ['kube_deployment_status_replicas_unavailable', 'gauge', 'number', 'namespace,deployment'],
  ['kube_deployment_status_condition', 'gauge', 'number', 'namespace,deployment,condition,status,reason'],
  ['kube_statefulset_replicas', 'gauge', 'number', 'namespace,statefulset'],
  ['kube_statefulset_status_replicas_ready', 'gauge', 'number', 'namespace,statefulset'],
  ['kube_statefulset_status_update_revision', 'gauge', 'number', 'namespace,statefulset,revision'],
  ['kube_statefulset_persistentvolumeclaim_retention_policy', 'gauge', 'number', 'namespace,statefulset,when_deleted,when_scaled'],
  ['kube_daemonset_status_desired_number_scheduled', 'gauge', 'number', 'namespace,daemonset'],
  ['kube_daemonset_status_number_unavailable', 'gauge', 'number', 'namespace,daemonset'],
  ['kube_job_status_failed', 'gauge', 'number', 'namespace,job_name,reason'],
  ['kube_job_status_active', 'gauge', 'number', 'namespace,job_name'],
  ['kube_job_status_start_time', 'gauge', 'seconds since 1970', 'namespace,job_name'],
  ['kube_job_spec_active_deadline_seconds', 'gauge', 'seconds', 'namespace,job_name'],
  ['kube_job_failed', 'gauge', 'number', 'namespace,job_name,condition'],
  ['kube_job_owner', 'gauge', 'number', `namespace,job_name,${OWNER}`],
  ['kube_cronjob_next_schedule_time', 'gauge', 'seconds since 1970', 'namespace,cronjob'],
  ['kube_cronjob_status_last_successful_time', 'gauge', 'seconds since 1970', 'namespace,cronjob'],
  ['kube_cronjob_spec_suspend', 'gauge', 'number', 'namespace,cronjob'],
  ['kube_horizontalpodautoscaler_spec_max_replicas', 'gauge', 'number', 'namespace,horizontalpodautoscaler'],
  ['kube_horizontalpodautoscaler_status_desired_replicas', 'gauge', 'number', 'namespace,horizontalpodautoscaler'],
  ['kube_horizontalpodautoscaler_status_condition', 'gauge', 'number', 'namespace,horizontalpodautoscaler,condition,status'],
  ['kube_persistentvolumeclaim_status_phase', 'gauge', 'number', 'namespace,persistentvolumeclaim,phase'],
  ['kube_persistentvolumeclaim_resource_requests_storage_bytes', 'gauge', 'bytes', 'namespace,persistentvolumeclaim'],
  ['kube_node_status_condition', 'gauge', 'number', 'node,condition,status,reason'],
  ['kube_node_status_allocatable', 'gauge', 'number', 'node,resource,unit'],
  ['kube_node_spec_taint', 'gauge', 'number', 'node,key,value,effect'],
  ['kubelet_volume_stats_capacity_bytes', 'gauge', 'bytes', 'namespace,persistentvolumeclaim'],
  ['kubelet_volume_stats_available_bytes', 'gauge', 'bytes', 'namespace,persistentvolumeclaim'],
  ['kubelet_volume_stats_used_bytes', 'gauge', 'bytes', 'namespace,persistentvolumeclaim'],
  ['kubelet_volume_stats_inodes', 'gauge', 'inodes', 'namespace,persistentvolumeclaim'],
  ['kubelet_volume_stats_inodes_free', 'gauge', 'inodes', 'namespace,persistentvolumeclaim'],
  ['kubelet_volume_stats_inodes_used', 'gauge', 'inodes', 'namespace,persistentvolumeclaim'],
  ['container_cpu_usage_seconds_total', 'counter', 'seconds', 'namespace,pod,container,id,image,name,cpu'],
  ['container_cpu_cfs_throttled_periods_total', 'counter', 'periods', 'namespace,pod,container,id,image,name'],
  ['container_cpu_cfs_periods_total', 'counter', 'periods', 'namespace,pod,container,id,image,name'],
  ['container_memory_working_set_bytes', 'gauge', 'bytes', 'namespace,pod,container,id,image,name'],
  ['container_memory_rss', 'gauge', 'bytes', 'namespace,pod,container,id,image,name'],
  ['container_oom_events_total', 'counter', 'events', 'namespace,pod,container,id,image,name'],
  ['container_network_receive_bytes_total', 'counter', 'bytes', 'namespace,pod,container,id,image,name,interface'],
  ['container_network_transmit_bytes_total', 'counter', 'bytes', 'namespace,pod,container,id,image,name,interface'],
  ['container_fs_usage_bytes', 'gauge', 'bytes', 'namespace,pod,container,id,image,name,device'],
  ['up', 'gauge', '1 for a scrape that answered, 0 for one that failed', 'job,instance,namespace,pod,container,service,endpoint'],
  ['scrape_duration_seconds', 'gauge', 'seconds', 'job,instance,namespace,pod,container,service,endpoint'],
  ['scrape_samples_scraped', 'gauge', 'samples', 'job,instance,namespace,pod,container,service,endpoint'],
  ['ALERTS', 'gauge', '1 for each alert', 'alertname,alertstate'],
  ['llm_d_epp_flow_control_queue_size', 'gauge', 'requests', 'inference_pool'],
  ['inference_extension_flow_control_queue_size', 'gauge', 'requests', 'inference_pool'],
  ['vllm:num_requests_waiting', 'gauge', 'requests', 'model_name,engine'],
  ['sglang:num_queue_reqs', 'gauge', 'requests', 'model_name'],
])('%s is a %s in %s by %s', (name, type, unit, labels) => {
  const found = knownSeries(name);

  expect([found?.name, found?.type, found?.unit, found?.labels.join()]).toEqual([name, type, unit, labels]);
});

test.each(['_bucket', '_sum', '_count'])('a histogram has a series with %s, a counter has none', ending => {
  expect(knownSeries(`vllm:time_to_first_token_seconds${ending}`)?.name).toBe('vllm:time_to_first_token_seconds');
  expect([knownSeries(`vllm:prompt_tokens_total${ending}`), knownSeries(`up${ending}`), knownSeries('vllm:time_to_first_token_seconds_total')]).toEqual([undefined, undefined, undefined]);
});

test('so many of each kind of object, each name once', () => {
  const count = (prefix: string) => KUBE_STATE_METRICS.filter(({ name }) => name.startsWith(prefix)).length;

  expect(KUBE_STATE_PREFIXES.map(prefix => [prefix, count(prefix)])).toEqual([
    ['kube_pod_', 55], ['kube_deployment_', 18], ['kube_statefulset_', 16], ['kube_daemonset_', 13], ['kube_job_', 17], ['kube_cronjob_', 13], ['kube_horizontalpodautoscaler_', 13],
    ['kube_persistentvolumeclaim_', 9], ['kube_node_', 12],
  ]);
  expect(new Set(KUBE_STATE_METRICS.map(({ name }) => name)).size).toBe(KUBE_STATE_METRICS.length);
  expect([KUBELET_SERIES.length, PROMETHEUS_SERIES.length]).toEqual([15, 4]);
});

test('labels and annotations come along with a flag', () => {
  expect(KUBE_STATE_METRICS.filter(({ condition }) => condition).map(({ name, condition }) => `${name} ${condition!.split(': ')[1]}`)).toEqual(
    ['pod', 'deployment', 'statefulset', 'daemonset', 'job', 'cronjob', 'horizontalpodautoscaler', 'persistentvolumeclaim', 'node'].flatMap(kind => [
      `kube_${kind}_annotations --metric-annotations-allowlist`, `kube_${kind}_labels --metric-labels-allowlist`,
    ]));
});

test('names of version 1 have others since, which are known', () => {
  expect(KUBE_STATE_V1).toEqual({
    kube_hpa_spec_max_replicas: 'kube_horizontalpodautoscaler_spec_max_replicas',
    kube_hpa_spec_min_replicas: 'kube_horizontalpodautoscaler_spec_min_replicas',
    kube_hpa_status_current_replicas: 'kube_horizontalpodautoscaler_status_current_replicas',
    kube_hpa_status_desired_replicas: 'kube_horizontalpodautoscaler_status_desired_replicas',
    kube_pod_container_resource_limits_cpu_cores: 'kube_pod_container_resource_limits{resource="cpu"}',
    kube_pod_container_resource_limits_memory_bytes: 'kube_pod_container_resource_limits{resource="memory"}',
    kube_pod_container_resource_requests_cpu_cores: 'kube_pod_container_resource_requests{resource="cpu"}',
    kube_pod_container_resource_requests_memory_bytes: 'kube_pod_container_resource_requests{resource="memory"}',
  });
  expect(Object.values(KUBE_STATE_V1).filter(name => !knownSeries(name.split('{')[0]))).toEqual([]);
});

describe('GPUs', () => {
  const shown = (type: string, is: (condition: string | undefined) => boolean) => (
    DCGM_SERIES.filter(each => each.type === type && is(each.condition)).map(({ name, unit }) => `${name.replace('DCGM_FI_', '')} ${unit}`));

  test('series of the default file', () => {
    expect(shown('gauge', condition => condition === undefined)).toEqual([
      'DEV_SM_CLOCK MHz', 'DEV_MEM_CLOCK MHz', 'DEV_MEMORY_TEMP degrees Celsius', 'DEV_GPU_TEMP degrees Celsius', 'DEV_POWER_USAGE watts', 'DEV_GPU_UTIL percent 0 to 100',
      'DEV_MEM_COPY_UTIL percent 0 to 100', 'DEV_ENC_UTIL percent 0 to 100', 'DEV_DEC_UTIL percent 0 to 100', 'DEV_XID_ERRORS number of the last XID error, 0 for none', 'DEV_FB_FREE MiB',
      'DEV_FB_USED MiB', 'DEV_FB_RESERVED MiB', 'DEV_VGPU_LICENSE_STATUS state', 'DEV_ROW_REMAP_FAILURE whether',
    ]);
    expect(shown('counter', condition => condition === undefined)).toEqual([
      'DEV_TOTAL_ENERGY_CONSUMPTION millijoules', 'DEV_PCIE_REPLAY_COUNTER retries', 'DEV_NVLINK_BANDWIDTH_TOTAL see DCGM', 'DEV_UNCORRECTABLE_REMAPPED_ROWS rows', 'DEV_CORRECTABLE_REMAPPED_ROWS rows',
    ]);
  });

  test('series of profilers, and those that the file leaves out', () => {
    expect(shown('gauge', condition => condition?.includes('profiler') === true)).toEqual([
      'PROF_GR_ENGINE_ACTIVE ratio 0 to 1', 'PROF_PIPE_TENSOR_ACTIVE ratio 0 to 1', 'PROF_DRAM_ACTIVE ratio 0 to 1', 'PROF_PCIE_TX_BYTES bytes a second', 'PROF_PCIE_RX_BYTES bytes a second',
    ]);
    expect(shown('gauge', condition => condition?.startsWith('a row') === true)).toEqual([
      'PROF_SM_ACTIVE ratio 0 to 1', 'PROF_SM_OCCUPANCY ratio 0 to 1', 'PROF_PIPE_FP64_ACTIVE ratio 0 to 1', 'PROF_PIPE_FP32_ACTIVE ratio 0 to 1', 'PROF_PIPE_FP16_ACTIVE ratio 0 to 1',
    ]);
    expect(shown('counter', condition => condition?.startsWith('a row') === true)).toEqual([
      'DEV_POWER_VIOLATION nanoseconds', 'DEV_THERMAL_VIOLATION nanoseconds', 'DEV_SYNC_BOOST_VIOLATION nanoseconds', 'DEV_BOARD_LIMIT_VIOLATION nanoseconds', 'DEV_LOW_UTIL_VIOLATION nanoseconds',
      'DEV_RELIABILITY_VIOLATION nanoseconds', 'DEV_ECC_SBE_VOL_TOTAL errors', 'DEV_ECC_DBE_VOL_TOTAL errors', 'DEV_ECC_SBE_AGG_TOTAL errors', 'DEV_ECC_DBE_AGG_TOTAL errors', 'DEV_RETIRED_SBE pages',
      'DEV_RETIRED_DBE pages', 'DEV_RETIRED_PENDING pages', 'DEV_NVLINK_CRC_FLIT_ERROR_COUNT_TOTAL errors', 'DEV_NVLINK_CRC_DATA_ERROR_COUNT_TOTAL errors',
      'DEV_NVLINK_REPLAY_ERROR_COUNT_TOTAL errors', 'DEV_NVLINK_RECOVERY_ERROR_COUNT_TOTAL errors', 'DEV_NVLINK_BANDWIDTH_L0 see DCGM',
    ]);
  });

  test('labels name the device and the pod, and some errors are those of programs', () => {
    expect(new Set(DCGM_SERIES.map(({ labels }) => labels.join()))).toEqual(new Set(['gpu,UUID,pci_bus_id,device,modelName,hostname,namespace,pod,container,GPU_I_PROFILE,GPU_I_ID']));
    expect(XID_OF_PROGRAMS).toEqual([13, 31, 43, 45, 68, 109]);
  });
});
