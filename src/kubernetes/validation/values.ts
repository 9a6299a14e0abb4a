/*
 * Reading of an object's body as Go's decoder would have: what is absent or null reads as the zero value. So does what has the wrong
 * type, since the schema has spoken of it already.
 */
import { isObject, PlainObject } from '../../base/plain';

const NONE: readonly never[] = Object.freeze([]);

/** A map, or undefined. */
export function mapOf(value: unknown): PlainObject | undefined {
  return isObject(value) ? value : undefined;
}

/** A list, empty when there is none. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : NONE;
}

/** A text, empty when there is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A whole number, or undefined. */
export function intOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Whether a flag is set and true. */
export function isTrue(value: unknown): boolean {
  return value === true;
}

/** Whether something stands there: null is nothing. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Length in bytes, as Go counts it. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text);
}
