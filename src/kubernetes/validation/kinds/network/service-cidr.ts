import { canonicalAddress } from './canonical';
import { isV4, parseAddress, rangeProblems } from '../../addresses';
import { Errors } from '../../errors';
import { listOf, textOf } from '../../values';
import { SPEC, Subject } from '../subject';

const CIDRS = SPEC.child('cidrs');

/** Source: pkg/apis/networking/validation/validation.go ValidateServiceCIDR (v1.36) */
export function validateServiceCidr({ spec, errors }: Subject): void {
  validateRanges(listOf(spec.cidrs).map(textOf), errors);
}

export function validateRanges(ranges: readonly string[], errors: Errors): void {
  if (ranges.length === 0) {
    errors.required(CIDRS, 'at least one CIDR required');
  } else if (ranges.length > 2) {
    errors.invalid(CIDRS, ranges, 'may only hold up to 2 values');
  } else {
    ranges.forEach((range, index) => errors.invalidAll(CIDRS.index(index), range, problemsOf(range)));
    const [one, other] = ranges.map(familyOf);
    if (one !== undefined && one === other) {
      errors.invalid(CIDRS, ranges, 'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64');
    }
  }
}

/** Source: apimachinery pkg/util/validation/ip.go IsValidCIDR (v0.36) */
function problemsOf(range: string): readonly string[] {
  const texts = rangeProblems(range, true);
  const [text, length] = range.split('/');
  const address = texts.length > 0 ? undefined : parseAddress(text);
  const canonical = address === undefined ? range : `${canonicalAddress(address)}/${length}`;
  return canonical === range ? texts : [`must be in canonical form (${JSON.stringify(canonical)})`];
}

function familyOf(range: string): string | undefined {
  const address = rangeProblems(range, false).length > 0 ? undefined : parseAddress(range.split('/')[0]);
  return address === undefined ? undefined : isV4(address) ? 'IPv4' : 'IPv6';
}
