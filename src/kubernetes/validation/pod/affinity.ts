import { validateLabelKeys, withLabelKeys } from './label-keys';
import { PodScope } from './scope';
import { PlainObject } from '../../../base/plain';
import { Errors } from '../errors';
import { validateLabelKey, validateLabelSelector, validateOperator } from '../labels';
import { dnsLabel, dnsSubdomain, labelValue } from '../names';
import { Path } from '../path';
import { intOf, listOf, mapOf, textOf } from '../values';

const NOTHING: PlainObject = Object.freeze({});
const [REQUIRED, PREFERRED] = ['requiredDuringSchedulingIgnoredDuringExecution', 'preferredDuringSchedulingIgnoredDuringExecution'];

/** Source: pkg/apis/core/validation/validation.go validateAffinity (v1.36) */
export function validateAffinity(affinity: PlainObject, scope: PodScope, path: Path): void {
  const node = mapOf(affinity.nodeAffinity);
  if (node !== undefined) {
    validateNodeAffinity(node, path.child('nodeAffinity'), scope.errors);
  }
  for (const kind of ['podAffinity', 'podAntiAffinity']) {
    const pod = mapOf(affinity[kind]);
    if (pod !== undefined) {
      validatePodAffinity(pod, scope, path.child(kind));
    }
  }
}

function validateNodeAffinity(affinity: PlainObject, path: Path, errors: Errors): void {
  const required = mapOf(affinity[REQUIRED]);
  if (required !== undefined) {
    validateNodeSelector(required, path.child(REQUIRED), errors);
  }
  listOf(affinity[PREFERRED]).forEach((each, index) => {
    const term = mapOf(each) ?? NOTHING;
    const place = path.child(PREFERRED).index(index);
    validateWeight(term, place, errors);
    // Values of a preference may be anything.
    validateNodeTerm(mapOf(term.preference) ?? NOTHING, false, place.child('preference'), errors);
  });
}

/** Also of volumes. Source: validation.go ValidateNodeSelector (v1.36) */
export function validateNodeSelector(selector: PlainObject, path: Path, errors: Errors): void {
  const terms = listOf(selector.nodeSelectorTerms);
  if (terms.length === 0) {
    errors.required(path.child('nodeSelectorTerms'), 'must have at least one node selector term');
  }
  terms.forEach((term, index) => validateNodeTerm(mapOf(term) ?? NOTHING, true, path.child('nodeSelectorTerms').index(index), errors));
}

function validateWeight(term: PlainObject, path: Path, errors: Errors): void {
  const weight = intOf(term.weight) ?? 0;
  if (weight <= 0 || weight > 100) {
    errors.invalid(path.child('weight'), weight, 'must be in the range 1-100');
  }
}

function validateNodeTerm(term: PlainObject, isStrict: boolean, path: Path, errors: Errors): void {
  listOf(term.matchExpressions).forEach((each, index) =>
    validateNodeExpression(mapOf(each) ?? NOTHING, isStrict, path.child('matchExpressions').index(index), errors));
  listOf(term.matchFields).forEach((each, index) => validateNodeField(mapOf(each) ?? NOTHING, path.child('matchFields').index(index), errors));
}

function validateNodeExpression({ operator, values, key }: PlainObject, isStrict: boolean, path: Path, errors: Errors): void {
  const list = listOf(values);
  if (operator !== 'Gt' && operator !== 'Lt') {
    validateOperator(operator, list.length, path, errors);
  } else if (list.length !== 1) {
    errors.required(path.child('values'), "must be specified single value when `operator` is 'Lt' or 'Gt'");
  }
  validateLabelKey(textOf(key), path.child('key'), errors);
  for (let i = 0; isStrict && i < list.length; i++) {
    errors.invalidAll(path.child('values').index(i), textOf(list[i]), labelValue(textOf(list[i])));
  }
}

function validateNodeField({ operator, values, key }: PlainObject, path: Path, errors: Errors): void {
  const list = listOf(values);
  if (operator !== 'In' && operator !== 'NotIn') {
    errors.invalid(path.child('operator'), textOf(operator), 'not a valid selector operator');
  } else if (list.length !== 1) {
    errors.required(path.child('values'), "must be only one value when `operator` is 'In' or 'NotIn' for node field selector");
  }
  if (key !== 'metadata.name') {
    errors.invalid(path.child('key'), textOf(key), 'not a valid field selector key');
  } else {
    list.forEach((value, index) => errors.invalidAll(path.child('values').index(index), textOf(value), dnsSubdomain(textOf(value))));
  }
}

function validatePodAffinity(affinity: PlainObject, scope: PodScope, path: Path): void {
  listOf(affinity[REQUIRED]).forEach((term, index) => validatePodTerm(mapOf(term) ?? NOTHING, scope, path.child(REQUIRED).index(index)));
  listOf(affinity[PREFERRED]).forEach((each, index) => {
    const term = mapOf(each) ?? NOTHING;
    const place = path.child(PREFERRED).index(index);
    validateWeight(term, place, scope.errors);
    validatePodTerm(mapOf(term.podAffinityTerm) ?? NOTHING, scope, place.child('podAffinityTerm'));
  });
}

/** Source: validation.go validatePodAffinityTerm (v1.36) */
function validatePodTerm(term: PlainObject, scope: PodScope, path: Path): void {
  const { errors, isPod, labels } = scope;
  const [keys, others] = [listOf(term.matchLabelKeys), listOf(term.mismatchLabelKeys)];
  const selector = isPod ? withLabelKeys(mapOf(term.labelSelector), [[keys, 'In'], [others, 'NotIn']], labels) : mapOf(term.labelSelector);
  validateLabelSelector(selector, path.child('labelSelector'), errors);
  validateLabelSelector(term.namespaceSelector, path.child('namespaceSelector'), errors);
  for (const namespace of listOf(term.namespaces)) {
    errors.invalidAll(path.child('namespace'), textOf(namespace), dnsLabel(textOf(namespace)));
  }
  validateLabelKeys(keys, others, selector, path, errors);
  const topologyKey = textOf(term.topologyKey);
  if (topologyKey === '') {
    errors.required(path.child('topologyKey'), 'can not be empty');
  }
  validateLabelKey(topologyKey, path.child('topologyKey'), errors);
}
