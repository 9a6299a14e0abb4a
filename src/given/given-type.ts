import { Consequence } from '../base/errors/consequence';
import { Problem } from '../base/errors/invalid-input';

/** A type of the public face, ready to be asked about a value that no compiler has seen. */
export interface GivenType {
  /** How a message calls it: `a number`, `Capacity`. */
  readonly title: string;
  /** How one comes by a value of it, in words of no particular language. The value is what was given instead. */
  help(value: unknown): string;
  /** Whether all is well; quick, and false where a closer look is needed. */
  accepts(value: unknown): boolean;
  /** All that is wrong with a value, each at its path; nothing when it is well after all. */
  explain(value: unknown, field: string): Problem[];
  /** The value as plain data: what an instance of a class answers through its getters is read once. What cannot be read is left out. */
  read(value: unknown): unknown;
}

/** All that is wrong with a value. One that throws when it is asked (a getter, a proxy that is over) is wrong where it was asked. */
export function problemsOf(type: GivenType, ask: () => unknown, field: string): Problem[] {
  try {
    const value = ask();
    return readable(() => type.accepts(value)) ? [] : type.explain(value, field);
  } catch (error) {
    if (error instanceof Consequence) {
      throw error;
    }
    return [{ field, reason: 'Invalid value', detail: `cannot be read: ${messageOf(error)}`, help: `give a plain value: ${type.help(undefined)}` }];
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'it threw something else than an error';
}

/** What can be read; nothing of what cannot, which was told. */
export function readable<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    if (error instanceof Consequence) {
      throw error;
    }
    return undefined;
  }
}

/** Names of what nobody wants to read in the log of a build. */
const SECRET = /token|secret|passw|credential|(api|access|private)[-_]?key/i;

/** The answer to a value of another type. */
export function notOfType(type: GivenType, value: unknown, field: string): Problem[] {
  const help = value === null ? 'null is no value: leave it out, or give one' : type.help(value);
  return [{ field, reason: 'Invalid value', value: SECRET.test(field) ? undefined : value, detail: `expected ${type.title}`, help }];
}

/** Path of a property; those of the props themselves have no prefix. */
export function propertyOf(field: string, name: string): string {
  return field === '' ? name : `${field}.${name}`;
}

/** An object that may have properties: neither null nor a list. */
export function isObjectOrInstance(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object of no class, of this realm or another: what somebody wrote in braces. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (!isObjectOrInstance(value)) {
    return false;
  }
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null || Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'hasOwnProperty');
}

/** A value that cdk8s makes at synth: `Lazy.any`, or anything that resolves itself. Source: cdk8s src/resolve.ts (2.70.106) */
export function isLate(value: unknown): boolean {
  return isObjectOrInstance(value) && (typeof value.produce === 'function' || typeof value.resolve === 'function');
}
