import { asObject, ownValue } from '../../checks/facts/reading';
import { isObject } from '../../pod/plain';

/**
 * Fields of an object that was sent which did not come back. The server may add to what it keeps, and write a value in another form. Its status is the
 * server's own.
 */
export function droppedFields(sent: unknown, kept: unknown): string[] {
  const { status, ...given } = asObject(sent);
  return missing(given, kept, '');
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
