import { PlainObject } from '../../base/plain';

/** Limit in bytes of a request. Source: apiserver pkg/server/config.go MaxRequestBodyBytes (v0.36) */
export const LARGEST_OBJECT = 3 * 1024 * 1024;
/** Limit of nesting, beyond that of any kind; code that walks an object recursively relies on it. */
const DEEPEST = 500;

/** The object as JSON; undefined where it is nested too deep. */
export function asSent(body: PlainObject): string | undefined {
  return isDeeper(body, DEEPEST) ? undefined : JSON.stringify(body);
}

function isDeeper(value: unknown, levels: number): boolean {
  return value !== null && typeof value === 'object' && (levels === 0 || Object.values(value).some(each => isDeeper(each, levels - 1)));
}
