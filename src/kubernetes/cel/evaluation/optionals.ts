import { CelLibrary, taking } from './signature';
import { CelFailure, CelValue, Duration, ListValue, MapValue, noOverload, Optional, PlainList, Timestamp, Uint } from './values';

/* Source: cel-go cel/library.go OptionalTypes, version 0 and later (v0.26). optMap and optFlatMap are macros; or and orValue need not evaluate their argument. */

export const OPTIONALS: CelLibrary = {
  functions: {
    'optional.of': [taking('any')(value => new Optional(value))],
    'optional.none': [taking()(() => Optional.NONE)],
    'optional.unwrap': [taking('list')(unwrapped)],
    'optional.ofNonZeroValue': [taking('any')(value => isZero(value) ? Optional.NONE : new Optional(value))],
  },
  methods: {
    hasValue: [taking('optional')(({ value }) => value !== undefined)],
    value: [taking('optional')(({ value }) => {
      if (value === undefined) {
        throw new CelFailure('optional.none() dereference');
      }
      return value;
    })],
    first: [taking('list')(({ items }) => items.length === 0 ? Optional.NONE : new Optional(items[0]))],
    last: [taking('list')(({ items }) => items.length === 0 ? Optional.NONE : new Optional(items[items.length - 1]))],
    unwrapOpt: [taking('list')(unwrapped)],
  },
};

function unwrapped({ items }: ListValue): PlainList {
  if (items.some(item => !(item instanceof Optional))) {
    throw noOverload();
  }
  return new PlainList((items as readonly Optional[]).flatMap(({ value }) => value === undefined ? [] : [value]));
}

function isZero(value: CelValue): boolean {
  if (value instanceof ListValue) {
    return value.items.length === 0;
  } else if (value instanceof MapValue) {
    return value.size === 0;
  } else if (value instanceof Uint) {
    return value.value === 0n;
  } else if (value instanceof Duration) {
    return value.nanos === 0n;
  } else if (value instanceof Uint8Array) {
    return value.length === 0;
  }
  // The zero of Go's times is the year 1.
  return value instanceof Timestamp ? value.nanos === -62_135_596_800n * 1_000_000_000n : value === null || value === false || value === '' || value === 0n || value === 0;
}
