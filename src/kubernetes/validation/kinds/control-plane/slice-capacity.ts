import { PlainObject } from '../../../../base/plain';
import { Errors } from '../../errors';
import { Path } from '../../path';
import { canonical, compareQuantities, parseQuantity, Quantity, units } from '../../quantities';
import { isGiven, listOf, mapOf } from '../../values';

/** Source: pkg/apis/resource/types.go CapacityRequestPolicyDiscreteMaxOptions (v1.36) */
const MOST_OPTIONS = 10;
const ZERO = parseQuantity('0')!;

/** Source: pkg/apis/resource/validation/validation.go validateMultiAllocatableDeviceCapacity, validateSingleAllocatableDeviceCapacity (v1.36) */
export function validateCapacity(capacity: PlainObject, isShared: boolean, at: Path, errors: Errors): void {
  const [policy, path] = [mapOf(capacity.requestPolicy), at.child('requestPolicy')];
  if (policy === undefined) {
    return;
  }
  const [most, options, range] = [amountOf(capacity.value) ?? ZERO, listOf(policy.validValues), mapOf(policy.validRange)];
  if (!isShared) {
    errors.forbidden(path, 'allowMultipleAllocations must be true');
  } else if (options.length > 0 && range !== undefined) {
    errors.forbidden(path, 'exactly one policy can be specified, cannot specify "validValues" and "validRange" at the same time');
  } else if (options.length > 0 || range !== undefined) {
    const [name, preset] = [range === undefined ? 'validValues' : 'validRange', amountOf(policy.default)];
    if (preset === undefined) {
      errors.required(path.child('default'), `required when ${name} is defined`);
    } else if (range === undefined) {
      validateOptions(options.map(each => amountOf(each) ?? ZERO), preset, most, path.child(name), errors);
    } else {
      validateRange(range, preset, most, path.child(name), errors);
    }
  }
}

function amountOf(value: unknown): Quantity | undefined {
  return isGiven(value) ? parseQuantity(value) : undefined;
}

function isMore(one: Quantity, other: Quantity): boolean {
  return compareQuantities(one, other) > 0;
}

function validateOptions(options: readonly Quantity[], preset: Quantity, most: Quantity, path: Path, errors: Errors): void {
  options.forEach((each, index) => index > 0 && isMore(options[index - 1], each)
    && errors.invalid(path.index(index), canonical(each), 'values must be sorted in ascending order'));
  if (options.length > MOST_OPTIONS) {
    errors.tooMany(path, options.length, MOST_OPTIONS);
  } else {
    options.forEach((each, index) => isMore(each, most) && errors.invalid(path.index(index), canonical(each), `option is larger than capacity value: ${canonical(most)}`));
    const seen = new Set<bigint>();
    options.forEach((each, index) => seen.has(units(each)) ? errors.duplicate(path.index(index), String(units(each))) : seen.add(units(each)));
  }
  if (options.length > MOST_OPTIONS || !options.some(each => compareQuantities(each, preset) === 0)) {
    errors.invalid(path, canonical(preset), 'default value is not valid according to the requestPolicy');
  }
}

/** Source: validation.go validateRequestPolicyRange (v1.36) */
function validateRange(range: PlainObject, preset: Quantity, most: Quantity, path: Path, errors: Errors): void {
  const [min, max, step] = [amountOf(range.min), amountOf(range.max), amountOf(range.step)];
  if (min === undefined) {
    errors.required(path.child('min'), 'required when validRange is defined');
    return;
  }
  const say = (isWrong: boolean, field: string, value: Quantity, detail: string) => {
    if (isWrong) {
      errors.invalid(path.child(field), canonical(value), detail);
    }
  };
  say(isMore(min, most), 'min', min, `min is larger than capacity value: ${canonical(most)}`);
  say(isMore(min, preset), 'min', preset, `default is less than min: ${canonical(min)}`);
  if (max !== undefined) {
    say(isMore(min, max), 'max', min, `min is larger than max: ${canonical(max)}`);
    say(isMore(max, most), 'max', max, `max is larger than capacity value: ${canonical(most)}`);
    say(isMore(preset, max), 'max', preset, `default is more than max: ${canonical(max)}`);
  }
  if (step === undefined) {
    return;
  }
  const one = min.nano + step.nano;
  say(one > most.nano, 'step', step, `one step from ${canonical(min)} is larger than capacity value: ${canonical(most)}`);
  for (const each of max === undefined ? [preset] : [preset, max]) {
    // A step of less than one counts for none, and the server divides by it.
    say(units(step) === 0n || (units(each) - units(min)) % units(step) !== 0n, 'step', each, `value is not a multiple of a given step (${canonical(step)}) from (${canonical(min)})`);
  }
}
