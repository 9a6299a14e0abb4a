import * as fc from 'fast-check';
import { text } from './words';
import { PlainObject } from '../../../src/base/plain';

/** An object as a YAML reader makes it: `__proto__` is an ordinary key. */
export function withKeys(entries: readonly (readonly [string, unknown])[]): PlainObject {
  const made = {};
  entries.forEach(([key, value]) => Object.defineProperty(made, key, { value, enumerable: true, configurable: true, writable: true }));
  return made;
}

const NUMBERS = [0, -0, -1, 1, 2.5, 65536, 2147483647, -2147483648, 2147483646, 1e21, 1e308, -1e-300, 9007199254740993];
const scalar = fc.constantFrom<unknown>(null, true, false, ...NUMBERS);

/** JSON data of any structure. */
export const { value: anything } = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4 },
    { weight: 3, arbitrary: text },
    { weight: 2, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.array(fc.tuple(text, tie('value')), { maxLength: 3 }).map(withKeys) },
  ),
}));

/** Usually the given value, sometimes any other. */
export function mostly<T>(usual: fc.Arbitrary<T>, weight = 12): fc.Arbitrary<unknown> {
  return fc.oneof({ weight, arbitrary: usual as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: anything });
}

/** A change at a random path of an object: `way` selects a value at each level. */
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

/** A copy of the object with the change. */
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
