import type { Duration } from 'cdk8s';
import { EngineMemberRole, EngineParallelism, deviceCount, devicesSum } from './engine-plan';
import { invalid, wholeNumber } from '../base/errors/invalid-input';
import { wholeSeconds } from '../base/seconds';

/*
 * Options that several engines have, by the same names.
 */

const DEFAULT_STREAM_SECONDS = 60;

/** Those ways to lay a model over devices that an engine has; the others are absent from its options, which is 1. */
export interface ParallelOptions {
  readonly tensorParallel?: number;
  readonly pipelineParallel?: number;
  readonly dataParallel?: number;
}

/** `field` is the function that makes the engine, as messages write it: `InferenceEngine.sglang`. */
export function parallelismOf(field: string, { tensorParallel = 1, pipelineParallel = 1, dataParallel = 1 }: ParallelOptions): EngineParallelism {
  return {
    tensor: wholeNumber(`${field}(tensorParallel)`, tensorParallel, { min: 1 }),
    pipeline: wholeNumber(`${field}(pipelineParallel)`, pipelineParallel, { min: 1 }),
    data: wholeNumber(`${field}(dataParallel)`, dataParallel, { min: 1 }),
  };
}

/** Seconds of the longest request that must not be cut off. */
export function longestStreamOf(field: string, longestStream: Duration | undefined, otherwise = DEFAULT_STREAM_SECONDS): number {
  return longestStream ? wholeSeconds(`${field}(longestStream)`, longestStream, 1) : otherwise;
}

/** Of an engine whose model is in one pod. */
export function checkDevicesPerPod(parallelism: EngineParallelism, { devicesPerPod }: EngineMemberRole): void {
  if (deviceCount(parallelism) !== devicesPerPod) {
    throw invalid('engine', parallelism, `${devicesSum(parallelism)}, but each pod has ${devicesPerPod} devices`, "change the accelerator's count or the parallelism of the engine so that both are equal");
  }
}
