import { Errors } from '../errors';
import { Path } from '../path';

/** A list whose entries have keys of their own; one that is too long is not looked at. */
export function validateSet<T>(
  list: readonly T[], max: number, keyOf: (each: T) => string, path: Path, errors: Errors, validate: (each: T, path: Path) => void,
): void {
  if (list.length > max) {
    errors.tooMany(path, list.length, max);
    return;
  }
  const seen = new Set<string>();
  list.forEach((each, index) => {
    const [at, key] = [path.index(index), keyOf(each)];
    validate(each, at);
    if (seen.has(key)) {
      errors.duplicate(at, key);
    }
    seen.add(key);
  });
}
