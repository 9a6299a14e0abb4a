import { WeightsCache } from './engine';

/** Of engines that download by huggingface_hub, as root. */
export const HUB_CACHE: Omit<WeightsCache, 'flags'> = {
  variables: ['HF_HUB_CACHE', 'HUGGINGFACE_HUB_CACHE', 'HF_HOME', 'XDG_CACHE_HOME', 'HOME'],
  folder: '/root/.cache/huggingface',
  source: 'huggingface_hub src/huggingface_hub/constants.py (HF_HUB_CACHE, HUGGINGFACE_HUB_CACHE, HF_HOME, XDG_CACHE_HOME, ~)',
};
