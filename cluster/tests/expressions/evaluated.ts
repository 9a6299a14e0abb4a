import { Said } from '../alerts/scenarios';

/*
 * Every expression that the library writes outside of alerts, and what Prometheus answers to it in a world that world.ts makes of the expression as it stands here:
 * pod a has two parts with 1 and 2, pod b one with 5, and a histogram of 60 and of 40 observations a minute; others have far more. Numbers are worked out by hand.
 *
 * `<pods>`, `<jobs>`, `<claims>`, `<namespace>`, `<scaled>` stand for matchers of one workload, `<group>` for what an adapter groups by; engines go by their role.
 */

export interface Evaluated {
  /** Who writes it: `panel <title>: <legend>`, `trigger` of KEDA, `metric` of an adapter, `template` of Flagger. */
  readonly what: string;
  readonly shape: string;
  /** One number without labels, or one for each of the two by these labels. */
  readonly is:
    | number
    | { readonly by: readonly string[]; readonly each: readonly [a: number, b: number] }
    | { readonly of: string; readonly number: number };
  /** The same while nothing is asked for: no request ended in the window. */
  readonly idle?: number;
  /** Series that are no part of that world, instead of it. */
  readonly series?: readonly Said[];
}

const sums = (...by: string[]) => ({ by, each: [3, 5] } as const);
const maxima = (...by: string[]) => ({ by, each: [2, 5] } as const);
const ofGroup = (number: number) => ({ of: 'set', number });

/** Of 100 observations a minute 50 took at most 1, 80 at most 2, all at most 4. */
const HALF = 1;
const P95 = 3.5;
const P99 = 3.9;

const WINDOW = '[$__rate_interval]';
const always = (value: number) => `${value}x60`;

const ALERT = { workload: '<own>', namespace: 'ml', alertstate: 'firing' };
/** Two that fire; one that is pending, one of another workload and one of another namespace. */
const FIRING: readonly Said[] = [
  { alertname: 'A' }, { alertname: 'B' }, { alertname: 'C', alertstate: 'pending' }, { alertname: 'D', workload: 'v' }, { alertname: 'E', namespace: 'other' },
].map(labels => ({ name: 'ALERTS', labels: { ...ALERT, ...labels }, values: always(1) }));

/** An autoscaler of the workload, one of another name and of another kind, and one of its name in another namespace; twice scraped. */
function sizes(series: string): readonly Said[] {
  const scalers = [
    { own: { namespace: 'ml', horizontalpodautoscaler: 'keda-hpa-it' }, target: { scaletargetref_kind: '<kind>', scaletargetref_name: '<name>' }, value: 7 },
    { own: { namespace: 'ml', horizontalpodautoscaler: 'second' }, target: { scaletargetref_kind: '<kind>', scaletargetref_name: 'another' }, value: 70 },
    { own: { namespace: 'ml', horizontalpodautoscaler: 'third' }, target: { scaletargetref_kind: 'Another', scaletargetref_name: '<name>' }, value: 700 },
    { own: { namespace: 'other', horizontalpodautoscaler: 'keda-hpa-it' }, target: { scaletargetref_kind: '<kind>', scaletargetref_name: '<name>' }, value: 7000 },
  ];
  return scalers.flatMap(({ own, target, value }) => ['first', 'second'].flatMap(instance => [
    { name: series, labels: { ...own, instance }, values: always(value) },
    { name: 'kube_horizontalpodautoscaler_info', labels: { ...own, ...target, instance }, values: always(1) },
  ]));
}

const SIZE_BY = 'max by (namespace, horizontalpodautoscaler)';
const size = (legend: string, series: string): Evaluated => ({
  what: `panel Size: ${legend}`,
  shape: `${SIZE_BY} (${series}{<namespace>}) * on (namespace, horizontalpodautoscaler) ${SIZE_BY} (kube_horizontalpodautoscaler_info{<scaled>})`,
  is: { of: 'namespace="ml",horizontalpodautoscaler="keda-hpa-it"', number: 7 },
  series: sizes(series),
});

