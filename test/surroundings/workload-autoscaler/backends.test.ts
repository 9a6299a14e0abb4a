import { Duration } from 'cdk8s';
import { ALL_TARGETS, BOUNDS, KEDA, Make, QUEUE, SERVER, chartOf, group, inference, named, read, scaler, specOf } from './scaler';
import { DescribedObject, DisaggregatedInference, EngineMonitor, ScalingBackend, SpotInference, WorkloadAutoscaler } from '../../../src';
import { ALL, ENGINE } from '../ways';

describe('the same targets, by whoever carries them', () => {
  const target = (metric: any) => {
    const { metric: { name }, target: { type, ...value } } = metric.pods ?? metric.object ?? metric.external;
    return [name, type, Object.values(value)[0]];
  };

  const COUNTED = [['vllm_num_requests_waiting', 'AverageValue', '8'], ['vllm_num_requests_running', 'AverageValue', '64']];
  const EACH = (type: string) => [['vllm_kv_cache_usage_perc', type, '800m']];
  const TOKENS = [['vllm_generation_tokens_per_second', 'AverageValue', '2k']];
  const TIMES = (type: string) => [['vllm_time_to_first_token_seconds_p95', type, '1500m'], ['vllm_inter_token_latency_seconds_p99_9', type, '50m']];

  test('of pods: all are averages over the pods', () => {
    const { metrics } = specOf(inference, ALL_TARGETS);
    expect(metrics.map(target)).toEqual([...COUNTED, ...EACH('AverageValue'), ...TOKENS, ...TIMES('AverageValue')]);
    expect(metrics.map(({ type }: any) => type)).toEqual(Array(6).fill('Pods'));
  });

  test.each<[string, ScalingBackend]>([['Object', ScalingBackend.objectMetrics()], ['External', ScalingBackend.externalMetrics()]])(
    'of type %s: what adds up is divided by the number of replicas, a share or a time is not', (type, backend) => {
      const { metrics } = specOf(inference, { ...ALL_TARGETS, backend });
      expect(metrics.map(target)).toEqual([...COUNTED, ...EACH('Value'), ...TOKENS, ...TIMES('Value')]);
      expect(metrics.map((each: any) => each.type)).toEqual(Array(6).fill(type));
    });

  test('in triggers of KEDA', () => {
    const { triggers } = specOf(inference, { ...ALL_TARGETS, backend: KEDA });
    expect(triggers.map(({ name, metricType, metadata }: any) => [name, metricType, metadata.threshold])).toEqual([
      ['vllm_num_requests_waiting', 'AverageValue', '8'], ['vllm_num_requests_running', 'AverageValue', '64'], ['vllm_kv_cache_usage_perc', 'Value', '0.8'],
      ['vllm_generation_tokens_per_second', 'AverageValue', '2000'], ['vllm_time_to_first_token_seconds_p95', 'Value', '1.5'],
      ['vllm_inter_token_latency_seconds_p99_9', 'Value', '0.05'],
    ]);
    expect(new Set(triggers.map(({ type, metadata }: any) => `${type} ${metadata.serverAddress}`))).toEqual(new Set([`prometheus ${SERVER}`]));
  });

  test('behave the same', () => {
    const { behavior } = specOf(inference, ALL_TARGETS);
    expect(behavior.scaleDown.stabilizationWindowSeconds).toBe(400);
    expect(specOf(inference, { ...ALL_TARGETS, backend: KEDA }).advanced.horizontalPodAutoscalerConfig.behavior).toEqual(behavior);
    expect(specOf(inference, { ...ALL_TARGETS, backend: ScalingBackend.externalMetrics() }).behavior).toEqual(behavior);
  });

  test('leave the number of replicas to whoever carries them', () => {
    const chart = chartOf();
    scaler(inference, { queueDepth: 8, backend: KEDA }, chart);
    expect(chart.toJson().find(({ kind }) => kind === 'Deployment').spec).not.toHaveProperty('replicas');
  });
});

