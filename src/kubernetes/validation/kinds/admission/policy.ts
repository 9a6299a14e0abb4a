import { validateExpression, validateMatchConditions } from './expressions';
import { validateChoice, validateMatchResources } from './resource-rules';
import { FAILURE_POLICIES, REINVOCATIONS } from './webhook-configuration';
import { PlainObject } from '../../../../base/plain';
import { AdmissionScope } from '../../../cel/admission-expressions';
import { Errors } from '../../errors';
import { generatedName } from '../../metadata';
import { dns1035Label, dnsSubdomain, qualifiedName } from '../../names';
import { Path } from '../../path';
import { byteLength, isGiven, listOf, mapOf, textOf } from '../../values';
import { SPEC, Subject } from '../subject';

/* Source: pkg/apis/admissionregistration/validation/validation.go validateValidatingAdmissionPolicySpec, validateMutatingAdmissionPolicySpec (v1.36) */

const REASONS = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];
const PATCHES = ['ApplyConfiguration', 'JSONPatch'];
const [MOST_ANNOTATIONS, LONGEST_VALUE] = [20, 5 * 1024];
const ONE_AT_LEAST = 'validations or auditAnnotations must contain at least one item';

export function validateValidatingPolicy({ body, spec, errors }: Subject): void {
  const scope = validateCommon(spec, false, errors);
  const [validations, annotations] = [listOf(spec.validations), listOf(spec.auditAnnotations)];
  if (validations.length + annotations.length === 0) {
    errors.required(SPEC.child('validations'), ONE_AT_LEAST);
    errors.required(SPEC.child('auditAnnotations'), ONE_AT_LEAST);
  }
  validations.forEach((each, index) => validateValidation(mapOf(each) ?? {}, scope, SPEC.child('validations').index(index), errors));
  const path = SPEC.child('auditAnnotations');
  if (annotations.length > MOST_ANNOTATIONS) {
    errors.invalid(path, annotations, `must not have more than ${MOST_ANNOTATIONS} auditAnnotations`);
  }
  const seen = new Set<string>();
  annotations.forEach((each, index) => {
    const [annotation, at] = [mapOf(each) ?? {}, path.index(index)];
    const key = textOf(annotation.key);
    validateAnnotation(annotation, generatedName(mapOf(body.metadata) ?? {}), scope, at, errors);
    if (seen.has(key)) {
      errors.duplicate(at.child('key'), key);
    }
    seen.add(key);
  });
}

export function validateMutatingPolicy({ spec, errors }: Subject): void {
  const scope = validateCommon(spec, true, errors);
  const mutations = listOf(spec.mutations);
  if (mutations.length === 0) {
    errors.required(SPEC.child('mutations'), 'mutations must contain at least one item');
  }
  mutations.forEach((each, index) => validateMutation(mapOf(each) ?? {}, scope, SPEC.child('mutations').index(index), errors));
  if (textOf(spec.reinvocationPolicy) === '') {
    errors.required(SPEC.child('reinvocationPolicy'));
  } else {
    validateChoice(spec.reinvocationPolicy, REINVOCATIONS, SPEC.child('reinvocationPolicy'), errors);
  }
}

/** What both kinds have; gives what their expressions may name. */
function validateCommon(spec: PlainObject, isMutating: boolean, errors: Errors): AdmissionScope {
  validateChoice(spec.failurePolicy, FAILURE_POLICIES, SPEC.child('failurePolicy'), errors);
  const [kind, constraints, path] = [mapOf(spec.paramKind), mapOf(spec.matchConstraints), SPEC.child('matchConstraints')];
  if (kind !== undefined) {
    validateParamKind(kind, SPEC.child('paramKind'), errors);
  }
  if (constraints === undefined) {
    errors.required(path);
  } else {
    validateMatchResources(constraints, isMutating, path, errors);
    if (listOf(constraints.resourceRules).length === 0) {
      errors.required(path.child('resourceRules'));
    }
  }
  validateMatchConditions(listOf(spec.matchConditions), kind !== undefined, SPEC.child('matchConditions'), errors);
  return validateVariables(listOf(spec.variables), { hasParams: kind !== undefined, hasAuthorizer: true }, isMutating, errors);
}

const IDENTIFIER = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
const RESERVED: ReadonlySet<string> = new Set(['true', 'false', 'null', 'in', 'as', 'break', 'const', 'continue', 'else', 'for', 'function', 'if', 'import',
  'let', 'loop', 'package', 'namespace', 'return', 'var', 'void', 'while']);

