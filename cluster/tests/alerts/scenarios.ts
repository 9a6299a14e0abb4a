import { Workload, WorkloadAlert } from '../../../src';

/*
 * For each alert what exporters would say while it is due, and while it is not. Minutes are those of an engine that starts in 15, as all of the test do.
 */

/** What one series says, in promtool's notation: `0+1x60` is one more each minute. */
export interface Said {
  readonly name: string;
  readonly labels: { readonly [label: string]: string };
  readonly values: string;
}

export interface Scenario {
  readonly due: readonly Said[];
  /** Just below its limit. */
  readonly well: readonly Said[];
  /** Other ways of being well, each for itself: what an expression without one of its parts would take for due. */
  readonly wellToo?: readonly (readonly Said[])[];
  /** The first minute in which it fires. */
  readonly minute: number;
  /** How often it fires: twice where each of two pods has one of its own. */
  readonly count?: number;
}

/** Names of two pods and of what is around them. */
export interface Names {
  readonly pod: string;
  readonly second: string;
  readonly claim?: string;
  /** Absent where pods share a claim. */
  readonly secondClaim?: string;
  readonly job?: string;
  /** Absent where there is one Job. */
  readonly secondJob?: string;
  /** What makes the Job. */
  readonly cronJob?: string;
  /** Failed pods that the Job may have. */
  readonly retries?: number;
  /** Objects that kube-state-metrics counts pods of: kind as it calls it, and name. */
  readonly counted: readonly { readonly kind: 'deployment' | 'statefulset' | 'daemonset'; readonly name: string }[];
}

const NAMESPACE = 'ml';
const ALL_ALONG = 'x180';

function said(name: string, labels: { readonly [label: string]: string }, values: string): Said {
  return { name, labels: { namespace: NAMESPACE, ...labels }, values };
}

function always(value: number): string {
  return `${value}${ALL_ALONG}`;
}

/** A counter that grows by so much each minute. */
function growing(each: number): string {
  return `0+${each}${ALL_ALONG}`;
}

/** A histogram of each pod: so many of 100 a minute take less than a second, the others 20. */
function histogram(name: string, names: Names, fast: readonly [number, number]): Said[] {
  return both(names, ({ pod: own }, index) => [['1', fast[index]], ['20', 100], ['+Inf', 100]].map(([le, count]) => said(`${name}_bucket`, { pod: own, le: String(le) }, growing(Number(count)))));
}

/** The same of both pods. */
function both(names: Names, make: (names: Names, index: 0 | 1) => readonly Said[]): Said[] {
  return [...make(names, 0), ...make({ ...names, pod: names.second }, 1)];
}

function pod(names: Names, name: string, values: string, labels: { readonly [label: string]: string } = {}): Said {
  return said(name, { pod: names.pod, ...labels }, values);
}

/** What vLLM 0.18 and SGLang 0.5.12 export, and an engine whose user says it. */
const VLLM = {
  waiting: 'vllm:num_requests_waiting',
  kvCache: 'vllm:kv_cache_usage_perc',
  preemptions: 'vllm:num_preemptions_total',
  firstToken: 'vllm:time_to_first_token_seconds',
};
const SERIES: { readonly [engine: string]: typeof VLLM } = {
  vllm: VLLM,
  sglang: {
    waiting: 'sglang:num_queue_reqs',
    kvCache: 'sglang:token_usage',
    preemptions: 'sglang:num_retracted_requests_total',
    firstToken: 'sglang:time_to_first_token_seconds',
  },
  own: { ...VLLM, waiting: 'own_waiting' },
};

/** Of a workload that does not say its engine, the tests say vLLM. */
function engineOf({ metrics }: Workload): string {
  return metrics?.engine.split(' ')[0] ?? 'vllm';
}

function series(workload: Workload): typeof VLLM {
  return SERIES[engineOf(workload)];
}

/** So many of 100 requests a minute of the first pod that are aborted, and none of the second: one counter by reason, or a counter of its own. */
function aborted(names: Names, workload: Workload, share: number): Said[] {
  return both(names, (each, index) => abortedOf(each, workload, index === 0 ? share : 0));
}

function abortedOf(names: Names, workload: Workload, share: number): Said[] {
  return engineOf(workload) === 'sglang'
    ? [pod(names, 'sglang:num_aborted_requests_total', growing(share)), pod(names, 'sglang:num_requests_total', growing(100))]
    : [
      pod(names, 'vllm:request_success_total', growing(share), { finished_reason: 'abort' }),
      pod(names, 'vllm:request_success_total', growing(100 - share), { finished_reason: 'length' }),
    ];
}

