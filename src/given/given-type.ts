import { Problem } from '../checks/invalid-input';

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
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value that cdk8s makes at synth: `Lazy.any`, or anything that resolves itself. Source: cdk8s src/resolve.ts (2.70.106) */
export function isLate(value: unknown): boolean {
  return isObject(value) && (typeof value.produce === 'function' || typeof value.resolve === 'function');
}
