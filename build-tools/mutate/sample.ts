import { createHash } from 'crypto';

/** A uniform random sample. The same for the same seed, and mostly the same after values were added or removed. */
export function sample<T>(values: readonly T[], count: number, seed: number, nameOf: (value: T) => string): T[] {
  const drawn = values.map(value => ({ value, lot: createHash('sha256').update(`${seed} ${nameOf(value)}`).digest('hex') }));
  return drawn.sort((one, other) => one.lot < other.lot ? -1 : 1).slice(0, count).map(({ value }) => value);
}

/**
 * Sample size of each part: in proportion to the square root of its size, since in plain proportion the small parts would get two or three, which
 * prove nothing. At most the size of the part.
 */
export function shares(sizes: readonly number[], count: number): number[] {
  const weights = sizes.map(Math.sqrt);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return sizes.map((size, index) => Math.min(size, Math.max(1, Math.round(count * weights[index] / total))));
}
