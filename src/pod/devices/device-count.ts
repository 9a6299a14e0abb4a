import { Accelerator } from './accelerator';
import { forbidden, invalid } from '../../base/errors/invalid-input';

/** How many devices each pod needs for the parallelism, and the sum that says so. */
export interface NeededDevices {
  /** May be a fraction, which is an error then. */
  readonly count: number;
  /** `tensor 4 x pipeline 2 = 8 devices / 2 pods`. */
  readonly sum: string;
}

/**
 * The accelerator with its count: as given, or what the parallelism needs where a claim leaves it open. A count that contradicts the sum is an error here;
 * patterns that prove the product themselves give `needed` only for an open count.
 */
export function acceleratorFor(accelerator: Accelerator, needed: NeededDevices | undefined): Accelerator {
  if (!needed) {
    return accelerator;
  }
  const { count, sum } = needed;
  if (accelerator._countGiven && accelerator.count !== count) {
    throw invalid('accelerator.count', accelerator.count, `${sum} = ${count} for each pod, and the pod ${accelerator._request ? 'claims' : 'asks for'} ${accelerator.count} ${accelerator.resourceName}`,
      accelerator._request ? 'leave the count of the claim out, or change the parallelism' : 'change the count or the parallelism');
  }
  if (!Number.isInteger(count)) {
    throw forbidden('accelerator', `${sum} = ${count} for each pod, which is no whole number of devices`, 'change the number of pods or the parallelism');
  }
  return accelerator._countGiven ? accelerator : accelerator._withCount(count);
}