describe('metrics of one object', () => {
  test('are those of what is scaled, which a label of the monitor names', () => {
    const { apiObject, adapterRules } = scaler(inference, {
      queueDepth: 8, kvCacheUsage: 0.8, timeToFirstToken: { atMost: Duration.seconds(2) }, backend: ScalingBackend.objectMetrics(),
    });
    expect(apiObject.toJson().spec.metrics[0].object.describedObject).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'w' });
    expect(read(adapterRules)).toEqual({
      rules: [
        {
          seriesQuery: 'vllm:num_requests_waiting{namespace!="",cdk8s_ai_workloads_name!=""}',
          resources: { overrides: { namespace: { resource: 'namespace' }, cdk8s_ai_workloads_name: { group: 'apps', resource: 'deployment' } } },
          name: { as: 'vllm_num_requests_waiting' },
          metricsQuery: 'sum(<<.Series>>{<<.LabelMatchers>>}) by (<<.GroupBy>>)',
        },
        expect.objectContaining({ metricsQuery: 'avg(max(<<.Series>>{<<.LabelMatchers>>}) by (pod, <<.GroupBy>>)) by (<<.GroupBy>>)' }),
        expect.objectContaining({
          seriesQuery: 'vllm:time_to_first_token_seconds_bucket{namespace!="",cdk8s_ai_workloads_name!=""}',
          name: { as: 'vllm_time_to_first_token_seconds_p95' },
          metricsQuery: 'histogram_quantile(0.95, sum(rate(<<.Series>>{<<.LabelMatchers>>}[2m])) by (le, <<.GroupBy>>))',
        }),
      ],
    });
  });

  test('of a LeaderWorkerSet are those of the set', () => {
    const { apiObject, adapterRules } = scaler(group, { queueDepth: 8, backend: ScalingBackend.objectMetrics() });
    expect(apiObject.toJson().spec.metrics[0].object.describedObject).toEqual({ apiVersion: 'leaderworkerset.x-k8s.io/v1', kind: 'LeaderWorkerSet', name: 'w' });
    expect(read(adapterRules).rules[0].resources.overrides.cdk8s_ai_workloads_name).toEqual({ group: 'leaderworkerset.x-k8s.io', resource: 'leaderworkerset' });
  });

  test('go by a label that the monitor really puts onto series', () => {
    const chart = chartOf();
    const { podTargetLabels } = new EngineMonitor(chart, 'metrics', { workload: inference(chart) }).apiObject.toJson().spec;
    expect(podTargetLabels.map((label: string) => label.replace(/[^a-zA-Z0-9_]/g, '_'))).toContain('cdk8s_ai_workloads_name');
  });

  test('may be those of a Service, by the label of a ServiceMonitor, or of anything that a label names', () => {
    const of = (object: DescribedObject) => scaler(inference, { queueDepth: 8, backend: ScalingBackend.objectMetrics({ object }) });
    const service = of({ apiVersion: 'v1', kind: 'Service', name: 'front' });
    expect(service.apiObject.toJson().spec.metrics[0].object).toEqual({
      describedObject: { apiVersion: 'v1', kind: 'Service', name: 'front' }, metric: { name: 'vllm_num_requests_waiting' }, target: { type: 'AverageValue', averageValue: '8' },
    });
    expect(read(service.adapterRules).rules[0].resources.overrides.service).toEqual({ resource: 'service' });
    const pool = of({ apiVersion: 'inference.networking.k8s.io/v1', kind: 'InferencePool', name: 'llama', label: 'inference_pool' });
    expect(read(pool.adapterRules).rules[0].resources.overrides.inference_pool).toEqual({ group: 'inference.networking.k8s.io', resource: 'inferencepool' });
  });

  test.each<[string, () => unknown, string]>([
    ['a kind whose label nobody knows', () => ScalingBackend.objectMetrics({ object: { apiVersion: 'x.example/v1', kind: 'Pool', name: 'a' } }), 'object.label): Invalid value'],
    ['no API', () => ScalingBackend.objectMetrics({ object: { apiVersion: 'Service', kind: 'Service', name: 'a' } }), 'object.apiVersion): Invalid value: "Service"'],
    ['no kind', () => ScalingBackend.objectMetrics({ object: { apiVersion: 'v1', kind: 'services', name: 'a' } }), 'object.kind): Invalid value: "services"'],
    ['a part of a workload, whose label names the whole', () => {
      const chart = chartOf();
      const spot = ALL.SpotInference(chart) as SpotInference;
      return new WorkloadAutoscaler(chart, 'scaler', { workload: spot.spot, ...BOUNDS, queueDepth: 8, backend: ScalingBackend.objectMetrics() });
    }, 'backend: Required value: cdk8s_ai_workloads_name of their series is w, so none of their labels names Deployment w-spot'],
    ['pods without our labels', () => scaler(named, { queueDepth: 8, engine: ENGINE, backend: ScalingBackend.objectMetrics() }), 'backend: Required value: pods of web have no label of this library'],
  ])('refuse %s', (_, make, message) => {
    expect(make).toThrow(message);
  });
});

