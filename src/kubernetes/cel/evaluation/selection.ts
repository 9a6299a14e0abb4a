import { CelFailure, CelValue, ListValue, MapValue, noOverload, numberOf, Optional } from './values';
import { cut } from '../../../base/text/cut';

/** `value.name` and `value.?name`. What is read of an optional value is optional. Source: cel-go common/types/optional.go, cel/library.go (v0.26) */
export function fieldOf(value: CelValue, name: string, isOptional: boolean): CelValue {
  if (value instanceof Optional) {
    const found = value.value === undefined ? undefined : fieldIn(value.value, name);
    return found === undefined ? Optional.NONE : new Optional(found);
  }
  const found = fieldIn(value, name);
  if (isOptional) {
    return found === undefined ? Optional.NONE : new Optional(found);
  }
  if (found === undefined) {
    throw noSuchKey(name);
  }
  return found;
}

function fieldIn(value: CelValue, name: string): CelValue | undefined {
  if (!(value instanceof MapValue)) {
    throw noOverload();
  }
  return value.get(name);
}

function noSuchKey(key: CelValue): CelFailure {
  return new CelFailure(`no such key: ${cut(String(key))}`);
}

/** `has(value.name)`. */
export function hasField(value: CelValue, name: string): boolean {
  return value instanceof Optional ? value.value !== undefined && hasField(value.value, name) : fieldIn(value, name) !== undefined;
}

/** `value[key]` and `value[?key]`. */
export function elementAt(value: CelValue, key: CelValue, isOptional: boolean): CelValue {
  if (value instanceof Optional) {
    const found = value.value === undefined ? undefined : element(value.value, key);
    return found === undefined ? Optional.NONE : new Optional(found);
  }
  const found = element(value, key);
  if (isOptional) {
    return found === undefined ? Optional.NONE : new Optional(found);
  }
  if (found === undefined) {
    throw value instanceof ListValue ? new CelFailure(`index out of bounds: ${String(numberOf(key))}`) : noSuchKey(key);
  }
  return found;
}

function element(value: CelValue, key: CelValue): CelValue | undefined {
  if (value instanceof MapValue) {
    return value.get(key);
  } else if (value instanceof ListValue) {
    const place = numberOf(key);
    if (place === undefined) {
      throw noOverload();
    }
    return value.items[Number(place)];
  }
  throw noOverload();
}
