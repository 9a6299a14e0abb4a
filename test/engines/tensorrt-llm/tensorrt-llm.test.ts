import { App, Chart, Duration, Testing } from 'cdk8s';
import { Accelerator, GpuInferenceDeployment, GpuInferenceDeploymentProps, InferenceEngine, LeaderWorkerGroup, TensorRtLlmOptions } from '../../../src';
import { messageOf } from '../../pod/carrier';

const MODEL = 'nvidia/Llama-3.1-8B-Instruct-FP8';

function engine(options: Partial<TensorRtLlmOptions> = {}): InferenceEngine {
  return InferenceEngine.tensorRtLlm({ version: '1.2.1', model: MODEL, ...options });
}

function build(options: Partial<TensorRtLlmOptions> = {}, props: Partial<GpuInferenceDeploymentProps> = {}) {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  new GpuInferenceDeployment(chart, 'Llama', { engine: engine(options), accelerator: Accelerator.nvidia(1), ...props });
  const pod = Testing.synth(chart).find(({ kind }) => kind === 'Deployment').spec.template.spec;
  return { pod, main: pod.containers[0] };
}

test('the smallest command line', () => {
  const { main } = build();
  expect([main.image, ...main.command, ...main.args]).toEqual([
    'nvcr.io/nvidia/tensorrt-llm/release:1.2.1', 'trtllm-serve', MODEL, '--host', '0.0.0.0', '--port', '8000', '--tp_size', '1',
  ]);
});

test('all of it, in this order', () => {
  const { main } = build({
    tensorParallel: 4, pipelineParallel: 2, expertParallel: 2, maxModelLength: 8192, freeMemoryFraction: 0.85, port: 9000, args: ['--max_batch_size', '64'],
  }, { accelerator: Accelerator.nvidia(8) });
  expect(main.args).toEqual([
    MODEL, '--host', '0.0.0.0', '--port', '9000', '--tp_size', '4', '--pp_size', '2', '--ep_size', '2', '--max_seq_len', '8192', '--free_gpu_memory_fraction', '0.85',
    '--max_batch_size', '64',
  ]);
  expect(main.resources.limits).toMatchObject({ 'nvidia.com/gpu': '8' });
});

test('probes ask /health, and the sleep covers the longest stream', () => {
  const { main, pod } = build({ longestStream: Duration.seconds(90) });
  const asked = ['startupProbe', 'livenessProbe', 'readinessProbe'].map(probe => [main[probe].httpGet.path, main[probe].httpGet.port]);
  expect(asked).toEqual([['/health', 8000], ['/health', 8000], ['/health', 8000]]);
  expect([main.lifecycle.preStop.sleep.seconds, pod.terminationGracePeriodSeconds]).toEqual([105, 110]);
});

test('devices and parallelism must agree', () => {
  expect(messageOf(() => build({ tensorParallel: 2 }))).toContain('tensor 2 x pipeline 1 x data 1 = 2');
});

test('it exports nothing to scale by, and says so', () => {
  expect(messageOf(() => build({}, { autoscaling: { minReplicas: 1, maxReplicas: 2, queueDepth: 8 } }))).toMatch(/autoscaling.*trtllm-serve 1\.2\.1/s);
  expect(messageOf(() => build({}, { podMonitor: {} }))).toContain('podMonitor');
});

test('a group of several pods is refused with the reason', () => {
  const group = () => new LeaderWorkerGroup(new Chart(new App(), 'prod'), 'Llama', { engine: engine({ tensorParallel: 2 }), size: 2, accelerator: Accelerator.nvidia(1) });
  expect(messageOf(group)).toContain('engine: Forbidden: TensorRT-LLM over 2 pods (one MPI world) is not derived here');
});

test.each<[string, Partial<TensorRtLlmOptions>, string]>([
  ['a moving tag', { version: 'latest' }, 'InferenceEngine.tensorRtLlm(version): Invalid value: "latest": is not a version of TensorRT-LLM with its patch'],
  ['another minor', { version: '1.1.0' }, 'InferenceEngine.tensorRtLlm(version): Invalid value: "1.1.0": is not of 1.2'],
  ['an image of another minor', { image: 'mirror/tensorrt-llm/release:1.1.0' }, 'InferenceEngine.tensorRtLlm(image): Invalid value: "mirror/tensorrt-llm/release:1.1.0": holds TensorRT-LLM 1.1'],
  ['no model', { model: '' }, 'InferenceEngine.tensorRtLlm(model): Required value'],
  ['experts that do not divide', { tensorParallel: 4, expertParallel: 3 }, 'InferenceEngine.tensorRtLlm(expertParallel): Invalid value: 3: does not divide tensorParallel 4'],
  ['no expert', { expertParallel: 0 }, 'InferenceEngine.tensorRtLlm(expertParallel): Invalid value: 0'],
  ['a share in percent', { freeMemoryFraction: 85 }, 'InferenceEngine.tensorRtLlm(freeMemoryFraction): Invalid value: 85'],
  ['no tokens', { maxModelLength: 0 }, 'InferenceEngine.tensorRtLlm(maxModelLength): Invalid value: 0'],
  ['a flag with a property', { args: ['--tp_size', '2'] }, 'InferenceEngine.tensorRtLlm(args)[0]: Forbidden: --tp-size is written here'],
  ['the same by its long name', { args: ['--tensor_parallel_size=2'] }, 'InferenceEngine.tensorRtLlm(args)[0]: Forbidden: --tensor-parallel-size is written here'],
  ['a file of options', { args: ['--extra_llm_api_options', '/etc/x.yaml'] }, 'InferenceEngine.tensorRtLlm(args)[0]: Forbidden'],
])('refuses %s', (_, options, message) => {
  expect(messageOf(() => engine(options)._plan({ kind: 'single' }))).toContain(message);
});

test('the name of an image says that it holds it', () => {
  const named = engine();
  expect(['nvcr.io/nvidia/tensorrt-llm/release:1.2.0', 'nvcr.io/nvidia/tensorrt-llm/release:1.1.0', 'vllm/vllm-openai:v0.18.0'].map(image => named._isNamedBy(image))).toEqual([true, false, false]);
});
