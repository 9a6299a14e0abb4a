import { App, Chart, Testing } from 'cdk8s';
import {
  Accelerator, Checks, DeviceRequest, GpuInferenceDeployment, InferenceEngine, KubernetesVersion, LeaderWorkerGroup, Memory,
  SglangOptions, Target, TensorRtLlmOptions, VllmOptions,
} from '../../src';
import { findingsOf } from '../../src/lint/synth/validate-at-synth';
import { messageOf } from '../pod/carrier';

const MODEL = 'org/model';
const vllm = (options: Partial<VllmOptions> = {}) => InferenceEngine.vllm({ version: '0.18', model: MODEL, ...options });
const sglang = (options: Partial<SglangOptions> = {}) => InferenceEngine.sglang({ version: '0.5.3', model: MODEL, ...options });
const tensorRtLlm = (options: Partial<TensorRtLlmOptions> = {}) => InferenceEngine.tensorRtLlm({ version: '1.2.1', model: MODEL, ...options });
const TPU = Accelerator.tpu(1, { type: 'tpu-v6e-slice', topology: '1x1' });

function deployed(engine: InferenceEngine, accelerator: Accelerator, image?: string) {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36 });
  const deployment = new GpuInferenceDeployment(chart, 'Llama', { engine, accelerator, container: { memory: Memory.of('64Gi'), image } });
  return { chart, deployment };
}

function imageOf(...given: Parameters<typeof deployed>): string {
  const objects: any[] = Testing.synth(deployed(...given).chart);
  return objects.find(({ kind }) => kind === 'Deployment').spec.template.spec.containers[0].image;
}

test.each<[string, InferenceEngine, Accelerator, string]>([
  ['vLLM on AMD', vllm(), Accelerator.amd(1), 'vllm/vllm-openai-rocm:v0.18.0'],
  ['vLLM on a claimed GPU of AMD', vllm(), Accelerator.claim(DeviceRequest.amd()), 'vllm/vllm-openai-rocm:v0.18.0'],
  ['vLLM on a GPU of Intel', vllm({ version: '0.26.1' }), Accelerator.intel(1), 'vllm/vllm-openai-xpu:v0.26.1'],
  ['vLLM on NVIDIA', vllm(), Accelerator.nvidia(1), 'vllm/vllm-openai:v0.18.0'],
  ['vLLM on a slice', vllm(), Accelerator.nvidiaMig('1g.10gb', 1), 'vllm/vllm-openai:v0.18.0'],
  ['vLLM on devices of anybody', vllm(), Accelerator.resource('example.com/npu', 1), 'vllm/vllm-openai:v0.18.0'],
  ['vLLM on one of two vendors', vllm(), Accelerator.claim(DeviceRequest.firstAvailable([DeviceRequest.amd({ name: 'a' }), DeviceRequest.nvidia({ name: 'b' })])), 'vllm/vllm-openai:v0.18.0'],
  ['an image that is named', vllm({ image: 'registry.example/vllm-gaudi:1' }), Accelerator.gaudi(1), 'registry.example/vllm-gaudi:1'],
  ['SGLang on NVIDIA', sglang(), Accelerator.nvidia(1), 'lmsysorg/sglang:v0.5.3'],
  ['SGLang on AMD, named', sglang({ image: 'lmsysorg/sglang:v0.5.3-rocm700-mi30x' }), Accelerator.amd(1), 'lmsysorg/sglang:v0.5.3-rocm700-mi30x'],
  ['TensorRT-LLM on NVIDIA', tensorRtLlm(), Accelerator.nvidia(1), 'nvcr.io/nvidia/tensorrt-llm/release:1.2.1'],
])('%s', (_, engine, accelerator, image) => {
  expect(imageOf(engine, accelerator)).toBe(image);
});

