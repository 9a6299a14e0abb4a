import { isObject, PlainObject } from './plain';

/*
 * Reading of manifests that anybody may have written: what is missing or of the wrong type reads as nothing,
 * since it is the schema's business to say so, not a rule's.
 */

const NOTHING: PlainObject = Object.freeze({});
const NONE: readonly PlainObject[] = Object.freeze([]);

/** A map, or an empty one. */
export function asObject(value: unknown): PlainObject {
  return isObject(value) ? value : NOTHING;
}

/** The maps of a list with their places kept: what is no map reads as an empty one. */
export function asList(value: unknown): readonly PlainObject[] {
  return !Array.isArray(value) || value.length === 0 ? NONE : value.every(isObject) ? value : value.map(asObject);
}

/** The texts of a list. */
export function asTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}

/** A text that says something. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A map inside maps. */
export function objectAt(value: unknown, ...path: readonly string[]): PlainObject {
  return path.reduce<PlainObject>((inner, key) => asObject(inner[key]), asObject(value));
}

/** What a map has under a key that somebody chose: `constructor` is a key like any other. */
export function ownValue<Value>(map: { readonly [key: string]: Value }, key: string): Value | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/** Whether a value stands there at all. */
export function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** A label value or number as text; what is neither shows as JSON. */
export function asShown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value) ?? '';
}

/** A text that is JSON of a map; undefined for any other. */
export function parsedObject(text: string): PlainObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
