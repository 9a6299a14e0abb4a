import { Errors } from './errors';
import { labelValue, qualifiedName } from './names';
import { Path } from './path';
import { listOf, mapOf, textOf } from './values';

/** Source: apimachinery pkg/apis/meta/v1/validation/validation.go (v0.36) */
export function validateLabels(labels: unknown, path: Path, errors: Errors): void {
  const map = mapOf(labels);
  if (map === undefined) {
    return;
  }
  for (const key of Object.keys(map)) {
    validateLabelKey(key, path, errors);
    const value = textOf(map[key]);
    errors.invalidAll(path, value, labelValue(value));
  }
}

export function validateLabelKey(key: string, path: Path, errors: Errors): void {
  errors.invalidAll(path, key, qualifiedName(key));
}

export function validateLabelSelector(selector: unknown, path: Path, errors: Errors): void {
  const map = mapOf(selector);
  if (map === undefined) {
    return;
  }
  validateLabels(map.matchLabels, path.child('matchLabels'), errors);
  const expressions = listOf(map.matchExpressions);
  for (let i = 0; i < expressions.length; i++) {
    validateRequirement(expressions[i], path.child('matchExpressions').index(i), errors);
  }
}

function validateRequirement(requirement: unknown, path: Path, errors: Errors): void {
  const { operator, values, key } = mapOf(requirement) ?? {};
  const list = listOf(values);
  validateOperator(operator, list.length, path, errors);
  validateLabelKey(textOf(key), path.child('key'), errors);
  const place = path.child('values');
  list.forEach((each, index) => {
    const value = textOf(each);
    errors.invalidAll(place.index(index), value, labelValue(value));
  });
}

/** Whether an operator of label selectors has as many values as it takes. */
export function validateOperator(operator: unknown, values: number, path: Path, errors: Errors): void {
  switch (operator) {
    case 'In':
    case 'NotIn':
      if (values === 0) {
        errors.required(path.child('values'), "must be specified when `operator` is 'In' or 'NotIn'");
      }
      break;
    case 'Exists':
    case 'DoesNotExist':
      if (values > 0) {
        errors.forbidden(path.child('values'), "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
      }
      break;
    default:
      errors.invalid(path.child('operator'), textOf(operator), 'not a valid selector operator');
  }
}

/** Whether a selector takes the labels. One without any requirement takes all. An invalid one takes nothing. */
export function selectorMatches(selector: unknown, labels: unknown): boolean {
  const map = mapOf(selector) ?? {};
  const own = mapOf(labels) ?? {};
  const matchLabels = mapOf(map.matchLabels) ?? {};
  return Object.keys(matchLabels).every(key => Object.hasOwn(own, key) && own[key] === matchLabels[key])
    && listOf(map.matchExpressions).every(each => requirementMatches(each, own));
}

function requirementMatches(requirement: unknown, labels: Readonly<Record<string, unknown>>): boolean {
  const { operator, values, key } = mapOf(requirement) ?? {};
  const isThere = Object.hasOwn(labels, textOf(key));
  const isListed = isThere && listOf(values).includes(labels[textOf(key)]);
  switch (operator) {
    case 'In': return isListed;
    case 'NotIn': return !isListed;
    case 'Exists': return isThere;
    case 'DoesNotExist': return !isThere;
    default: return false;
  }
}

/** Whether a selector has no requirement at all. */
export function isEmptySelector(selector: unknown): boolean {
  const map = mapOf(selector);
  return map !== undefined && Object.keys(mapOf(map.matchLabels) ?? {}).length === 0 && listOf(map.matchExpressions).length === 0;
}
