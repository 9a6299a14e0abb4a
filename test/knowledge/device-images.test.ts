import { DEVICE_IMAGES, exampleFor } from '../../src/knowledge/device-images';
import { parseRelease, publishedImage } from '../../src/knowledge/engines/vllm-releases';
import { deviceImage } from '../../src/lint/facts/images';

const DIGEST = '@sha256:2e7da1ad1c66836802072588adea75f9f4991da5f9545b4318e91d422c22ce6a';

test.each([
  ['vllm/vllm-openai:v0.18.0', 'NVIDIA'], ['vllm/vllm-openai', 'NVIDIA'], ['vllm/vllm-openai:v0.18.0-x86_64-cu129-ubuntu2404', 'NVIDIA'],
  [`vllm/vllm-openai${DIGEST}`, 'NVIDIA'], [`docker.io/vllm/vllm-openai:nightly${DIGEST}`, 'NVIDIA'], ['registry.example:5000/hub/vllm/vllm-openai:v1', 'NVIDIA'],
  ['vllm/vllm-openai-rocm:v0.18.0', 'AMD'], ['rocm/vllm:rocm7.0.0_vllm_0.11.1', 'AMD'], ['vllm/vllm-openai-xpu:v0.26.0', 'Intel'], ['vllm/vllm-tpu:v0.12.0', 'Google'],
  ['lmsysorg/sglang:v0.5.9', 'NVIDIA'], ['lmsysorg/sglang:v0.5.9-cu129-amd64-runtime', 'NVIDIA'], ['lmsysorg/sglang', 'NVIDIA'],
  ['lmsysorg/sglang:v0.5.9-rocm720-mi35x', 'AMD'], [`lmsysorg/sglang:rocm700-mi30x-latest${DIGEST}`, 'AMD'],
  ['nvcr.io/nvidia/tensorrt-llm/release:1.2.1', 'NVIDIA'], ['nvcr.io/nvidia/tritonserver:25.09-py3', 'NVIDIA'],
  ['ghcr.io/huggingface/text-generation-inference:3.3.5', 'NVIDIA'], ['ghcr.io/huggingface/text-generation-inference:3.3.5-rocm', 'AMD'],
  ['ghcr.io/huggingface/text-generation-inference:3.3.5-gaudi', 'Intel Gaudi'], ['ghcr.io/huggingface/text-generation-inference:3.3.5-intel-xpu', 'Intel'],
  ['ghcr.io/huggingface/text-generation-inference:latest-neuron', 'AWS'], ['ghcr.io/huggingface/text-embeddings-inference:hopper-1.8', 'NVIDIA'],
  ['ollama/ollama:0.13.0-rocm', 'AMD'], ['ghcr.io/ggml-org/llama.cpp:server-cuda13-b9445', 'NVIDIA'], ['ghcr.io/ggml-org/llama.cpp:server-rocm', 'AMD'],
  ['ghcr.io/ggml-org/llama.cpp:full-intel', 'Intel'], ['ghcr.io/llm-d/llm-d-cuda:v0.9.0', 'NVIDIA'],
  ['opea/vllm-gaudi:1.3', 'Intel Gaudi'], ['vault.habana.ai/gaudi-docker/1.23.0/ubuntu24.04/habanalabs/vllm-installer-2.9.0:latest', 'Intel Gaudi'],
  ['763104351884.dkr.ecr.eu-west-1.amazonaws.com/vllm:0.14.0-gpu-py312-cu129-ubuntu22.04-ec2', 'NVIDIA'], ['public.ecr.aws/deep-learning-containers/vllm:server-cuda-v1', 'NVIDIA'],
  ['763104351884.dkr.ecr.us-east-1.amazonaws.com/djl-inference:0.33.0-lmi15.0.0-cu128', 'NVIDIA'], ['public.ecr.aws/neuron/pytorch-inference-vllm-neuronx:0.13.0', 'AWS'],
])('%s is built for %s', (image, vendor) => {
  expect(deviceImage(image)?.vendor).toBe(vendor);
});

test.each([
  'registry.example/vllm-openai:v0.18.0', 'mine/vllm-openai:v0.18.0', 'vllm-openai', 'vllm/vllm-openai:v0.18.0-rocm', 'vllm/vllm-openai:cpu-latest', 'vllm/vllm-openai:${TAG}',
  'vllm/vllm-openai-cpu:v0.18.0', `lmsysorg/sglang${DIGEST}`, 'lmsysorg/sglang:v0.5.9-xeon', 'lmsysorg/sglang:v0.5.9-cann8.2', 'ollama/ollama', 'ollama/ollama:0.13.0',
  `ghcr.io/huggingface/text-generation-inference${DIGEST}`, 'ghcr.io/huggingface/text-generation-inference:3.3.5-intel-cpu', 'ghcr.io/huggingface/text-generation-inference:3.3.5-llamacpp',
  'ghcr.io/huggingface/text-embeddings-inference:cpu-1.8', 'ghcr.io/ggml-org/llama.cpp:server', 'ghcr.io/ggml-org/llama.cpp:server-vulkan', 'python:3.13', undefined,
])('for whose devices %s is built, nobody says', image => {
  expect(deviceImage(image)).toBeUndefined();
});

test('each example is of the row that gives it', () => {
  const named = (example: string) => example.replace(/v?<version>/g, '7.1').replace('<GPU>', 'mi30x');
  DEVICE_IMAGES.forEach(row => expect([row.example, deviceImage(named(row.example))?.vendor]).toEqual([row.example, row.vendor]));
});

test('an example is of the same program, and for one of the vendors', () => {
  expect(exampleFor('vLLM', ['AWS', 'Intel'])).toBe('vllm/vllm-openai-xpu');
  expect(exampleFor('TensorRT-LLM', ['AMD'])).toBeUndefined();
});

test.each([
  ['0.18', 'NVIDIA', 'vllm/vllm-openai:v0.18.0'], ['0.13.1', 'AMD', undefined], ['0.14', 'AMD', 'vllm/vllm-openai-rocm:v0.14.0'], ['0.18.1', 'AMD', 'vllm/vllm-openai-rocm:v0.18.1'],
  ['0.25', 'Intel', undefined], ['0.26', 'Intel', 'vllm/vllm-openai-xpu:v0.26.0'], ['0.30', 'Google', undefined],
] as const)('vLLM %s for %s is published as %s', (version, vendor, image) => {
  expect(publishedImage(parseRelease('version', version), vendor)).toBe(image);
  expect(image && deviceImage(image)?.vendor).toBe(image && vendor);
});
