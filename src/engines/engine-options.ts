import type { Duration } from 'cdk8s';
import { EngineMemberRole, EngineParallelism, deviceCount, devicesSum } from './engine-plan';
import { invalid, required, wholeNumber } from '../base/errors/invalid-input';
import { wholeSeconds } from '../base/seconds';
import { DeviceVendor } from '../knowledge/accelerators';
import { devicesOf, exampleFor } from '../knowledge/device-images';

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

/** An image of a project that publishes it for GPUs of NVIDIA, or for others under a tag that says more than the version. */
export function builtForNvidia(field: string, image: string, title: string, vendor: DeviceVendor | undefined): string {
  return vendor === undefined || vendor === 'NVIDIA' ? image : refuseImage(field, { image, title, vendor });
}

/** An image that is not the one for the devices of the pods. */
interface UnfitImage {
  readonly image: string;
  /** Of the engine. */
  readonly title: string;
  readonly vendor: DeviceVendor;
  /** First version with a published image for them. */
  readonly since?: string;
}

export function refuseImage(field: string, { image, title, vendor, since }: UnfitImage): never {
  const example = exampleFor(title, [vendor]);
  throw required(field, `${image} is built for ${devicesOf('NVIDIA')}, and the pods get ${devicesOf(vendor)}`,
    since !== undefined ? `use ${title} ${since} or newer, of which there is a published image for them; or name one that is built for them`
      : example !== undefined ? `name the one for them: image: '${example}'`
        : `no image with ${title} for them is known here: use Accelerator.nvidia(), or name one that is built for them`);
}
