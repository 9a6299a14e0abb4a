import { Duration } from 'cdk8s';
import { INT32_MAX, invalid } from './errors/invalid-input';

/** A duration as the API takes it; cdk8s throws a conversion error that names no property. */
export function wholeSeconds(field: string, duration: Duration, min: number = 0): number {
  const seconds = duration.toSeconds({ integral: false });
  if (!Number.isInteger(seconds) || seconds < min) {
    throw invalid(field, `${seconds}s`, `must be a whole number of seconds of at least ${min}`, `give whole seconds, at least ${min}`);
  }
  if (seconds > INT32_MAX) {
    throw invalid(field, `${seconds}s`, `is more than the field holds (${INT32_MAX} s, 68 years)`, `give at most ${INT32_MAX} s`);
  }
  return seconds;
}
