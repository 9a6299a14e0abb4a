import { validateApproval } from './approval';
import { validateConversion } from './conversion';
import { validateNames } from './names';
import { DefinitionParts, partsOf } from './parts';
import { validateSchema } from './version-schema';
import { validateColumn, validateDeprecation, validateScale, validateSelectable } from './versions';
import { PlainObject } from '../../../../base/plain';
import { Errors } from '../../errors';
import { dns1035Label, dnsSubdomain } from '../../names';
import { Path } from '../../path';
import { isTrue, listOf, mapOf, textOf } from '../../values';
import { SPEC, Subject } from '../subject';

/* Source: apiextensions-apiserver pkg/apis/apiextensions/validation/validation.go ValidateCustomResourceDefinition (v0.36) */

const SCOPES = ['Cluster', 'Namespaced'];
const VERSIONS = SPEC.child('versions');

export function validateDefinition({ body, spec, context: { minor }, errors }: Subject): void {
  const { names, preserveUnknownFields } = spec;
  const conversion = mapOf(spec.conversion);
  validateName(body, spec, errors);
  validateGroup(textOf(spec.group), errors);
  validateScope(textOf(spec.scope), errors);
  validateVersions(partsOf(spec), minor, errors);
  validateNames(mapOf(names) ?? {}, SPEC.child('names'), errors);
  if (conversion !== undefined) {
    validateConversion(conversion, SPEC.child('conversion'), errors);
  }
  validateApproval(body, errors);
  if (isTrue(preserveUnknownFields)) {
    errors.invalid(SPEC.child('preserveUnknownFields'), true, 'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead');
    validateNoConversion(conversion === undefined ? 'None' : textOf(conversion.strategy), errors);
  }
}

function validateNoConversion(strategy: string, errors: Errors): void {
  if (strategy !== 'None') {
    errors.invalid(SPEC.child('conversion').child('strategy'), strategy, 'must be None if spec.preserveUnknownFields is true');
  }
}

function validateName({ metadata }: PlainObject, { names, group }: PlainObject, errors: Errors): void {
  const { name, generateName } = mapOf(metadata) ?? {};
  const wanted = `${textOf(mapOf(names)?.plural)}.${textOf(group)}`;
  for (const [field, given] of [['name', textOf(name)], ['generateName', textOf(generateName)]]) {
    if (given !== '' && given !== wanted) {
      errors.invalid(Path.root('metadata').child(field), given, 'must be spec.names.plural+"."+spec.group');
    }
  }
}

function validateGroup(group: string, errors: Errors): void {
  const problems = dnsSubdomain(group);
  if (group === '') {
    errors.required(SPEC.child('group'));
  } else if (problems.length > 0 || !group.includes('.')) {
    errors.invalid(SPEC.child('group'), group, problems.length > 0 ? problems.join(',') : 'should be a domain with at least one dot');
  }
}

function validateScope(scope: string, errors: Errors): void {
  if (scope === '') {
    errors.required(SPEC.child('scope'));
  } else if (!SCOPES.includes(scope)) {
    errors.unsupported(SPEC.child('scope'), scope, SCOPES);
  }
}

function validateVersions(parts: DefinitionParts, minor: string, errors: Errors): void {
  const { versions } = parts;
  const names = versions.map(({ name }) => textOf(name));
  names.forEach((name, index) => {
    const problems = dns1035Label(name);
    if (problems.length > 0) {
      errors.invalid(VERSIONS.index(index).child('name'), name, problems.join(','));
    }
    validateDeprecation(versions[index], VERSIONS.index(index), errors);
  });
  if (new Set(names).size < names.length) {
    errors.invalid(VERSIONS, names, 'must contain unique version names');
  }
  if (versions.filter(({ storage }) => isTrue(storage)).length !== 1) {
    errors.invalid(VERSIONS, names, 'must have exactly one version marked as storage version');
  }
  validateParts(parts, minor, errors);
}

/** What each version says for itself, and what all say. */
function validateParts(parts: DefinitionParts, minor: string, errors: Errors): void {
  parts.missingSchemas.forEach(path => errors.required(path));
  parts.schemas.forEach(({ value, path, hasStatus }) => validateSchema(value, hasStatus, minor, path, errors));
  parts.subresources.forEach(({ value, path }) => validateScale(mapOf(value) ?? {}, path, errors));
  for (const { value, path } of parts.columns) {
    listOf(value).forEach((column, index) => validateColumn(mapOf(column) ?? {}, path.index(index), errors));
  }
  parts.selectable.forEach(({ value, path, schema }) => {
    if (schema === undefined) {
      errors.invalid(path, '', 'may only be set when the schema stands in the same place: in each version, or the same in all of them');
    } else {
      validateSelectable(listOf(value), schema, path, errors);
    }
  });
}
