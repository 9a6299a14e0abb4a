import { isUnknown, unknownResult } from '../../base/errors/consequence';

type Struct = { [key: string]: unknown };

/** Makes a property unknown, so that later code does not read a refused value. Copies the structs on the way, which belong to the user. */
export function withUnknown(props: object, field: string): void {
  replace(props as Struct, partsOf(field), (struct, key) => { struct[key] = unknownResult(); });
}

/** Makes a property unknown if it has no value. */
export function withMeant(props: object, field: string): void {
  if (valueAt(props, partsOf(field)) === undefined) {
    withUnknown(props, field);
  }
}

/** Removes a property; copies the structs on the way. A name with a dot is one key, not a path. */
export function without(props: object, field: string): void {
  if (valueAt(props, partsOf(field)) !== undefined) {
    replace(props as Struct, partsOf(field), (struct, key) => { delete struct[key]; });
  }
}

function valueAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  return key === undefined || isUnknown(value) ? value : isStruct(value) ? valueAt((value as Struct)[key], rest) : undefined;
}

/** `container.envVariables[HF_TOKEN]` gives `container`, `envVariables`, `HF_TOKEN`. */
function partsOf(field: string): string[] {
  return field.match(/[^.[\]]+/g) ?? [];
}

function replace(struct: Struct, [key, ...rest]: readonly string[], at: (struct: Struct, key: string) => void): void {
  if (key === undefined || isUnknown(struct[key])) {
    return;
  }
  const inner = struct[key];
  if (rest.length === 0 || !isStruct(inner)) {
    at(struct, key);
    return;
  }
  const copy = (Array.isArray(inner) ? [...inner as unknown[]] : { ...inner }) as Struct;
  struct[key] = copy;
  replace(copy, rest, at);
}

/** Whether a value is a struct, map or list. An instance of a class is a leaf. */
export function isStruct(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
