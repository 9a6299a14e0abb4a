import { FieldType, Types } from './schema';

/** Finds the nearest object of a type around the field that is set. */
export type Around = (type: string) => any;

/** What a server demands of one field. */
export interface FieldSample {
  /** A value it takes. */
  readonly value?: unknown;
  /** Several values, each tried by itself, where no value stands for the others. */
  readonly values?: readonly unknown[];
  /** Values that are another matter than `value`, tried by themselves too. */
  readonly others?: readonly unknown[];
  /** Sets what must stand elsewhere in the object. */
  readonly beside?: (around: Around, value: any) => void;
}

export interface Samples {
  /** By `<type>.<field>`; by `<field>.<type>.<field>` where the type is used in several ways, which comes first. */
  readonly fields: Readonly<Record<string, FieldSample>>;
  /** What an object of a type needs beside the given field, where the required fields of the document are not all or too many. */
  readonly siblings: Readonly<Record<string, (field: string) => Record<string, unknown>>>;
}

/** A value of each scalar that is no default anywhere: a dropped field must not come back by being the default. */
const VALUES: Readonly<Record<string, unknown>> = {
  'string': 'a',
  'int32': 7,
  'int64': 7,
  'integer': 7,
  'double': 7.5,
  'boolean': true,
  'quantity': '7',
  'int-or-string': 7,
  'date-time': '2026-01-02T03:04:05Z',
  'micro-time': '2026-01-02T03:04:05.000000Z',
  'byte': 'YQ==',
  '[]string': ['a'],
  'schema-or-bool': { type: 'string' },
  'schema-or-array': { type: 'string' },
  'schema-or-strings': ['a'],
  'any': { a: 'b' },
};

/** A valid value of a field: its hand-made sample, else made from the type. */
export function exampleOf(type: FieldType, types: Types, samples: Samples): unknown {
  const one = types[type.of] ? required(type.of, undefined, types, samples) : type.values?.find(value => value !== '') ?? VALUES[type.of];
  if (one === undefined) {
    throw new Error(`no example of the type "${type.of}"`);
  }
  return type.shape === 'list' ? [one] : type.shape === 'map' ? { a: one } : one;
}

/** The smallest valid content of an object beside one field of it, or the smallest valid object. */
export function required(owner: string, beside: string | undefined, types: Types, samples: Samples): Record<string, unknown> {
  const byHand = samples.siblings[owner]?.(beside ?? '') ?? {};
  const fields = Object.entries(types[owner]).filter(([name, type]) => type.required && name !== beside && !(name in byHand));
  return {
    ...Object.fromEntries(fields.map(([name, type]) => {
      const sample = samples.fields[`${owner}.${name}`];
      return [name, sample?.value ?? sample?.values?.[0] ?? exampleOf(type, types, samples)];
    })),
    ...Object.fromEntries(Object.entries(byHand).filter(([name]) => name !== beside)),
  };
}
