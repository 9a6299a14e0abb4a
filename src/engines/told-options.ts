import { SGLANG_TOLD } from './sglang/told';
import type { ToldOptions } from './told';
import { VLLM_TOLD } from './vllm/told';

/** Engines that are known by version. */
export const TOLD_OPTIONS: readonly ToldOptions[] = [VLLM_TOLD, SGLANG_TOLD];