const GPU = '{{pod}} {{gpu}}';
const CLAIM = '{{persistentvolumeclaim}}';
const OWN_LABELS: ReadonlyArray<readonly [part: string, label: string, ofRunning: boolean]> = [
  ['group', 'cdk8s_ai_workloads_group', true], ['group', 'leaderworkerset_sigs_k8s_io_group_index', true], ['index', 'apps_kubernetes_io_pod_index', true],
  ['index', 'leaderworkerset_sigs_k8s_io_worker_index', true], ['index', 'batch_kubernetes_io_job_completion_index', false], ['role', 'cdk8s_ai_workloads_role', true],
  ['zone of the node', 'zone', true], ['zone', 'cdk8s_ai_workloads_zone', false],
];
const PARTS: readonly Evaluated[] = OWN_LABELS.flatMap(([part, label, ofRunning]) => [
  { what: `panel Targets that answer by ${part}: {{${label}}}`, shape: `sum by (${label}) (up{<pods>})`, is: sums(label) },
  ...(ofRunning ? [{ what: `panel Running requests by ${part}: {{${label}}}`, shape: `sum by (${label}) (running{<pods>})`, is: sums(label) }] : []),
]);

const times = (title: string, series: string): Evaluated[] => ([['half', 0.5, HALF], ['95 %', 0.95, P95], ['99 %', 0.99, P99]] as const).map(([legend, quantile, is]) => ({
  what: `panel ${title}: ${legend}`, shape: `histogram_quantile(${quantile}, sum by (le) (rate(${series}_bucket{<pods>}${WINDOW})))`, is,
}));

