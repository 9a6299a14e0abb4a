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
