import * as fc from 'fast-check';
import { text } from './words';
import { PlainObject } from '../../../src/base/plain';

/** An object as a reader makes it: `__proto__` is a key like any other. */
export function withKeys(entries: readonly (readonly [string, unknown])[]): PlainObject {
  const made = {};
  entries.forEach(([key, value]) => Object.defineProperty(made, key, { value, enumerable: true, configurable: true, writable: true }));
  return made;
}

const NUMBERS = [0, -0, -1, 1, 2.5, 65536, 2147483647, -2147483648, 2147483646, 1e21, 1e308, -1e-300, 9007199254740993];
const scalar = fc.constantFrom<unknown>(null, true, false, ...NUMBERS);

/** Plain data of any form. */
export const { value: anything } = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4 },
    { weight: 3, arbitrary: text },
    { weight: 2, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.array(fc.tuple(text, tie('value')), { maxLength: 3 }).map(withKeys) },
  ),
}));

/** What is usually there, and now and then anything. */
export function mostly<T>(usual: fc.Arbitrary<T>, weight = 12): fc.Arbitrary<unknown> {
  return fc.oneof({ weight, arbitrary: usual as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: anything });
}

/** A place in an object: at each level, which of its values to go into; and what happens there. */
export interface Change {
  readonly way: readonly number[];
  readonly what: 'other' | 'gone' | 'added' | 'renamed' | 'repeated';
  readonly value: unknown;
  readonly key: string;
}

export const change: fc.Arbitrary<Change> = fc.record({
  way: fc.array(fc.nat(30), { minLength: 1, maxLength: 9 }),
  what: fc.constantFrom('other', 'other', 'other', 'added', 'renamed', 'gone', 'repeated'),
  value: anything,
  key: text,
});

/** The object with the change. */
export function changed(value: unknown, { way, ...rest }: Change): unknown {
  if (typeof value !== 'object' || value === null) {
    return rest.value;
  }
  const entries = Object.entries(value);
  if (entries.length === 0) {
    return Array.isArray(value) ? [rest.value] : withKeys([[rest.key, rest.value]]);
  }
  const at = way[0] % entries.length;
  const [key, inner] = entries[at];
  const next = way.length === 1 ? replaced(entries[at], rest) : [[key, changed(inner, { ...rest, way: way.slice(1) })] as const];
  const all = [...entries.slice(0, at), ...next, ...entries.slice(at + 1)];
  return Array.isArray(value) ? all.map(([, each]) => each) : withKeys(all);
}

function replaced([key, inner]: readonly [string, unknown], { what, value, key: other }: Omit<Change, 'way'>): (readonly [string, unknown])[] {
  switch (what) {
    case 'other': return [[key, value]];
    case 'gone': return [];
    case 'added': return [[key, inner], [other, value]];
    case 'renamed': return [[other, inner]];
    case 'repeated': return Array.from({ length: 40 }, (_, index) => [index === 0 ? key : `${key}${index}`, inner]);
  }
}
