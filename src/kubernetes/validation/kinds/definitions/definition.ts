import { validateApproval } from './approval';
import { validateConversion } from './conversion';
import { validateNames } from './names';
import { DefinitionOptions, NEW, optionsFor } from './options';
import { DefinitionParts, partsOf } from './parts';
import { schemaHas, schemaOf } from './schema';
import { validateSchema } from './version-schema';
import { validateColumn, validateDeprecation, validateScale, validateSelectable } from './versions';
import { PlainObject } from '../../../../base/plain';
import { Errors } from '../../errors';
import { dns1035Label, dnsSubdomain } from '../../names';
import { Path } from '../../path';
import { isGiven, isTrue, listOf, mapOf, textOf } from '../../values';
import { SPEC, Subject } from '../subject';

/* Source: apiextensions-apiserver pkg/apis/apiextensions/validation/validation.go ValidateCustomResourceDefinition (v0.36) */

const SCOPES = ['Cluster', 'Namespaced'];
const VERSIONS = SPEC.child('versions');

export function validateDefinition({ body, spec, context: { minor }, errors }: Subject): void {
  validateName(body, spec, errors);
  validateDefinitionSpec(spec, { ...NEW, minor }, errors);
  validateStored(listOf(spec.versions).map(each => mapOf(each) ?? {}), [], errors);
  validateApproval(body, undefined, errors);
  if (isTrue(spec.preserveUnknownFields)) {
    errors.invalid(SPEC.child('preserveUnknownFields'), true, 'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead');
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

/** The specification of a definition that is created, or that takes the place of one. */
export function validateDefinitionSpec(spec: PlainObject, given: DefinitionOptions, errors: Errors): void {
  const parts = partsOf(spec);
  const options = optionsFor(spec, given);
  validateGroup(textOf(spec.group), errors);
  validateScope(textOf(spec.scope), errors);
  validateVersions(parts, options, errors);
  validateNames(mapOf(spec.names) ?? {}, SPEC.child('names'), errors);
  const conversion = mapOf(spec.conversion);
  if (isTrue(spec.preserveUnknownFields) && conversion !== undefined && textOf(conversion.strategy) !== 'None') {
    errors.invalid(SPEC.child('conversion').child('strategy'), textOf(conversion.strategy), 'must be None if spec.preserveUnknownFields is true');
  }
  if (conversion !== undefined) {
    validateConversion(conversion, options.requiresKnownReview, SPEC.child('conversion'), errors);
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

function validateVersions(parts: DefinitionParts, options: DefinitionOptions, errors: Errors): void {
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
  validateParts(parts, options, errors);
}

/** What each version says for itself, and what all say. */
function validateParts(parts: DefinitionParts, options: DefinitionOptions, errors: Errors): void {
  parts.missingSchemas(options).forEach(path => errors.required(path));
  parts.schemas.forEach(({ value, path, hasStatus }) => validateSchema(value, hasStatus, options, path, errors));
  parts.subresources.forEach(({ value, path }) => validateScale(mapOf(value) ?? {}, path, errors));
  for (const { value, path } of parts.columns) {
    listOf(value).forEach((column, index) => validateColumn(mapOf(column) ?? {}, path.index(index), errors));
  }
  parts.selectable.forEach(({ value, path, version, schema }) => {
    if (schema === undefined) {
      errors.invalid(path, '', 'may only be set when the schema stands in the same place: in each version, or the same in all of them');
    } else {
      validateSelectable(listOf(value), schema, options.mayHaveTooMany.has(version), path, errors);
    }
  });
  if (parts.schemas.some(({ value }) => hasDefaults(value)) && options.preserves) {
    errors.invalid(SPEC.child('preserveUnknownFields'), true, 'must be false in order to use defaults in the schema');
  }
}

function hasDefaults(validation: unknown): boolean {
  const schema = schemaOf(mapOf(validation)?.openAPIV3Schema);
  return schema !== undefined && schemaHas(schema, each => isGiven(each.default));
}

/** Versions of which there may be objects. Source: validation.go ValidateCustomResourceDefinitionStoredVersions, registry/customresourcedefinition/strategy.go (v0.36) */
export function validateStored(versions: readonly PlainObject[], before: readonly string[], errors: Errors): void {
  const path = Path.root('status').child('storedVersions');
  const first = versions.find(({ storage }) => isTrue(storage));
  const stored = [...before, ...(first === undefined || before.includes(textOf(first.name)) ? [] : [textOf(first.name)])];
  if (stored.length === 0) {
    errors.invalid(path, stored, 'must have at least one stored version');
    return;
  }
  const left = new Set(stored);
  for (const version of versions) {
    const name = textOf(version.name);
    if (!left.delete(name) && isTrue(version.storage)) {
      errors.invalid(path, stored, `must have the storage version ${name}`);
    }
  }
  left.forEach(name => errors.invalid(path.index(stored.indexOf(name)), name, `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage `
    + `migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`));
}
