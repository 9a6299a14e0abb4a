import { beginning, cutJson } from './cut';
import { Consequence, endAtUnknown } from '../errors/consequence';

/** A value as a message shows it: JSON where it is data, in one line and of a bearable length. */
export function show(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'bigint') {
    return String(value);
  }
  return typeof value === 'string' ? cutJson(value) : beginning(textOf(value));
}

function textOf(value: unknown): string {
  try {
    return JSON.stringify(value, (_, each: unknown) => plain(each)) ?? String(value);
  } catch (error) {
    if (error instanceof Consequence) {
      throw error;
    }
    // A circle, or a getter that throws.
    return 'an object that has no text';
  }
}

/** Instances of classes have no form that a reader would know, and those of constructs hold the whole tree. */
function plain(value: unknown): unknown {
  endAtUnknown(value);
  if (typeof value === 'bigint') {
    return String(value);
  }
  if (typeof value === 'function') {
    return 'a function';
  }
  const prototype: unknown = typeof value === 'object' && value !== null ? Object.getPrototypeOf(value) : null;
  if (prototype === null || prototype === Object.prototype || Array.isArray(value)) {
    return value;
  }
  const name = (value as object).constructor?.name ?? 'class';
  return `${/^[AEIOU]/i.test(name) ? 'an' : 'a'} ${name}`;
}
