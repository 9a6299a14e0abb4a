import { single } from './engine';
import { messageOf } from '../../pod/carrier';

const named = (version: string, name: string, showHiddenMetricsFor?: string) => single({ version, showHiddenMetricsFor }).metrics!.named('autoscaling.metric', name);

test.each(['0.10', '0.11', '0.18', '0.30'])('vLLM %s has the three that autoscaling asks for', version => {
  const metrics = single({ version }).metrics!;
  const common = { type: 'gauge', labels: ['model_name', 'engine'] };
  expect(metrics.waiting).toEqual({ name: 'vllm:num_requests_waiting', unit: 'requests', ...common });
  expect(metrics.running).toEqual({ name: 'vllm:num_requests_running', unit: 'requests', ...common });
  expect(metrics.kvCacheUsage).toEqual({ name: 'vllm:kv_cache_usage_perc', unit: 'ratio 0 to 1', ...common });
  expect(metrics.path).toBe('/metrics');
});

test.each([
  ['0.10', 'vllm:gpu_cache_usage_perc'],
  ['0.11', 'vllm:time_per_output_token_seconds'],
  ['0.11', 'vllm:inter_token_latency_seconds'],
  ['0.18', 'vllm:num_preemptions_total'],
  ['0.18', 'vllm:iteration_tokens_total'],
])('vLLM %s exports %s', (version, name) => {
  expect(named(version, name).name).toBe(name);
});

test.each([
  ['0.12', 'vllm:gpu_cache_usage_perc', 'vLLM 0.12 does not export it: it went with 0.12', 'use vllm:kv_cache_usage_perc'],
  ['0.13', 'vllm:time_per_output_token_seconds', 'it went with 0.13', 'use vllm:inter_token_latency_seconds'],
  ['0.10', 'vllm:inter_token_latency_seconds', 'it came with 0.11', 'use a newer vLLM, or another metric'],
  ['0.18', 'vllm:num_requests_swapped', 'it went with 0.10', 'use vllm:num_preemptions_total'],
  ['0.18', 'vllm:gpu_prefix_cache_hit_rate', 'it went with 0.10', 'rate(vllm:prefix_cache_hits_total) / rate(vllm:prefix_cache_queries_total)'],
])('vLLM %s lacks %s and names what replaced it', (version, name, why, instead) => {
  const message = messageOf(() => named(version, name));
  expect(message).toContain(`autoscaling.metric: Invalid value: "${name}": `);
  expect(message).toContain(why);
  expect(message).toContain(instead);
});

test('a deprecated metric is hidden for one minor, and shown on request', () => {
  expect(messageOf(() => named('0.11', 'vllm:gpu_cache_usage_perc'))).toBe(
    'autoscaling.metric: Invalid value: "vllm:gpu_cache_usage_perc": is hidden in vLLM 0.11: it was deprecated, and is exported only on request\n'
    + "  help: use vllm:kv_cache_usage_perc; or, until you have changed everything, showHiddenMetricsFor: '0.10'");
  expect(named('0.11', 'vllm:gpu_cache_usage_perc', '0.10').type).toBe('gauge');
  expect(messageOf(() => named('0.12', 'vllm:gpu_cache_usage_perc', '0.11'))).toContain('it went with 0.12');
});

test.each([
  ['vllm_queue_depth', 'did you mean vllm:num_requests_waiting?'],
  ['vllm:prompt_tokens', 'did you mean vllm:prompt_tokens_total?'],
  ['vllm:kv_cache_usage', 'did you mean vllm:kv_cache_usage_perc?'],
  ['nvidia.com/gpu', 'the metrics of each version are in docs/engines.md'],
])('%s is no metric of any version', (name, help) => {
  const message = messageOf(() => named('0.18', name));
  expect(message).toContain('is no metric of vLLM 0.18');
  expect(message).toContain(help);
});
