import { Notice } from '../../base/findings/notice';

/*
 * What is said of vLLM. Every value of this file is in the catalogue.
 */

export const NEWER_ENGINE: Notice = {
  id: 'AIW3301',
  title: 'engine version is newer than the data',
  class: 'advice',
  reason: 'Flags and metrics were compared with the source of an older version; newer ones may have renamed some.',
  remedy: 'Read the release notes for what was renamed, or use a newer version of this library.',
  appliesTo: ['InferenceEngine.vllm'],
};

export const UNKNOWN_VARIABLE: Notice = {
  id: 'AIW3302',
  title: 'VLLM_ variable that is not known here',
  class: 'advice',
  reason: 'vLLM reads every variable that begins with VLLM_ and says nothing of one it does not know, so a misspelt one changes nothing.',
  source: 'vllm-project/vllm vllm/envs.py',
  remedy: 'Compare it with vllm/envs.py of the version; give variables of your own another prefix.',
  appliesTo: ['InferenceEngine.vllm'],
};

export const NO_RAY_IN_IMAGE: Notice = {
  id: 'AIW3303',
  title: 'published image without Ray',
  class: 'risky',
  reason: 'The published image of vLLM has no ray from 0.19.1 on, so the command that starts it is not found.',
  source: 'ai-dynamo/dynamo#8515; getainode/ainode#84',
  remedy: 'Leave rendezvous out, since this version spans nodes by itself; or give an image with Ray.',
  appliesTo: ['InferenceEngine.vllm'],
};

export const BLOCKS_BETWEEN_VENDORS: Notice = {
  id: 'AIW3307',
  title: 'KV blocks go between devices of two vendors',
  class: 'risky',
  reason: 'When prefill and decode meet they compare version and attention backend, and refuse each other where these differ, as the defaults of two vendors do: every request fails then. Which mixes of vendors hand blocks over, vLLM does not say.',
  source: 'vllm docs/features/nixl_connector_compatibility.md ("What must match between P and D"); vllm-project/vllm#33702 (hybrid hardware: enabled in part); vllm/v1/attention/backends/registry.py',
  remedy: 'Give both sides devices of one vendor; or the same attention backend, and acknowledge this once a request was seen to come through.',
  appliesTo: ['DisaggregatedInference'],
};
