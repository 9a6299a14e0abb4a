import { CelType } from './library';

/*
 * Which operators have an overload for which static types.
 *
 * Source: cel-spec doc/langdef.md, standard definitions; compared with the compiler of Kubernetes 1.36 on generated expressions
 */

const NUMBERS: ReadonlySet<CelType> = new Set<CelType>(['int', 'uint', 'double']);
const ORDERED: ReadonlySet<CelType> = new Set<CelType>(['bool', 'int', 'uint', 'double', 'string', 'bytes']);
const ADDED: ReadonlySet<CelType> = new Set<CelType>(['int', 'uint', 'double', 'string', 'bytes', 'list']);
const DIVIDED: ReadonlySet<CelType> = new Set<CelType>(['int', 'uint']);

/** Whether the compiler finds an overload; true for types that are not known. */
export function hasOverload(operator: string, left: CelType, right: CelType): boolean {
  switch (operator) {
    case '==':
    case '!=':
      return alike(left, right);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return both(ORDERED, left, right) && (alike(left, right) || (NUMBERS.has(left) && NUMBERS.has(right)));
    case 'in':
      return right === 'dyn' || right === 'list' || kindOf(right) === 'map';
    case '+':
      return both(ADDED, left, right) && alike(left, right);
    case '%':
      return both(DIVIDED, left, right) && alike(left, right);
    default:
      return both(NUMBERS, left, right) && alike(left, right);
  }
}

/** Whether `-x` compiles. */
export function canNegate(type: CelType): boolean {
  return type === 'dyn' || type === 'int' || type === 'double';
}

function alike(left: CelType, right: CelType): boolean {
  return left === 'dyn' || right === 'dyn' || kindOf(left) === kindOf(right);
}

function both(types: ReadonlySet<CelType>, left: CelType, right: CelType): boolean {
  return [left, right].every(type => type === 'dyn' || types.has(type));
}

/** CEL's name of a type: those that only this library distinguishes are maps. */
export function kindOf(type: CelType): string {
  return /Domain$|^attributes$|^capacities$/.test(type) ? 'map' : type;
}

/** The types that have a method, and its number of arguments. */
interface Signature {
  readonly on: readonly CelType[];
  readonly arguments: readonly [least: number, most: number];
}

const TEXT: readonly CelType[] = ['string'];
const COUNTED: readonly CelType[] = ['string', 'list', 'bytes', 'map', 'attributes', 'capacities', 'attributesOfDomain', 'capacitiesOfDomain'];
const COMPARED: readonly CelType[] = ['quantity', 'semver'];

/** Methods that are common in selectors. */
const SIGNATURES: { readonly [name: string]: Signature } = {
  contains: { on: TEXT, arguments: [1, 1] },
  startsWith: { on: TEXT, arguments: [1, 1] },
  endsWith: { on: TEXT, arguments: [1, 1] },
  matches: { on: TEXT, arguments: [1, 1] },
  lowerAscii: { on: TEXT, arguments: [0, 0] },
  upperAscii: { on: TEXT, arguments: [0, 0] },
  trim: { on: TEXT, arguments: [0, 0] },
  split: { on: TEXT, arguments: [1, 2] },
  replace: { on: TEXT, arguments: [2, 3] },
  substring: { on: TEXT, arguments: [1, 2] },
  size: { on: COUNTED, arguments: [0, 0] },
  compareTo: { on: COMPARED, arguments: [1, 1] },
  isGreaterThan: { on: COMPARED, arguments: [1, 1] },
  isLessThan: { on: COMPARED, arguments: [1, 1] },
  major: { on: ['semver'], arguments: [0, 0] },
  minor: { on: ['semver'], arguments: [0, 0] },
  patch: { on: ['semver'], arguments: [0, 0] },
  sign: { on: ['quantity'], arguments: [0, 0] },
  asInteger: { on: ['quantity'], arguments: [0, 0] },
};

/** Why the compiler finds no such method; undefined if it may. */
export function methodFlaw(name: string, target: CelType, given: number): string | undefined {
  const signature = Object.prototype.hasOwnProperty.call(SIGNATURES, name) ? SIGNATURES[name] : undefined;
  if (!signature) {
    return undefined;
  }
  const [least, most] = signature.arguments;
  if (given < least || given > most) {
    return `.${name}() takes ${least === most ? least : `${least} or ${most}`} argument${most === 1 ? '' : 's'}, not ${given}`;
  }
  return target === 'dyn' || signature.on.includes(target) ? undefined : `a ${kindOf(target)} has no .${name}()`;
}
