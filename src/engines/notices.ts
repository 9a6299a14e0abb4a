import { Notice } from '../base/findings/notice';

/*
 * What is said of engines over several pods. Every value of this file is in the catalogue.
 */

export const TENSOR_OVER_NODES: Notice = {
  id: 'AIW3304',
  title: 'tensor parallelism over nodes',
  class: 'risky',
  reason: 'Every layer of every token then waits for the network between the nodes.',
  source: 'docs.vllm.ai: parallelism and scaling',
  remedy: 'Keep tensor parallelism inside a pod and use pipeline parallelism between pods (vLLM), or attention in groups that fit a pod (SGLang), unless the nodes share an NVLink domain.',
  appliesTo: ['InferenceEngine.vllm', 'InferenceEngine.sglang'],
};

export const MEMORY_NOT_LOCKED: Notice = {
  id: 'AIW3306',
  title: 'RDMA without the right to lock memory',
  class: 'risky',
  reason: 'Network devices read registered memory, which is locked; without IPC_LOCK the limit of the container runtime holds for it, and kernels that need more do not start.',
  source: 'vllm-project/vllm docs/serving/expert_parallel_deployment.md (0.22.1), "cannot register cq buf"; llm-d/llm-d guides/wide-ep-lws',
  remedy: 'Set capabilityProfile: CapabilityProfile.RDMA and ask for the network device; or use a backend that needs no RDMA.',
  appliesTo: ['InferenceEngine.vllm', 'InferenceEngine.sglang'],
};
