import { qualifiedName } from '../names';
import { intOf, isGiven, textOf } from '../values';
import { Subject, SPEC } from './subject';

const STRATEGIES = ['OldestEmulationVersion'];

/** Source: pkg/apis/coordination/validation/validation.go ValidateLeaseSpec (v1.36) */
export function validateLease({ spec, context, errors }: Subject): void {
  const [seconds, transitions] = [intOf(spec.leaseDurationSeconds), intOf(spec.leaseTransitions)];
  if (seconds !== undefined && seconds <= 0) {
    errors.invalid(SPEC.child('leaseDurationSeconds'), seconds, 'must be greater than 0');
  }
  if (transitions !== undefined && transitions < 0) {
    errors.invalid(SPEC.child('leaseTransitions'), transitions, 'must be greater than or equal to 0');
  }
  if (!context.gate('CoordinatedLeaderElection')) {
    return; // Without it the two fields below are dropped.
  }
  // The server names the field twice.
  const [strategy, path] = [textOf(spec.strategy), SPEC.child('strategy').child('strategy')];
  if (isGiven(spec.strategy) && !strategy.includes('/') && !STRATEGIES.includes(strategy)) {
    errors.unsupported(path, strategy, STRATEGIES);
  } else if (strategy.includes('/')) {
    errors.invalidAll(path, strategy, qualifiedName(strategy));
  }
  if (textOf(spec.preferredHolder) !== '' && strategy === '') {
    errors.forbidden(SPEC.child('preferredHolder'), 'may only be specified if `strategy` is defined');
  }
}
