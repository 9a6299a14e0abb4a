import { DeviceVendor } from './accelerators';

/*
 * For whose devices published images are built. An image has the libraries of one vendor, and its program finds no device of another one: vLLM and SGLang then
 * end at the start ("Failed to infer device type", "No accelerator … is available"), other programs compute with the processor.
 *
 * Sources, read 2026-11: with each row; vllm-project/vllm#27268 (the published image where no CUDA device is seen); sglang python/sglang/srt/utils/common.py get_device
 */

/** A program in an image that is built for the devices of one vendor. */
export interface DeviceImage {
  /** Repositories, as `ImageFact` writes them. Of several rows with the same one the first counts whose tags fit. */
  readonly repositories: readonly string[];
  /** Tags of this build; absent: all. */
  readonly tags?: RegExp;
  readonly program: string;
  readonly vendor: DeviceVendor;
  /** Whether the program surely ends where it finds no device. */
  readonly needsDevice?: boolean;
  /** One of them, for messages. */
  readonly example: string;
  readonly source: string;
}

/** Tags that name no other platform, of a project or of whoever copies and builds its images. */
const PLAIN = /^(?!.*(?:rocm|xpu|cpu|xeon|tpu|hpu|gaudi|neuron|npu|cann|ascend|musa|intel|vulkan|openvino))/i;

const VLLM = 'vllm docs/deployment/docker.md, docs/getting_started/installation/gpu.{cuda,rocm,xpu}.inc.md, .buildkite/scripts/publish-release-images.sh (main of 2026-10)';
const LLM_D = 'llm-d docs/api-reference/artifacts.md (0.9.0)';
const SGLANG = 'sglang docs/get_started/install.md, docs/platforms/amd_gpu.md, .github/workflows/release-docker-amd.yml (0.5)';
const TGI = 'text-generation-inference docs/source/installation_{nvidia,amd,intel}.md, backends/gaudi.md (3.3.5); optimum-neuron: text-generation-inference';
const LLAMA_CPP = 'llama.cpp docs/docker.md (main of 2026-10)';
const AWS_DLC = 'aws/deep-learning-containers: Available Images (2026-04)';
const ROCM = 'rocm.docs.amd.com: install on Linux with Docker';
const NGC = 'docs.nvidia.com: deep learning frameworks support matrix';

