import { isUnknown, unknownResult } from '../../base/errors/consequence';

type Struct = { [key: string]: unknown };

/** Makes a property unknown: what was refused must not be read by what comes later. Structs on the way are copied, since they are the user's. */
export function withUnknown(props: object, field: string): void {
  replace(props as Struct, partsOf(field), (struct, key) => { struct[key] = unknownResult(); });
}

/** Makes a property unknown where it has no value. */
export function withMeant(props: object, field: string): void {
  if (valueAt(props, partsOf(field)) === undefined) {
    withUnknown(props, field);
  }
}

/** Leaves a property out; structs on the way are copied. A name with a dot is no path, and stays. */
export function without(props: object, field: string): void {
  if (valueAt(props, partsOf(field)) !== undefined) {
    replace(props as Struct, partsOf(field), (struct, key) => { delete struct[key]; });
  }
}

function valueAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  return key === undefined || isUnknown(value) ? value : isStruct(value) ? valueAt((value as Struct)[key], rest) : undefined;
}

/** `container.envVariables[HF_TOKEN]` is `container`, `envVariables`, `HF_TOKEN`. */
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

/** What users nest: structs, maps and lists. Instances of classes are values by themselves. */
export function isStruct(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
