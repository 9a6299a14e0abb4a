import { isLate, isPlain, readable } from './given-type';
import { isUnknown } from '../base/errors/consequence';

/** Levels of maps and lists that are copied; what is nested deeper was refused. */
const DEEPEST = 100;

/**
 * A copy that nobody else holds: what the caller does to its own lists and maps afterwards would otherwise reach some manifests and not others, past
 * every check. Instances of classes stay what they are.
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
