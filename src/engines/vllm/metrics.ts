import { invalid } from '../../base/errors/invalid-input';
import { EngineMetric, EngineMetrics } from '../../knowledge/engines/engine-metric';
import { VLLM_HTTP } from '../../knowledge/engines/vllm-flags';
import { NEVER_EXPORTED, VLLM_METRICS, VllmMetric } from '../../knowledge/engines/vllm-metrics';
import { Release, exists, isAtLeast } from '../../knowledge/engines/vllm-releases';

/** Source: vllm vllm/v1/engine/__init__.py FinishReason, vllm/v1/metrics/loggers.py, which makes a series for each of them; `error` is of later versions */
const ENDED = { label: 'finished_reason', failed: ['abort', 'error'] } as const;

/** The metrics of one version; `hiddenFor` is the version given to `--show-hidden-metrics-for-version`. */
export function vllmMetrics(release: Release, hiddenFor: Release | undefined): EngineMetrics {
  const named = (field: string, name: string) => namedMetric(field, name, release, hiddenFor);
  return {
    waiting: named('metric', 'vllm:num_requests_waiting'),
    running: named('metric', 'vllm:num_requests_running'),
    kvCacheUsage: named('metric', 'vllm:kv_cache_usage_perc'),
    timeToFirstToken: named('metric', 'vllm:time_to_first_token_seconds'),
    interTokenLatency: named('metric', isAtLeast(release, '0.11') ? 'vllm:inter_token_latency_seconds' : 'vllm:time_per_output_token_seconds'),
    requestLatency: named('metric', 'vllm:e2e_request_latency_seconds'),
    promptTokens: named('metric', 'vllm:prompt_tokens_total'),
    generatedTokens: named('metric', 'vllm:generation_tokens_total'),
    preemptions: named('metric', 'vllm:num_preemptions_total'),
    prefixCache: { part: named('metric', 'vllm:prefix_cache_hits_total'), all: named('metric', 'vllm:prefix_cache_queries_total') },
    ended: { series: named('metric', 'vllm:request_success_total'), ...ENDED },
    path: VLLM_HTTP.metrics,
    named,
  };
}

function namedMetric(field: string, name: string, release: Release, hiddenFor: Release | undefined): EngineMetric {
  const row = VLLM_METRICS.find(metric => metric.name === name);
  if (!row) {
    throw invalid(field, name, `is no metric of vLLM ${release.text}`, suggestion(name, release));
  }
  if (!exists(row, release)) {
    throw invalid(field, name, absence(row, release), row.replacedBy ? `use ${row.replacedBy}` : 'use a newer vLLM, or another metric');
  }
  // What `showHiddenMetricsFor` may be is checked with the options: the minor before, which shows all that this one hides.
  if (isHidden(row, release) && !hiddenFor) {
    throw invalid(field, name, `is hidden in vLLM ${release.text}: it was deprecated, and is exported only on request`,
      `use ${row.replacedBy}; or, until you have changed everything, showHiddenMetricsFor: '${before(row.hiddenSince!)}'`);
  }
  return { name: row.name, type: row.type, unit: row.unit, labels: row.labels };
}

function absence(row: VllmMetric, release: Release): string {
  const isOver = row.until !== undefined && isAtLeast(release, row.until);
  return isOver ? `vLLM ${release.text} does not export it: it went with ${row.until}` : `vLLM ${release.text} does not export it: it came with ${row.since}`;
}

function isHidden(row: VllmMetric, release: Release): boolean {
  return row.hiddenSince !== undefined && isAtLeast(release, row.hiddenSince);
}

/** The minor before: `0.11` for `0.12`. */
function before(version: string): string {
  const [major, minor] = version.split('.').map(Number);
  return `${major}.${minor - 1}`;
}

function suggestion(name: string, release: Release): string {
  const meant = NEVER_EXPORTED[name] ?? withSuffix(name, release) ?? nearest(name, release);
  return meant ? `did you mean ${meant}?` : 'the metrics of each version are in docs/engines.md';
}

/** A counter without the suffix that the client library adds. */
function withSuffix(name: string, release: Release): string | undefined {
  return VLLM_METRICS.find(metric => metric.name === `${name}_total` && exists(metric, release))?.name;
}

function nearest(name: string, release: Release): string | undefined {
  const words = new Set(wordsOf(name));
  const scored = VLLM_METRICS.filter(metric => exists(metric, release) && !isHidden(metric, release))
    .map(metric => ({ name: metric.name, score: wordsOf(metric.name).filter(word => words.has(word)).length }))
    .sort((one, other) => other.score - one.score);
  return scored.length > 0 && scored[0].score >= 2 ? scored[0].name : undefined;
}

function wordsOf(name: string): string[] {
  return name.replace(/^vllm[:_]/, '').split('_');
}