const PANELS: readonly Evaluated[] = [
  { what: 'panel Alerts: firing', shape: 'count(ALERTS{<workload>,alertstate="firing"}) or vector(0)', is: 2, series: FIRING },
  { what: 'panel Alerts: firing', shape: 'count(ALERTS{<workload>,alertstate="firing"}) or vector(0)', is: 0, series: FIRING.slice(2) },
  { what: 'panel Waiting: Waiting', shape: 'sum(waiting{<pods>})', is: 8 },
  { what: 'panel Running: Running', shape: 'sum(running{<pods>})', is: 8 },
  { what: 'panel KV cache: KV cache', shape: 'max(cache{<pods>})', is: 5 },
  { what: 'panel Tokens a second: tokens', shape: `sum(rate(answer_tokens{<pods>}${WINDOW}))`, is: 8 },
  { what: 'panel Waiting requests: {{pod}}', shape: 'sum by (pod) (waiting{<pods>})', is: sums('pod') },
  { what: 'panel Running requests: {{pod}}', shape: 'sum by (pod) (running{<pods>})', is: sums('pod') },
  { what: 'panel KV cache in use: {{pod}}', shape: 'max by (pod) (cache{<pods>})', is: maxima('pod') },
  { what: 'panel Tokens: prompt', shape: `sum(rate(prompt_tokens{<pods>}${WINDOW}))`, is: 8 },
  { what: 'panel Tokens: answer', shape: `sum(rate(answer_tokens{<pods>}${WINDOW}))`, is: 8 },
  ...times('Time to first token', 'first_token'),
  ...times('Time between tokens', 'between_tokens'),
  ...times('Time of a request', 'request_time'),
  { what: 'panel Requests by their end: all', shape: `sum (rate(sglang:num_requests_total{<pods>}${WINDOW}))`, is: 8 },
  { what: 'panel Requests by their end: aborted', shape: `sum (rate(sglang:num_aborted_requests_total{<pods>}${WINDOW}))`, is: 8 },
  {
    what: 'panel Requests by their end: {{finished_reason}}',
    shape: `sum by (finished_reason) (rate(vllm:request_success_total{<pods>}${WINDOW}))`,
    is: sums('finished_reason'),
  },
  { what: 'panel Preemptions: {{pod}}', shape: `sum by (pod) (rate(preempted{<pods>}${WINDOW}))`, is: sums('pod') },
  {
    what: 'panel Prefix cache: {{pod}}',
    shape: `sum by (pod) (rate(vllm:prefix_cache_hits_total{<pods>}${WINDOW})) / sum by (pod) (rate(vllm:prefix_cache_queries_total{<pods>}${WINDOW}))`,
    is: { by: ['pod'], each: [1 / 2, 1 / 2] },
  },
  ...PARTS,
  { what: 'panel Pods ready: ready', shape: 'sum(kube_pod_status_ready{<pods>,condition="true"})', is: 8 },
  { what: 'panel Pods ready: ready: {{condition}}', shape: 'sum by (condition) (kube_pod_status_ready{<pods>,condition!="unknown"})', is: sums('condition') },
  { what: 'panel Pods by phase: {{phase}}', shape: 'sum by (phase) (kube_pod_status_phase{<pods>})', is: sums('phase') },
  {
    what: 'panel Restarts: {{pod}} {{container}}',
    shape: `sum by (pod, container) (increase(kube_pod_container_status_restarts_total{<pods>}${WINDOW}))`,
    is: { by: ['pod', 'container'], each: [3 * 300, 5 * 300] },
  },
  { what: 'panel Containers that wait: {{reason}}', shape: 'sum by (reason) (kube_pod_container_status_waiting_reason{<pods>})', is: sums('reason') },
  { what: 'panel Memory: {{pod}}', shape: 'sum by (pod) (container_memory_working_set_bytes{<pods>,container!=""})', is: sums('pod') },
  { what: 'panel CPU: {{pod}}', shape: `sum by (pod) (rate(container_cpu_usage_seconds_total{<pods>,container!=""}${WINDOW}))`, is: sums('pod') },
  { what: `panel GPU in use: ${GPU}`, shape: 'max by (pod, gpu) (DCGM_FI_DEV_GPU_UTIL{<pods>})', is: maxima('pod', 'gpu') },
  { what: `panel Tensor cores in use: ${GPU}`, shape: 'max by (pod, gpu) (DCGM_FI_PROF_PIPE_TENSOR_ACTIVE{<pods>})', is: maxima('pod', 'gpu') },
  {
    what: `panel GPU memory in use: ${GPU}`,
    shape: 'max by (pod, gpu) (DCGM_FI_DEV_FB_USED{<pods>}) / (max by (pod, gpu) (DCGM_FI_DEV_FB_USED{<pods>}) + max by (pod, gpu) (DCGM_FI_DEV_FB_FREE{<pods>}))',
    is: { by: ['pod', 'gpu'], each: [1 / 3, 1 / 3] },
  },
  { what: `panel Power: ${GPU}`, shape: 'max by (pod, gpu) (DCGM_FI_DEV_POWER_USAGE{<pods>})', is: maxima('pod', 'gpu') },
  { what: `panel Temperature: ${GPU}`, shape: 'max by (pod, gpu) (DCGM_FI_DEV_GPU_TEMP{<pods>})', is: maxima('pod', 'gpu') },
  { what: `panel XID: ${GPU}`, shape: 'max by (pod, gpu) (DCGM_FI_DEV_XID_ERRORS{<pods>})', is: maxima('pod', 'gpu') },
  {
    what: `panel Volumes in use: ${CLAIM}`,
    shape: 'max by (persistentvolumeclaim) (kubelet_volume_stats_used_bytes{<claims>}) / max by (persistentvolumeclaim) (kubelet_volume_stats_capacity_bytes{<claims>})',
    is: { by: ['persistentvolumeclaim'], each: [1 / 2, 1 / 2] },
  },
  { what: `panel Room: ${CLAIM}`, shape: 'max by (persistentvolumeclaim) (kubelet_volume_stats_available_bytes{<claims>})', is: maxima('persistentvolumeclaim') },
  {
    what: `panel Claims without a volume: ${CLAIM}`,
    shape: 'max by (persistentvolumeclaim) (kube_persistentvolumeclaim_status_phase{<claims>,phase="Pending"})',
    is: maxima('persistentvolumeclaim'),
  },
  { what: 'panel Pods at work: {{job_name}}', shape: 'max by (job_name) (kube_job_status_active{<jobs>})', is: maxima('job_name') },
  { what: 'panel Pods that are done: {{job_name}}', shape: 'max by (job_name) (kube_job_status_succeeded{<jobs>})', is: maxima('job_name') },
  { what: 'panel Pods that failed: {{job_name}}', shape: 'max by (job_name) (kube_job_status_failed{<jobs>})', is: maxima('job_name') },
  size('is', 'kube_horizontalpodautoscaler_status_current_replicas'),
  size('wanted', 'kube_horizontalpodautoscaler_status_desired_replicas'),
  size('most', 'kube_horizontalpodautoscaler_spec_max_replicas'),
  size('least', 'kube_horizontalpodautoscaler_spec_min_replicas'),
];

