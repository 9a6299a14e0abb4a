import { validateMatchConditions } from './expressions';
import { MATCH_POLICIES, validateChoice, validateRule } from './resource-rules';
import { validateClient } from './webhook-client';
import { PlainObject } from '../../../../base/plain';
import { Errors } from '../../errors';
import { validateLabelSelector } from '../../labels';
import { dns1035Label, dnsSubdomain } from '../../names';
import { Path } from '../../path';
import { intOf, isGiven, listOf, mapOf, textOf } from '../../values';
import { Subject } from '../subject';

const WEBHOOKS = Path.root('webhooks');
export const FAILURE_POLICIES = ['Fail', 'Ignore'];
export const REINVOCATIONS = ['IfNeeded', 'Never'];
const SIDE_EFFECTS = ['None', 'NoneOnDryRun'];
const REVIEWS = ['v1', 'v1beta1'];

/** Both kinds. Source: pkg/apis/admissionregistration/validation/validation.go ValidateValidatingWebhookConfiguration, ValidateMutatingWebhookConfiguration (v1.36) */
export function validateWebhookConfiguration({ body, errors }: Subject): void {
  const seen = new Set<string>();
  listOf(body.webhooks).forEach((each, index) => {
    const [hook, path] = [mapOf(each) ?? {}, WEBHOOKS.index(index)];
    validateWebhook(hook, body.kind === 'MutatingWebhookConfiguration', path, errors);
    validateReviews(listOf(hook.admissionReviewVersions).map(textOf), path.child('admissionReviewVersions'), errors);
    const name = textOf(hook.name);
    if (name !== '' && seen.has(name)) {
      errors.duplicate(path.child('name'), name);
    }
    seen.add(name);
  });
}

function validateWebhook(hook: PlainObject, isMutating: boolean, path: Path, errors: Errors): void {
  validateName(textOf(hook.name), path.child('name'), errors);
  listOf(hook.rules).forEach((rule, index) => validateRule(mapOf(rule) ?? {}, path.child('rules').index(index), errors));
  validateChoice(hook.failurePolicy, FAILURE_POLICIES, path.child('failurePolicy'), errors);
  validateChoice(hook.matchPolicy, MATCH_POLICIES, path.child('matchPolicy'), errors);
  if (!isGiven(hook.sideEffects)) {
    errors.required(path.child('sideEffects'), `must specify one of ${SIDE_EFFECTS.join(', ')}`);
  }
  validateChoice(hook.sideEffects, SIDE_EFFECTS, path.child('sideEffects'), errors);
  const seconds = intOf(hook.timeoutSeconds) ?? 10;
  if (seconds > 30 || seconds < 1) {
    errors.invalid(path.child('timeoutSeconds'), seconds, 'the timeout value must be between 1 and 30 seconds');
  }
  validateLabelSelector(hook.namespaceSelector, path.child('namespaceSelector'), errors);
  validateLabelSelector(hook.objectSelector, path.child('objectSelector'), errors);
  if (isMutating) {
    validateChoice(hook.reinvocationPolicy, REINVOCATIONS, path.child('reinvocationPolicy'), errors);
  }
  validateClient(mapOf(hook.clientConfig) ?? {}, path.child('clientConfig'), errors);
  validateMatchConditions(listOf(hook.matchConditions), false, path.child('matchConditions'), errors);
}

/** Source: apimachinery pkg/util/validation/validation.go IsFullyQualifiedName (v0.36) */
function validateName(name: string, path: Path, errors: Errors): void {
  const problems = dnsSubdomain(name);
  if (name === '') {
    errors.required(path);
  } else if (problems.length > 0) {
    errors.invalid(path, name, problems.join(','));
  } else if (name.split('.').length < 3) {
    errors.invalid(path, name, 'should be a domain with at least three segments separated by dots');
  }
}

function validateReviews(versions: readonly string[], path: Path, errors: Errors): void {
  if (versions.length === 0) {
    errors.required(path, `must specify one of ${REVIEWS.join(', ')}`);
    return;
  }
  versions.forEach((version, index) => {
    if (versions.indexOf(version) < index) {
      errors.invalid(path.index(index), version, 'duplicate version');
    } else {
      errors.invalidAll(path.index(index), version, dns1035Label(version));
    }
  });
  if (!versions.some(version => REVIEWS.includes(version))) {
    errors.invalid(path, versions, `must include at least one of ${REVIEWS.join(', ')}`);
  }
}
