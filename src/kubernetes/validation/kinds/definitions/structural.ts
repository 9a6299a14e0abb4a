import { hasEntries, isText, Junctor, SchemaProps } from './schema';
import { isRefusedPattern } from '../../../schema/custom/pattern/syntax';
import { Errors } from '../../errors';
import { Path } from '../../path';
import { isGiven, isTrue, textOf } from '../../values';

/*
 * Whether a schema is structural. Source: apiextensions-apiserver pkg/apiserver/schema/validation.go ValidateStructural, complete.go, convert.go NewStructural (v0.36)
 */

/** What a schema stands for, on which it depends what it may say. */
type Level = 'root' | 'items' | 'field';

const NO_TYPE: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root', items: 'must not be empty for specified array items', field: 'must not be empty for specified object fields',
};
const JUNCTORS: readonly Junctor[] = ['allOf', 'anyOf', 'oneOf'];

export function validateStructural(schema: SchemaProps, path: Path, errors: Errors): void {
  validateLevel(schema, 'root', path, errors);
  validateCompleteness(schema, schema, { structure: path, value: path }, errors);
}


const UNSUPPORTED: ReadonlyArray<readonly [field: string, isThere: (value: unknown) => boolean]> = [
  ['id', isText], ['$schema', isText], ['$ref', isText], ['patternProperties', hasEntries], ['dependencies', hasEntries], ['additionalItems', isGiven], ['definitions', hasEntries],
];

