import { Size } from 'cdk8s';
import { carriesMistakes } from '../../given/mistakes/carried';
import { formatBytes, parseBytes, sizeToQuantity } from '../../kubernetes/quantity';
import { Accelerator } from '../devices/accelerator';

/**
 * Size of `/dev/shm`. The container runtime gives 64 MiB, which NCCL and PyTorch data loaders outgrow at once
 * (a bus error, not an out-of-memory message), so pods with accelerators always get a sized volume.
 */
export class SharedMemory {
  /**
   * A volume of this size: `SharedMemory.of('16Gi')`. It lies inside the memory limit of the container.
   */
  public static of(quantity: string): SharedMemory {
    parseBytes('SharedMemory.of(quantity)', quantity);
    return new SharedMemory(quantity);
  }

  /**
   * A volume of this size.
   */
  public static fromSize(size: Size): SharedMemory {
    return SharedMemory.of(sizeToQuantity(size));
  }

  /**
   * No volume: the 64 MiB of the container runtime.
   */
  public static none(): SharedMemory {
    return new SharedMemory(undefined);
  }

  private constructor(/** @internal */ public readonly _quantity?: string) {}
}

/** Name of the volume; reserved in every pod. */
export const SHARED_MEMORY_VOLUME = 'shm';

export const SHARED_MEMORY_PATH = '/dev/shm';

/** NCCL's shared-memory transport and tensor-parallel workers need this much for each device. Source: vLLM docs (2Gi NVIDIA). */
const GIB_PER_DEVICE = 2;

/** The size that holds: given, none, or 2 GiB for each device. */
export function planSharedMemory(sharedMemory: SharedMemory | undefined, accelerator: Accelerator | undefined): string | undefined {
  if (sharedMemory) {
    return sharedMemory._quantity;
  }
  return accelerator ? formatBytes(GIB_PER_DEVICE * accelerator.count * 2 ** 30) : undefined;
}

carriesMistakes(SharedMemory, () => SharedMemory.none());
