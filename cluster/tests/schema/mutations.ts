import { SeededRandom } from './random';
import { ODD_TEXTS, WRONG_VALUES } from './values';
import { Manifest } from '../../harness/manifest';
import { Probe } from '../../measured-tables/probe';
import { Types } from '../../measured-tables/schema';

/** An object that differs from a well-typed one in one place. */
export interface Mutation {
  readonly kind: string;
  /** What was done, as one word of the table. */
  readonly group: string;
  readonly object: Manifest;
  /** Where and with what, for people. */
  readonly what: string;
}

/** A copy of the object of a probe, with the objects on the way to its field. */
interface Copy {
  readonly object: Manifest;
  /** From the object itself to the one that has the field. */
  readonly holders: any[];
  readonly name: string;
}

export function copyOf({ object, field: { steps } }: Probe): Copy {
  const copy = structuredClone(object);
  const holders: any[] = [copy];
  for (const { name, type } of steps.slice(0, -1)) {
    const inner = holders.at(-1)[name];
    holders.push(type.shape === 'list' ? inner[0] : inner);
  }
  return { object: copy, holders, name: steps.at(-1)!.name };
}

const UNKNOWN_NAMES = ['foo', 'Image', 'nam', 'replica', 'a.b/c', '__proto__', 'constructor', 'toString', '', 'spec', 'x'.repeat(70)];

/** Fields whose texts a decoder of their own reads are few among the many. */
export function hasOddTexts({ field }: Probe): boolean {
  return Object.hasOwn(ODD_TEXTS, field.steps.at(-1)!.type.of);
}

/** One mutation of the class; undefined where the field has no room for it. */
export function mutate(probe: Probe, group: string, types: Types, random: SeededRandom): Mutation | undefined {
  const copy = copyOf(probe);
  const what = group.endsWith('field') ? changeName(copy, group, random) : changeValue(copy, probe, group, types, random);
  return what === undefined ? undefined : { kind: probe.object.kind, group, object: copy.object, what: `${probe.path}: ${what}` };
}

/** Of fields that have texts of their own. */
export const ODD_FORMAT = 'odd format';

export const GROUPS: readonly string[] = ['unknown field', 'misspelt field', ...Object.keys(WRONG_VALUES), ODD_FORMAT];

function changeName({ holders, name }: Copy, group: string, random: SeededRandom): string {
  if (group === 'misspelt field') {
    const holder = holders.at(-1);
    const other = `${name.slice(0, -1)}${random.one(['', 'x', name.at(-1)!.repeat(2)])}`;
    const value = holder[name];
    delete holder[name];
    setOwn(holder, other, value);
    return `renamed to ${other}`;
  }
  const other = random.one(UNKNOWN_NAMES);
  setOwn(random.one(holders), other, random.one([1, 'a', null, {}, []]));
  return `${other} added`;
}

/** The field itself, one element of its list or one value of its map. */
function changeValue({ holders, name }: Copy, probe: Probe, group: string, types: Types, random: SeededRandom): string | undefined {
  const { type } = probe.field.steps.at(-1)!;
  const values = group === ODD_FORMAT ? ODD_TEXTS[type.of] : WRONG_VALUES[group];
  if (values === undefined || types[type.of] !== undefined && group === ODD_FORMAT) {
    return undefined;
  }
  const value = structuredClone(random.one(values));
  const holder = holders.at(-1);
  const isInside = type.shape !== 'value' && (group === ODD_FORMAT || random.below(2) === 0) && typeof holder[name] === 'object' && holder[name] !== null;
  if (isInside) {
    holder[name][type.shape === 'list' ? 0 : Object.keys(holder[name])[0] ?? 'a'] = value;
    return `${JSON.stringify(value)} inside`;
  }
  holder[name] = value;
  return JSON.stringify(value);
}

/** `__proto__` as JSON has it: a key like any other. */
function setOwn(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}
