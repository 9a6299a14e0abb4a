import { Board, WINDOW, ofObjects } from './board';
import { Panel, PanelRow } from './panels';
import { claimNamesOf } from '../carried-claims';
import { jobNamesOf } from '../job-names';
import { select } from '../promql';

/*
 * What kube-state-metrics, the kubelets and the DCGM exporters say of the workload's objects.
 */

export function podNumbers({ observed: { name }, pods }: Board): Panel[] {
  return [
    { title: 'Pods ready', description: 'Pods that take requests.', unit: 'short', queries: [{ expr: `sum(${select('kube_pod_status_ready', pods, 'condition="true"')})`, legend: 'ready' }] },
    {
      title: 'Alerts',
      description: 'Alerts of WorkloadAlerts that fire.',
      unit: 'short',
      queries: [{ expr: `count(${select('ALERTS', `namespace="$namespace",workload="${name}"`, 'alertstate="firing"')}) or vector(0)`, legend: 'firing' }],
    },
  ];
}

export function podRow({ pods }: Board): PanelRow {
  const containers = `${pods},container!=""`;
  return {
    title: 'Pods',
    lines: [
      { title: 'Pods by phase', description: 'A pod that stays pending finds no node, no device or no volume.', unit: 'short', queries: [{ expr: `sum by (phase) (${select('kube_pod_status_phase', pods)})`, legend: '{{phase}}' }] },
      { title: 'Pods ready', description: 'Those that take requests.', unit: 'short', queries: [{ expr: `sum by (condition) (${select('kube_pod_status_ready', pods, 'condition!="unknown"')})`, legend: 'ready: {{condition}}' }] },
      {
        title: 'Restarts',
        description: 'Of containers, in the window of a point.',
        unit: 'short',
        queries: [{ expr: `sum by (pod, container) (increase(${select('kube_pod_container_status_restarts_total', pods)}[${WINDOW}]))`, legend: '{{pod}} {{container}}' }],
      },
      {
        title: 'Containers that wait',
        description: 'By their reason.',
        unit: 'short',
        queries: [{ expr: `sum by (reason) (${select('kube_pod_container_status_waiting_reason', pods)})`, legend: '{{reason}}' }],
      },
      { title: 'Memory', description: 'Working set; at its limit a container is killed.', unit: 'bytes', queries: [{ expr: `sum by (pod) (${select('container_memory_working_set_bytes', containers)})`, legend: '{{pod}}' }] },
      { title: 'CPU', description: 'Cores in use.', unit: 'short', queries: [{ expr: `sum by (pod) (rate(${select('container_cpu_usage_seconds_total', containers)}[${WINDOW}]))`, legend: '{{pod}}' }] },
    ],
  };
}

/** Only of workloads whose devices DCGM reads. */
export function deviceRows({ observed: { workload }, pods }: Board): PanelRow[] {
  if (!workload.roles.some(({ accelerator }) => accelerator?._isNvidia)) {
    return [];
  }
  const of = (series: string) => `max by (pod, gpu) (${select(series, pods)})`;
  const used = of('DCGM_FI_DEV_FB_USED');
  const each = (title: string, description: string, unit: Panel['unit'], expr: string, max?: number): Panel => ({ title, description, unit, max, queries: [{ expr, legend: '{{pod}} {{gpu}}' }] });
  return [{
    title: 'GPUs',
    lines: [
      each('GPU in use', 'Share of time in which a kernel ran: 100 with a single request already, so it says nothing about room.', 'percent', of('DCGM_FI_DEV_GPU_UTIL'), 100),
      each('Tensor cores in use', 'Share of cycles; needs the profiling counters of a data center GPU.', 'percentunit', of('DCGM_FI_PROF_PIPE_TENSOR_ACTIVE'), 1),
      each('GPU memory in use', 'An engine takes what it is told to from its start on.', 'percentunit', `${used} / (${used} + ${of('DCGM_FI_DEV_FB_FREE')})`, 1),
      each('Power', 'Far below its limit the device waits.', 'watt', of('DCGM_FI_DEV_POWER_USAGE')),
      each('Temperature', 'Near 90 it slows down.', 'celsius', of('DCGM_FI_DEV_GPU_TEMP')),
      each('XID', 'The last error, 0 for none: 13, 31, 43, 45, 68 and 109 are of programs, all others of the device.', 'none', of('DCGM_FI_DEV_XID_ERRORS')),
    ],
  }];
}

export function volumeRows({ observed: { workload } }: Board): PanelRow[] {
  const claims = claimNamesOf(workload.apiObjects);
  if (claims === undefined) {
    return [];
  }
  const matchers = ofObjects({ label: 'persistentvolumeclaim', value: claims, isPattern: true });
  const of = (series: string) => `max by (persistentvolumeclaim) (${select(series, matchers)})`;
  const legend = '{{persistentvolumeclaim}}';
  return [{
    title: 'Volumes',
    lines: [
      { title: 'Volumes in use', description: 'Share of each mounted volume.', unit: 'percentunit', max: 1, queries: [{ expr: `${of('kubelet_volume_stats_used_bytes')} / ${of('kubelet_volume_stats_capacity_bytes')}`, legend }] },
      { title: 'Room', description: 'What is left; a checkpoint is written at once.', unit: 'bytes', queries: [{ expr: of('kubelet_volume_stats_available_bytes'), legend }] },
      { title: 'Claims without a volume', description: '1 while it waits.', unit: 'short', queries: [{ expr: `max by (persistentvolumeclaim) (${select('kube_persistentvolumeclaim_status_phase', matchers, 'phase="Pending"')})`, legend }] },
    ],
  }];
}

export function runRows({ observed: { workload } }: Board): PanelRow[] {
  const jobs = jobNamesOf(workload.apiObjects);
  if (jobs === undefined) {
    return [];
  }
  const matchers = ofObjects({ label: 'job_name', value: jobs, isPattern: true });
  const of = (title: string, description: string, series: string): Panel => ({ title, description, unit: 'short', queries: [{ expr: `max by (job_name) (${select(series, matchers)})`, legend: '{{job_name}}' }] });
  return [{
    title: 'Run',
    lines: [
      of('Pods at work', 'Pending or running.', 'kube_job_status_active'),
      of('Pods that are done', 'Those that ended well.', 'kube_job_status_succeeded'),
      of('Pods that failed', 'They count against backoffLimit.', 'kube_job_status_failed'),
    ],
  }];
}

/** By what it scales, whoever made it. */
export function autoscalerRows({ observed: { workload } }: Board): PanelRow[] {
  const { target } = workload.scale;
  if (!workload._isScaled || !target) {
    return [];
  }
  const by = '(namespace, horizontalpodautoscaler)';
  const info = `max by ${by} (${select('kube_horizontalpodautoscaler_info', ofObjects({ label: 'scaletargetref_kind', value: target.kind }, { label: 'scaletargetref_name', value: target.name }))})`;
  const of = (series: string, legend: string) => ({ legend, expr: `max by ${by} (${select(series, ofObjects())}) * on ${by} ${info}` });
  return [{
    title: 'Autoscaler',
    lines: [{
      title: `Size of ${target.kind} ${target.name}`,
      description: 'What it wants at its most: what comes on top waits.',
      unit: 'short',
      queries: [
        of('kube_horizontalpodautoscaler_status_current_replicas', 'is'), of('kube_horizontalpodautoscaler_status_desired_replicas', 'wanted'),
        of('kube_horizontalpodautoscaler_spec_max_replicas', 'most'), of('kube_horizontalpodautoscaler_spec_min_replicas', 'least'),
      ],
    }],
  }];
}