const container = { container: 'server' };

/** Wanted, ready, and of the new template. */
const COUNTS = {
  deployment: ['kube_deployment_spec_replicas', 'kube_deployment_status_replicas_available', 'kube_deployment_status_replicas_updated'],
  statefulset: ['kube_statefulset_replicas', 'kube_statefulset_status_replicas_ready', 'kube_statefulset_status_replicas_updated'],
  daemonset: ['kube_daemonset_status_desired_number_scheduled', 'kube_daemonset_status_number_available', 'kube_daemonset_status_updated_number_scheduled'],
} as const;

function counts(names: Names, wanted: number, ready: number, updated: string = always(1)): Said[] {
  const values = [always(wanted), always(ready), updated];
  return names.counted.flatMap(({ kind, name }) => values.map((each, index) => said(COUNTS[kind][index], { [kind]: name }, each)));
}

/** The ready pods of the objects, one after the other. */
function zones(names: Names, ready: readonly number[]): Said[] {
  return names.counted.flatMap((object, index) => counts({ ...names, counted: [object] }, 4, ready[index] ?? 4));
}

export const SCENARIOS: { readonly [alert in WorkloadAlert]: (names: Names, workload: Workload) => Scenario } = {
  // One more each minute in each pod, in one of its two engines: more than 10 a pod from the eleventh on, then ten minutes.
  [WorkloadAlert.QUEUE_GROWS]: (names, workload) => ({
    due: both(names, each => [pod(each, series(workload).waiting, growing(1), { engine: '0' }), pod(each, series(workload).waiting, always(0), { engine: '1' })]),
    // Long, but it shrinks.
    well: [pod(names, series(workload).waiting, `200-1${ALL_ALONG}`, { engine: '0' })],
    // It grows in one of two pods, to ten for each, and later it is longer and stays so.
    wellToo: [
      both(names, (each, index) => [pod(each, series(workload).waiting, index === 0 ? '0+1x20 20x160' : always(0))]),
      [pod(names, series(workload).waiting, always(200))],
    ],
    minute: 21,
  }),
  [WorkloadAlert.KV_CACHE_FULL]: (names, workload) => ({
    due: both(names, each => [pod(each, series(workload).kvCache, always(0.96))]),
    well: both(names, each => [pod(each, series(workload).kvCache, always(0.95), { engine: '0' }), pod(each, series(workload).kvCache, always(0.5), { engine: '1' })]),
    minute: 10,
    count: 2,
  }),
  // A rate needs two samples, and is too low until its window is full: many, so that two are enough.
  [WorkloadAlert.REQUESTS_PREEMPTED]: (names, workload) => ({
    due: both(names, each => [pod(each, series(workload).preemptions, growing(60))]),
    // Together they have more than one a minute.
    well: both(names, each => [pod(each, series(workload).preemptions, `0+0.9${ALL_ALONG}`)]),
    minute: 11,
    count: 2,
  }),
  [WorkloadAlert.FIRST_TOKEN_LATE]: (names, workload) => ({
    // 93 and 94 of 100 of both together; the first pod alone is late each time.
    due: histogram(series(workload).firstToken, names, [86, 100]), well: histogram(series(workload).firstToken, names, [88, 100]), minute: 11,
  }),
  [WorkloadAlert.REQUESTS_FAIL]: (names, workload) => ({ due: aborted(names, workload, 12), well: aborted(names, workload, 8), minute: 11 }),
  [WorkloadAlert.SCRAPE_FAILS]: names => ({
    due: both(names, each => [pod(each, 'up', always(0), { endpoint: 'http' }), pod(each, 'up', always(1), { endpoint: 'metrics' })]),
    // The model is loaded after 18 minutes.
    well: both(names, each => [pod(each, 'up', `0x18 1${ALL_ALONG}`, { endpoint: 'http' })]),
    minute: 20,
    count: 2,
  }),
  [WorkloadAlert.SERIES_MISSING]: names => ({
    due: both(names, each => [pod(each, 'up', always(0), { endpoint: 'http' })]),
    // One of two answers, from minute 23 on.
    well: both(names, (each, index) => [pod(each, 'up', index === 0 ? always(0) : `0x23 1${ALL_ALONG}`, { endpoint: 'http' })]),
    minute: 25,
  }),
  // Every ten minutes one: three are there after 21.
  [WorkloadAlert.CONTAINER_RESTARTS]: names => ({
    due: both(names, each => [pod(each, 'kube_pod_container_status_restarts_total', '0 1x9 2x9 3x180', container)]),
    // Two of each container and of each pod; three in more than an hour.
    well: both(names, each => ['server', 'sidecar'].map(name => pod(each, 'kube_pod_container_status_restarts_total', '0x30 1x30 2x180', { container: name }))),
    wellToo: [[pod(names, 'kube_pod_container_status_restarts_total', '0x5 1x35 2x35 3x180', container)]],
    minute: 21,
    count: 2,
  }),
  [WorkloadAlert.OUT_OF_MEMORY]: names => ({
    due: both(names, each => [
      pod(each, 'kube_pod_container_status_restarts_total', '0x4 1x180', container),
      pod(each, 'kube_pod_container_status_last_terminated_reason', `_x5 1${ALL_ALONG}`, { ...container, reason: 'OOMKilled' }),
    ]),
    well: [
      pod(names, 'kube_pod_container_status_restarts_total', '0x4 1x180', container),
      pod(names, 'kube_pod_container_status_last_terminated_reason', `_x5 1${ALL_ALONG}`, { ...container, reason: 'Error' }),
    ],
    wellToo: [
      // It was, and has not started again since.
      [
        pod(names, 'kube_pod_container_status_restarts_total', always(1), container),
        pod(names, 'kube_pod_container_status_last_terminated_reason', always(1), { ...container, reason: 'OOMKilled' }),
      ],
      // One container was, and another one starts again.
      [
        pod(names, 'kube_pod_container_status_restarts_total', '0x4 1x180', { container: 'sidecar' }), pod(names, 'kube_pod_container_status_restarts_total', always(1), container),
        pod(names, 'kube_pod_container_status_last_terminated_reason', always(1), { ...container, reason: 'OOMKilled' }),
      ],
    ],
    minute: 5,
    count: 2,
  }),
  [WorkloadAlert.POD_UNSCHEDULABLE]: names => ({
    due: both(names, each => [pod(each, 'kube_pod_status_unschedulable', always(1))]),
    // A node came after 14 minutes.
    well: both(names, each => [pod(each, 'kube_pod_status_unschedulable', '1x14 stale')]),
    minute: 15,
    count: 2,
  }),
  [WorkloadAlert.CONTAINER_CANNOT_START]: names => ({
    due: [
      pod(names, 'kube_pod_init_container_status_waiting_reason', always(1), { ...container, reason: 'ImagePullBackOff' }),
      // Between two tries it is not seen for four minutes.
      pod({ ...names, pod: names.second }, 'kube_pod_container_status_waiting_reason', `1 _x3 ${Array(40).fill('1 _x3').join(' ')}`, { ...container, reason: 'CrashLoopBackOff' }),
    ],
    well: [
      pod(names, 'kube_pod_container_status_waiting_reason', always(1), { ...container, reason: 'PodInitializing' }),
      pod(names, 'kube_pod_container_status_waiting_reason', '1x4 stale', { ...container, reason: 'CrashLoopBackOff' }),
    ],
    minute: 10,
    count: 2,
  }),
  [WorkloadAlert.PODS_MISSING]: (names, workload) => (names.counted.length > 0 ? {
    due: counts({ ...names, counted: names.counted.slice(0, 1) }, 3, 2),
    // A roll-out of which a pod is done every ten minutes.
    well: counts(names, 3, 2, Array.from({ length: 18 }, (_, step) => `${step}x9`).join(' ')),
    minute: 20,
  } : {
    due: [pod(names, 'kube_pod_status_ready', always(0), { condition: 'true' })],
    well: Array.from({ length: workload.pods().least }, (_, index) => pod(names, 'kube_pod_status_ready', always(1), { condition: 'true', uid: String(index) })),
    minute: 20,
  }),
  [WorkloadAlert.JOB_FAILED]: ({ job = '', cronJob }) => ({
    due: [said('kube_job_failed', { job_name: job, condition: 'true' }, `_x5 1${ALL_ALONG}`), ...runs(job, cronJob, 1000)],
    well: cronJob === undefined
      ? [said('kube_job_failed', { job_name: job, condition: 'false' }, always(1)), said('kube_job_failed', { job_name: job, condition: 'true' }, always(0))]
      : [said('kube_job_failed', { job_name: job, condition: 'true' }, always(1)), ...runs(job, cronJob, 3000)],
    minute: 5,
  }),
  // One more each minute, until three of four are used.
  [WorkloadAlert.RETRIES_RUN_OUT]: ({ job = '', retries = 0 }) => ({
    due: [said('kube_job_status_failed', { job_name: job }, growing(1))],
    // Half of them, then more, and then it has ended well.
    well: [said('kube_job_status_failed', { job_name: job }, `${retries / 2}x60 ${retries}x120`), said('kube_job_complete', { job_name: job, condition: 'true' }, '_x61 1x120')],
    minute: Math.ceil(retries * 3 / 4),
  }),
  [WorkloadAlert.CLAIM_PENDING]: ({ claim = '' }) => ({
    due: [said('kube_persistentvolumeclaim_status_phase', { persistentvolumeclaim: claim, phase: 'Pending' }, always(1))],
    well: [
      said('kube_persistentvolumeclaim_status_phase', { persistentvolumeclaim: claim, phase: 'Pending' }, '1x10 0x180'),
      said('kube_persistentvolumeclaim_status_phase', { persistentvolumeclaim: claim, phase: 'Bound' }, '0x10 1x180'),
    ],
    minute: 15,
  }),
  [WorkloadAlert.VOLUME_FILLS]: ({ claim = '' }) => ({
    due: [said('kubelet_volume_stats_used_bytes', { persistentvolumeclaim: claim }, always(91)), said('kubelet_volume_stats_capacity_bytes', { persistentvolumeclaim: claim }, always(100))],
    well: [said('kubelet_volume_stats_used_bytes', { persistentvolumeclaim: claim }, always(90)), said('kubelet_volume_stats_capacity_bytes', { persistentvolumeclaim: claim }, always(100))],
    minute: 15,
  }),
  // 79: fallen off the bus. 13 and 31: what a program did.
  [WorkloadAlert.GPU_ERROR]: names => ({
    due: both(names, each => [pod(each, 'DCGM_FI_DEV_XID_ERRORS', '0x4 79x180', { gpu: '3', ...container })]),
    well: [pod(names, 'DCGM_FI_DEV_XID_ERRORS', '0x4 13x20 31x20 43x20 45x20 68x20 109x100', { gpu: '3', ...container })],
    // Each of them for itself, and none.
    wellToo: [13, 31, 43, 45, 68, 109, 0].map(xid => [pod(names, 'DCGM_FI_DEV_XID_ERRORS', always(xid), { gpu: '3', ...container })]),
    minute: 5,
    count: 2,
  }),
  [WorkloadAlert.GPU_MEMORY_DEFECT]: names => ({
    due: both(names, each => [pod(each, 'DCGM_FI_DEV_ROW_REMAP_FAILURE', '0x4 1x180', { gpu: '3', ...container })]),
    well: [pod(names, 'DCGM_FI_DEV_ROW_REMAP_FAILURE', always(0), { gpu: '3', ...container })],
    minute: 5,
    count: 2,
  }),
  // One of four is ready in the first zone; then as few in every zone, which is no imbalance.
  [WorkloadAlert.ZONE_IMBALANCE]: names => ({
    // The others have half of theirs.
    due: zones(names, [1, 2, 2]),
    well: zones(names, [1, 1, 1]),
    // Half of them are ready.
    wellToo: [zones(names, [2])],
    minute: 20,
  }),
  [WorkloadAlert.AUTOSCALER_AT_LIMIT]: (_, { scale }) => ({ due: autoscaler(scale.target!, 8), well: autoscaler(scale.target!, 7), minute: 15 }),
};

/** A run that began in second 2000, and when the last one of its CronJob ended well. */
function runs(job: string, cronJob: string | undefined, succeeded: number): Said[] {
  return cronJob === undefined ? [] : [
    said('kube_job_status_start_time', { job_name: job }, always(2000)), said('kube_cronjob_status_last_successful_time', { cronjob: cronJob }, always(succeeded)),
  ];
}

function autoscaler({ kind, name }: { readonly kind: string; readonly name: string }, desired: number): Said[] {
  const own = { horizontalpodautoscaler: 'keda-hpa-it' };
  return [
    said('kube_horizontalpodautoscaler_status_desired_replicas', own, always(desired)),
    said('kube_horizontalpodautoscaler_spec_max_replicas', own, always(8)),
    said('kube_horizontalpodautoscaler_info', { ...own, scaletargetref_kind: kind, scaletargetref_name: name }, always(1)),
  ];
}
