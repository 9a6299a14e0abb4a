import { validateIndexes } from './job-indexes';
import { validateNonNegative } from './numbers';
import { PlainObject } from '../../../base/plain';
import { Errors } from '../errors';
import { qualifiedName } from '../names';
import { Path } from '../path';
import { byteLength, intOf, isGiven, listOf, mapOf, textOf } from '../values';

const MOST_RULES = 20;
const MOST_CODES = 255;
const MOST_PATTERNS = 20;
const MOST_BYTES = 64 * 1024;
const ACTIONS = ['Count', 'FailIndex', 'FailJob', 'Ignore'];
const OPERATORS = ['In', 'NotIn'];
const STATUSES = ['False', 'True', 'Unknown'];

/** Source: pkg/apis/batch/validation/validation.go validatePodFailurePolicy (v1.36) */
export function validateFailurePolicy(spec: PlainObject, pod: PlainObject, path: Path, errors: Errors): void {
  const policy = mapOf(spec.podFailurePolicy);
  if (policy === undefined) {
    return;
  }
  const [rules, at] = [listOf(policy.rules), path.child('podFailurePolicy').child('rules')];
  if (rules.length > MOST_RULES) {
    errors.tooMany(at, rules.length, MOST_RULES);
  }
  const names = containerNames(pod);
  rules.forEach((rule, index) => validateFailureRule(mapOf(rule) ?? {}, isGiven(spec.backoffLimitPerIndex), names, at.index(index), errors));
}

/** Names that a rule of a failure policy may say. */
function containerNames(pod: PlainObject): ReadonlySet<string> {
  return new Set([...listOf(pod.containers), ...listOf(pod.initContainers)].map(each => textOf(mapOf(each)?.name)));
}

function validateFailureRule(rule: PlainObject, isPerIndex: boolean, names: ReadonlySet<string>, path: Path, errors: Errors): void {
  const [action, codes, conditions] = [textOf(rule.action), mapOf(rule.onExitCodes), listOf(rule.onPodConditions)];
  if (action === 'FailIndex') {
    if (!isPerIndex) {
      errors.invalid(path.child('action'), action, 'requires the backoffLimitPerIndex to be set');
    }
  } else {
    validateChoice(action, ACTIONS, path.child('action'), errors);
  }
  if (codes !== undefined) {
    validateCodes(codes, names, path.child('onExitCodes'), errors);
  }
  validateConditions(conditions, path.child('onPodConditions'), errors);
  if (codes !== undefined && conditions.length > 0) {
    errors.invalid(path, rule, 'specifying both OnExitCodes and OnPodConditions is not supported');
  } else if (codes === undefined && conditions.length === 0) {
    errors.invalid(path, rule, 'specifying one of OnExitCodes and OnPodConditions is required');
  }
}

function validateChoice(value: string, allowed: readonly string[], path: Path, errors: Errors): void {
  if (value === '') {
    errors.required(path, `valid values: [${allowed.map(each => `"${each}"`).join(' ')}]`);
  } else if (!allowed.includes(value)) {
    errors.unsupported(path, value, allowed);
  }
}

function validateConditions(patterns: readonly unknown[], path: Path, errors: Errors): void {
  if (patterns.length > MOST_PATTERNS) {
    errors.tooMany(path, patterns.length, MOST_PATTERNS);
  }
  patterns.forEach((each, index) => {
    const pattern = mapOf(each) ?? {};
    const type = textOf(pattern.type);
    errors.invalidAll(path.index(index).child('type'), type, qualifiedName(type));
    validateChoice(textOf(pattern.status) || 'True', STATUSES, path.index(index).child('status'), errors);
  });
}

