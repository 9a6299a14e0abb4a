import { compareTexts } from './texts';
import { CelFailure, CelValue, Duration, ListValue, MapValue, Span, Timestamp, Uint, noOverload, numberOf, sameValue } from './values';

/*
 * Source: cel-spec doc/langdef.md, Standard definitions; cel-go common/types/{int,uint,double,string,list,duration,timestamp}.go (v0.26)
 */

const INT_END = 2n ** 63n;
const UINT_END = 2n ** 64n;

type Operator = (left: CelValue, right: CelValue) => CelValue;

export const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['==', (left, right) => sameValue(left, right)],
  ['!=', (left, right) => !sameValue(left, right)],
  ['<', (left, right) => compared(left, right, order => order < 0)],
  ['<=', (left, right) => compared(left, right, order => order <= 0)],
  ['>', (left, right) => compared(left, right, order => order > 0)],
  ['>=', (left, right) => compared(left, right, order => order >= 0)],
  ['in', isIn],
  ['+', sum],
  ['-', difference],
  ['*', (left, right) => arithmetic(left, right, (one, other) => one * other, (one, other) => one * other)],
  ['/', (left, right) => arithmetic(left, right, (one, other) => one / divisor(other, 'division by zero'), (one, other) => one / other)],
  ['%', (left, right) => arithmetic(left, right, (one, other) => one % divisor(other, 'modulus by zero'))],
]);

/** `-x`. */
export function negated(value: CelValue): CelValue {
  if (typeof value === 'bigint') {
    return int(-value);
  } else if (typeof value === 'number') {
    return -value;
  }
  throw noOverload();
}

/** A whole number as an int. */
export function int(value: bigint): bigint {
  if (value < -INT_END || value >= INT_END) {
    throw new CelFailure('integer overflow');
  }
  return value;
}

/** A whole number as a uint. */
export function uint(value: bigint): Uint {
  if (value < 0n || value >= UINT_END) {
    throw new CelFailure('unsigned integer overflow');
  }
  return new Uint(value);
}

function divisor(value: bigint, message: string): bigint {
  if (value === 0n) {
    throw new CelFailure(message);
  }
  return value;
}

type Whole = (one: bigint, other: bigint) => bigint;
type Broken = (one: number, other: number) => number;

function arithmetic(left: CelValue, right: CelValue, whole: Whole, broken?: Broken): CelValue {
  if (typeof left === 'bigint' && typeof right === 'bigint') {
    return int(whole(left, right));
  } else if (left instanceof Uint && right instanceof Uint) {
    return uint(whole(left.value, right.value));
  } else if (broken && typeof left === 'number' && typeof right === 'number') {
    return broken(left, right);
  }
  throw noOverload();
}

function sum(left: CelValue, right: CelValue): CelValue {
  if (typeof left === 'string' && typeof right === 'string') {
    return left + right;
  } else if (left instanceof ListValue && right instanceof ListValue) {
    return left.joined(right);
  } else if (left instanceof Uint8Array && right instanceof Uint8Array) {
    return Buffer.concat([left, right]);
  } else if (left instanceof Span && right instanceof Span && (left instanceof Duration || right instanceof Duration)) {
    return left instanceof Duration && right instanceof Duration ? duration(left.nanos + right.nanos) : timestamp(left.nanos + right.nanos);
  }
  return arithmetic(left, right, (one, other) => one + other, (one, other) => one + other);
}

function difference(left: CelValue, right: CelValue): CelValue {
  if (left instanceof Timestamp && right instanceof Duration) {
    return timestamp(left.nanos - right.nanos);
  } else if (left instanceof Span && right instanceof Span && left.typeName === right.typeName) {
    return duration(left.nanos - right.nanos);
  }
  return arithmetic(left, right, (one, other) => one - other, (one, other) => one - other);
}

/** Nanoseconds as a duration, which has 64 bits. */
export function duration(nanos: bigint): Duration {
  if (nanos < -INT_END || nanos >= INT_END) {
    throw new CelFailure('duration overflow');
  }
  return new Duration(nanos);
}

const FIRST_MOMENT = -62_135_596_800n * 1_000_000_000n;
const LAST_MOMENT = 253_402_300_799n * 1_000_000_000n + 999_999_999n;

/** Nanoseconds since 1970 as a moment of the years 1 to 9999. */
export function timestamp(nanos: bigint): Timestamp {
  if (nanos < FIRST_MOMENT || nanos > LAST_MOMENT) {
    throw new CelFailure('timestamp overflow');
  }
  return new Timestamp(nanos);
}

/** Orders two values: below 0, 0, above 0, or not a number where a double is not one. */
export function orderOf(left: CelValue, right: CelValue): number {
  if (typeof left === 'string' && typeof right === 'string') {
    return compareTexts(left, right);
  }
  const [number, other] = [numberOf(left), numberOf(right)];
  if (number !== undefined && other !== undefined) {
    // eslint-disable-next-line eqeqeq
    return number < other ? -1 : number > other ? 1 : number == other ? 0 : NaN;
  } else if (typeof left === 'boolean' && typeof right === 'boolean') {
    return Number(left) - Number(right);
  } else if (left instanceof Uint8Array && right instanceof Uint8Array) {
    return Buffer.compare(left, right);
  } else if (left instanceof Span && right instanceof Span && left.typeName === right.typeName) {
    return left.nanos < right.nanos ? -1 : left.nanos > right.nanos ? 1 : 0;
  }
  throw noOverload();
}

function compared(left: CelValue, right: CelValue, test: (order: number) => boolean): boolean {
  const order = orderOf(left, right);
  if (Number.isNaN(order)) {
    throw new CelFailure('NaN values cannot be ordered');
  }
  return test(order);
}

function isIn(left: CelValue, right: CelValue): boolean {
  if (right instanceof ListValue) {
    return right.items.some(item => sameValue(item, left));
  } else if (right instanceof MapValue) {
    return right.get(left) !== undefined;
  }
  throw noOverload();
}
