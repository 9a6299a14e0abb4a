import { CelFailure, CelValue, Duration, ListValue, MapValue, noOverload, Optional, Timestamp, TypeName, Uint } from './values';
import type { Work } from '../../schema/custom/work';

/** The JavaScript type of an argument of a type. */
interface Types {
  readonly bool: boolean;
  readonly int: bigint;
  readonly uint: Uint;
  readonly double: number;
  readonly string: string;
  readonly bytes: Uint8Array;
  readonly list: ListValue;
  readonly map: MapValue;
  readonly optional: Optional;
  readonly duration: Duration;
  readonly timestamp: Timestamp;
  readonly type: TypeName;
  readonly any: CelValue;
}

const TESTS: { readonly [Name in keyof Types]: (value: CelValue) => boolean } = {
  bool: value => typeof value === 'boolean',
  int: value => typeof value === 'bigint',
  uint: value => value instanceof Uint,
  double: value => typeof value === 'number',
  string: value => typeof value === 'string',
  bytes: value => value instanceof Uint8Array,
  list: value => value instanceof ListValue,
  map: value => value instanceof MapValue,
  optional: value => value instanceof Optional,
  duration: value => value instanceof Duration,
  timestamp: value => value instanceof Timestamp,
  type: value => value instanceof TypeName,
  any: () => true,
};

/** A class of values that a library brings. */
type OwnType = abstract new (...args: never[]) => CelValue;
type Wanted = keyof Types | OwnType;
type Given<Each extends Wanted> = Each extends keyof Types ? Types[Each] : Each extends abstract new (...args: never[]) => infer Own ? Own : never;

/** One form of a function: for arguments of these types. */
export interface FunctionForm {
  readonly count: number;
  takes(values: readonly CelValue[]): boolean;
  call(values: readonly CelValue[], work?: Work): CelValue;
}

export type FunctionForms = readonly FunctionForm[];

/** Functions by their name; a method's first argument is what it is called on. */
export interface CelLibrary {
  readonly functions?: Readonly<Record<string, FunctionForms>>;
  readonly methods?: Readonly<Record<string, FunctionForms>>;
}

/** A form of a function. What it is given costs the budget a step for each character or item. */
export function taking<All extends readonly Wanted[]>(...types: All) {
  const takes = (values: readonly CelValue[]) => values.every((value, index) => fits(value, types[index]));
  return (call: (...args: [...{ [At in keyof All]: Given<All[At]> }, Work?]) => CelValue): FunctionForm => ({
    count: types.length,
    takes,
    call: (values, work) => {
      if (!takes(values)) {
        throw noOverload();
      }
      work?.spend(values.reduce<number>((sum, value) => sum + weight(value), 1));
      return call(...values as [...{ [At in keyof All]: Given<All[At]> }], work);
    },
  });
}

function fits(value: CelValue, wanted: Wanted): boolean {
  return typeof wanted === 'string' ? TESTS[wanted](value) : value instanceof wanted;
}

function weight(value: CelValue): number {
  return typeof value === 'string' ? value.length : value instanceof ListValue ? value.items.length : 1;
}

/** A number that counts something small. */
export function count(value: bigint): number {
  if (value > 2n ** 53n || value < -(2n ** 53n)) {
    throw new CelFailure(`index out of range: ${value}`);
  }
  return Number(value);
}