test.each<[string, InferenceEngine, Accelerator, string, string]>([
  ['vLLM before its image for AMD', vllm({ version: '0.13' }), Accelerator.amd(1),
    'InferenceEngine.vllm(image): Required value: vllm/vllm-openai:v0.13.0 is built for GPUs of NVIDIA, and the pods get GPUs of AMD', 'use vLLM 0.14 or newer, of which there is a published image for them'],
  ['vLLM on TPUs', vllm(), TPU, 'InferenceEngine.vllm(image): Required value: vllm/vllm-openai:v0.18.0 is built for GPUs of NVIDIA, and the pods get TPUs', "name the one for them: image: 'vllm/vllm-tpu'"],
  ['vLLM on Gaudi', vllm(), Accelerator.gaudi(1), 'the pods get Intel Gaudi', 'no image with vLLM for them is known here: use Accelerator.nvidia(), or name one that is built for them'],
  ['vLLM on claimed Gaudi', vllm(), Accelerator.claim(DeviceRequest.gaudi()), 'the pods get Intel Gaudi', 'no image with vLLM for them is known here'],
  ['SGLang on AMD', sglang(), Accelerator.amd(1), 'InferenceEngine.sglang(image): Required value: lmsysorg/sglang:v0.5.3 is built for GPUs of NVIDIA, and the pods get GPUs of AMD',
    "name the one for them: image: 'lmsysorg/sglang:v<version>-rocm<version>-<GPU>'"],
  ['TensorRT-LLM on AMD', tensorRtLlm(), Accelerator.amd(1), 'InferenceEngine.tensorRtLlm(image): Required value: nvcr.io/nvidia/tensorrt-llm/release:1.2.1 is built for GPUs of NVIDIA',
    'no image with TensorRT-LLM for them is known here: use Accelerator.nvidia()'],
])('%s is refused, and told what to name', (_, engine, accelerator, message, help) => {
  expect(messageOf(() => deployed(engine, accelerator))).toContain(message);
  expect(messageOf(() => deployed(engine, accelerator))).toContain(help);
  // The container's own image is as good as the engine's.
  expect(imageOf(engine, accelerator, 'registry.example/own:1')).toBe('registry.example/own:1');
});

test('leader and workers of a group have the image for their devices, unless each is given one', () => {
  const groups = (engine: InferenceEngine, images: { leader?: string; worker?: string } = {}) => {
    const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
    Target.define(chart, { kubernetes: KubernetesVersion.V1_36, apis: ['leaderworkerset.x-k8s.io/v1'] });
    new LeaderWorkerGroup(chart, 'Llama', {
      size: 2, engine, accelerator: Accelerator.amd(4), container: { memory: Memory.of('64Gi') }, leader: { image: images.leader }, worker: { image: images.worker },
    });
    const objects: any[] = Testing.synth(chart);
    return [...new Set(objects.flatMap(({ spec }) => spec.template?.spec.containers?.[0].image ?? []))];
  };
  expect(groups(vllm({ tensorParallel: 4, pipelineParallel: 2 }))).toEqual(['vllm/vllm-openai-rocm:v0.18.0']);
  const old = vllm({ version: '0.13', tensorParallel: 4, pipelineParallel: 2 });
  expect(messageOf(() => groups(old, { leader: 'registry.example/own:1' }))).toContain('InferenceEngine.vllm(image): Required value');
  expect(groups(old, { leader: 'registry.example/own:1', worker: 'registry.example/own:2' }).sort()).toEqual(['registry.example/own:1', 'registry.example/own:2']);
});

test('an image that is named for other devices is an error at synth, which may be acknowledged', () => {
  const about = ({ chart }: ReturnType<typeof deployed>) => findingsOf(chart).filter(({ id }) => id === 'AIW2915');
  const wrong = deployed(vllm({ image: 'vllm/vllm-openai:v0.18.0' }), Accelerator.amd(1));
  expect(about(wrong)).toMatchObject([{
    class: 'broken',
    field: 'spec.template.spec.containers[0].image',
    help: 'name an image that is built for them: vllm/vllm-openai-rocm',
    message: 'Invalid value: "vllm/vllm-openai:v0.18.0": vLLM in it is built for GPUs of NVIDIA, and the container gets amd.com/gpu: it finds no device and ends',
  }]);
  expect(() => Testing.synth(wrong.chart)).toThrow(/AIW2915/);
  Checks.of(wrong.deployment).acknowledge({ id: 'AIW2915', reason: 'a build of our own under the name of the project' });
  expect(() => Testing.synth(wrong.chart)).not.toThrow();
  expect(about(deployed(vllm(), Accelerator.amd(1)))).toEqual([]);
});

test('the tag of each published image says the version', () => {
  expect(messageOf(() => vllm({ image: 'vllm/vllm-openai-rocm:v0.17.0' }))).toContain('holds vLLM 0.17.0, but flags and metrics are written for version 0.18');
});
