import { App, Chart, Duration, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Accelerator, CustomEngineOptions, DeviceRequest, GpuInferenceDeployment, GpuInferenceDeploymentProps, GpuMetrics, InferenceEngine, LeaderWorkerGroup } from '../../../src';
import { messageOf } from '../../pod/carrier';

const METRICS = { waiting: { name: 'llamacpp:requests_deferred' }, running: { name: 'llamacpp:requests_processing' } };
const CLAIM = Accelerator.claim(DeviceRequest.nvidia({ product: 'H100' }));
const AUTOSCALING = { minReplicas: 1, maxReplicas: 4, queueDepth: 2 };

function engine(options: Partial<CustomEngineOptions> = {}): InferenceEngine {
  return InferenceEngine.custom({
    name: 'llama.cpp', version: 'b10488', model: '/models/llama.gguf', image: 'registry.example/llama.cpp:server-cuda-b10488', port: 8080, healthPath: '/health', ...options,
  });
}

function build(options: Partial<CustomEngineOptions> = {}, props: Partial<GpuInferenceDeploymentProps> = {}) {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  const llama = new GpuInferenceDeployment(chart, 'Llama', { engine: engine(options), accelerator: Accelerator.nvidia(1), ...props });
  const objects = Testing.synth(chart);
  const of = (kind: string) => objects.find(object => object.kind === kind);
  const pod = of('Deployment').spec.template.spec;
  return { llama, of, pod, main: pod.containers[0] };
}

function group(options: Partial<CustomEngineOptions>, size: number, count = 1) {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  const llama = new LeaderWorkerGroup(chart, 'Llama', { engine: engine(options), size, accelerator: Accelerator.nvidia(count) });
  return { llama, set: Testing.synth(chart).find(object => object.kind === 'StatefulSet') };
}

