import { factsOf, object, pods } from './objects';
import { PlainObject } from '../../../src/base/plain';
import { podSets } from '../../../src/lint/facts/carried-pods';
import { absenceOf, engineSeries, targetPods, vllmRelease, vllmSeries } from '../../../src/lint/facts/engine-metrics';
import { scalerMetrics } from '../../../src/lint/facts/scaler-metrics';

test.each([
  ['vllm:num_requests_waiting', ['vllm:num_requests_waiting']],
  ['sum(sglang:num_queue_reqs) + trtllm_kv_cache + llamacpp:requests', ['sglang:num_queue_reqs', 'trtllm_kv_cache', 'llamacpp:requests']],
  ['tgi_queue_size / nv_trt_llm_x - lmdeploy:y', ['tgi_queue_size', 'nv_trt_llm_x', 'lmdeploy:y']],
  ['vllm:num_incoming_requests_total + vllm:current_qps + vllm:avg_latency + vllm:healthy_pods_total + vllm:router_queue', []],
  ['myvllm:x + http_requests_total', []],
  ['', []],
])('series of engines in %j', (text, expected) => {
  expect(engineSeries(text)).toEqual(expected);
});

test.each<[string, string[]]>([
  ['vllm:num_requests_waiting', ['vllm:num_requests_waiting is vllm:num_requests_waiting']],
  ['rate(vllm:time_to_first_token_seconds_bucket[5m]) / vllm:time_to_first_token_seconds_count', [
    'vllm:time_to_first_token_seconds_bucket is vllm:time_to_first_token_seconds', 'vllm:time_to_first_token_seconds_count is vllm:time_to_first_token_seconds',
  ]],
  ['vllm:time_to_first_token_seconds_sum', ['vllm:time_to_first_token_seconds_sum is vllm:time_to_first_token_seconds']],
  ['vllm:time_to_first_token_seconds_bucket_x', []],
  ['vllm:prompt_tokens_total', ['vllm:prompt_tokens_total is vllm:prompt_tokens_total']],
  ['vllm:prompt_tokens', ['vllm:prompt_tokens is vllm:prompt_tokens_total, without _total']],
  ['vllm:unheard_of', []],
])('rows of vLLM in %j', (text, expected) => {
  expect(vllmSeries(text).map(({ name, row, isWithoutTotal }) => `${name} is ${row.name}${isWithoutTotal ? ', without _total' : ''}`)).toEqual(expected);
});

const release = (...images: readonly string[]) => vllmRelease(images.map(image => factsOf(object('v1', 'Pod', 'it', { containers: [{ name: 'main', image }] })).get(podSets)[0]));

describe('the version of vLLM in the tag of an image', () => {
  test.each<[string, string | undefined]>([
    ['vllm/vllm-openai:v0.11.0', '0.11.0'], ['vllm/vllm-openai:v0.11', '0.11'], ['vllm/vllm-openai:0.12.3-cu129', '0.12.3'], ['registry.example:5000/x/vllm:v0.10.1', '0.10.1'],
    ['vllm/vllm-openai:v0.10.1@sha256:abc', '0.10.1'], ['vllm/vllm-openai:v0.11.0rc1', '0.11.0'], ['vllm-tpu:v0.123456.12', '0.123456.12'],
    ['vllm/vllm-openai:latest', undefined], ['vllm/vllm-openai', undefined], ['nvcr.io/nvidia/vllm:25.06', undefined], ['vllm:v10.11.0', undefined],
    ['vllm:v0.11.0.1', undefined], ['vllm:v0.1234567', undefined], ['registry.example/app:v0.11.0', undefined],
  ])('%s', (image, text) => {
    expect(release(image)?.text).toBe(text);
  });

  test('in numbers', () => {
    expect([release('vllm:v0.11.2'), release('vllm:v0.11')]).toEqual([{ text: '0.11.2', major: 0, minor: 11, patch: 2 }, { text: '0.11', major: 0, minor: 11, patch: 0 }]);
  });

  test('of several images, where they are of one version', () => {
    expect([release('a/vllm:v0.11.0', 'b/vllm:v0.11.0')?.text, release('vllm:v0.11.0', 'vllm:v0.12.0'), release('vllm:v0.11.0', 'app:1')?.text, release()])
      .toEqual(['0.11.0', undefined, '0.11.0', undefined]);
    expect(vllmRelease([factsOf(object('v1', 'Pod', 'it', { containers: [{ name: 'main' }] })).get(podSets)[0]])).toBeUndefined();
  });
});

describe('what is wrong with a series', () => {
  const absence = (name: string, version?: string) => absenceOf(vllmSeries(name)[0].row, version === undefined ? undefined : release(`vllm:v${version}`));
  const OLD = 'vllm:gpu_cache_usage_perc';

  test.each<[string, string | undefined, string | undefined]>([
    [OLD, '0.10.0', undefined],
    [OLD, '0.11.0', 'vLLM 0.11.0 hides it, since it was deprecated'],
    [OLD, '0.12.0', 'it went with vLLM 0.12, and this is 0.12.0'],
    [OLD, '0.13.1', 'it went with vLLM 0.12, and this is 0.13.1'],
    [OLD, undefined, 'vLLM from 0.12 on does not export it'],
    ['vllm:num_requests_waiting', '0.11.0', undefined],
    ['vllm:num_requests_waiting', undefined, undefined],
    ['vllm:inter_token_latency_seconds', '0.10.2', 'it came with vLLM 0.11, and this is 0.10.2'],
    ['vllm:inter_token_latency_seconds', '0.11.0', undefined],
  ])('%s of %s', (name, version, expected) => {
    expect(absence(name, version)).toEqual(expected);
  });
});

test('pods of a metric are those of its target', () => {
  const scaler = (name: string) => object('autoscaling/v2', 'HorizontalPodAutoscaler', name, {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name }, metrics: [{ type: 'Pods', pods: { metric: { name: 'x' } } }],
  });
  const facts = factsOf(object('apps/v1', 'Deployment', 'web', { template: pods() }) as PlainObject, scaler('web'), scaler('gone'));
  expect(facts.get(scalerMetrics).map(metric => targetPods(facts, metric).map(String))).toEqual([['Deployment ml/web'], []]);
});
