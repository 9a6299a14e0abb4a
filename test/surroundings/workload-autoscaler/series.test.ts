import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { KEDA, Make, Props, QUEUE, inference, named, queries, read, scaler, specOf } from './scaler';
import { EndpointPicker, InferenceEngine, ScalingSeries, Workload } from '../../../src';

describe('series of others', () => {
  const lag = ScalingSeries.gauge({ name: 'kafka_consumergroup_lag', labels: { topic: 'prompts' }, perReplica: 100, survivesZero: true, activation: 5 });
  const arrivals = ScalingSeries.counter({ name: 'gateway:requests_total', labels: { route: 'llama', namespace: 'gateways' }, perReplica: 2.5 });

  test('need no engine', () => {
    const web: Make = chart => Workload.of(new kplus.Deployment(chart, 'web', { metadata: { name: 'web' }, containers: [{ image: 'a:1' }] }));
    expect(queries(web, { series: [lag, arrivals] })).toEqual({
      kafka_consumergroup_lag: 'sum(kafka_consumergroup_lag{topic="prompts"})',
      gateway_requests_per_second: 'sum(rate(gateway:requests_total{route="llama",namespace="gateways"}[2m]))',
    });
    expect(() => scaler(web, { series: [lag], queueDepth: 8 })).toThrow('engine: Required value: nothing says which engine runs in web');
    expect(() => scaler(web, { series: [] })).toThrow('engine: Required value');
  });

  test('start the first replica above their activation', () => {
    const { triggers } = specOf(inference, { series: [lag, QUEUE], backend: KEDA });
    expect(triggers.map(({ metadata }: any) => metadata.activationThreshold)).toEqual(['5', undefined]);
  });

  test('of a query start the first replica above their activation, too', () => {
    const options = { query: 'sum(queue_size)', perReplica: 3, survivesZero: true };
    const series = [ScalingSeries.query({ name: 'prompts', ...options, activation: 2 }), ScalingSeries.query({ name: 'answers', ...options })];

    const { triggers } = specOf(inference, { series, backend: KEDA });

    expect(triggers.map(({ metadata }: any) => metadata.activationThreshold)).toEqual(['2', undefined]);
    expect(() => ScalingSeries.query({ name: 'prompts', ...options, activation: -1 })).toThrow('ScalingSeries.query(activation): Invalid value: -1');
  });

  test('are external metrics of a HorizontalPodAutoscaler, chosen by their labels in any namespace', () => {
    const made = scaler(inference, { queueDepth: 8, series: [lag, arrivals] });
    expect(made.apiObject.toJson().spec.metrics.slice(1)).toEqual([
      { type: 'External', external: { metric: { name: 'kafka_consumergroup_lag', selector: { matchLabels: { topic: 'prompts' } } }, target: { type: 'AverageValue', averageValue: '100' } } },
      { type: 'External', external: { metric: { name: 'gateway_requests_per_second', selector: { matchLabels: { route: 'llama', namespace: 'gateways' } } }, target: { type: 'AverageValue', averageValue: '2500m' } } },
    ]);
    expect(read(made.adapterRules).externalRules).toEqual([
      { seriesQuery: 'kafka_consumergroup_lag', resources: { namespaced: false }, name: { as: 'kafka_consumergroup_lag' }, metricsQuery: 'sum(<<.Series>>{<<.LabelMatchers>>})' },
      { seriesQuery: 'gateway:requests_total', resources: { namespaced: false }, name: { as: 'gateway_requests_per_second' }, metricsQuery: 'sum(rate(<<.Series>>{<<.LabelMatchers>>}[2m]))' },
    ]);
  });

  test('of a query are for KEDA: a load, or what must not be exceeded', () => {
    const age = ScalingSeries.query({ name: 'oldest-prompt', query: ' max(queue_age_seconds) ', atMost: 30, survivesZero: true });
    const load = ScalingSeries.query({ name: 'prompts', query: 'sum(queue_size)', perReplica: 3 });
    const { triggers } = specOf(inference, { minReplicas: 0, series: [age, load], backend: KEDA });
    expect(triggers.map(({ name, metricType, metadata: { query, threshold } }: any) => [name, metricType, query, threshold])).toEqual([
      ['oldest-prompt', 'Value', 'max(queue_age_seconds)', '30'], ['prompts', 'AverageValue', 'sum(queue_size)', '3'],
    ]);
    expect(() => scaler(inference, { queueDepth: 8, series: [age] })).toThrow('series[0]: Forbidden: a HorizontalPodAutoscaler asks an adapter for a metric by its name, not by a query');
  });

  test('of an endpoint picker are called as its program calls them', () => {
    const of = (picker?: EndpointPicker) => Object.values(queries(inference, { series: [ScalingSeries.endpointPickerQueue({ pool: 'p', perReplica: 1, picker, labels: { namespace: 'ml' } })] }))[0];
    expect(of()).toBe('sum(llm_d_epp_flow_control_queue_size{inference_pool="p",namespace="ml"})');
    expect(of(EndpointPicker.GATEWAY_API_INFERENCE_EXTENSION)).toBe('sum(inference_extension_flow_control_queue_size{inference_pool="p",namespace="ml"})');
  });

  test.each<[string, () => ScalingSeries, string]>([
    ['a series of an engine', () => ScalingSeries.gauge({ name: 'vllm:num_requests_waiting', labels: { a: 'b' }, perReplica: 1 }), 'ScalingSeries.gauge(name): Forbidden: vllm:num_requests_waiting comes from an engine'],
    ['no name of a series', () => ScalingSeries.counter({ name: 'a-b', labels: { a: 'b' }, perReplica: 1 }), 'ScalingSeries.counter(name): Invalid value: "a-b"'],
    ['no label', () => ScalingSeries.gauge({ name: 'a', labels: {}, perReplica: 1 }), 'ScalingSeries.gauge(labels): Invalid value: {}: names no label, so series of every namespace would be added up'],
    ['a label of Kubernetes', () => ScalingSeries.gauge({ name: 'a', labels: { 'app.kubernetes.io/name': 'b' }, perReplica: 1 }), 'on series it is app_kubernetes_io_name'],
    ['no target', () => ScalingSeries.gauge({ name: 'a', labels: { a: 'b' }, perReplica: 0 }), 'ScalingSeries.gauge(perReplica): Invalid value: 0'],
    ['a target without an end', () => ScalingSeries.gauge({ name: 'a', labels: { a: 'b' }, perReplica: Infinity }), 'perReplica'],
    ['an activation below zero', () => ScalingSeries.gauge({ name: 'a', labels: { a: 'b' }, perReplica: 1, activation: -1 }), 'ScalingSeries.gauge(activation): Invalid value: -1'],
    ['a query that asks nothing', () => ScalingSeries.query({ name: 'a', query: ' ', perReplica: 1 }), 'ScalingSeries.query(query): Invalid value'],
    ['a trigger with a space', () => ScalingSeries.query({ name: 'a b', query: 'up', perReplica: 1 }), 'ScalingSeries.query(name): Invalid value: "a b"'],
    ['two targets', () => ScalingSeries.query({ name: 'a', query: 'up', perReplica: 1, atMost: 1 }), 'ScalingSeries.query(atMost): Forbidden'],
    ['a query without a target', () => ScalingSeries.query({ name: 'a', query: 'up' }), 'ScalingSeries.query(perReplica): Required value'],
    ['the pool among labels', () => ScalingSeries.endpointPickerQueue({ pool: 'a', perReplica: 1, labels: { inference_pool: 'b' } }), 'use pool'],
    ['a pool that cannot be', () => ScalingSeries.endpointPickerQueue({ pool: 'A_b', perReplica: 1 }), 'ScalingSeries.endpointPickerQueue(pool): Invalid value: "A_b"'],
  ])('refuse %s', (_, make, message) => {
    expect(() => make()).toThrow(message);
  });

  test('are refused twice, and with a value that no label selector takes where an adapter is asked', () => {
    expect(() => scaler(inference, { series: [lag, lag], backend: KEDA })).toThrow('series[1]: Duplicate value: "kafka_consumergroup_lag": is watched already');
    const slash = ScalingSeries.gauge({ name: 'a', labels: { model_name: 'meta-llama/Llama' }, perReplica: 1 });
    expect(() => scaler(inference, { series: [slash] })).toThrow('series[0]: Forbidden: model_name is chosen by a label selector');
    expect(() => scaler(inference, { series: [slash], backend: KEDA })).not.toThrow();
  });
});

