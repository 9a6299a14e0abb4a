import { App, Chart, Duration, Testing } from 'cdk8s';
import { Accelerator, GpuInferenceDeployment, GpuInferenceDeploymentProps, InferenceEngine, LeaderWorkerGroup, SglangOptions } from '../../../src';
import { messageOf } from '../../pod/carrier';

const MODEL = 'meta-llama/Llama-3.1-8B-Instruct';

function engine(options: Partial<SglangOptions> = {}): InferenceEngine {
  return InferenceEngine.sglang({ version: '0.5.3', model: MODEL, ...options });
}

function build(options: Partial<SglangOptions> = {}, props: Partial<GpuInferenceDeploymentProps> = {}) {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  const llama = new GpuInferenceDeployment(chart, 'Llama', { engine: engine(options), accelerator: Accelerator.nvidia(1), ...props });
  const objects = Testing.synth(chart);
  const of = (kind: string) => objects.find(object => object.kind === kind);
  const pod = of('Deployment').spec.template.spec;
  return { llama, of, pod, main: pod.containers[0] };
}

test('the smallest command line', () => {
  const { main } = build();
  expect([main.image, ...main.command]).toEqual(['lmsysorg/sglang:v0.5.3', 'python3', '-m', 'sglang.launch_server']);
  expect(main.args).toEqual(['--model-path', MODEL, '--host', '0.0.0.0', '--port', '30000', '--tensor-parallel-size', '1', '--enable-metrics']);
});

test('all of it, in this order', () => {
  const { main } = build({
    servedModelName: 'llama', tensorParallel: 4, dataParallel: 2, maxModelLength: 8192, staticMemoryFraction: 0.85, port: 8000, args: ['--max-running-requests', '64'],
  }, { accelerator: Accelerator.nvidia(8) });
  expect(main.args).toEqual([
    '--model-path', MODEL, '--served-model-name', 'llama', '--host', '0.0.0.0', '--port', '8000', '--tensor-parallel-size', '4', '--data-parallel-size', '2',
    '--context-length', '8192', '--mem-fraction-static', '0.85', '--enable-metrics', '--max-running-requests', '64',
  ]);
  expect(main.resources.limits).toMatchObject({ 'nvidia.com/gpu': '8' });
});

test('probes ask /health, and the sleep covers the longest stream', () => {
  const { main, pod } = build({ longestStream: Duration.seconds(90) });
  const paths = ['startupProbe', 'livenessProbe', 'readinessProbe'].map(probe => [main[probe].httpGet.path, main[probe].httpGet.port]);
  expect(paths).toEqual([['/health', 30000], ['/health', 30000], ['/health', 30000]]);
  expect([main.lifecycle.preStop.sleep.seconds, pod.terminationGracePeriodSeconds]).toEqual([105, 110]);
});

test('autoscaler, monitor and handle follow its series', () => {
  const autoscaling = { minReplicas: 1, maxReplicas: 4, queueDepth: 8, runningRequests: 32, kvCacheUsage: 0.8 };
  const { of, llama } = build({}, { autoscaling, podMonitor: {} });
  expect(of('HorizontalPodAutoscaler').spec.metrics.map(({ pods }: any) => [pods.metric.name, pods.target.averageValue]))
    .toEqual([['sglang_num_queue_reqs', '8'], ['sglang_num_running_reqs', '32'], ['sglang_token_usage', '800m']]);
  expect(of('PodMonitor').spec.podMetricsEndpoints[0]).toMatchObject({ port: 'http', path: '/metrics' });
  expect(llama.workload.metrics).toMatchObject({ engine: 'sglang 0.5.3', waiting: { name: 'sglang:num_queue_reqs' }, kvCacheUsage: { unit: 'ratio 0 to 1' } });
});

