import { isUnknown, unknownResult } from './consequence';

type Struct = { [key: string]: unknown };

/** Makes a property unknown: what was refused must not be read by what comes later. Structs on the way are copied, since they are the user's. */
export function withUnknown(props: object, field: string): void {
  const [key, ...rest] = partsOf(field);
  if (key !== undefined) {
    replace(props as Struct, key, rest);
  }
}

/** `container.envVariables[HF_TOKEN]` is `container`, `envVariables`, `HF_TOKEN`. */
function partsOf(field: string): string[] {
  return field.match(/[^.[\]]+/g) ?? [];
}

function replace(struct: Struct, key: string, rest: readonly string[]): void {
  const inner = struct[key];
  if (isUnknown(inner)) {
    return;
  }
  const [next, ...others] = rest;
  if (next === undefined || !isStruct(inner)) {
    struct[key] = unknownResult();
    return;
  }
  const copy = (Array.isArray(inner) ? [...inner as unknown[]] : { ...inner }) as Struct;
  struct[key] = copy;
  replace(copy, next, others);
}

/** What users nest: structs, maps and lists. Instances of classes are values by themselves. */
export function isStruct(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
