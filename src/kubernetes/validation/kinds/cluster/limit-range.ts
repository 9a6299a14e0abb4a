import { resourceNameProblems } from './resource-names';
import { PlainObject } from '../../../../base/plain';
import { Errors } from '../../errors';
import { qualifiedName } from '../../names';
import { Path } from '../../path';
import { canonical, compareQuantities, parseQuantity, Quantity, thousandths, units } from '../../quantities';
import { isNativeResourceName } from '../../resource-names';
import { listOf, mapOf, textOf } from '../../values';
import { validateContainerResourceName } from '../resource-names';
import { SPEC, Subject } from '../subject';

const TYPES: ReadonlySet<string> = new Set(['Pod', 'Container', 'PersistentVolumeClaim']);
const FIELDS = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const;

type Bounds = { readonly [field in typeof FIELDS[number]]: PlainObject };

/** Source: pkg/apis/core/validation/validation.go ValidateLimitRange (v1.36) */
export function validateLimitRange({ spec, errors }: Subject): void {
  const types = new Set<string>();
  listOf(spec.limits).map(each => mapOf(each) ?? {}).forEach((limit, index) => {
    const [type, path] = [textOf(limit.type), SPEC.child('limits').index(index)];
    validateType(type, path.child('type'), errors);
    if (types.has(type)) {
      errors.duplicate(path.child('type'), type);
    }
    types.add(type);
    validateLimit(type, limit, path, errors);
  });
}

function validateType(type: string, path: Path, errors: Errors): void {
  const problems = qualifiedName(type);
  errors.invalidAll(path, type, problems.length > 0 || type.includes('/') || TYPES.has(type) ? problems : ['must be a standard limit type or fully qualified']);
}

function validateLimit(type: string, limit: PlainObject, path: Path, errors: Errors): void {
  const bounds = withDefaults(type, Object.fromEntries(FIELDS.map(field => [field, mapOf(limit[field]) ?? {}])) as Bounds);
  for (const field of FIELDS) {
    if (type === 'Pod' && field.startsWith('default')) {
      if (Object.keys(bounds[field]).length > 0) {
        errors.forbidden(path.child(field), "may not be specified when `type` is 'Pod'");
      }
    } else {
      Object.keys(bounds[field]).forEach(name => validateName(type, name, path.child(field).key(name), errors));
    }
  }
  if (type === 'PersistentVolumeClaim' && bounds.min.storage === undefined && bounds.max.storage === undefined) {
    errors.required(path.child('limits'), 'either minimum or maximum storage value is required, but neither was provided');
  }
  const compared = type === 'Pod' ? { ...bounds, default: {}, defaultRequest: {} } : bounds;
  for (const name of new Set(FIELDS.flatMap(field => Object.keys(compared[field])))) {
    compareBounds(name, compared, path, errors);
  }
}

function validateName(type: string, name: string, path: Path, errors: Errors): void {
  if (type === 'Pod' || type === 'Container') {
    validateContainerResourceName(name, path, errors);
  } else {
    errors.invalidAll(path, name, resourceNameProblems(name));
  }
}

/** Source: pkg/apis/core/v1/defaults.go SetDefaults_LimitRangeItem (v1.36) */
function withDefaults(type: string, bounds: Bounds): Bounds {
  if (type !== 'Container') {
    return bounds;
  }
  const limits = { ...bounds.max, ...bounds.default };
  return { ...bounds, default: limits, defaultRequest: { ...bounds.min, ...limits, ...bounds.defaultRequest } };
}

const MOST_THOUSANDTHS = (2n ** 63n - 1n) / 1000n;

function compareBounds(name: string, bounds: Bounds, path: Path, errors: Errors): void {
  // Null is nothing of it.
  const [most, least, limit, request, ratio] = FIELDS.map(field => parseQuantity(bounds[field][name] === null ? '0' : bounds[field][name]));
  const place = (field: typeof FIELDS[number]) => path.child(field).key(name);
  const order = (small: Quantity | undefined, large: Quantity | undefined, told: Path, words: readonly [string, string]) => {
    if (small !== undefined && large !== undefined && compareQuantities(small, large) > 0) {
      errors.invalid(told, canonical(small), `${words[0]} value ${canonical(small)} is greater than ${words[1]} value ${canonical(large)}`);
    }
  };
  order(least, most, place('min'), ['min', 'max']);
  order(least, request, place('defaultRequest'), ['min', 'default request']);
  order(request, most, place('defaultRequest'), ['default request', 'max']);
  order(request, limit, place('defaultRequest'), ['default request', 'default limit']);
  order(least, limit, place('default'), ['min', 'default']);
  order(limit, most, place('default'), ['default', 'max']);
  if (ratio !== undefined) {
    validateRatio(ratio, least, most, place('maxLimitRequestRatio'), errors);
  }
  const mayOvercommit = isNativeResourceName(name) && !name.startsWith('hugepages-');
  if (!mayOvercommit && limit !== undefined && request !== undefined && compareQuantities(limit, request) !== 0) {
    errors.invalid(place('defaultRequest'), canonical(request), `default value ${canonical(limit)} must equal to defaultRequest value ${canonical(request)} in ${name}`);
  }
}

const ONE = parseQuantity('1')!;

function validateRatio(ratio: Quantity, least: Quantity | undefined, most: Quantity | undefined, path: Path, errors: Errors): void {
  if (compareQuantities(ratio, ONE) < 0) {
    errors.invalid(path, canonical(ratio), `ratio ${canonical(ratio)} is less than 1`);
  }
  if (least === undefined || most === undefined) {
    return;
  }
  const isSmall = [ratio, least, most].every(each => units(each) < MOST_THOUSANDTHS);
  const valueOf = (quantity: Quantity) => Number(isSmall ? thousandths(quantity) : units(quantity));
  const highest = valueOf(most) / valueOf(least);
  if ((isSmall ? valueOf(ratio) / 1000 : valueOf(ratio)) > highest) {
    errors.invalid(path, canonical(ratio), `ratio ${canonical(ratio)} is greater than max/min = ${highest.toFixed(6)}`);
  }
}