test('a group of one pod serves alone', () => {
  const group = (count: number) => {
    const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
    new LeaderWorkerGroup(chart, 'Llama', { engine: engine({ tensorParallel: 2 }), size: 1, accelerator: Accelerator.nvidia(count) });
    return Testing.synth(chart).find(object => object.kind === 'StatefulSet').spec.template.spec.containers[0];
  };
  expect(group(2).args.join(' ')).not.toMatch(/nnodes|dist-init/);
  expect(group(2).env.map(({ name }: { name: string }) => name)).not.toContain('SGLANG_HOST_IP');
  expect(messageOf(() => group(4))).toContain('tensor 2 x pipeline 1 x data 1 = 2, but each pod has 4 devices');
});

test.each<[string, Partial<SglangOptions>, string]>([
  ['a moving tag', { version: 'latest' }, 'InferenceEngine.sglang(version): Invalid value: "latest": is not a version of SGLang with its patch'],
  ['a minor alone', { version: '0.5' }, 'InferenceEngine.sglang(version): Invalid value: "0.5"'],
  ['another minor', { version: '0.4.9' }, 'InferenceEngine.sglang(version): Invalid value: "0.4.9": is not of 0.5'],
  ['an image of another minor', { image: 'mirror/sglang:v0.4.9' }, 'InferenceEngine.sglang(image): Invalid value: "mirror/sglang:v0.4.9": holds SGLang 0.4'],
  ['no model', { model: '' }, 'InferenceEngine.sglang(model): Required value'],
  ['a model that reads as a flag', { model: '--x' }, 'InferenceEngine.sglang(model): Invalid value: "--x"'],
  ['a name with a blank', { servedModelName: 'a b' }, 'InferenceEngine.sglang(servedModelName): Invalid value: "a b"'],
  ['no devices', { tensorParallel: 0 }, 'InferenceEngine.sglang(tensorParallel): Invalid value: 0'],
  ['a share in percent', { staticMemoryFraction: 85 }, 'InferenceEngine.sglang(staticMemoryFraction): Invalid value: 85'],
  ['no tokens', { maxModelLength: 0 }, 'InferenceEngine.sglang(maxModelLength): Invalid value: 0'],
  ['a port that is none', { port: 70000 }, 'InferenceEngine.sglang(port): Invalid value: 70000'],
  ['a flag with a property', { args: ['--tp', '2'] }, 'InferenceEngine.sglang(args)[0]: Forbidden: --tp is written here'],
  ['the same with an equals sign', { args: ['--x', '--mem-fraction-static=0.5'] }, 'InferenceEngine.sglang(args)[1]: Forbidden: --mem-fraction-static is written here'],
  ['several nodes', { args: ['--nnodes', '2'] }, 'InferenceEngine.sglang(args)[0]: Forbidden: --nnodes is written here: it follows from the group: its size, its leader and the index'],
])('refuses %s', (_, options, message) => {
  expect(messageOf(() => engine(options)._plan({ kind: 'single' }))).toContain(message);
});

test('a credential is refused, and never shown', () => {
  const message = messageOf(() => engine({ args: ['--api-key=hunter2'] })._plan({ kind: 'single' }));
  expect(message).toContain('InferenceEngine.sglang(args)[0]: Forbidden: --api-key would write a credential into the manifest');
  expect(message).not.toContain('hunter2');
});

test('a series that is not known is refused with those that are', () => {
  expect(messageOf(() => build({}, { autoscaling: { minReplicas: 1, maxReplicas: 2, gauges: [{ name: 'sglang:x', average: 1 }] } })))
    .toContain('autoscaling.gauges[0].name: Invalid value: "sglang:x": is none of the gauges of SGLang that are known here: sglang:num_queue_reqs, sglang:num_running_reqs, sglang:token_usage');
});

test('the name of an image says that it holds it', () => {
  const { _isNamedBy: named } = InferenceEngine.prototype;
  expect(['lmsysorg/sglang:v0.5.9', 'lmsysorg/sglang:v0.4.9', 'lmsysorg/sglang:latest'].map(image => named.call(engine(), image))).toEqual([true, false, false]);
});
