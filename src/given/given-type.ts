import { ToldAlready } from '../base/errors/consequence';
import { InputProblem } from '../base/errors/invalid-input';

/** A type of the public API, which checks values at run time. */
export interface GivenType {
  /** Name in messages: `a number`, `Capacity`. */
  readonly title: string;
  /** How to get a value of this type, independent of the programming language. `value` is what was given instead. */
  help(value: unknown): string;
  /** Fast check; false where `explain` must decide. */
  accepts(value: unknown): boolean;
  /** All problems of a value, each with its path; empty when it is valid after all. */
  explain(value: unknown, field: string): InputProblem[];
  /** The value as plain data, with the getters of class instances evaluated once. What cannot be read is left out. */
  read(value: unknown): unknown;
}

/** All problems of a value. `ask` returns it; if it throws (a getter, a revoked proxy), that is the problem. */
export function problemsOf(type: GivenType, ask: () => unknown, field: string): InputProblem[] {
  try {
    const value = ask();
    return readable(() => type.accepts(value)) ? [] : type.explain(value, field);
  } catch (error) {
    if (error instanceof ToldAlready) {
      throw error;
    }
    return [{ field, reason: 'Invalid value', detail: `cannot be read: ${messageOf(error)}`, help: `give a plain value: ${type.help(undefined)}` }];
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'it threw something else than an error';
}

/** The result of `ask`, or undefined where it throws: that was reported before. */
export function readable<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    if (error instanceof ToldAlready) {
      throw error;
    }
    return undefined;
  }
}

/** Class names that say nothing to the reader of a message. */
const SECRET = /token|secret|passw|credential|(api|access|private)[-_]?key/i;

/** The problem of a value of another type. */
export function notOfType(type: GivenType, value: unknown, field: string): InputProblem[] {
  const help = value === null ? 'null is no value: leave it out, or give one' : type.help(value);
  return [{ field, reason: 'Invalid value', value: SECRET.test(field) ? undefined : value, detail: `expected ${type.title}`, help }];
}

/** Path of a property; top-level properties have no prefix. */
export function propertyOf(field: string, name: string): string {
  return field === '' ? name : `${field}.${name}`;
}

/** Whether a value can have properties: an object that is neither null nor a list. */
export function isObjectOrInstance(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is an object literal or an object without a prototype, of this realm or another. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (!isObjectOrInstance(value)) {
    return false;
  }
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null || Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'hasOwnProperty');
}

/** A value that cdk8s resolves at synth: `Lazy.any`, or an object with `resolve`. Source: cdk8s src/resolve.ts (2.70.106) */
export function isLate(value: unknown): boolean {
  return isObjectOrInstance(value) && (typeof value.produce === 'function' || typeof value.resolve === 'function');
}
