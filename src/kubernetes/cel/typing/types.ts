/* Static types of expressions. Source: cel-go common/types/types.go (v0.26) */

/** `unknown` is what nobody here knows the type of: everything may be done with it. */
export type Kind = 'bool' | 'int' | 'uint' | 'double' | 'string' | 'bytes' | 'null' | 'dyn' | 'unknown' | 'duration' | 'timestamp' | 'type' | 'list' | 'map' | 'opaque' | 'struct' | 'parameter';

export interface Type {
  readonly kind: Kind;
  /** Tells types of one kind apart. */
  readonly name: string;
  readonly parameters: readonly Type[];
  /** Of a struct, by their names in expressions. */
  readonly fields?: ReadonlyMap<string, Type>;
}

function plain(kind: Kind): Type {
  return { kind, name: kind, parameters: [] };
}

export const BOOL = plain('bool');
export const INT = plain('int');
export const STRING = plain('string');
export const DYN = plain('dyn');
export const UNKNOWN = plain('unknown');

const PLAIN: ReadonlyMap<string, Type> = new Map([
  ...[BOOL, INT, STRING, DYN, UNKNOWN].map(type => [type.name, type] as const),
  ...(['uint', 'double', 'bytes', 'null', 'duration', 'timestamp'] as const).map(kind => [kind, plain(kind)] as const),
]);

/** A type without parameters: of the language, or of a library. */
export function plainType(name: string): Type {
  return PLAIN.get(name) ?? { kind: 'opaque', name, parameters: [] };
}

export function list(item: Type): Type {
  return { kind: 'list', name: 'list', parameters: [item] };
}

export function map(key: Type, value: Type): Type {
  return { kind: 'map', name: 'map', parameters: [key, value] };
}

export function typeOf(type: Type): Type {
  return { kind: 'type', name: 'type', parameters: [type] };
}

export function optional(type: Type): Type {
  return { kind: 'opaque', name: 'optional_type', parameters: [type] };
}

export function parameter(name: string): Type {
  return { kind: 'parameter', name, parameters: [] };
}

export function isOptional({ kind, name }: Type): boolean {
  return kind === 'opaque' && name === 'optional_type';
}

export function isOpen({ kind }: Type): boolean {
  return kind === 'dyn' || kind === 'unknown';
}

/** @param namesMatter whether parameters must have one name. */
export function isSame(one: Type, other: Type, namesMatter = true): boolean {
  return one === other || one.kind === other.kind && one.parameters.length === other.parameters.length
    && (one.name === other.name || !namesMatter && one.kind === 'parameter')
    && one.parameters.every((each, index) => isSame(each, other.parameters[index], namesMatter));
}

/** As messages show it. */
export function shown({ kind, name, parameters }: Type): string {
  const text = kind === 'struct' ? 'object' : name;
  return parameters.length === 0 ? text : `${text}(${parameters.map(shown).join(', ')})`;
}
