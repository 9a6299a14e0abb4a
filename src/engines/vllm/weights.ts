import { VllmOptions } from './options';
import { invalid } from '../../base/errors/invalid-input';
import { expertBytes, expertModelOf, giText } from '../../knowledge/expert-models';
import { EngineParallelism } from '../engine-plan';

/** What vLLM takes of each GPU unless told otherwise, in the versions of the data. Source: vllm vllm/config/cache.py gpu_memory_utilization */
const DEFAULT_UTILIZATION = 0.9;

/** How much of each GPU the weights take. */
export interface ExpertWeights {
  /** `609Gi of experts / 16 GPUs + 17.6Gi of each copy of the model / tensor 1 = 55.7Gi on each GPU`. */
  readonly sum: string;
  readonly bytes: number;
}

/** Experts are spread over all ranks; attention and all else is there once for each copy of the model, cut by tensor (and pipeline) parallelism. */
export function expertWeights(options: VllmOptions, { tensor, pipeline, data }: EngineParallelism): ExpertWeights | undefined {
  const { model, expertParallel, expertBalancing } = options;
  const known = expertModelOf(model);
  if (!known?.weights || !expertParallel) {
    return undefined;
  }
  const { weights } = known;
  const redundant = expertBalancing?.redundantExperts ?? 0;
  const experts = expertBytes(known, redundant);
  const ranks = tensor * data * pipeline;
  const bytes = experts / ranks + weights.rest / (tensor * pipeline);
  const cut = `tensor ${tensor}${pipeline === 1 ? '' : ` x pipeline ${pipeline}`}`;
  return { bytes, sum: `${giText(experts)} of experts${redundant === 0 ? '' : ` with their ${redundant} copies`} / ${ranks} GPUs + ${giText(weights.rest)} of each copy of the model / ${cut} = ${giText(bytes)} on each GPU` };
}

/** Refuses weights that the share of vLLM cannot hold. What requests need comes on top, so that it fits is no promise. */
export function checkFits(weights: ExpertWeights | undefined, options: VllmOptions, memoryMi: number | undefined): void {
  if (!weights || memoryMi === undefined) {
    return;
  }
  const share = options.gpuMemoryUtilization ?? DEFAULT_UTILIZATION;
  const free = memoryMi * 2 ** 20 * share;
  if (weights.bytes >= free) {
    throw invalid('engine', options.model, `${weights.sum}, and vLLM takes ${share} x ${giText(memoryMi * 2 ** 20)} = ${giText(free)} of a GPU: the weights of the published checkpoint do not fit`,
      'use more GPUs (dataParallel, and size or the accelerator\'s count with it), cut the rest with tensorParallel, or GPUs with more memory');
  }
}
