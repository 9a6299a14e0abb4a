import { PlainObject } from '../../base/plain';

/** Of a request, in bytes. Source: apiserver pkg/server/config.go MaxRequestBodyBytes (v0.36) */
export const LARGEST_OBJECT = 3 * 1024 * 1024;
/** No kind nests so deep, and what walks over an object may call itself for each level. */
const DEEPEST = 500;

/** An object as it is sent; undefined where it is nested deeper than any kind. */
export function asSent(body: PlainObject): string | undefined {
  return isDeeper(body, DEEPEST) ? undefined : JSON.stringify(body);
}

function isDeeper(value: unknown, levels: number): boolean {
  return value !== null && typeof value === 'object' && (levels === 0 || Object.values(value).some(each => isDeeper(each, levels - 1)));
}