export const DEVICE_IMAGES: readonly DeviceImage[] = [
  { repositories: ['vllm/vllm-openai'], tags: PLAIN, program: 'vLLM', vendor: 'NVIDIA', needsDevice: true, example: 'vllm/vllm-openai', source: VLLM },
  { repositories: ['vllm/vllm-openai-rocm', 'rocm/vllm', 'rocm/vllm-dev'], program: 'vLLM', vendor: 'AMD', needsDevice: true, example: 'vllm/vllm-openai-rocm', source: VLLM },
  { repositories: ['vllm/vllm-openai-xpu'], program: 'vLLM', vendor: 'Intel', needsDevice: true, example: 'vllm/vllm-openai-xpu', source: VLLM },
  { repositories: ['vllm/vllm-tpu'], program: 'vLLM', vendor: 'Google', needsDevice: true, example: 'vllm/vllm-tpu', source: 'docs.vllm.ai/projects/tpu: installation; its entry point is that of vLLM' },
  { repositories: ['opea/vllm-gaudi', 'habanalabs/vllm-installer-2.7.1', 'habanalabs/vllm-installer-2.9.0'], program: 'vLLM for Gaudi', vendor: 'Intel Gaudi', needsDevice: true, example: 'opea/vllm-gaudi', source: 'HabanaAI/vllm-fork Dockerfile.hpu; vllm-project/vllm-gaudi docs/getting_started/quickstart (vault.habana.ai)' },
  { repositories: ['neuron/pytorch-inference-vllm-neuronx'], program: 'vLLM for Neuron', vendor: 'AWS', needsDevice: true, example: 'public.ecr.aws/neuron/pytorch-inference-vllm-neuronx', source: 'awsdocs-neuron: Configure and deploy a vLLM server using Neuron Deep Learning Container' },
  { repositories: ['deep-learning-containers/vllm'], tags: /(?:^|-)(?:gpu|cuda)(?:-|$)/, program: 'vLLM', vendor: 'NVIDIA', needsDevice: true, example: 'public.ecr.aws/deep-learning-containers/vllm:server-cuda', source: AWS_DLC },
  { repositories: ['deep-learning-containers/djl-inference'], tags: /-cu\d+$/, program: 'DJL Serving', vendor: 'NVIDIA', example: '763104351884.dkr.ecr.us-west-2.amazonaws.com/djl-inference:<version>-lmi<version>-cu128', source: AWS_DLC },
  { repositories: ['deep-learning-containers/djl-inference'], tags: /-neuronx-/, program: 'DJL Serving', vendor: 'AWS', example: '763104351884.dkr.ecr.us-west-2.amazonaws.com/djl-inference:<version>-neuronx-sdk2.20', source: AWS_DLC },
  { repositories: ['llm-d/llm-d-cuda', 'llm-d/llm-d-aws'], tags: PLAIN, program: 'vLLM', vendor: 'NVIDIA', needsDevice: true, example: 'ghcr.io/llm-d/llm-d-cuda', source: LLM_D },
  { repositories: ['llm-d/llm-d-rocm'], program: 'vLLM', vendor: 'AMD', needsDevice: true, example: 'ghcr.io/llm-d/llm-d-rocm', source: LLM_D },
  { repositories: ['llm-d/llm-d-xpu'], program: 'vLLM', vendor: 'Intel', needsDevice: true, example: 'ghcr.io/llm-d/llm-d-xpu', source: LLM_D },
  { repositories: ['lmsysorg/sglang'], tags: /rocm/, program: 'SGLang', vendor: 'AMD', needsDevice: true, example: 'lmsysorg/sglang:v<version>-rocm<version>-<GPU>', source: SGLANG },
  { repositories: ['lmsysorg/sglang'], tags: PLAIN, program: 'SGLang', vendor: 'NVIDIA', needsDevice: true, example: 'lmsysorg/sglang:v<version>', source: SGLANG },
  { repositories: ['tensorrt-llm/release'], program: 'TensorRT-LLM', vendor: 'NVIDIA', needsDevice: true, example: 'nvcr.io/nvidia/tensorrt-llm/release', source: 'TensorRT-LLM docs/source/legacy/reference/support-matrix.md: hardware (1.2)' },
  { repositories: ['huggingface/text-generation-inference'], tags: /-rocm$/, program: 'text-generation-inference', vendor: 'AMD', example: 'ghcr.io/huggingface/text-generation-inference:<version>-rocm', source: TGI },
  { repositories: ['huggingface/text-generation-inference'], tags: /-gaudi$/, program: 'text-generation-inference', vendor: 'Intel Gaudi', example: 'ghcr.io/huggingface/text-generation-inference:<version>-gaudi', source: TGI },
  { repositories: ['huggingface/text-generation-inference'], tags: /-intel(?:-xpu)?$/, program: 'text-generation-inference', vendor: 'Intel', example: 'ghcr.io/huggingface/text-generation-inference:<version>-intel-xpu', source: TGI },
  { repositories: ['huggingface/text-generation-inference'], tags: /-neuron$/, program: 'text-generation-inference', vendor: 'AWS', example: 'ghcr.io/huggingface/text-generation-inference:<version>-neuron', source: TGI },
  { repositories: ['huggingface/text-generation-inference'], tags: /^(?:v?\d+(?:\.\d+)*|latest|sha-[0-9a-f]+)(?:-trtllm)?$/, program: 'text-generation-inference', vendor: 'NVIDIA', example: 'ghcr.io/huggingface/text-generation-inference:<version>', source: TGI },
  { repositories: ['huggingface/text-embeddings-inference'], tags: /^(?:(?:cuda|turing|hopper|86|89|100|120)-)?(?:latest|\d+\.\d+(?:\.\d+)?)$/, program: 'text-embeddings-inference', vendor: 'NVIDIA', example: 'ghcr.io/huggingface/text-embeddings-inference:<version>', source: 'text-embeddings-inference docs/source/en/supported_models.md, cuda-all-entrypoint.sh (1.8)' },
  { repositories: ['nvidia/tritonserver'], program: 'Triton', vendor: 'NVIDIA', example: 'nvcr.io/nvidia/tritonserver', source: NGC },
  { repositories: ['rocm/tritoninferenceserver'], program: 'Triton', vendor: 'AMD', example: 'rocm/tritoninferenceserver', source: 'rocm.docs.amd.com: Triton Inference Server on ROCm (26.03)' },
  // Other tags of it have Vulkan as well, which finds GPUs of several vendors.
  { repositories: ['ollama/ollama'], tags: /rocm/, program: 'Ollama', vendor: 'AMD', example: 'ollama/ollama:rocm', source: 'ollama docs/docker.mdx' },
  { repositories: ['ggml-org/llama.cpp', 'ggerganov/llama.cpp'], tags: /-cuda(?:\d+)?(?:-|$)/, program: 'llama.cpp', vendor: 'NVIDIA', example: 'ghcr.io/ggml-org/llama.cpp:server-cuda', source: LLAMA_CPP },
  { repositories: ['ggml-org/llama.cpp', 'ggerganov/llama.cpp'], tags: /-rocm(?:-|$)/, program: 'llama.cpp', vendor: 'AMD', example: 'ghcr.io/ggml-org/llama.cpp:server-rocm', source: LLAMA_CPP },
  { repositories: ['ggml-org/llama.cpp', 'ggerganov/llama.cpp'], tags: /-intel(?:-|$)/, program: 'llama.cpp', vendor: 'Intel', example: 'ghcr.io/ggml-org/llama.cpp:server-intel', source: LLAMA_CPP },
  { repositories: ['nvidia/pytorch'], program: 'PyTorch', vendor: 'NVIDIA', example: 'nvcr.io/nvidia/pytorch', source: NGC },
  { repositories: ['rocm/pytorch'], program: 'PyTorch', vendor: 'AMD', example: 'rocm/pytorch', source: ROCM },
  { repositories: ['nvidia/jax'], program: 'JAX', vendor: 'NVIDIA', example: 'nvcr.io/nvidia/jax', source: NGC },
  { repositories: ['rocm/jax'], program: 'JAX', vendor: 'AMD', example: 'rocm/jax', source: ROCM },
  { repositories: ['nvidia/tensorflow'], program: 'TensorFlow', vendor: 'NVIDIA', example: 'nvcr.io/nvidia/tensorflow', source: NGC },
  { repositories: ['rocm/tensorflow'], program: 'TensorFlow', vendor: 'AMD', example: 'rocm/tensorflow', source: ROCM },
];

/** An image with the same program for the devices of one of these vendors. */
export function exampleFor(program: string, vendors: readonly DeviceVendor[]): string | undefined {
  return DEVICE_IMAGES.find(each => each.program === program && vendors.includes(each.vendor))?.example;
}

const DEVICES: { readonly [vendor in DeviceVendor]: string } = {
  'NVIDIA': 'GPUs of NVIDIA',
  'AMD': 'GPUs of AMD',
  'Intel Gaudi': 'Intel Gaudi',
  'Intel': 'GPUs of Intel',
  'Google': 'TPUs',
  'AWS': 'Neuron devices of AWS',
};

/** What the devices of a vendor are called, for messages. */
export function devicesOf(vendor: DeviceVendor): string {
  return DEVICES[vendor];
}
