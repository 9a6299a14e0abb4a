import { createHash } from 'crypto';

/** Some of the values, each as likely as another; the same for the same seed, and mostly the same after a change elsewhere. */
export function sample<T>(values: readonly T[], count: number, seed: number, nameOf: (value: T) => string): T[] {
  const drawn = values.map(value => ({ value, lot: createHash('sha256').update(`${seed} ${nameOf(value)}`).digest('hex') }));
  return drawn.sort((one, other) => one.lot < other.lot ? -1 : 1).slice(0, count).map(({ value }) => value);
}

/**
 * How many of each part. By the square root of its size: in proportion, the small ones would be left with two or three, of which
 * nothing follows. None gets more than it has.
 */
export function shares(sizes: readonly number[], count: number): number[] {
  const weights = sizes.map(Math.sqrt);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return sizes.map((size, index) => Math.min(size, Math.max(1, Math.round(count * weights[index] / total))));
}
