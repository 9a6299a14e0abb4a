/*
 * What engines call their series, written down and not worked out by the library: an expression about one engine is the same about another.
 */

/** vLLM 0.18, SGLang 0.5.12, and an engine whose user says what it exports. */
export const ROLES: { readonly [role: string]: readonly string[] } = {
  waiting: ['vllm:num_requests_waiting', 'sglang:num_queue_reqs', 'own_waiting'],
  running: ['vllm:num_requests_running', 'sglang:num_running_reqs'],
  cache: ['vllm:kv_cache_usage_perc', 'sglang:token_usage'],
  preempted: ['vllm:num_preemptions_total', 'sglang:num_retracted_requests_total'],
  prompt_tokens: ['vllm:prompt_tokens_total', 'sglang:prompt_tokens_total'],
  answer_tokens: ['vllm:generation_tokens_total', 'sglang:generation_tokens_total'],
  first_token: ['vllm:time_to_first_token_seconds', 'sglang:time_to_first_token_seconds'],
  between_tokens: ['vllm:inter_token_latency_seconds', 'sglang:inter_token_latency_seconds'],
  request_time: ['vllm:e2e_request_latency_seconds', 'sglang:e2e_request_latency_seconds'],
};

/** `sum(vllm:num_requests_waiting{…})` as `sum(waiting{…})`. */
export function byRole(expr: string): string {
  return Object.entries(ROLES).reduce((text, [role, names]) => names.reduce((each, name) => each.replaceAll(name, role), text), expr);
}
