import { validateLabelKeys, validateLabelKeysApart, withLabelKeys } from './label-keys';
import { PodScope } from './scope';
import { PlainObject } from '../../../base/plain';
import { validateLabelSelector } from '../labels';
import { Path } from '../path';
import { intOf, isGiven, listOf, mapOf, textOf } from '../values';

const ACTIONS = ['DoNotSchedule', 'ScheduleAnyway'];
const POLICIES = ['Honor', 'Ignore'];

/** Source: pkg/apis/core/validation/validation.go validateTopologySpreadConstraints (v1.36) */
export function validateTopologySpread(constraints: readonly unknown[], scope: PodScope, path: Path): void {
  const pairs = constraints.map(pairOf);
  const last = new Map(pairs.map((pair, index) => [pair, index]));
  constraints.forEach((each, index) => {
    const constraint = mapOf(each) ?? {};
    const place = path.index(index);
    validateNumbers(constraint, scope, place);
    if (last.get(pairs[index])! > index) {
      scope.errors.duplicate(place.child('{topologyKey, whenUnsatisfiable}'), pairs[index]);
    }
    validateDomains(constraint, scope, place);
    validateLabels(constraint, scope, place);
  });
}

function pairOf(constraint: unknown): string {
  const { topologyKey, whenUnsatisfiable } = mapOf(constraint) ?? {};
  return `{${textOf(topologyKey)}, ${textOf(whenUnsatisfiable)}}`;
}

function validateNumbers(constraint: PlainObject, { errors }: PodScope, path: Path): void {
  const skew = intOf(constraint.maxSkew) ?? 0;
  if (skew <= 0) {
    errors.invalid(path.child('maxSkew'), skew, 'must be greater than zero');
  }
  if (textOf(constraint.topologyKey) === '') {
    errors.required(path.child('topologyKey'), 'can not be empty');
  }
  const action = textOf(constraint.whenUnsatisfiable);
  if (!ACTIONS.includes(action)) {
    errors.unsupported(path.child('whenUnsatisfiable'), action, ACTIONS);
  }
}

function validateDomains(constraint: PlainObject, { errors }: PodScope, path: Path): void {
  const domains = intOf(constraint.minDomains);
  const action = textOf(constraint.whenUnsatisfiable);
  if (domains !== undefined && domains <= 0) {
    errors.invalid(path.child('minDomains'), domains, 'must be greater than zero');
  }
  if (domains !== undefined && action !== 'DoNotSchedule') {
    errors.invalid(path.child('minDomains'), domains, `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${action}`);
  }
  for (const policy of ['nodeAffinityPolicy', 'nodeTaintsPolicy']) {
    if (isGiven(constraint[policy]) && !POLICIES.includes(textOf(constraint[policy]))) {
      errors.unsupported(path.child(policy), constraint[policy], POLICIES);
    }
  }
}

function validateLabels(constraint: PlainObject, { errors, gates, isPod, labels }: PodScope, path: Path): void {
  const own = mapOf(constraint.labelSelector);
  const keys = gates.MatchLabelKeysInPodTopologySpread ? listOf(constraint.matchLabelKeys) : [];
  const isMerged = gates.MatchLabelKeysInPodTopologySpread && gates.MatchLabelKeysInPodTopologySpreadSelectorMerge;
  const selector = isMerged && isPod ? withLabelKeys(own, [[keys, 'In']], labels) : own;
  if (isMerged) {
    validateLabelKeys(keys, [], selector, path, errors);
  } else {
    validateLabelKeysApart(keys, selector, path.child('matchLabelKeys'), errors);
  }
  validateLabelSelector(selector, path.child('labelSelector'), errors);
}
