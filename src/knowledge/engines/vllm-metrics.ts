import { EngineMetric } from './engine-metric';
import { Lifetime, VllmVersion } from './vllm-releases';

/** One series of vLLM, with the versions that export it. Counters have the suffix `_total` that the Prometheus client adds. */
export interface VllmMetric extends EngineMetric, Lifetime {
  /** First version that exports it only under `--show-hidden-metrics-for-version`. */
  readonly hiddenSince?: VllmVersion;
  /** What to read instead. */
  readonly replacedBy?: string;
  /** Exported only with a flag or a setting. */
  readonly condition?: string;
  readonly source: string;
}

/** Of every series unless the row says otherwise. */
const LABELS = ['model_name', 'engine'] as const;

const LOGGERS = 'vllm vllm/v1/metrics/loggers.py';
const RENAMED_CACHE = `${LOGGERS} at 0.11: "Deprecated in 0.9.2", hidden in 0.11, removed in 0.12; vllm#18354`;
const RENAMED_LATENCY = `${LOGGERS} at 0.12: "Deprecated in 0.11", hidden in 0.12, removed in 0.13`;
const V0 = `metrics of the V0 engine, which the V1 engine never exported (${LOGGERS} at 0.10)`;

function gauge(name: string, unit: string, more: Partial<VllmMetric> = {}): VllmMetric {
  return { name: `vllm:${name}`, type: 'gauge', unit, labels: LABELS, source: LOGGERS, ...more };
}

function counter(name: string, unit: string, more: Partial<VllmMetric> = {}): VllmMetric {
  return { name: `vllm:${name}_total`, type: 'counter', unit, labels: LABELS, source: LOGGERS, ...more };
}

function histogram(name: string, unit: string, more: Partial<VllmMetric> = {}): VllmMetric {
  return { name: `vllm:${name}`, type: 'histogram', unit, labels: LABELS, source: LOGGERS, ...more };
}

/**
 * What vLLM exports. A row without `since` is older than the oldest version of the data, or its first version was not confirmed (then a comment
 * says so, and nothing is claimed). `_total` of histograms is part of the name as vLLM writes it.
 */
export const VLLM_METRICS: readonly VllmMetric[] = [
  gauge('num_requests_waiting', 'requests'),
  gauge('num_requests_running', 'requests'),
  // Seen in 0.24 and later; the first version was not confirmed.
  gauge('num_requests_waiting_by_reason', 'requests', { labels: [...LABELS, 'reason'] }),
  gauge('kv_cache_usage_perc', 'ratio 0 to 1'),
  gauge('gpu_cache_usage_perc', 'ratio 0 to 1', { hiddenSince: '0.11', until: '0.12', replacedBy: 'vllm:kv_cache_usage_perc', source: RENAMED_CACHE }),
  // First versions of the next three were not confirmed.
  gauge('engine_sleep_state', 'state', { labels: [...LABELS, 'sleep_state'] }),
  gauge('lora_requests_info', 'time of the last change', { labels: ['max_lora', 'waiting_lora_adapters', 'running_lora_adapters'] }),
  gauge('cache_config_info', 'constant 1', { labels: ['engine'] }),

  counter('num_preemptions', 'preemptions'),
  counter('prompt_tokens', 'tokens'),
  counter('generation_tokens', 'tokens'),
  counter('request_success', 'requests', { labels: [...LABELS, 'finished_reason'] }),
  counter('prefix_cache_queries', 'tokens'),
  counter('prefix_cache_hits', 'tokens'),
  counter('gpu_prefix_cache_queries', 'tokens', { hiddenSince: '0.11', until: '0.12', replacedBy: 'vllm:prefix_cache_queries_total', source: RENAMED_CACHE }),
  counter('gpu_prefix_cache_hits', 'tokens', { hiddenSince: '0.11', until: '0.12', replacedBy: 'vllm:prefix_cache_hits_total', source: RENAMED_CACHE }),
  // Seen in 0.12; the first version was not confirmed.
  counter('external_prefix_cache_queries', 'tokens', { condition: 'a KV connector' }),
  counter('external_prefix_cache_hits', 'tokens', { condition: 'a KV connector' }),

  histogram('time_to_first_token_seconds', 'seconds'),
  // 0.10.2 has it already; a version of two parts means any patch.
  histogram('inter_token_latency_seconds', 'seconds', { since: '0.11', source: RENAMED_LATENCY }),
  histogram('time_per_output_token_seconds', 'seconds', {
    hiddenSince: '0.12', until: '0.13', replacedBy: 'vllm:inter_token_latency_seconds', source: RENAMED_LATENCY,
  }),
  histogram('request_time_per_output_token_seconds', 'seconds'),
  histogram('e2e_request_latency_seconds', 'seconds'),
  histogram('request_queue_time_seconds', 'seconds'),
  histogram('request_inference_time_seconds', 'seconds'),
  histogram('request_prefill_time_seconds', 'seconds'),
  histogram('request_decode_time_seconds', 'seconds'),
  histogram('request_prompt_tokens', 'tokens'),
  histogram('request_generation_tokens', 'tokens'),
  histogram('request_max_num_generation_tokens', 'tokens'),
  histogram('request_params_n', 'answers'),
  histogram('request_params_max_tokens', 'tokens'),
  histogram('iteration_tokens_total', 'tokens'),
  // First versions of the next two were not confirmed.
  histogram('nixl_xfer_time_seconds', 'seconds', { condition: 'VllmKvTransfer.nixl()', source: 'vllm vllm/distributed/kv_transfer; llm-d dashboards' }),
  counter('nixl_num_failed_transfers', 'transfers', { condition: 'VllmKvTransfer.nixl()', source: 'vllm vllm/distributed/kv_transfer; llm-d dashboards' }),

  gauge('num_requests_swapped', 'requests', { until: '0.10', replacedBy: 'vllm:num_preemptions_total', source: V0 }),
  gauge('cpu_cache_usage_perc', 'ratio 0 to 1', { until: '0.10', replacedBy: 'vllm:kv_cache_usage_perc', source: V0 }),
  gauge('gpu_prefix_cache_hit_rate', 'ratio 0 to 1', {
    until: '0.10', replacedBy: 'rate(vllm:prefix_cache_hits_total) / rate(vllm:prefix_cache_queries_total)', source: V0,
  }),
  gauge('cpu_prefix_cache_hit_rate', 'ratio 0 to 1', {
    until: '0.10', replacedBy: 'rate(vllm:prefix_cache_hits_total) / rate(vllm:prefix_cache_queries_total)', source: V0,
  }),
  gauge('time_in_queue_requests', 'seconds', { until: '0.10', replacedBy: 'vllm:request_queue_time_seconds', source: V0 }),
];

/** Names that people write and no version ever exported, with what they mean. Source: questions and charts in vllm-project/vllm and production-stack. */
export const NEVER_EXPORTED: { readonly [name: string]: string } = {
  'vllm_queue_depth': 'vllm:num_requests_waiting',
  'vllm:queue_depth': 'vllm:num_requests_waiting',
  'vllm_num_requests_waiting': 'vllm:num_requests_waiting',
  'vllm_num_requests_running': 'vllm:num_requests_running',
  'vllm:requests_waiting': 'vllm:num_requests_waiting',
  'vllm:gpu_utilization': 'vllm:kv_cache_usage_perc',
};
