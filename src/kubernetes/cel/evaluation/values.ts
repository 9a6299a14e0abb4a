/*
 * Values of CEL at run time. An int is a bigint, a double a number, a string, bool or null what they are in JavaScript.
 * Source: cel-spec doc/langdef.md, Values; cel-go common/types (v0.26)
 */

export type CelValue = null | boolean | bigint | number | string | Uint8Array | ListValue | MapValue | Particular;

/** An evaluation that ends without a value: the API server refuses an object whose rule does. */
export class CelFailure extends Error {}

/** Something that is not evaluated here, so that nothing is known of the result. */
export class NotEvaluated extends Error {}

/** No function takes values of these types. */
export function noOverload(): CelFailure {
  return new CelFailure('no such overload');
}

/** A value of a type that JavaScript has no like of. */
export abstract class Particular {
  /** As `type(x)` names it. */
  public abstract readonly typeName: string;

  public abstract equals(other: Particular): boolean;
}

export class Uint extends Particular {
  public readonly typeName = 'uint';

  constructor(public readonly value: bigint) {
    super();
  }

  public equals(other: Particular): boolean {
    return other instanceof Uint && other.value === this.value;
  }
}

/** What `type(x)` gives. */
export class TypeName extends Particular {
  public readonly typeName = 'type';

  constructor(public readonly name: string) {
    super();
  }

  public equals(other: Particular): boolean {
    return other instanceof TypeName && other.name === this.name;
  }
}

/** A duration or a moment, in nanoseconds. */
export abstract class Span extends Particular {
  constructor(public readonly nanos: bigint) {
    super();
  }

  public equals(other: Particular): boolean {
    return other instanceof Span && other.typeName === this.typeName && other.nanos === this.nanos;
  }
}

export class Duration extends Span {
  public readonly typeName = 'google.protobuf.Duration';
}

/** Since 1970, in UTC. */
export class Timestamp extends Span {
  public readonly typeName = 'google.protobuf.Timestamp';
}

export class Optional extends Particular {
  public static readonly NONE = new Optional(undefined);
  public readonly typeName = 'optional_type';

  constructor(public readonly value: CelValue | undefined) {
    super();
  }

  public equals(other: Particular): boolean {
    if (!(other instanceof Optional) || this.value === undefined || other.value === undefined) {
      return other instanceof Optional && this.value === other.value;
    }
    return sameValue(this.value, other.value);
  }
}

export abstract class ListValue {
  public abstract readonly items: readonly CelValue[];

  public equals(other: ListValue): boolean {
    const [own, others] = [this.items, other.items];
    return own.length === others.length && own.every((item, index) => sameValue(item, others[index]));
  }

  /** `this + other`. */
  public joined(other: ListValue): ListValue {
    return new PlainList([...this.items, ...other.items]);
  }
}

export class PlainList extends ListValue {
  constructor(public readonly items: readonly CelValue[]) {
    super();
  }
}

export abstract class MapValue {
  public abstract readonly size: number;

  /** Undefined where there is no such key. */
  public abstract get(key: CelValue): CelValue | undefined;

  public abstract keys(): readonly CelValue[];

  public equals(other: MapValue): boolean {
    return this.size === other.size && this.keys().every(key => {
      const value = other.get(key);
      return value !== undefined && sameValue(this.get(key)!, value);
    });
  }
}

export class PlainMap extends MapValue {
  private readonly entries = new Map<string, readonly [CelValue, CelValue]>();

  /** Of entries with one key, the last counts, or they are a failure. */
  constructor(entries: readonly (readonly [CelValue, CelValue])[], isStrict = false) {
    super();
    for (const [key, value] of entries) {
      const name = keyOf(key);
      if (isStrict && this.entries.has(name)) {
        throw new CelFailure('Failed with repeated key');
      }
      this.entries.set(name, [key, value]);
    }
  }

  public get size(): number {
    return this.entries.size;
  }

  public get(key: CelValue): CelValue | undefined {
    return this.entries.get(keyOf(key))?.[1];
  }

  public keys(): readonly CelValue[] {
    return [...this.entries.values()].map(([key]) => key);
  }
}

/** Numbers that are equal are one key, whatever their type. */
function keyOf(key: CelValue): string {
  if (typeof key === 'string') {
    return `s${key}`;
  }
  const number = numberOf(key);
  if (number === undefined && typeof key !== 'boolean') {
    throw new CelFailure('unsupported key type');
  }
  return number === undefined ? `b${String(key)}` : typeof number === 'number' && Number.isInteger(number) ? `n${BigInt(number)}` : `n${number}`;
}

/** The number that an int, uint or double stands for. */
export function numberOf(value: CelValue): bigint | number | undefined {
  return typeof value === 'bigint' || typeof value === 'number' ? value : value instanceof Uint ? value.value : undefined;
}

/** `==`: numbers are compared across types, and values of different types are unequal. Source: cel-go common/types/util.go Equal */
export function sameValue(one: CelValue, other: CelValue): boolean {
  if (typeof one === 'string' || typeof one === 'boolean' || one === null) {
    return one === other;
  }
  const [number, otherNumber] = [numberOf(one), numberOf(other)];
  if (number !== undefined || otherNumber !== undefined) {
    // Two equal signs compare a bigint with a number by what they stand for.
    // eslint-disable-next-line eqeqeq
    return number !== undefined && otherNumber !== undefined && number == otherNumber;
  }
  if (one instanceof ListValue) {
    return other instanceof ListValue && one.equals(other);
  } else if (one instanceof MapValue) {
    return other instanceof MapValue && one.equals(other);
  } else if (one instanceof Uint8Array) {
    return other instanceof Uint8Array && Buffer.compare(one, other) === 0;
  }
  return one instanceof Particular && other instanceof Particular && one.equals(other);
}

/** The name of a value's type. */
export function typeNameOf(value: CelValue): string {
  switch (typeof value) {
    case 'bigint': return 'int';
    case 'number': return 'double';
    case 'boolean': return 'bool';
    case 'string': return 'string';
    default: return value === null ? 'null_type' : value instanceof ListValue ? 'list' : value instanceof MapValue ? 'map' : value instanceof Uint8Array ? 'bytes' : value.typeName;
  }
}
