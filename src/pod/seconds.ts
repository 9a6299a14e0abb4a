import { Duration } from 'cdk8s';
import { invalid } from '../checks/invalid-input';

/** A duration as the API takes it; cdk8s throws a conversion error that names no property. */
export function wholeSeconds(field: string, duration: Duration, min: number = 0): number {
  const seconds = duration.toSeconds({ integral: false });
  if (!Number.isInteger(seconds) || seconds < min) {
    throw invalid(field, `${seconds}s`, `must be a whole number of seconds of at least ${min}`);
  }
  return seconds;
}
