import { EngineMetric } from './engine-metric';
import { SglangRelease } from './sglang-releases';

/** One series of SGLang, with the first patch of 0.5 that has it. */
export interface SglangSeries extends EngineMetric {
  readonly since?: number;
}

const LABELS = ['model_name'] as const;

function series(type: EngineMetric['type'], name: string, unit: string, since?: number): SglangSeries {
  return { name: `sglang:${name}`, type, unit, labels: LABELS, since };
}

/**
 * What servers export with --enable-metrics, which the library gives them; of some 150 series those that tell of load and answers. Further labels (`tp_rank`,
 * `engine_type`) came with releases.
 *
 * Source: sglang python/sglang/srt/metrics/collector.py (0.5.3, 0.5.5), python/sglang/srt/observability/metrics_collector.py (0.5.7, 0.5.12, 0.5.23)
 */
export const SGLANG_SERIES = {
  waiting: series('gauge', 'num_queue_reqs', 'requests'),
  running: series('gauge', 'num_running_reqs', 'requests'),
  kvCacheUsage: series('gauge', 'token_usage', 'ratio 0 to 1'),
  usedTokens: series('gauge', 'num_used_tokens', 'tokens'),
  throughput: series('gauge', 'gen_throughput', 'tokens a second'),
  prefixCacheHitRate: series('gauge', 'cache_hit_rate', 'ratio 0 to 1'),
  promptTokens: series('counter', 'prompt_tokens_total', 'tokens'),
  generatedTokens: series('counter', 'generation_tokens_total', 'tokens'),
  cachedTokens: series('counter', 'cached_tokens_total', 'tokens'),
  requests: series('counter', 'num_requests_total', 'requests'),
  aborted: series('counter', 'num_aborted_requests_total', 'requests'),
  preemptions: series('counter', 'num_retracted_requests_total', 'requests', 7),
  timeToFirstToken: series('histogram', 'time_to_first_token_seconds', 'seconds'),
  interTokenLatency: series('histogram', 'inter_token_latency_seconds', 'seconds'),
  requestLatency: series('histogram', 'e2e_request_latency_seconds', 'seconds'),
  queueTime: series('histogram', 'queue_time_seconds', 'seconds'),
} as const;

/** Whether a release exports it. */
export function exportedBy({ since = 0 }: SglangSeries, { patch }: SglangRelease): boolean {
  return patch >= since;
}
