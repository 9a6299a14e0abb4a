import { validateIntOrPercent } from './numbers';
import { validateLabelSelector } from '../labels';
import { isGiven, textOf } from '../values';
import { Subject, SPEC, SELECTOR } from './subject';

const EVICTION = SPEC.child('unhealthyPodEvictionPolicy');
const POLICIES = ['AlwaysAllow', 'IfHealthyBudget'];

/** Source: pkg/apis/policy/validation/validation.go ValidatePodDisruptionBudgetSpec (v1.36) */
export function validatePodDisruptionBudget({ spec, errors }: Subject): void {
  if (isGiven(spec.minAvailable) && isGiven(spec.maxUnavailable)) {
    errors.invalid(SPEC, spec, 'minAvailable and maxUnavailable cannot be both set');
  }
  for (const name of ['minAvailable', 'maxUnavailable']) {
    if (isGiven(spec[name])) {
      validateIntOrPercent(spec[name], SPEC.child(name), errors);
    }
  }
  validateLabelSelector(spec.selector, SELECTOR, errors);
  if (isGiven(spec.unhealthyPodEvictionPolicy) && !POLICIES.includes(textOf(spec.unhealthyPodEvictionPolicy))) {
    errors.unsupported(EVICTION, spec.unhealthyPodEvictionPolicy, POLICIES);
  }
}
