import { isObject, PlainObject } from '../../base/plain';
import { asObject, ownValue } from '../../base/reading';

/**
 * Fields of an object that was sent which did not come back. The server may add to what it keeps, and write a value in another form.
 */
export function droppedFields(sent: PlainObject, kept: unknown): string[] {
  return missing(comingBack(sent), kept, '');
}

/**
 * An object without what no server gives back, and nobody misses: its status is the server's own, the namespace of a kind that lives in none is cleared
 * (charts give one to all that they make), and the texts of a Secret are written into its data.
 */
function comingBack({ status, ...given }: PlainObject): PlainObject {
  const { namespace, ...metadata } = asObject(given.metadata);
  const { stringData, ...secret } = given;
  return { ...(given.kind === 'Secret' && given.apiVersion === 'v1' ? secret : given), metadata };
}

function missing(sent: unknown, kept: unknown, field: string): string[] {
  if (Array.isArray(sent)) {
    return Array.isArray(kept) && kept.length === sent.length ? sent.flatMap((each, index) => missing(each, kept[index], `${field}[${index}]`)) : [];
  }
  if (!isObject(sent)) {
    return [];
  }
  return Object.entries(sent).flatMap(([key, value]) => {
    const place = field === '' ? key : /[./]/.test(key) ? `${field}[${key}]` : `${field}.${key}`;
    const inner = isObject(kept) ? ownValue(kept, key) : undefined;
    return inner === undefined ? (saysNothing(value) ? [] : [place]) : missing(value, inner, place);
  });
}

function saysNothing(value: unknown): boolean {
  return value === null || value === '' || value === false || value === 0 || (typeof value === 'object' && Object.keys(value as object).length === 0);
}
