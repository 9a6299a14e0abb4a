import { isLate, isPlain, readable } from './given-type';
import { isUnknown } from '../base/errors/consequence';

/** Limit of the levels that are copied; deeper values were refused before. */
const DEEPEST = 100;

/**
 * A deep copy of lists and maps, so that later changes by the caller affect nothing: they would reach some manifests and not others, unchecked.
 * Instances of classes are not copied.
 */
export function detached<Value>(value: Value): Value {
  return copyOf(value, DEEPEST) as Value;
}

function copyOf(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth === 0 || isUnknown(value)) {
    return value;
  }
  return readable(() => copied(value, depth - 1)) ?? value;
}

function copied(value: object, depth: number): unknown {
  if (Array.isArray(value)) {
    return value.map(each => copyOf(each, depth));
  }
  return isPlain(value) && !isLate(value) ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyOf(inner, depth)])) : value;
}
