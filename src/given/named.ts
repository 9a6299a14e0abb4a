import { DataType } from './data-type';
import { GivenType } from './given-type';
import { ClassType, EnumType, InterfaceType } from './named-types';
import { ListType, MapType, PRIMITIVES } from './plain-types';
import { GivenProperty, StructType } from './struct-type';
import { CLASSES, ENUMS, INTERFACES, STRUCTS } from './types.generated';
import { adviseUnknown } from './unknown-property';

/** The row of a struct that accepts further properties. */
const ANY_OTHER = '*';

/** One parameter of a constructor, static factory or method. */
export interface GivenParameter {
  readonly name: string;
  readonly type: GivenType;
  readonly isOptional: boolean;
}

const types = new Map<string, GivenType>([...Object.entries(PRIMITIVES), ['data', new DataType()], ['any{}', new MapType(new DataType())]]);

/** Properties that are copied to the manifest as text, so that cdk8s tokens may stand in them. */
const LATE = new Set(['annotations', 'args', 'command', 'image', 'labels', 'nodeLabels', 'servedModelName', 'workingDir']);
const parameters = new Map<string, readonly GivenParameter[]>();

/** A type by its name in the table: `number`, `ServingPort[]`, `kplus.EnvValue{}`. Cached. */
export function namedType(text: string): GivenType {
  const known = types.get(text);
  if (known) {
    return known;
  }
  const type = text.endsWith('[]') ? new ListType(namedType(text.slice(0, -2)))
    : text.endsWith('{}') ? new MapType(namedType(text.slice(0, -2)))
      : named(text);
  types.set(text, type);
  return type;
}

/** Parameters of a constructor, static factory or method: `new`, `spot`, `#addService`. */
export function parametersOf(owner: string, member: string): readonly GivenParameter[] {
  const key = `${owner}.${member}`;
  const known = parameters.get(key);
  if (known) {
    return known;
  }
  const row = CLASSES[owner]?.[member];
  if (row === undefined) {
    throw new Error(`Internal error: src/given/types.generated.ts has no ${key}; run npm run given`);
  }
  const read = row.split('; ').filter(text => text !== '').map(readParameter);
  parameters.set(key, read);
  return read;
}

function readParameter(text: string): GivenParameter {
  const [, name, optional, type] = /^(\w+): (\??)(.*)$/.exec(text)!;
  return { name, isOptional: optional === '?', type: namedType(type) };
}

function named(name: string): GivenType {
  if (STRUCTS[name]) {
    return struct(name);
  }
  if (ENUMS[name]) {
    return new EnumType(name, ENUMS[name]);
  }
  return CLASSES[name] ? new ClassType(name, factoriesOf(name)) : new InterfaceType(name, INTERFACES[name], namedType);
}

/** The static factories of a class, with their parameters. */
export function factoriesOf(name: string): { readonly [factory: string]: string } {
  return Object.fromEntries(Object.entries(CLASSES[name] ?? {}).filter(([member]) => /^[a-z]/.test(member) && member !== 'new'));
}

/** Types of properties are resolved on demand, since a struct may contain itself. */
function struct(name: string): StructType {
  const properties = Object.entries(STRUCTS[name]).filter(([property]) => property !== ANY_OTHER)
    .map(([property, row]): [string, GivenProperty] => [property, readProperty(property, row)]);
  return new StructType(name, new Map(properties), ANY_OTHER in STRUCTS[name], unknown => adviseUnknown(name, unknown));
}

function readProperty(name: string, row: string): GivenProperty {
  const [, optional, text, doc] = /^(\??)(\S+) ?(.*)$/.exec(row)!;
  const type = LATE.has(name) ? text.replace(/^string\b/, 'late') : text;
  let known: GivenType | undefined;
  return { isRequired: optional === '', doc, get type() { return known ??= namedType(type); } };
}
