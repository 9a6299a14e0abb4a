import { Errors } from '../errors';
import { percent } from '../names';
import { Path } from '../path';
import { intOf } from '../values';

/** Source: apimachinery pkg/api/validation/generic.go ValidateNonnegativeField (v0.36) */
export function validateNonNegative(value: unknown, path: Path, errors: Errors): void {
  const number = intOf(value);
  if (number !== undefined && number < 0) {
    errors.invalid(path, number, 'must be greater than or equal to 0');
  }
}

/** Several numbers of one map. */
export function validateAllNonNegative(map: Readonly<Record<string, unknown>>, names: readonly string[], path: Path, errors: Errors): void {
  for (const name of names) {
    validateNonNegative(map[name], path.child(name), errors);
  }
}

/**
 * A number of pods or a share of them: not negative, at most 100 %. Where a text is no percentage, its number counts all the same.
 * Source: pkg/apis/apps/validation/validation.go ValidatePositiveIntOrPercent, IsNotMoreThan100Percent (v1.36)
 */
export function validateIntOrPercent(value: unknown, path: Path, errors: Errors): void {
  if (typeof value === 'string') {
    const texts = percent(value);
    errors.invalidAll(path, value, texts);
    if (texts.length === 0) {
      validateShare(value, path, errors);
    }
  } else {
    validateNonNegative(value, path, errors);
  }
}

function validateShare(value: string, path: Path, errors: Errors): void {
  if (Number(value.slice(0, -1)) > 100) {
    errors.invalid(path, value, 'must not be greater than 100%');
  }
}

const INTEGER = /^[+-]?[0-9]+$/;

/** The number in a number of pods or a share of them; 0 where there is none. */
export function intOrPercent(value: unknown): number {
  if (typeof value !== 'string') {
    return intOf(value) ?? 0;
  }
  const digits = percent(value).length === 0 ? value.slice(0, -1) : value;
  return INTEGER.test(digits) ? Number(digits) : 0;
}

/** Reads a text as Go's `strconv.Atoi` does; undefined where it would refuse. */
export function atoi(text: string): number | undefined {
  if (!INTEGER.test(text)) {
    return undefined;
  }
  const number = Number(text);
  return Math.abs(number) < 2 ** 63 ? number : undefined;
}