function validateCodes(codes: PlainObject, names: ReadonlySet<string>, path: Path, errors: Errors): void {
  validateChoice(textOf(codes.operator), OPERATORS, path.child('operator'), errors);
  const { containerName } = codes;
  if (isGiven(containerName) && !names.has(textOf(containerName))) {
    errors.invalid(path.child('containerName'), containerName, 'must be one of the container or initContainer names in the pod template');
  }
  const [values, at] = [listOf(codes.values), path.child('values')];
  if (values.length === 0) {
    errors.invalid(at, values, 'at least one value is required');
  } else if (values.length > MOST_CODES) {
    errors.tooMany(at, values.length, MOST_CODES);
  }
  const numbers = values.map(each => intOf(each) ?? 0);
  const seen = new Set<number>();
  numbers.forEach((code, index) => {
    if (codes.operator === 'In' && code === 0) {
      errors.invalid(at.index(index), code, 'must not be 0 for the In operator');
    }
    if (seen.has(code)) {
      errors.duplicate(at.index(index), code);
    }
    seen.add(code);
  });
  if (numbers.some((code, index) => index > 0 && numbers[index - 1] > code)) {
    errors.invalid(at, values, 'must be ordered');
  }
}

/** Source: validation.go validateSuccessPolicy (v1.36) */
export function validateSuccessPolicy(spec: PlainObject, path: Path, errors: Errors): void {
  const [policy, at] = [mapOf(spec.successPolicy), path.child('successPolicy')];
  if (policy === undefined) {
    return;
  }
  if (spec.completionMode !== 'Indexed') {
    errors.invalid(at, policy, 'requires indexed completion mode');
    return;
  }
  const [rules, rulesAt] = [listOf(policy.rules), at.child('rules')];
  if (rules.length === 0) {
    errors.required(rulesAt, 'at least one rules must be specified when the successPolicy is specified');
  }
  if (rules.length > MOST_RULES) {
    errors.tooMany(rulesAt, rules.length, MOST_RULES);
  }
  const completions = intOf(spec.completions);
  if (completions !== undefined) { // Without them there is nothing to compare with; that is an error of its own.
    rules.forEach((rule, index) => validateSuccessRule(mapOf(rule) ?? {}, completions, rulesAt.index(index), errors));
  }
}

function validateSuccessRule(rule: PlainObject, completions: number, path: Path, errors: Errors): void {
  const [count, indexes] = [intOf(rule.succeededCount), isGiven(rule.succeededIndexes) ? textOf(rule.succeededIndexes) : undefined];
  if (count === undefined && indexes === undefined) {
    errors.required(path, 'at least one of succeededCount or succeededIndexes must be specified');
  }
  let total = 0;
  if (indexes !== undefined) {
    const at = path.child('succeededIndexes');
    if (byteLength(indexes) > MOST_BYTES) {
      errors.tooLong(at, MOST_BYTES);
    }
    const result = validateIndexes(indexes, completions);
    if (typeof result === 'string') {
      errors.invalid(at, indexes, `error parsing succeededIndexes: ${result}`);
    } else {
      total = result;
    }
  }
  if (count !== undefined) {
    const at = path.child('succeededCount');
    validateNonNegative(count, at, errors);
    if (count > completions) {
      errors.invalid(at, count, `must be less than or equal to ${completions} (the number of specified completions)`);
    }
    if (indexes !== undefined && count > total) {
      errors.invalid(at, count, `must be less than or equal to ${total} (the number of indexes in the specified succeededIndexes field)`);
    }
  }
}

/** Source: validation.go validatePodReplacementPolicy (v1.36) */
export function validateReplacementPolicy(spec: PlainObject, path: Path, errors: Errors): void {
  const { podReplacementPolicy } = spec;
  if (!isGiven(podReplacementPolicy)) {
    return;
  }
  const allowed = mapOf(spec.podFailurePolicy) === undefined ? ['Failed', 'TerminatingOrFailed'] : ['Failed'];
  if (!allowed.includes(textOf(podReplacementPolicy))) {
    errors.unsupported(path.child('podReplacementPolicy'), podReplacementPolicy, allowed);
  }
}