describe('in a GpuInferenceDeployment', () => {
  test('the container is what was said, and probes ask its paths', () => {
    const { main } = build({ command: ['/app/llama-server'], args: ['--port', '8080'], portName: 'api', readinessPath: '/ready', environment: { MODE: 'fast' } });
    expect(main).toMatchObject({
      image: 'registry.example/llama.cpp:server-cuda-b10488',
      command: ['/app/llama-server'],
      args: ['--port', '8080'],
      ports: [{ containerPort: 8080, name: 'api' }],
      startupProbe: { httpGet: { path: '/health', port: 8080 } },
      livenessProbe: { httpGet: { path: '/health', port: 8080 } },
      readinessProbe: { httpGet: { path: '/ready', port: 8080 } },
    });
    expect(main.env).toContainEqual({ name: 'MODE', value: 'fast' });
  });

  test('without words the entry point of the image starts', () => {
    const { main } = build();
    expect([main.command, main.args]).toEqual([undefined, undefined]);
  });

  test('the devices are those of the cut', () => {
    const cut = { tensorParallel: 2, pipelineParallel: 2, dataParallel: 2 };
    expect(build(cut, { accelerator: Accelerator.nvidia(8) }).main.resources.limits).toMatchObject({ 'nvidia.com/gpu': '8' });
    expect(messageOf(() => build(cut, { accelerator: Accelerator.nvidia(4) }))).toContain('tensor 2 x pipeline 2 x data 2');
  });

  test.each([
    ['without a flag the sleep covers endpoints and the longest stream: 15 + 60', {}, 75, 80],
    ['a longer stream, a longer sleep: 15 + 90', { longestStream: Duration.seconds(90) }, 105, 110],
    ['with a flag the sleep is for endpoints: 15 + 120 + 5', { args: ['--drain', '120'], drainFlag: '--drain' }, 15, 140],
    ['the same behind an equals sign', { args: ['--drain=120'], drainFlag: '--drain' }, 15, 140],
    ['a drain may be longer than the stream', { args: ['--drain=120'], drainFlag: '--drain', longestStream: Duration.seconds(90) }, 15, 140],
  ])('%s', (_, options, sleep, grace) => {
    const { pod, main } = build(options);
    expect([main.lifecycle.preStop.sleep.seconds, pod.terminationGracePeriodSeconds]).toEqual([sleep, grace]);
  });

  test('the autoscaler follows the series that were named', () => {
    const gauges = [{ name: 'server:slots', unit: 'slots' }];
    const { of, llama } = build({ metrics: { ...METRICS, gauges } }, { autoscaling: { ...AUTOSCALING, runningRequests: 8, gauges: [{ name: 'server:slots', average: 3 }] } });
    expect(of('HorizontalPodAutoscaler').spec.metrics.map(({ pods }: any) => [pods.metric.name, pods.target.averageValue]))
      .toEqual([['llamacpp_requests_deferred', '2'], ['llamacpp_requests_processing', '8'], ['server_slots', '3']]);
    expect(llama.adapterRules).toContain('llamacpp:requests_deferred{namespace!="",pod!=""}');
  });

  test('the monitor asks the path that was named', () => {
    const endpoints = (options: Partial<CustomEngineOptions>, more: Partial<GpuInferenceDeploymentProps> = {}) =>
      build(options, { podMonitor: {}, ...more }).of('PodMonitor').spec.podMetricsEndpoints.map(({ port, path }: any) => [port, path]);
    expect(endpoints({ metrics: METRICS })).toEqual([['http', '/metrics']]);
    expect(endpoints({ metrics: { ...METRICS, path: '/prom' } })).toEqual([['http', '/prom']]);
    expect(endpoints({}, { gpuMetrics: GpuMetrics.sidecar(), accelerator: CLAIM })).toEqual([['dcgm-metrics', '/metrics']]);
  });

  test('its handle has the metrics that are named', () => {
    expect(build().llama.workload.metrics).toBeUndefined();
    const some = build({ metrics: METRICS }).llama.workload.metrics!;
    expect([some.waiting?.name, some.running?.name, some.kvCacheUsage]).toEqual(['llamacpp:requests_deferred', 'llamacpp:requests_processing', undefined]);
    const all = build({ metrics: { ...METRICS, kvCacheUsage: { name: 'server:kv', labels: ['model'] } } }).llama.workload.metrics;
    expect(all).toMatchObject({
      engine: 'llama.cpp b10488',
      path: '/metrics',
      waiting: { name: 'llamacpp:requests_deferred', type: 'gauge', unit: 'requests', labels: [] },
      kvCacheUsage: { name: 'server:kv', type: 'gauge', unit: 'ratio 0 to 1', labels: ['model'] },
    });
  });

  test.each<[string, Partial<CustomEngineOptions>, Partial<GpuInferenceDeploymentProps>, string]>([
    ['an autoscaler without metrics', {}, { autoscaling: AUTOSCALING }, 'autoscaling: Forbidden: it follows the metrics of the engine, and nobody says what llama.cpp b10488 exports'],
    ['a target without its series', { metrics: METRICS }, { autoscaling: { ...AUTOSCALING, kvCacheUsage: 0.8 } }, 'autoscaling.kvCacheUsage: Forbidden: the metrics of llama.cpp b10488 name no series for it'],
    ['a queue without its series', { metrics: { running: METRICS.running } }, { autoscaling: AUTOSCALING }, 'autoscaling.queueDepth: Forbidden'],
    ['a gauge that nobody declared', { metrics: METRICS }, { autoscaling: { ...AUTOSCALING, gauges: [{ name: 'x', average: 1 }] } },
      'autoscaling.gauges[0].name: Invalid value: "x": is none of the gauges that the engine declares: llamacpp:requests_deferred, llamacpp:requests_processing'],
    ['a monitor without metrics', {}, { podMonitor: {} }, 'podMonitor: Forbidden: nobody says what the engine exports'],
    ['arguments on the container', {}, { container: { args: ['x'] } }, 'give further flags to the engine: InferenceEngine.custom({ args: [...] })'],
    ['a variable twice', { environment: { MODE: 'a' } }, { container: { envVariables: { MODE: kplus.EnvValue.fromValue('b') } } },
      'container.envVariables[MODE]: Forbidden: MODE is in the environment of the engine already'],
    ['a sleep that is too short', {}, { container: { preStopSleep: Duration.seconds(20) } }, '(no drainFlag is given)'],
  ])('refuses %s', (_, options, props, message) => {
    expect(messageOf(() => build(options, props))).toContain(message);
  });
});

