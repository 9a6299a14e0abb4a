import { validateMatchResources } from './resource-rules';
import { PlainObject } from '../../../../base/plain';
import { Errors } from '../../errors';
import { validateLabelSelector } from '../../labels';
import { dnsSubdomain, pathSegment } from '../../names';
import { Path } from '../../path';
import { listOf, mapOf, textOf } from '../../values';
import { SPEC, Subject } from '../subject';

const ACTIONS = ['Audit', 'Deny', 'Warn'];
const NOT_FOUND = ['Deny', 'Allow'];
const EXCLUSIVE = 'name and selector are mutually exclusive';

/** Both kinds. Source: pkg/apis/admissionregistration/validation/validation.go validateValidatingAdmissionPolicyBindingSpec, validateMutatingAdmissionPolicyBindingSpec (v1.36) */
export function validatePolicyBinding({ body, spec, errors }: Subject): void {
  const [policy, params, match] = [textOf(spec.policyName), mapOf(spec.paramRef), mapOf(spec.matchResources)];
  const isMutating = body.kind === 'MutatingAdmissionPolicyBinding';
  if (policy === '') {
    errors.required(SPEC.child('policyName'));
  } else {
    errors.invalidAll(SPEC.child('policyName'), policy, dnsSubdomain(policy));
  }
  if (params !== undefined) {
    validateParams(params, SPEC.child('paramRef'), errors);
  }
  if (match !== undefined) {
    validateMatchResources(match, isMutating, SPEC.child('matchResources'), errors);
  }
  if (!isMutating) {
    validateActions(listOf(spec.validationActions).map(textOf), SPEC.child('validationActions'), errors);
  }
}

function validateParams(params: PlainObject, path: Path, errors: Errors): void {
  const [name, selector, action] = [textOf(params.name), mapOf(params.selector), textOf(params.parameterNotFoundAction)];
  errors.invalidAll(path.child('name'), name, name === '' ? [] : pathSegment(name, false));
  validateLabelSelector(selector, path.child('selector'), errors);
  if (name !== '' && selector !== undefined) {
    errors.forbidden(path.child('name'), EXCLUSIVE);
    errors.forbidden(path.child('selector'), EXCLUSIVE);
  } else if (name === '' && selector === undefined) {
    errors.required(path, 'one of name or selector must be specified');
  }
  if (action === '') {
    errors.required(path.child('parameterNotFoundAction'));
  } else if (!NOT_FOUND.includes(action)) {
    errors.unsupported(path.child('parameterNotFoundAction'), action, NOT_FOUND);
  }
}

function validateActions(actions: readonly string[], path: Path, errors: Errors): void {
  actions.forEach((action, index) => {
    if (!ACTIONS.includes(action)) {
      errors.unsupported(path.index(index), action, ACTIONS);
    }
    if (actions.indexOf(action) < index) {
      errors.duplicate(path.index(index), action);
    }
  });
  if (actions.includes('Deny') && actions.includes('Warn')) {
    errors.invalid(path, actions,
      'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)');
  }
  if (actions.length === 0) {
    errors.required(path, 'at least one validation action is required');
  }
}
