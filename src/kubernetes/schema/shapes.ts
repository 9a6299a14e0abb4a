/** Whether a field holds one value, a list or a map. */
export enum Shape { VALUE, LIST, MAP, MAP_OF_LISTS }

/** One field of a type. */
export interface Field {
  readonly name: string;
  readonly shape: Shape;
  /** The scalar type of each value; undefined for an object of `type`. */
  readonly scalar: ScalarShape | undefined;
  /** Type of each value that is an object; unpacked on demand. */
  readonly type: TypeShape | undefined;
  /** Index of the first minor that has the field, and of the first that has it no more. */
  readonly since: number;
  readonly until: number;
  /** The allowed values of an enum, as far as the API server enforces them. */
  readonly values: readonly string[] | undefined;
  /** Whether its elements are any strings, which need no check. */
  readonly holdsTexts: boolean;
  /** Whether its value is any string. */
  readonly isText: boolean;
}

export interface TypeShape {
  readonly name: string;
  readonly fields: ReadonlyMap<string, Field>;
  /** Fields without which the API server refuses the object. */
  readonly required: readonly Field[];
}

/** Scalar types of the API, by their names in the packed table. */
export type ScalarShape =
  | 'string' | 'boolean' | 'int32' | 'int64' | 'double' | 'byte' | 'quantity' | 'int-or-string' | 'date-time' | 'micro-time' | 'any'
  | 'schema-or-bool' | 'schema-or-array' | 'schema-or-strings';

const SCALARS: ReadonlySet<string> = new Set<ScalarShape>([
  'string', 'boolean', 'int32', 'int64', 'double', 'byte', 'quantity', 'int-or-string', 'date-time', 'micro-time', 'any',
  'schema-or-bool', 'schema-or-array', 'schema-or-strings',
]);

const SHAPES_BY_PREFIX: Readonly<Record<string, Shape>> = { '': Shape.VALUE, '[]': Shape.LIST, '{}': Shape.MAP, '{}[]': Shape.MAP_OF_LISTS };

/** Prefix, type, required, enum values, first minor, the one after the last. */
const FIELD = /^((?:\{\})?(?:\[\])?)([^!=@]+)(!?)(?:=([^@]*))?(?:@(\d)(?:-(\d))?)?$/;

const read = new Map<string, TypeShape | undefined>();

/** A type by its short name; undefined for one that no object contains. Types are unpacked on demand: an input needs few of some seven hundred. */
export function typeShape(name: string): TypeShape | undefined {
  if (!read.has(name)) {
    // Loaded late: the table is large, and an app without checks never needs it.
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const { SHAPES } = require('./shapes.generated') as typeof import('./shapes.generated');
    read.set(name, Object.hasOwn(SHAPES, name) ? unpacked(name, SHAPES[name]) : undefined);
  }
  return read.get(name);
}

function unpacked(name: string, packed: string): TypeShape {
  const fields = new Map<string, Field>();
  const required: Field[] = [];
  for (const each of packed === '' ? [] : packed.split(' ')) {
    const colon = each.indexOf(':');
    const [, prefix, of, isRequired, values, since = '0', until = 'Infinity'] = FIELD.exec(each.slice(colon + 1))!;
    const field = new PackedField(each.slice(0, colon), SHAPES_BY_PREFIX[prefix], of, values?.split('|'), Number(since), Number(until));
    fields.set(field.name, field);
    if (isRequired !== '') {
      required.push(field);
    }
  }
  return { name, fields, required };
}

/** Whether the minor of this index has the field. */
export function isKnownAt({ since, until }: Field, minor: number): boolean {
  return since <= minor && minor < until;
}

class PackedField implements Field {
  public readonly scalar: ScalarShape | undefined;
  public readonly holdsTexts: boolean;
  public readonly isText: boolean;
  private resolved: TypeShape | undefined;

  constructor(
    public readonly name: string,
    public readonly shape: Shape,
    private readonly of: string,
    public readonly values: readonly string[] | undefined,
    public readonly since: number,
    public readonly until: number,
  ) {
    this.scalar = SCALARS.has(of) ? of as ScalarShape : undefined;
    this.holdsTexts = of === 'string' && values === undefined && shape !== Shape.MAP_OF_LISTS;
    this.isText = this.holdsTexts && shape === Shape.VALUE;
  }

  public get type(): TypeShape | undefined {
    return this.scalar === undefined ? this.resolved ??= typeShape(this.of) : undefined;
  }
}