describe('in a LeaderWorkerGroup', () => {
  test('one pod serves alone', () => {
    const main = group({ args: ['--port', '8080'] }, 1).set.spec.template.spec.containers[0];
    expect([main.command, main.args, main.startupProbe.httpGet.path]).toEqual([undefined, ['--port', '8080'], '/health']);
  });

  test('several pods are refused, with the reason', () => {
    expect(messageOf(() => group({ tensorParallel: 2 }, 2)))
      .toContain('engine: Forbidden: llama.cpp is given by its facts, and they do not say how its processes in 2 pods find each other');
  });

  test('the devices are those of the cut', () => {
    expect(messageOf(() => group({ tensorParallel: 2 }, 1, 4))).toContain('tensor 2 x pipeline 1 x data 1 = 2, but each pod has 4 devices');
  });
});

test.each<[string, Partial<CustomEngineOptions>, string]>([
  ['no name', { name: ' ' }, 'InferenceEngine.custom(name): Required value'],
  ['no image', { image: '' }, 'InferenceEngine.custom(image): Required value'],
  ['a port that is none', { port: 0 }, 'InferenceEngine.custom(port): Invalid value: 0'],
  ['a name of a port that is none', { portName: 'HTTP' }, 'InferenceEngine.custom(portName): Invalid value: "HTTP"'],
  ['a path without a slash', { healthPath: 'health' }, 'InferenceEngine.custom(healthPath): Invalid value: "health"'],
  ['a path with a blank', { readinessPath: '/a b' }, 'InferenceEngine.custom(readinessPath): Invalid value: "/a b"'],
  ['no devices', { tensorParallel: 0 }, 'InferenceEngine.custom(tensorParallel): Invalid value: 0'],
  ['a variable that is none', { environment: { 'a=b': 'c' } }, 'InferenceEngine.custom(environment)[a=b]'],
  ['a drain flag that nobody gives', { drainFlag: '--drain' }, 'InferenceEngine.custom(drainFlag): Invalid value: "--drain": is not among args'],
  ['a drain flag without seconds', { drainFlag: '--drain', args: ['--drain'] }, 'InferenceEngine.custom(drainFlag): Invalid value: "--drain": must be followed by whole seconds'],
  ['a drain of another unit', { drainFlag: '--drain', args: ['--drain', '60s'] }, 'InferenceEngine.custom(drainFlag): Invalid value: "60s"'],
  ['a stream that the drain cuts off', { drainFlag: '--drain', args: ['--drain', '60'], longestStream: Duration.seconds(61) }, 'InferenceEngine.custom(longestStream): Invalid value: "61s": is longer than --drain 60'],
  ['a series that is none', { metrics: { waiting: { name: 'a b' } } }, 'InferenceEngine.custom(metrics).waiting.name: Invalid value: "a b"'],
  ['a label that is none', { metrics: { waiting: { name: 'a', labels: ['b:c'] } } }, 'InferenceEngine.custom(metrics).waiting.labels[0]: Invalid value: "b:c"'],
  ['a cache in percent', { metrics: { kvCacheUsage: { name: 'a', unit: 'percent' } } }, 'InferenceEngine.custom(metrics).kvCacheUsage.unit: Invalid value: "percent"'],
  ['a series twice', { metrics: { waiting: { name: 'a' }, running: { name: 'a' } } }, 'InferenceEngine.custom(metrics): Duplicate value: "a"'],
])('refuses %s', (_, options, message) => {
  expect(messageOf(() => engine(options)._plan({ kind: 'single' }))).toContain(message);
});

test('the name of its image says that it holds it', () => {
  expect([engine()._isNamedBy('registry.example/llama.cpp:server-cuda-b10488'), engine()._isNamedBy('registry.example/other:1')]).toEqual([true, false]);
});
