import { validateAmountOf, validateQuotaResourceName } from './resource-names';
import { PlainObject } from '../../../../base/plain';
import { Errors } from '../../errors';
import { Path } from '../../path';
import { listOf, mapOf, textOf } from '../../values';
import { SPEC, Subject } from '../subject';

/** Resources of pods, of claims, and numbers of them. Source: pkg/apis/core/helper/helpers.go IsResourceQuotaScopeValidForResource (v1.36) */
const PODS = ['pods'];
const OF_PODS = [...PODS, 'cpu', 'memory', 'limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory'];
const OF_CLAIMS = ['persistentvolumeclaims', 'requests.storage'];

/** What each scope may be applied to. */
const SCOPES: ReadonlyMap<string, readonly string[]> = new Map([
  ['Terminating', OF_PODS], ['NotTerminating', OF_PODS], ['NotBestEffort', OF_PODS], ['PriorityClass', OF_PODS], ['CrossNamespacePodAffinity', OF_PODS],
  ['BestEffort', PODS], ['VolumeAttributesClass', OF_CLAIMS],
]);
const ALONE: ReadonlySet<string> = new Set(['BestEffort', 'NotBestEffort', 'Terminating', 'NotTerminating', 'CrossNamespacePodAffinity']);
const APART = [['BestEffort', 'NotBestEffort'], ['Terminating', 'NotTerminating']];

/** Source: pkg/apis/core/validation/validation.go ValidateResourceQuotaSpec (v1.36) */
export function validateResourceQuota({ spec, errors }: Subject): void {
  const hard = mapOf(spec.hard) ?? {};
  for (const [name, amount] of Object.entries(hard)) {
    errors.invalidAll(SPEC.child('hard').key(name), name, validateQuotaResourceName(name).problems);
    validateAmountOf(name, amount, SPEC.child('hard').key(name), errors);
  }
  const standard = Object.keys(hard).filter(name => validateQuotaResourceName(name).isStandard);
  const scopes = listOf(spec.scopes).map(textOf);
  validateScopes({ scopes, standard, place: SPEC.child('scopes'), unknown: SPEC.child('scopes'), value: spec.scopes }, errors);
  const selector = mapOf(spec.scopeSelector);
  if (selector !== undefined) {
    validateSelector(spec, selector, standard, errors);
  }
}

/** Scopes of a list or of a selector: what they are, and what they are applied to. */
interface Scopes {
  readonly scopes: readonly string[];
  /** Names of resources that scopes speak of. */
  readonly standard: readonly string[];
  readonly place: Path;
  /** Where an unknown scope is told. */
  readonly unknown: Path;
  readonly value: unknown;
}

function validateScopes({ scopes, standard, place, unknown, value }: Scopes, errors: Errors): void {
  for (const scope of scopes) {
    const taken = SCOPES.get(scope);
    if (taken === undefined) {
      errors.invalid(unknown, scope, 'unsupported scope');
    } else if (standard.some(name => !taken.includes(name))) {
      errors.invalid(place, value, 'unsupported scope applied to resource');
    }
  }
  for (const pair of APART) {
    if (pair.every(scope => scopes.includes(scope))) {
      errors.invalid(place, value, 'conflicting scopes');
    }
  }
}

/** Source: validation.go validateScopedResourceSelectorRequirement (v1.36): no field names its item */
function validateSelector({ scopes }: PlainObject, selector: PlainObject, standard: readonly string[], errors: Errors): void {
  const place = SPEC.child('scopeSelector').child('matchExpressions');
  const requirements = listOf(selector.matchExpressions).map(each => mapOf(each) ?? {});
  validateScopes({ scopes: requirements.map(({ scopeName }) => textOf(scopeName)), standard, place, unknown: place.child('scopeName'), value: scopes ?? selector }, errors);
  for (const { scopeName, operator, values } of requirements) {
    const [name, count] = [textOf(operator), listOf(values).length];
    if (ALONE.has(textOf(scopeName)) && name !== 'Exists') {
      errors.invalid(place.child('operator'), name, "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, "
        + 'ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity');
    }
    if (name === 'In' || name === 'NotIn') {
      if (count === 0) {
        errors.required(place.child('values'), "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector");
      }
    } else if (name === 'Exists' || name === 'DoesNotExist') {
      if (count > 0) {
        errors.invalid(place.child('values'), values, "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector");
      }
    } else {
      errors.invalid(place.child('operator'), name, 'not a valid selector operator');
    }
  }
}
