import { Plain, isObject } from '../../base/plain';

/** A place in which two pieces of data differ. */
export interface Difference {
  readonly path: string;
  /** Undefined where there was nothing. */
  readonly before: Plain;
  /** Undefined where there is nothing any more. */
  readonly now: Plain;
}

/** Every place in which data differs, in the order of what is there now. The order of keys is no difference; that of lists is. */
export function differencesOf(before: Plain, now: Plain, path: string): Difference[] {
  if (isObject(before) && isObject(now)) {
    return [...new Set([...Object.keys(now), ...Object.keys(before)])].flatMap(key => differencesOf(before[key], now[key], below(path, key)));
  }
  if (Array.isArray(before) && Array.isArray(now)) {
    return Array.from({ length: Math.max(before.length, now.length) }, (_, index) => differencesOf(before[index], now[index], `${path}[${index}]`)).flat();
  }
  return JSON.stringify(before) === JSON.stringify(now) ? [] : [{ path, before, now }];
}

function below(path: string, key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? `${path}${path === '' ? '' : '.'}${key}` : `${path}[${key}]`;
}
