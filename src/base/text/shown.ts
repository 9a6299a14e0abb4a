import { beginning, cutJson } from './cut';
import { ToldAlready, endAtUnknown } from '../errors/consequence';

/** A value as a message shows it: JSON for data, on one line, cut. */
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
    if (error instanceof ToldAlready) {
      throw error;
    }
    // A circular value, or a getter that throws.
    return 'an object that has no text';
  }
}

/** Replaces instances by their class name: readers do not know their JSON, and that of a construct holds the whole tree. */
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
