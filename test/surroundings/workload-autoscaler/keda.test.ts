import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { ALL_TARGETS, KEDA, Make, Props, QUEUE, SERVER, chartOf, group, inference, named, queries, scaler, specOf } from './scaler';
import {
  GpuInferenceDeployment, InferenceEngine, KedaOptions, KubernetesVersion, ModelLoad, PrometheusAuthentication,
  PrometheusAuthenticationMode, ScalingBackend, ScalingSeries, Target, Workload,
} from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { ACCELERATOR, CONTAINER, ENGINE } from '../ways';

describe('queries of KEDA', () => {
  const DEPLOYED = 'namespace="ml",pod=~"w-[a-z0-9]+-[a-z0-9]{5}"';

  test('answer with one number for the pods of the workload, over all their engines', () => {
    expect(queries(inference)).toEqual({
      vllm_num_requests_waiting: `sum(vllm:num_requests_waiting{${DEPLOYED}})`,
      vllm_num_requests_running: `sum(vllm:num_requests_running{${DEPLOYED}})`,
      vllm_kv_cache_usage_perc: `avg(max(vllm:kv_cache_usage_perc{${DEPLOYED}}) by (pod))`,
      vllm_generation_tokens_per_second: `sum(rate(vllm:generation_tokens_total{${DEPLOYED}}[2m]))`,
      vllm_time_to_first_token_seconds_p95: `histogram_quantile(0.95, sum(rate(vllm:time_to_first_token_seconds_bucket{${DEPLOYED}}[2m])) by (le)) >= 0 or 0 * sum(rate(vllm:time_to_first_token_seconds_count{${DEPLOYED}}[2m]))`,
      vllm_inter_token_latency_seconds_p99_9: `histogram_quantile(0.999, sum(rate(vllm:inter_token_latency_seconds_bucket{${DEPLOYED}}[2m])) by (le)) >= 0 or 0 * sum(rate(vllm:inter_token_latency_seconds_count{${DEPLOYED}}[2m]))`,
    });
  });

  test('of a LeaderWorkerSet mean its leaders, which are those that export', () => {
    expect(queries(group, { queueDepth: 8 })).toEqual({ vllm_num_requests_waiting: 'sum(vllm:num_requests_waiting{namespace="ml",pod=~"w-[0-9]+"})' });
    expect(specOf(group, { queueDepth: 8, backend: KEDA }).scaleTargetRef).toEqual({ apiVersion: 'leaderworkerset.x-k8s.io/v1', kind: 'LeaderWorkerSet', name: 'w' });
  });

  test('know how pods of a StatefulSet are called, and where a workload of others is', () => {
    const set: Make = chart => Workload.of(new kplus.StatefulSet(chart, 'set', {
      metadata: { name: 'store' }, service: new kplus.Service(chart, 'service', { ports: [{ port: 80 }] }), containers: [{ image: 'a:1' }],
    }));
    expect(queries(set, { queueDepth: 8, engine: ENGINE })).toEqual({ vllm_num_requests_waiting: 'sum(vllm:num_requests_waiting{namespace="ml",pod=~"store-[0-9]+"})' });
    expect(queries(named, { queueDepth: 8, engine: ENGINE })).toEqual({ vllm_num_requests_waiting: 'sum(vllm:num_requests_waiting{namespace="other",pod=~"web-[a-z0-9]+-[a-z0-9]{5}"})' });
  });

  test('go by labels where they are given, in the namespace of the workload unless it is among them', () => {
    const by = (seriesLabels: { [label: string]: string }) =>
      queries(inference, { queueDepth: 8 }, ScalingBackend.keda({ serverAddress: SERVER, seriesLabels })).vllm_num_requests_waiting;
    expect(by({ cluster: 'eu', job: 'a"b\\c' })).toBe('sum(vllm:num_requests_waiting{namespace="ml",cluster="eu",job="a\\"b\\\\c"})');
    expect(by({ namespace: 'elsewhere' })).toBe('sum(vllm:num_requests_waiting{namespace="elsewhere"})');
  });

  test('measure growth over inference scrapes, and over two minutes at least', () => {
    const window = (seconds: number) => {
      const [query] = Object.values(queries(inference, { tokensPerSecond: 100, scrapeInterval: Duration.seconds(seconds) }));
      return /\[([0-9ms]+)]/.exec(query)![1];
    };
    expect([15, 30, 31, 60].map(window)).toEqual(['2m', '2m', '124s', '4m']);
  });

  test('go by the names of the engine and its version', () => {
    const targets = { interTokenLatency: { atMost: Duration.millis(50) }, tokensPerSecond: 10 };
    const of = (engine: InferenceEngine) => Object.values(queries(named, { ...targets, engine }))
      .map(query => /[a-z]+:[a-z_]+/.exec(query)![0]);
    expect(of(InferenceEngine.vllm({ version: '0.10', model: 'a/b' }))).toEqual(['vllm:generation_tokens_total', 'vllm:time_per_output_token_seconds_bucket']);
    expect(of(InferenceEngine.vllm({ version: '0.11', model: 'a/b' }))).toEqual(['vllm:generation_tokens_total', 'vllm:inter_token_latency_seconds_bucket']);
    expect(of(InferenceEngine.sglang({ version: '0.5.3', model: 'a/b' }))).toEqual(['sglang:generation_tokens_total', 'sglang:inter_token_latency_seconds_bucket']);
  });

  test('take a series that is gone for a failure, so that nothing is taken away', () => {
    const nulls = specOf(inference, { ...ALL_TARGETS, backend: KEDA }).triggers.map(({ metadata }: any) => metadata.ignoreNullValues);
    expect(nulls).toEqual(Array(6).fill('false'));
  });
});

