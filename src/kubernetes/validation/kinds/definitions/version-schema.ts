import { RuleLevel } from './compiled-rules';
import { validateDefaults } from './defaults';
import { SchemaProps, schemaOf } from './schema';
import { SchemaLevels } from './schema-rules';
import { unsupportedIn, validateStructural } from './structural';
import { Errors } from '../../errors';
import { Path } from '../../path';
import { isGiven, mapOf } from '../../values';

/**
 * Source: apiextensions-apiserver pkg/apis/apiextensions/validation/validation.go validateCustomResourceDefinitionValidation (v0.36)
 *
 * @param hasStatus whether the status is a subresource, whose schema is taken out of this one.
 */
export function validateSchema(validation: unknown, hasStatus: boolean, minor: string, parent: Path, errors: Errors): void {
  const schema = schemaOf(mapOf(validation)?.openAPIV3Schema);
  if (schema === undefined) {
    return;
  }
  const path = parent.child('openAPIV3Schema');
  const before = errors.list.length;
  if (hasStatus) {
    validateRoot(schema, path, errors);
  }
  if (schema.isNullable) {
    errors.forbidden(path.child('nullable'), 'nullable cannot be true at the root');
  }
  const unsupported = unsupportedIn(schema);
  const isStructural = unsupported === undefined && isFine(errors, () => validateStructure(schema, path, errors));
  const levels = new SchemaLevels(minor, errors);
  levels.validate(schema, { path, isRoot: true, level: isStructural ? new RuleLevel(schema) : undefined });
  levels.rules.list.forEach(each => errors.list.push(each));
  if (unsupported !== undefined && errors.list.length === before) {
    errors.invalid(path, '', unsupported);
  }
}

function validateStructure(schema: SchemaProps, path: Path, errors: Errors): void {
  if (isFine(errors, () => validateStructural(schema, path, errors))) {
    validateDefaults(schema, path, errors);
  }
}

/** Whether a validation finds nothing. */
function isFine({ list }: Errors, validate: () => void): boolean {
  const before = list.length;
  validate();
  return list.length === before;
}

/** Fields that a schema without its status keeps. */
const AT_ROOT = [
  'description', 'type', 'format', 'title', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum', 'maxLength', 'minLength', 'pattern', 'maxItems', 'minItems', 'uniqueItems', 'multipleOf', 'required',
  'items', 'properties', 'externalDocs', 'example', 'x-kubernetes-preserve-unknown-fields', 'x-kubernetes-validations',
];
/** Others in the order in which the server looks, `type` among them: it stops at the first that it does not take. */
const NOT_AT_ROOT = [
  'id', '$schema', '$ref', 'type', 'nullable', 'default', 'enum', 'maxProperties', 'minProperties', 'allOf', 'oneOf', 'anyOf', 'not', 'additionalProperties', 'patternProperties', 'dependencies',
  'additionalItems', 'definitions', 'x-kubernetes-embedded-resource', 'x-kubernetes-int-or-string', 'x-kubernetes-list-map-keys', 'x-kubernetes-list-type', 'x-kubernetes-map-type',
];
/** Texts and flags, which are there when they say something. */
const PLAIN: ReadonlySet<string> = new Set(['id', '$schema', 'type', 'nullable', 'x-kubernetes-embedded-resource', 'x-kubernetes-int-or-string']);

function validateRoot({ raw, type }: SchemaProps, path: Path, errors: Errors): void {
  const isThere = (name: string) => isGiven(raw[name]) && !(PLAIN.has(name) && (raw[name] === '' || raw[name] === false));
  const first = NOT_AT_ROOT.find(name => isThere(name) && (name !== 'type' || type !== 'object'));
  if (first === 'type') {
    errors.invalid(path.child('type'), type, 'only "object" is allowed as the type at the root of the schema if the status subresource is enabled');
  } else if (first !== undefined) {
    errors.invalid(path, first, `only [${AT_ROOT.join(' ')}] fields are allowed at the root of the schema if the status subresource is enabled`);
  }
}
