import { VllmOptions } from './options';
import { invalid } from '../../base/errors/invalid-input';
import { expertModelOf } from '../../knowledge/expert-models';
import { EngineParallelism } from '../engine-plan';

/** What vLLM takes of each GPU unless told otherwise, in the versions of the data. Source: vllm vllm/config/cache.py gpu_memory_utilization */
const DEFAULT_UTILIZATION = 0.9;

/** How much of each GPU the weights take. */
export interface ExpertWeights {
  /** `609Gi of experts / 16 GPUs + 17.6Gi of each copy of the model / tensor 1 = 55.7Gi on each GPU`. */
  readonly sum: string;
  readonly bytes: number;
}

const GI = 2 ** 30;

/** Experts are spread over all ranks; attention and all else is there once for each copy of the model, cut by tensor (and pipeline) parallelism. */
export function expertWeights(options: VllmOptions, { tensor, pipeline, data }: EngineParallelism): ExpertWeights | undefined {
  const { model, expertParallel, expertBalancing } = options;
  const known = expertModelOf(model);
  if (!known?.weights || !expertParallel) {
    return undefined;
  }
  const { weights } = known;
  const redundant = expertBalancing?.redundantExperts ?? 0;
  const experts = weights.experts * (known.experts + redundant) / known.experts;
  const ranks = tensor * data * pipeline;
  const bytes = experts / ranks + weights.rest / (tensor * pipeline);
  const cut = `tensor ${tensor}${pipeline === 1 ? '' : ` x pipeline ${pipeline}`}`;
  return { bytes, sum: `${gi(experts)} of experts${redundant === 0 ? '' : ` with their ${redundant} copies`} / ${ranks} GPUs + ${gi(weights.rest)} of each copy of the model / ${cut} = ${gi(bytes)} on each GPU` };
}

function gi(bytes: number): string {
  return `${Math.round(bytes / GI * 10) / 10}Gi`;
}

/** Refuses weights that the share of vLLM cannot hold. What requests need comes on top, so that it fits is no promise. */
export function checkFits(weights: ExpertWeights | undefined, options: VllmOptions, memoryMi: number | undefined): void {
  if (!weights || memoryMi === undefined) {
    return;
  }
  const share = options.gpuMemoryUtilization ?? DEFAULT_UTILIZATION;
  const free = memoryMi * 2 ** 20 * share;
  if (weights.bytes >= free) {
    throw invalid('engine', options.model, `${weights.sum}, and vLLM takes ${share} x ${gi(memoryMi * 2 ** 20)} = ${gi(free)} of a GPU: the weights of the published checkpoint do not fit`,
      'use more GPUs (dataParallel, and size or the accelerator\'s count with it), cut the rest with tensorParallel, or GPUs with more memory');
  }
}