/** Each may name those before it. */
function validateVariables(list: readonly unknown[], base: AdmissionScope, isMutating: boolean, errors: Errors): AdmissionScope {
  const variables = new Set<string>();
  list.forEach((each, index) => {
    const [variable, path] = [mapOf(each) ?? {}, SPEC.child('variables').index(index)];
    const [name, expression] = [textOf(variable.name), textOf(variable.expression)];
    if (name.trim() === '') {
      errors.required(path.child('name'), 'name is not specified');
    } else if (!IDENTIFIER.test(name) || RESERVED.has(name)) {
      errors.invalid(path.child('name'), name, 'must be a valid CEL identifier');
    }
    if (expression.trim() === '') {
      errors.required(path.child('expression'), 'expression is not specified');
    } else {
      validateExpression(expression, { ...base, variables: new Set(variables) }, path.child('expression'), errors);
    }
    variables.add(name);
  });
  return list.length > 0 || isMutating ? { ...base, variables } : base;
}

function validateParamKind(kind: PlainObject, path: Path, errors: Errors): void {
  const [apiVersion, name] = [textOf(kind.apiVersion), textOf(kind.kind)];
  if (apiVersion === '') {
    errors.required(path.child('apiVersion'));
  } else {
    versionProblems(apiVersion).forEach(problem => errors.invalid(path.child('apiVersion'), apiVersion, problem));
  }
  if (name === '') {
    errors.required(path.child('kind'));
  } else if (dns1035Label(name.toLowerCase()).length > 0) {
    errors.invalid(path.child('kind'), name, `may have mixed case, but should otherwise match: ${dns1035Label(name.toLowerCase()).join(',')}`);
  }
}

function versionProblems(apiVersion: string): readonly string[] {
  const parts = apiVersion.split('/');
  if (parts.length > 2) {
    return [`unexpected GroupVersion string: ${apiVersion}`];
  }
  const version = parts[parts.length - 1];
  const group = parts.length === 2 && parts[0] !== '' ? dnsSubdomain(parts[0]) : [];
  return [...group, ...(version === '' ? ['version must be specified'] : dns1035Label(version))];
}

function validateValidation(validation: PlainObject, scope: AdmissionScope, path: Path, errors: Errors): void {
  const [expression, message, told] = ['expression', 'message', 'messageExpression'].map(name => textOf(validation[name]));
  if (expression.trim() === '') {
    errors.required(path.child('expression'), 'expression is not specified');
  } else {
    validateExpression(expression, { ...scope, gives: ['bool'] }, path.child('expression'), errors);
  }
  if (told !== '' && told.trim() === '') {
    errors.invalid(path.child('messageExpression'), told, 'must be non-empty if specified');
  } else if (told !== '') {
    validateExpression(told, { ...scope, hasAuthorizer: false, gives: ['string'] }, path.child('messageExpression'), errors);
  }
  if (message !== '' && message.trim() === '') {
    errors.invalid(path.child('message'), message, 'must be non-empty if specified');
  } else if (/[\n\r]/.test(message.trim())) {
    errors.invalid(path.child('message'), message, 'must not contain line breaks');
  }
  validateChoice(validation.reason, REASONS, path.child('reason'), errors);
}

function validateAnnotation(annotation: PlainObject, name: string, scope: AdmissionScope, path: Path, errors: Errors): void {
  const [key, value] = [textOf(annotation.key), textOf(annotation.valueExpression).trim()];
  if (name === '') {
    errors.invalid(path.child('key'), key, 'requires metadata.name be non-empty');
  } else {
    errors.invalidAll(path.child('key'), `${name}/${key}`, qualifiedName(`${name}/${key}`));
  }
  if (value === '') {
    errors.required(path.child('valueExpression'), 'valueExpression is not specified');
  } else if (byteLength(value) > LONGEST_VALUE) {
    errors.required(path.child('valueExpression'), `must not exceed ${LONGEST_VALUE} bytes in length`);
  } else {
    validateExpression(value, { ...scope, gives: ['string', 'null'] }, path.child('valueExpression'), errors);
  }
}

function validateMutation(mutation: PlainObject, scope: AdmissionScope, path: Path, errors: Errors): void {
  const type = textOf(mutation.patchType);
  if (type === '') {
    errors.required(path.child('patchType'));
    return;
  }
  if (!PATCHES.includes(type)) {
    errors.unsupported(path.child('patchType'), type, PATCHES);
    return;
  }
  const [own, other] = type === 'JSONPatch' ? ['jsonPatch', 'applyConfiguration'] : ['applyConfiguration', 'jsonPatch'];
  const [patch, expression] = [mapOf(mutation[own]), textOf(mapOf(mutation[own])?.expression).trim()];
  if (patch === undefined) {
    errors.required(path.child(own), `must be specified when patchType is ${type}`);
  } else if (expression === '') {
    errors.required(path.child(own).child('expression'));
  } else {
    validateExpression(expression, { ...scope, gives: type === 'JSONPatch' ? ['list'] : [] }, path.child(own).child('expression'), errors);
  }
  if (isGiven(mutation[other])) {
    errors.invalid(path.child(other), `{${other}}`, `must not be specified when patchType is ${type}`);
  }
}