describe('to zero', () => {
  const zero = { minReplicas: 0, queueDepth: 8, series: [QUEUE], backend: KEDA };

  test('KEDA goes, where a series says what waits without any pod', () => {
    const spec = specOf(inference, zero);
    expect([spec.minReplicaCount, spec.maxReplicaCount]).toEqual([0, 6]);
    expect(spec.triggers[1]).toEqual({
      type: 'prometheus',
      name: 'llm_d_epp_flow_control_queue_size',
      metricType: 'AverageValue',
      metadata: { serverAddress: SERVER, query: 'sum(llm_d_epp_flow_control_queue_size{inference_pool="llama"})', threshold: '4', ignoreNullValues: 'false' },
    });
  });

  test('the silence of an engine without pods is no failure, that of the gateway is one', () => {
    expect(specOf(inference, zero).triggers.map(({ metadata }: any) => metadata.ignoreNullValues)).toEqual(['true', 'false']);
  });

  test('nothing goes before the longest request has ended, nor while the first replica starts', () => {
    const periods = ({ cooldownPeriod, initialCooldownPeriod }: any) => [cooldownPeriod, initialCooldownPeriod];
    expect(periods(specOf(inference, zero))).toEqual([400, 400]);
    expect(periods(specOf(inference, { ...zero, startTime: Duration.seconds(10) }))).toEqual([300, 300]);
    const streams: Make = chart => new GpuInferenceDeployment(chart, 'w', {
      engine: InferenceEngine.vllm({ version: '0.18', model: 'a/b', tensorParallel: 2, longestStream: Duration.minutes(20) }),
      accelerator: ACCELERATOR,
      container: CONTAINER,
      modelLoad: ModelLoad.measured(Duration.seconds(10)),
    });
    const [{ graceSeconds }] = streams(chartOf()).workload.roles;
    expect(graceSeconds).toBeGreaterThanOrEqual(1200);
    expect(periods(specOf(streams, zero))).toEqual([graceSeconds, graceSeconds]);
  });

  test('what KEDA would only warn of is left out where a replica always runs', () => {
    const spec = specOf(inference, { queueDepth: 8, backend: KEDA });
    expect(Object.keys(spec)).toEqual(['advanced', 'maxReplicaCount', 'minReplicaCount', 'scaleTargetRef', 'triggers']);
  });

  test('no check says that nothing wakes it', () => {
    const chart = chartOf();
    scaler(inference, zero, chart);
    expect(findingsOf(chart.node.root).filter(each => each.class !== 'advice').map(each => `${each.id} ${each.message}`)).toEqual([]);
  });

  test('a HorizontalPodAutoscaler goes where the cluster has the gate', () => {
    const make = (featureGates?: { [gate: string]: boolean }) => {
      const chart = chartOf();
      Target.define(chart, { kubernetes: KubernetesVersion.V1_36, featureGates });
      return scaler(inference, { ...zero, backend: ScalingBackend.externalMetrics() }, chart).apiObject.toJson().spec;
    };
    expect(make({ HPAScaleToZero: true }).minReplicas).toBe(0);
    expect(() => make()).toThrow('minReplicas: Forbidden: a HorizontalPodAutoscaler goes to zero in clusters with the feature gate HPAScaleToZero alone');
    expect(() => make({ HPAScaleToZero: false })).toThrow('minReplicas: Forbidden');
  });

  test.each<[string, Props, string]>([
    ['by what the engine says alone', { ...zero, series: undefined }, 'minReplicas: Invalid value: 0: the metrics come from the engine itself'],
    ['by a series that goes with the pods', { ...zero, series: [ScalingSeries.gauge({ name: 'queue_size', labels: { job: 'web' }, perReplica: 1 })] },
      'minReplicas: Invalid value: 0: none of the series says that it is there while no replica runs'],
  ])('is refused %s', (_, props, message) => {
    expect(() => scaler(inference, props)).toThrow(message);
  });
});

