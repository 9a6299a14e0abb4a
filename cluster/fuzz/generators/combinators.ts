import * as fc from 'fast-check';
import { Expression, Literal, call, list, literal, object, path } from '../expression';

/** What generators know of the case they make a part of. */
export interface Setting {
  /** Minor that the program targets: `1.34`. */
  readonly minor: string;
  /** How many of a thousand values are odd: edges, and what nobody should write. 0 makes tidy programs. */
  readonly oddPerMille: number;
  /** Zones that the target lists; undefined where it lists none. */
  readonly zones?: readonly string[];
  /** Whether the target switches on the gates that are off by default. */
  readonly hasGates: boolean;
}

export type Expressions = fc.Arbitrary<Expression>;

/** One generator for each property, so that a new property of the public API does not compile until it has one. */
export type Fields<T> = { readonly [Property in keyof Required<T>]: fc.Arbitrary<Expression | undefined> };

/** Makes a generator once for a setting: they are large, and a case needs some of them a dozen times. */
export function remembered<T>(make: (setting: Setting) => T): (setting: Setting) => T {
  const made = new WeakMap<Setting, { readonly generator: T }>();
  return setting => {
    const known = made.get(setting) ?? { generator: make(setting) };
    made.set(setting, known);
    return known.generator;
  };
}

/** A value as most people write it, and now and then one at the edge or beyond it. */
export function mostly<T>({ oddPerMille }: Setting, usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return oddPerMille === 0 ? usual : fc.oneof({ weight: 1000 - oddPerMille, arbitrary: usual }, { weight: oddPerMille, arbitrary: odd });
}

/** A property that is left out in so many of a hundred cases, and now and then is there as `undefined`. */
export function absent(percent: number, value: Expressions): fc.Arbitrary<Expression | undefined> {
  return fc.oneof(
    { weight: percent * 20 - percent, arbitrary: fc.constant(undefined) },
    { weight: percent, arbitrary: fc.constant(literal(undefined)) },
    { weight: (100 - percent) * 20, arbitrary: value });
}

/** Said in few cases: what is rarely needed, or contradicts much else. */
export const rarely = (value: Expressions) => absent(92, value);

/** Left out more often than not. */
export const sometimes = (value: Expressions) => absent(75, value);

/** Never said: another generator decides it, or there is a better way that has one. */
export const never = fc.constant(undefined);

export function struct<T>(fields: Fields<T>): Expressions {
  return fc.record(fields as { [key: string]: fc.Arbitrary<Expression | undefined> }).map(object);
}

/** Part of the properties; the rest is decided elsewhere and merged by `merged`. */
export function partly<T>(fields: Partial<Fields<T>>): Expressions {
  return fc.record(fields as { [key: string]: fc.Arbitrary<Expression | undefined> }).map(object);
}

/** Properties of several objects in one; a later one wins. */
export function merged(...objects: readonly Expression[]): Expression {
  const entries = new Map(objects.flatMap(each => (each.is === 'object' ? each.entries : [])).map(entry => [entry.key, entry]));
  return { is: 'object', entries: [...entries.values()] };
}

export function values(...each: readonly Literal[]): Expressions {
  return fc.constantFrom(...each).map(literal);
}

export function literals(arbitrary: fc.Arbitrary<Literal>): Expressions {
  return arbitrary.map(literal);
}

export const flag = values(true, false);

/** A call of a static method with generated arguments. */
export function calls(callee: string, ...args: readonly fc.Arbitrary<Expression | undefined>[]): Expressions {
  return fc.tuple(...args).map(given => call(callee, ...given));
}

/** Every member of an enum, by its name. */
export function members(name: string, enumeration: object): Expressions {
  return fc.constantFrom(...Object.keys(enumeration)).map(member => path(`${name}.${member}`));
}

export function lists(item: Expressions, minLength: number, maxLength: number): Expressions {
  return fc.array(item, { minLength, maxLength }).map(list);
}

/** Lists of objects that differ in some of their properties: two entries for one thing are a mistake, which no tidy program makes. */
export function distinctLists(setting: Setting, item: Expressions, lengths: readonly [number, number], ...properties: string[]): Expressions {
  const [minLength, maxLength] = lengths;
  const comparator = (one: Expression, other: Expression) => properties.some(property => alike(valueOf(one, property), valueOf(other, property)));
  return mostly(setting, fc.uniqueArray(item, { minLength, maxLength, comparator }).map(list), lists(item, minLength, maxLength));
}

function valueOf(expression: Expression, property: string): Expression | undefined {
  return expression.is === 'object' ? expression.entries.find(({ key }) => key === property)?.value : undefined;
}

/** What is left out gets a value of its own. */
function alike(one: Expression | undefined, other: Expression | undefined): boolean {
  return one?.is === 'literal' && one.value !== undefined && JSON.stringify(one) === JSON.stringify(other);
}

/** An object as a map: keys are data. */
export function maps(key: fc.Arbitrary<string>, value: Expressions, maxKeys: number, minKeys = 0): Expressions {
  return fc.uniqueArray(fc.tuple(key, value), { selector: ([name]) => name, minLength: minKeys, maxLength: maxKeys })
    .map(entries => ({ is: 'object', entries: entries.map(([name, given]) => ({ key: name, value: given })) }));
}

export function oneOf(...each: readonly Expressions[]): Expressions {
  return fc.oneof(...each);
}
