import { PlainObject } from '../../../base/plain';
import { Errors } from '../errors';
import { validateLabelKey } from '../labels';
import { Path } from '../path';
import { listOf, mapOf, textOf } from '../values';

type LabelKeys = readonly (readonly [keys: readonly unknown[], operator: string])[];

/**
 * The selector with a requirement for each key that the pod carries, as it is stored with a pod; in templates nothing is added.
 * Source: pkg/registry/core/pod/strategy.go applyMatchLabelKeysAndMismatchLabelKeys (v1.36)
 */
export function withLabelKeys(selector: PlainObject | undefined, labelKeys: LabelKeys, labels: PlainObject): PlainObject | undefined {
  const added = labelKeys.flatMap(([keys, operator]) =>
    keys.map(textOf).filter(key => Object.hasOwn(labels, key)).map(key => ({ key, operator, values: [labels[key]] })));
  return selector === undefined || added.length === 0 ? selector
    : { ...selector, matchExpressions: [...listOf(selector.matchExpressions), ...added] as PlainObject[] };
}

/** Source: pkg/apis/core/validation/validation.go ValidateMatchLabelKeysAndMismatchLabelKeys (v1.36) */
export function validateLabelKeys(
  keys: readonly unknown[], others: readonly unknown[], selector: PlainObject | undefined, path: Path, errors: Errors,
): void {
  if (keys.length === 0 && others.length === 0) {
    return;
  }
  validateKeys(keys, selector, path.child('matchLabelKeys'), errors);
  validateKeys(others, selector, path.child('mismatchLabelKeys'), errors);
  if (selector !== undefined) {
    validateSelectedTwice(keys, selector, path, errors);
  }
  keys.forEach((key, index) => {
    if (others.includes(key)) {
      errors.invalid(path.child('matchLabelKeys').index(index), key, 'exists in both matchLabelKeys and mismatchLabelKeys');
    }
  });
}

function validateKeys(keys: readonly unknown[], selector: PlainObject | undefined, path: Path, errors: Errors): void {
  if (keys.length > 0 && selector === undefined) {
    errors.forbidden(path, 'must not be specified when labelSelector is not set');
    return;
  }
  keys.forEach((key, index) => validateLabelKey(textOf(key), path.index(index), errors));
}

/** The field is left out of the path, by a slip of the API server. */
function validateSelectedTwice(keys: readonly unknown[], selector: PlainObject, path: Path, errors: Errors): void {
  const indexes = new Map(keys.map((key, index) => [textOf(key), index]));
  const selected = new Set(Object.keys(mapOf(selector.matchLabels) ?? {}));
  for (const expression of listOf(selector.matchExpressions)) {
    const key = textOf(mapOf(expression)?.key);
    const index = indexes.get(key);
    if (index !== undefined && selected.has(key)) {
      errors.invalid(path.index(index), key, 'exists in both matchLabelKeys and labelSelector');
    }
    selected.add(key);
  }
}

/** The rule before requirements were added to the selector. Source: validation.go ValidateMatchLabelKeysInTopologySpread (v1.36) */
export function validateLabelKeysApart(keys: readonly unknown[], selector: PlainObject | undefined, path: Path, errors: Errors): void {
  if (keys.length === 0) {
    return;
  }
  if (selector === undefined) {
    errors.forbidden(path, 'must not be specified when labelSelector is not set');
  }
  const expressions = listOf(selector?.matchExpressions).map(each => textOf(mapOf(each)?.key));
  const selected = new Set([...Object.keys(mapOf(selector?.matchLabels) ?? {}), ...expressions]);
  keys.forEach((key, index) => {
    validateLabelKey(textOf(key), path.index(index), errors);
    if (selected.has(textOf(key))) {
      errors.invalid(path.index(index), key, 'exists in both matchLabelKeys and labelSelector');
    }
  });
}
