import { Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { invalid } from '../../base/errors/invalid-input';
import { carriesMistakes } from '../../given/mistakes/carried';
import { formatBytes, parseBytes, sizeToQuantity } from '../../kubernetes/quantity';

/**
 * Parts of a derived memory limit.
 */
export interface DerivedMemoryProps {
  /** What the process holds in host memory: weights while they load, optimizer state, data loader buffers. Quantity: `140Gi`. */
  readonly weights: string;

  /**
   * What is left for the runtime, CUDA context, page cache and peaks. Quantity.
   *
   * @default 8Gi
   */
  readonly headroom?: string;
}

/**
 * Memory of a container: asked for, or derived from its parts.
 *
 * It becomes both request and limit, so the pod is not evicted for using what it asked for. The shared-memory volume lies
 * inside the limit, since the kernel charges it to the container (Source: docs/concepts/storage/volumes.md, emptyDir medium Memory).
 */
export class Memory {
  /**
   * Exactly this quantity: `Memory.of('64Gi')`. Shared memory must fit inside it.
   */
  public static of(quantity: string): Memory {
    parseBytes('Memory.of(quantity)', quantity);
    return new Memory(quantity);
  }

  /**
   * Exactly this size.
   */
  public static fromSize(size: Size): Memory {
    return Memory.of(sizeToQuantity(size));
  }

  /**
   * Weights + shared memory + headroom; `explain()` prints the sum.
   *
   * @example
   * const container = { memory: Memory.derived({ weights: '420Gi' }) };
   */
  public static derived(props: DerivedMemoryProps): Memory {
    parseBytes('Memory.derived(weights)', props.weights);
    parseBytes('Memory.derived(headroom)', props.headroom ?? DEFAULT_HEADROOM);
    return new Memory(undefined, props);
  }

  private constructor(
    /** @internal */ public readonly _quantity?: string,
    /** @internal */ public readonly _parts?: DerivedMemoryProps) {}
}

const DEFAULT_HEADROOM = '8Gi';

/** What a container asks for, and the sum behind it. */
export interface MemoryPlan {
  /** Request and limit; absent when nobody said how much and nothing can be derived. */
  readonly quantity?: string;
  readonly sum: string;
}

/** Solves memory and shared memory together: the volume must lie inside the limit. */
export function planMemory(field: string, memory: Memory | undefined, sharedMemory: string | undefined): MemoryPlan {
  if (memory?._parts) {
    return deriveMemory(memory._parts, sharedMemory);
  }
  if (memory?._quantity === undefined) {
    return { sum: 'not asked for: no request, no limit' };
  }
  const limit = parseBytes(field, memory._quantity);
  if (sharedMemory !== undefined && parseBytes('sharedMemory', sharedMemory) >= limit) {
    throw invalid(field, memory._quantity, `must be greater than the shared memory of ${sharedMemory}, which is charged to it`,
      `ask for more, or use Memory.derived({ weights }) which adds ${sharedMemory}`);
  }
  const shared = sharedMemory === undefined ? '' : `, of which up to ${sharedMemory} shared memory`;
  return { quantity: memory._quantity, sum: `asked for ${memory._quantity}${shared}` };
}

/** Memory given in cdk8s-plus-28's struct: request and limit may differ, and the shared-memory volume lies inside the limit all the same. */
export function planGivenMemory(field: string, given: kplus.MemoryResources, sharedMemory: string | undefined): MemoryPlan {
  const limit = given.limit && sizeToQuantity(given.limit);
  if (limit !== undefined && sharedMemory !== undefined && parseBytes('sharedMemory', sharedMemory) >= parseBytes(`${field}.limit`, limit)) {
    throw invalid(`${field}.limit`, limit, `must be greater than the shared memory of ${sharedMemory}, which is charged to it`,
      `ask for more, or use container.memory: Memory.derived({ weights }) which adds ${sharedMemory}`);
  }
  const shared = sharedMemory === undefined || limit === undefined ? '' : `, of which up to ${sharedMemory} shared memory`;
  return { sum: `asked for ${given.request ? sizeToQuantity(given.request) : limit ?? 'nothing'}, limit ${limit ?? 'none'}${shared}` };
}

function deriveMemory(parts: DerivedMemoryProps, sharedMemory: string | undefined): MemoryPlan {
  const headroom = parts.headroom ?? DEFAULT_HEADROOM;
  const terms = [
    { name: 'weights', quantity: parts.weights },
    ...(sharedMemory === undefined ? [] : [{ name: 'shared memory', quantity: sharedMemory }]),
    { name: 'headroom', quantity: headroom },
  ];
  const quantity = formatBytes(terms.reduce((total, term) => total + parseBytes(term.name, term.quantity), 0));
  return { quantity, sum: `${terms.map(term => `${term.name} ${term.quantity}`).join(' + ')} = ${quantity}` };
}

carriesMistakes(Memory, () => Memory.of('1Gi'));
