import { validateRanges } from './service-cidr';
import { listOf, mapOf, textOf } from '../../values';
import { CheckedUpdate, fixed, IMMUTABLE, ValidateChange } from '../change';
import { SPEC } from '../subject';

const CIDRS = SPEC.child('cidrs');

/** A second range may come. Source: pkg/apis/networking/validation/validation.go ValidateServiceCIDRUpdate (v1.36) */
function validateServiceCidrChange({ previous, next, errors }: CheckedUpdate): void {
  const [before, after] = [previous, next].map(({ spec }) => listOf(mapOf(spec)?.cidrs).map(textOf));
  const isMore = before.length === 1 && after.length === 2;
  if (!isMore && before.length !== after.length) {
    errors.invalid(CIDRS, after, IMMUTABLE);
    return;
  }
  before.forEach((range, index) => range !== after[index] && errors.invalid(CIDRS.index(index), after[index], IMMUTABLE));
  if (isMore) {
    validateRanges(after, errors);
  }
}

/** By group and kind. */
export const NETWORK_CHANGES: ReadonlyArray<readonly [string, ValidateChange]> = [
  ['networking.k8s.io/ServiceCIDR', validateServiceCidrChange],
  ['networking.k8s.io/IPAddress', fixed(['spec'], ['parentRef'])],
];