describe('KEDA', () => {
  const { BEARER, TLS, BASIC } = PrometheusAuthenticationMode;
  const keda = (options: Partial<KedaOptions>) => ScalingBackend.keda({ serverAddress: SERVER, ...options });

  test('is shown who asks by reference', () => {
    const trigger = (authentication: PrometheusAuthentication) => specOf(inference, { queueDepth: 8, backend: keda({ authentication }) }).triggers[0];
    expect(trigger({ name: 'prometheus', modes: [BEARER, TLS] })).toMatchObject({ authenticationRef: { name: 'prometheus' }, metadata: { authModes: 'bearer,tls' } });
    expect(trigger({ name: 'thanos', isClusterWide: true })).toMatchObject({ authenticationRef: { name: 'thanos', kind: 'ClusterTriggerAuthentication' } });
    expect(trigger({ name: 'thanos', modes: [] }).metadata).not.toHaveProperty('authModes');
  });

  test('keeps so many replicas while Prometheus is away, and never fewer than run', () => {
    expect(specOf(inference, { queueDepth: 8, backend: keda({ fallbackReplicas: 3 }) }).fallback).toEqual({ failureThreshold: 3, replicas: 3, behavior: 'currentReplicasIfHigher' });
  });

  test('is asked without a slash at the end of the address, which it would double', () => {
    expect(specOf(inference, { queueDepth: 8, backend: keda({ serverAddress: 'https://mimir.example/prometheus/' }) }).triggers[0].metadata.serverAddress).toBe('https://mimir.example/prometheus');
  });

  test('has to be installed, and says so', () => {
    const chart = chartOf();
    scaler(inference, { queueDepth: 8, backend: KEDA }, chart);
    expect(findingsOf(chart.node.root).find(({ id, construct }) => id === 'AIW0002' && construct === 'chart/scaler')?.message).toContain('keda.sh/v1alpha1');
    const without = chartOf();
    Target.define(without, { apis: [] });
    expect(() => scaler(inference, { queueDepth: 8, backend: KEDA }, without)).toThrow('backend: Forbidden: needs keda.sh/v1alpha1, which the target does not list');
  });

  test.each<[string, () => unknown, string]>([
    ['an address in the namespace of whoever asks', () => keda({ serverAddress: 'http://prometheus:9090' }), 'the operator of KEDA asks, and looks for prometheus in its own namespace'],
    ['no address', () => keda({ serverAddress: 'prometheus.monitoring.svc:9090' }), 'is no address of an HTTP server'],
    ['an address with a password', () => keda({ serverAddress: 'http://me:secret@prometheus.monitoring.svc:9090' }), 'a name and a password would stand in the manifest'],
    ['an address with the path of a query', () => keda({ serverAddress: `${SERVER}/api/v1/query` }), 'KEDA puts /api/v1/query and the query behind it'],
    ['two ways that exclude each other', () => keda({ authentication: { name: 'a', modes: [BEARER, BASIC] } }), 'KEDA takes one of bearer, basic and oauth'],
    ['one way twice', () => keda({ authentication: { name: 'a', modes: [TLS, TLS] } }), 'each mode once'],
    ['a name that cannot be', () => keda({ authentication: { name: 'A_b' } }), 'authentication.name): Invalid value: "A_b"'],
    ['a label that cannot be', () => keda({ seriesLabels: { 'a-b': 'c' } }), 'ScalingBackend.keda(seriesLabels)[a-b]'],
    ['more at least than at most', () => scaler(inference, { queueDepth: 8, backend: keda({ fallbackReplicas: 7 }) }), 'backend.fallbackReplicas: Invalid value: 7: is more than maxReplicas 6'],
    ['none at least', () => scaler(inference, { queueDepth: 8, backend: keda({ fallbackReplicas: 0 }) }), 'backend.fallbackReplicas: Invalid value: 0'],
    ['a name with which that of its autoscaler is too long', () => scaler(inference, { name: `a${'b'.repeat(54)}`, queueDepth: 8, backend: KEDA }), '9 + 55 = 64 characters, of 63'],
    ['a namespace that nobody says', () => scaler(inference, { queueDepth: 8, backend: KEDA }, chartOf('')), 'backend: Required value: nothing says in which namespace w is'],
    ['pods whose names nobody knows', () => scaler(() => Workload.named({ name: 'web', namespace: 'a', podLabels: { app: 'web' }, scaledApiVersion: 'x.example/v1', scaledKind: 'Server' }), { engine: ENGINE, queueDepth: 8, backend: KEDA }),
      'backend: Required value: nobody knows how pods of Server web are called'],
  ])('refuses %s', (_, make, message) => {
    expect(make).toThrow(message);
  });

  test('takes a name that fits', () => {
    expect(() => scaler(inference, { name: `a${'b'.repeat(53)}`, queueDepth: 8, backend: KEDA })).not.toThrow();
  });
});