/** Why the server makes no structural schema of it. */
export function unsupportedIn(schema: SchemaProps): string | undefined {
  const { raw, items, not, properties, additionalProperties } = schema;
  const named = UNSUPPORTED.find(([field, isThere]) => isThere(raw[field]));
  if (named !== undefined) {
    return `OpenAPIV3Schema '${named[0]}' is not supported`;
  }
  if (raw['x-kubernetes-preserve-unknown-fields'] === false) {
    return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined";
  }
  if (items !== undefined && items.schemas.length > 0) {
    return "OpenAPIV3Schema 'items' must be a schema, but is an array";
  }
  for (const part of [not, ...JUNCTORS.flatMap(name => schema[name]), items?.schema, ...properties.values(), additionalProperties?.schema]) {
    const found = part && unsupportedIn(part);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

function validateLevel(schema: SchemaProps, level: Level, path: Path, errors: Errors): void {
  const { type, items, properties, additionalProperties } = schema;
  if (type === 'array' && items?.schema === undefined) {
    errors.required(path.child('items'), 'must be specified');
  }
  if (items?.schema !== undefined) {
    validateLevel(items.schema, 'items', path.child('items'), errors);
  }
  properties.forEach((each, name) => validateLevel(each, 'field', path.child('properties').key(name), errors));
  if (additionalProperties !== undefined && level === 'root') {
    errors.forbidden(path.child('additionalProperties'), 'must not be used at the root');
  }
  if (additionalProperties?.schema !== undefined) {
    validateLevel(additionalProperties.schema, 'field', path.child('additionalProperties'), errors);
  }
  const [isUnion, isUnionOfAll] = [isIntOrString(schema.anyOf), schema.allOf.length > 0 && isIntOrString(schema.allOf[0].anyOf)];
  validateValues(schema, { skipsAnyOf: isUnion, skipsFirstAllOf: isUnionOfAll }, path, errors);
  validateType(schema, level, path, errors);
  validateResource(schema, level, path, errors);
}

function validateType(schema: SchemaProps, level: Level, path: Path, errors: Errors): void {
  const { type, isEmbedded, isIntOrString: isUnion, isOpen } = schema;
  const detail = 'must be object if x-kubernetes-embedded-resource is true';
  if (isUnion && isOpen) {
    errors.invalid(path.child('x-kubernetes-preserve-unknown-fields'), true, 'must be false if x-kubernetes-int-or-string is true');
  }
  if (isUnion && isEmbedded) {
    errors.invalid(path.child('x-kubernetes-embedded-resource'), true, 'must be false if x-kubernetes-int-or-string is true');
  }
  if (isEmbedded && type === '') {
    errors.required(path.child('type'), detail);
  } else if (isEmbedded && type !== 'object') {
    errors.invalid(path.child('type'), type, detail);
  } else if (type === '' && !isUnion && !isOpen) {
    errors.required(path.child('type'), NO_TYPE[level]);
  }
  if (level === 'root' && type !== '' && type !== 'object') {
    errors.invalid(path.child('type'), type, 'must be object at the root');
  }
}

/** What every resource has, at the root and where one is embedded. */
function validateResource(schema: SchemaProps, level: Level, path: Path, errors: Errors): void {
  const { isEmbedded, properties } = schema;
  const isResource = level === 'root' || isEmbedded;
  if (isEmbedded && schema.additionalProperties !== undefined) {
    errors.forbidden(path.child('additionalProperties'), 'must not be used if x-kubernetes-embedded-resource is set');
  }
  for (const name of isResource ? ['kind', 'apiVersion'] : []) {
    const { type = 'string' } = properties.get(name) ?? {};
    if (type !== 'string') {
      errors.invalid(path.child('properties').key(name).child('type'), type, 'must be string');
    }
  }
  const metadata = properties.get('metadata');
  if (metadata !== undefined) {
    validateMetadata(metadata, isResource, level, path.child('properties').key('metadata'), errors);
  }
  if (isEmbedded && !schema.isOpen && properties.size === 0) {
    errors.required(path.child('properties'), 'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields');
  }
}

const NAMES = ['name', 'generateName'];

function validateMetadata(schema: SchemaProps, isResource: boolean, level: Level, path: Path, errors: Errors): void {
  const { type, properties } = schema;
  if (isResource && type !== 'object') {
    errors.invalid(path.child('type'), type, 'must be object');
  }
  const isOfNames = [...properties.keys()].every(name => NAMES.includes(name));
  if (level === 'root' && (!isOfNames || schema.additionalProperties !== undefined || saysMore(schema, ['type', 'default']))) {
    errors.forbidden(path, 'must not specify anything other than name and generateName, but metadata is implicitly specified');
  }
}

const TEXTS = ['type', 'description', 'title', 'format', 'pattern'];
const FLAGS = [
  'nullable', 'exclusiveMaximum', 'exclusiveMinimum', 'uniqueItems', 'x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource', 'x-kubernetes-int-or-string',
];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'enum'];
const OTHERS = [
  'default', 'example', 'externalDocs', 'maximum', 'minimum', 'maxLength', 'minLength', 'maxItems', 'minItems', 'maxProperties', 'minProperties', 'multipleOf', 'required', 'not',
  'x-kubernetes-list-map-keys', 'x-kubernetes-list-type', 'x-kubernetes-map-type', 'x-kubernetes-validations',
];
/** What keeps a field from being Go's zero value, by the field. */
const SAID: ReadonlyArray<readonly [field: string, isSaid: (value: unknown) => boolean]> = [
  ...TEXTS.map(name => [name, isText] as const),
  ...FLAGS.map(name => [name, isTrue] as const),
  ...LISTS.map(name => [name, hasEntries] as const),
  ...OTHERS.map(name => [name, isGiven] as const),
];

/** Whether it says anything besides these fields, its properties and what others there may be. */
function saysMore({ raw, items }: SchemaProps, besides: readonly string[]): boolean {
  return items?.schema !== undefined || SAID.some(([field, isSaid]) => isSaid(raw[field]) && !besides.includes(field));
}

/** The choice between integer and string, which may name types: other junctors may not. */
function isIntOrString(schemas: readonly SchemaProps[]): boolean {
  return schemas.length === 2 && ['integer', 'string'].every((type, index) => {
    const schema = schemas[index];
    return schema.type === type && !isGiven(schema.raw.properties) && schema.additionalProperties?.allows !== true && !saysMore(schema, ['type']);
  });
}

interface Skips {
  readonly skipsAnyOf?: boolean;
  readonly skipsFirstAllOf?: boolean;
}

function validateValues(schema: SchemaProps, { skipsAnyOf, skipsFirstAllOf }: Skips, path: Path, errors: Errors): void {
  for (const name of JUNCTORS.filter(each => each !== 'anyOf' || skipsAnyOf !== true)) {
    schema[name].forEach((each, index) => {
      validateNested(each, { skipsAnyOf: name === 'allOf' && index === 0 && skipsFirstAllOf }, path.child(name).index(index), errors);
    });
  }
  if (schema.not !== undefined) {
    validateNested(schema.not, {}, path.child('not'), errors);
  }
  const pattern = textOf(schema.raw.pattern);
  if (pattern !== '' && isRefusedPattern(pattern)) {
    errors.invalid(path.child('pattern'), pattern, "must be a valid regular expression, but isn't");
  }
}

const FORBIDDEN: ReadonlyArray<readonly [field: string, isThere: (value: unknown) => boolean, detail: string]> = [
  ['type', isText, 'must be empty to be structural'],
  ['default', isGiven, 'must be undefined to be structural'],
  ['title', isText, 'must be empty to be structural'],
  ['description', isText, 'must be empty to be structural'],
  ['nullable', isTrue, 'must be false to be structural'],
  ['x-kubernetes-preserve-unknown-fields', isTrue, 'must be false to be structural'],
  ['x-kubernetes-embedded-resource', isTrue, 'must be false to be structural'],
  ['x-kubernetes-int-or-string', isTrue, 'must be false to be structural'],
  ['x-kubernetes-list-map-keys', hasEntries, 'must be empty to be structural'],
  ['x-kubernetes-list-type', isGiven, 'must be undefined to be structural'],
  ['x-kubernetes-map-type', isGiven, 'must be undefined to be structural'],
  ['x-kubernetes-validations', hasEntries, 'must be empty to be structural'],
];

/** A schema inside of a junctor: it may only say more of what is declared outside. */
function validateNested(schema: SchemaProps, skips: Skips, path: Path, errors: Errors): void {
  const { items, properties, additionalProperties, raw } = schema;
  validateValues(schema, skips, path, errors);
  if (items?.schema !== undefined) {
    validateNested(items.schema, {}, path.child('items'), errors);
  }
  properties.forEach((each, name) => validateNested(each, {}, path.child('properties').key(name), errors));
  for (const [field, isThere, detail] of FORBIDDEN) {
    if (isThere(raw[field])) {
      errors.forbidden(path.child(field), detail);
    }
  }
  if (additionalProperties?.allows === true) {
    errors.forbidden(path.child('additionalProperties'), 'must be undefined to be structural');
  }
  if (properties.has('metadata')) {
    errors.forbidden(path.child('properties').key('metadata'), 'must not be specified in a nested context');
  }
}

interface Places {
  readonly structure: Path;
  readonly value: Path;
}

/** What junctors speak of must be declared outside of them. */
function validateCompleteness(value: SchemaProps, structure: SchemaProps, places: Places, errors: Errors): void {
  if (value.not !== undefined) {
    validateNestedCompleteness(value.not, structure, { ...places, value: places.value.child('not') }, errors);
  }
  for (const name of JUNCTORS) {
    value[name].forEach((each, index) => {
      validateNestedCompleteness(each, structure, { ...places, value: places.value.child(name).index(index) }, errors);
    });
  }
}

function validateNestedCompleteness(value: SchemaProps, structure: SchemaProps, places: Places, errors: Errors): void {
  validateCompleteness(value, structure, places, errors);
  if (value.items?.schema !== undefined) {
    const inner = { structure: places.structure.child('items'), value: places.value.child('items') };
    completed(value.items.schema, structure.items?.schema, inner, errors);
  }
  value.properties.forEach((each, name) => {
    const inner = { structure: places.structure.child('properties').key(name), value: places.value.child('properties').key(name) };
    completed(each, structure.properties.get(name), inner, errors);
  });
}

function completed(value: SchemaProps, structure: SchemaProps | undefined, places: Places, errors: Errors): void {
  if (structure === undefined) {
    errors.required(places.structure, `because it is defined in ${places.value.toString()}`);
  } else {
    validateNestedCompleteness(value, structure, places, errors);
  }
}