describe('targets', () => {
  test.each<[string, Props, string]>([
    ['no tokens', { tokensPerSecond: 0 }, 'tokensPerSecond: Invalid value: 0'],
    ['tokens without end', { tokensPerSecond: NaN }, 'tokensPerSecond: Invalid value'],
    ['no time', { timeToFirstToken: { atMost: Duration.seconds(0) } }, 'timeToFirstToken.atMost: Invalid value: "0ms"'],
    ['a part of a millisecond', { interTokenLatency: { atMost: Duration.millis(0.5) } }, 'interTokenLatency.atMost: Invalid value'],
    ['a share for a percentile', { timeToFirstToken: { atMost: Duration.seconds(1), percentile: 0.95 } }, 'timeToFirstToken.percentile: Invalid value: 0.95'],
    ['all requests', { timeToFirstToken: { atMost: Duration.seconds(1), percentile: 100 } }, 'timeToFirstToken.percentile: Invalid value: 100'],
    ['two decimal places', { timeToFirstToken: { atMost: Duration.seconds(1), percentile: 99.99 } }, 'timeToFirstToken.percentile'],
    ['a scrape in no time', { queueDepth: 8, scrapeInterval: Duration.seconds(0) }, 'scrapeInterval: Invalid value'],
    ['a series that the engine has not', { tokensPerSecond: 5, workload: undefined, engine: InferenceEngine.custom({ name: 'te', version: '1', model: 'a', image: 'a:1', port: 80, healthPath: '/', metrics: { waiting: { name: 'te_queue' } } }) },
      'tokensPerSecond: Forbidden: the metrics of te 1 name no series for it'],
  ])('refuse %s', (_, { workload: _workload, ...props }, message) => {
    expect(() => scaler(props.engine ? named : inference, props)).toThrow(message);
  });

  test.each([50, 95, 99, 99.9])('a percentile of %s is one', percentile => {
    expect(Object.keys(queries(inference, { timeToFirstToken: { atMost: Duration.seconds(1), percentile } }))).toEqual([`vllm_time_to_first_token_seconds_p${String(percentile).replace('.', '_')}`]);
  });
});