/** One number for all pods: 0 while no request has ended, and nothing while nobody exports. */
const quantileOfAll = (series: string) => ({
  shape: `histogram_quantile(0.95, sum(rate(${series}_bucket{<pods>}[2m])) by (le)) >= 0 or 0 * sum(rate(${series}_count{<pods>}[2m]))`, is: P95, idle: 0,
});

const OF_ALL_PODS: readonly Omit<Evaluated, 'what'>[] = [
  { shape: 'sum(waiting{<pods>})', is: 8 },
  { shape: 'sum(running{<pods>})', is: 8 },
  { shape: 'avg(max(cache{<pods>}) by (pod))', is: 3.5 },
  { shape: 'sum(rate(answer_tokens{<pods>}[2m]))', is: 8 },
  quantileOfAll('first_token'),
  quantileOfAll('between_tokens'),
];

const AUTOSCALERS: readonly Evaluated[] = [
  ...['trigger', 'metric'].flatMap(what => OF_ALL_PODS.map(each => ({ what, ...each }))),
  { what: 'trigger', shape: 'sum(queue_length{queue="a"})', is: 8 },
  { what: 'trigger', shape: 'sum(rate(arrivals_total{queue="a"}[2m]))', is: 8 },
  { what: 'trigger', shape: 'sum(llm_d_epp_flow_control_queue_size{inference_pool="w"})', is: 8 },
  { what: 'metric', shape: 'sum(queue_length{<pods>})', is: 8 },
  { what: 'metric', shape: 'sum(rate(arrivals_total{<pods>}[2m]))', is: 8 },
  { what: 'metric', shape: 'sum(llm_d_epp_flow_control_queue_size{<pods>})', is: 8 },
  { what: 'metric', shape: 'sum(waiting{<pods>}) by (<group>)', is: ofGroup(8) },
  { what: 'metric', shape: 'sum(running{<pods>}) by (<group>)', is: ofGroup(8) },
  { what: 'metric', shape: 'max(cache{<pods>}) by (<group>)', is: ofGroup(5) },
  { what: 'metric', shape: 'avg(max(cache{<pods>}) by (pod, <group>)) by (<group>)', is: ofGroup(3.5) },
  { what: 'metric', shape: 'sum(rate(answer_tokens{<pods>}[2m])) by (<group>)', is: ofGroup(8) },
  { what: 'metric', shape: 'histogram_quantile(0.95, sum(rate(first_token_bucket{<pods>}[2m])) by (le, <group>))', is: ofGroup(P95) },
  { what: 'metric', shape: 'histogram_quantile(0.95, sum(rate(between_tokens_bucket{<pods>}[2m])) by (le, <group>))', is: ofGroup(P95) },
];

/** Requests that ended otherwise are 300 a second. */
const TEMPLATES: readonly Evaluated[] = [
  { what: 'template canary-queue-depth', shape: 'max(sum by (pod) (waiting{<pods>}))', is: 5 },
  { what: 'template canary-time-to-first-token', shape: 'histogram_quantile(0.95, sum by (le) (rate(first_token_bucket{<pods>}[{{ interval }}])))', is: P95 },
  {
    what: 'template canary-error-share',
    shape: 'sum(rate(vllm:request_success_total{<pods>,finished_reason=~"abort|error"}[{{ interval }}])) / sum(rate(vllm:request_success_total{<pods>}[{{ interval }}]))',
    is: 8 / 308,
  },
];

export const EVALUATED: readonly Evaluated[] = [...PANELS, ...AUTOSCALERS, ...TEMPLATES];
