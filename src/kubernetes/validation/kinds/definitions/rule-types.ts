import { SchemaProps } from './schema';
import { BOOL, DYN, INT, list, map, plainType, STRING, Type } from '../../../cel/typing/types';
import { escapedName } from '../../../schema/custom/rules/names';

/* The types of values as rules see them. Source: kubernetes staging/src/k8s.io/apiserver/pkg/cel/common/schemas.go SchemaDeclType (v1.36) */

/** Names that have a form in expressions. Source: apiserver pkg/cel/escaping.go Escape (v0.36) */
const NAME = /^[A-Za-z_./-][A-Za-z0-9_./-]*$/;
const FORMATS: ReadonlyMap<unknown, Type> = new Map([
  ['byte', plainType('bytes')], ['duration', plainType('duration')], ['date', plainType('timestamp')], ['date-time', plainType('timestamp')],
]);

const known = new WeakMap<SchemaProps, { readonly type: Type | undefined }>();
let structs = 0;

/** Undefined where the type is not known to the server either, so that no expression can read it. */
export function ruleTypeOf(schema: SchemaProps, isRoot: boolean): Type | undefined {
  let found = known.get(schema);
  if (found === undefined) {
    found = { type: typeOf(schema, isRoot || schema.isEmbedded) };
    known.set(schema, found);
  }
  return found.type;
}

function typeOf(schema: SchemaProps, isResource: boolean): Type | undefined {
  const { type, raw, items, additionalProperties } = schema;
  if (schema.isIntOrString) {
    return DYN;
  }
  switch (type) {
    case 'array': return of(items?.schema, list);
    case 'object': return additionalProperties?.schema === undefined || isResource && schema.properties.size > 0 ? struct(fieldsOf(schema, isResource))
      : of(additionalProperties.schema, value => map(STRING, value));
    case 'string': return FORMATS.get(raw.format) ?? STRING;
    case 'boolean': return BOOL;
    case 'number': return plainType('double');
    case 'integer': return INT;
    default: return undefined;
  }
}

function of(schema: SchemaProps | undefined, make: (inner: Type) => Type): Type | undefined {
  const inner = schema && ruleTypeOf(schema, false);
  return inner && make(inner);
}

function struct(fields: ReadonlyMap<string, Type>): Type {
  return { kind: 'struct', name: `object ${structs++}`, parameters: [], fields };
}

function fieldsOf({ properties }: SchemaProps, isResource: boolean): ReadonlyMap<string, Type> {
  const fields = new Map<string, Type>();
  properties.forEach((schema, name) => {
    const type = NAME.test(name) ? ruleTypeOf(schema, false) : undefined;
    if (type !== undefined) {
      fields.set(escapedName(name), type);
    }
  });
  return isResource ? new Map([...fields, ...resourceFields(properties.get('metadata'))]) : fields;
}

/** What every resource has, whatever its schema says. */
function resourceFields(metadata: SchemaProps | undefined): ReadonlyArray<readonly [string, Type]> {
  const isWhole = ['name', 'generateName'].every(name => metadata?.properties.get(name)?.type === 'string');
  const names = isWhole ? ruleTypeOf(metadata!, false)! : struct(new Map([['name', STRING], ['generateName', STRING]]));
  return [['apiVersion', STRING], ['kind', STRING], ['metadata', names]];
}