describe('external metrics', () => {
  test('are chosen by the labels that the monitor puts onto the series of the role that exports', () => {
    const selector = (make: Make, backend = ScalingBackend.externalMetrics()) =>
      specOf(make, { queueDepth: 8, backend }).metrics[0].external.metric.selector.matchLabels;
    expect(selector(inference)).toEqual({ cdk8s_ai_workloads_name: 'w' });
    expect(selector(group)).toEqual({ cdk8s_ai_workloads_name: 'w', cdk8s_ai_workloads_role: 'leader' });
    expect(selector(inference, ScalingBackend.externalMetrics({ seriesLabels: { service: 'front' } }))).toEqual({ service: 'front' });
  });

  test('of roles of one workload are told apart', () => {
    const chart = chartOf();
    const pd = ALL.DisaggregatedInference(chart) as DisaggregatedInference;
    const props = { workload: pd.decode, ...BOUNDS, queueDepth: 8, backend: ScalingBackend.externalMetrics() };
    const { metrics } = new WorkloadAutoscaler(chart, 'scaler', props).apiObject.toJson().spec;
    expect(metrics[0].external.metric.selector.matchLabels).toEqual({ cdk8s_ai_workloads_name: 'w-decode' });
  });

  test('have rules that make one number of them, where no request is 0 and no series no value', () => {
    const { adapterRules, adapterValues } = scaler(inference, { ...ALL_TARGETS, backend: ScalingBackend.externalMetrics() });
    const { rules, externalRules } = read(adapterRules);
    expect(rules).toBeUndefined();
    expect(externalRules[0]).toEqual({
      seriesQuery: 'vllm:num_requests_waiting{namespace!="",pod!=""}',
      resources: { overrides: { namespace: { resource: 'namespace' } } },
      name: { as: 'vllm_num_requests_waiting' },
      metricsQuery: 'sum(<<.Series>>{<<.LabelMatchers>>})',
    });
    expect(externalRules[2].metricsQuery).toBe('avg(max(<<.Series>>{<<.LabelMatchers>>}) by (pod))');
    expect(externalRules[4]).toMatchObject({
      seriesQuery: 'vllm:time_to_first_token_seconds_bucket{namespace!="",pod!=""}',
      metricsQuery: 'histogram_quantile(0.95, sum(rate(<<.Series>>{<<.LabelMatchers>>}[2m])) by (le)) >= 0 or 0 * sum(rate(vllm:time_to_first_token_seconds_count{<<.LabelMatchers>>}[2m]))',
    });
    expect(read(adapterValues)).toEqual({ rules: { external: externalRules } });
  });

  test('are refused without a label that tells whose they are, and with a value that no selector takes', () => {
    expect(() => scaler(named, { queueDepth: 8, engine: ENGINE, backend: ScalingBackend.externalMetrics() })).toThrow('backend: Required value: pods of web have no label of this library');
    const slash = ScalingBackend.externalMetrics({ seriesLabels: { model_name: 'meta-llama/Llama' } });
    expect(() => scaler(inference, { queueDepth: 8, backend: slash })).toThrow('backend: Invalid value: "meta-llama/Llama": model_name is chosen by a label selector');
  });
});

describe('rules of the adapter', () => {
  test('of pods make one number for each pod, of a growth and of a histogram as well', () => {
    const { rules } = read(scaler(inference, ALL_TARGETS).adapterRules);
    expect(rules.map(({ metricsQuery }: any) => metricsQuery)).toEqual([
      'sum(<<.Series>>{<<.LabelMatchers>>}) by (<<.GroupBy>>)', 'sum(<<.Series>>{<<.LabelMatchers>>}) by (<<.GroupBy>>)', 'max(<<.Series>>{<<.LabelMatchers>>}) by (<<.GroupBy>>)',
      'sum(rate(<<.Series>>{<<.LabelMatchers>>}[2m])) by (<<.GroupBy>>)',
      'histogram_quantile(0.95, sum(rate(<<.Series>>{<<.LabelMatchers>>}[2m])) by (le, <<.GroupBy>>))',
      'histogram_quantile(0.999, sum(rate(<<.Series>>{<<.LabelMatchers>>}[2m])) by (le, <<.GroupBy>>))',
    ]);
  });

  test('are the same in the values of its chart', () => {
    const { adapterRules, adapterValues } = scaler(inference, { queueDepth: 8, series: [QUEUE] });
    const { rules, externalRules } = read(adapterRules);
    expect(read(adapterValues)).toEqual({ rules: { custom: rules, external: externalRules } });
    expect(adapterRules).not.toContain('&');
  });

  test('are not needed with KEDA', () => {
    const { adapterRules, adapterValues } = scaler(inference, { ...ALL_TARGETS, backend: KEDA });
    expect([adapterRules, adapterValues]).toEqual(['', '']);
  });
});
