import { isObject, PlainObject } from '../../base/plain';
import { asObject, ownValue } from '../../base/reading';

/**
 * Paths of fields that were sent and are missing in the answer. Added fields, and other spellings of a value, do not count.
 */
export function droppedFields(sent: PlainObject, kept: unknown): string[] {
  return missing(comingBack(sent), kept, '');
}

/**
 * The object without fields that a server never returns: its status, the namespace of a cluster-scoped kind (charts often set
 * one everywhere), and a Secret's `stringData`, which is stored as `data`.
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
