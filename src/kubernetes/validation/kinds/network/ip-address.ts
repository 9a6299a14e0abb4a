import { canonicalAddress } from './canonical';
import { addressProblems, parseAddress } from '../../addresses';
import { dnsSubdomain, NameRule, pathSegment } from '../../names';
import { isGiven, mapOf, textOf } from '../../values';
import { SPEC, Subject } from '../subject';

const PARENT = SPEC.child('parentRef');

/** Source: pkg/apis/networking/validation/validation.go ValidateIPAddressName; apimachinery pkg/util/validation/ip.go IsValidIP (v0.36) */
export const addressName: NameRule = name => {
  const [texts, address] = [addressProblems(name, true), parseAddress(name)];
  const canonical = texts.length > 0 || address === undefined ? name : canonicalAddress(address);
  return canonical === name ? texts : [`must be in canonical form (${JSON.stringify(canonical)})`];
};

/** Source: validation.go ValidateIPAddress (v1.36) */
export function validateIpAddress({ spec, errors }: Subject): void {
  if (!isGiven(spec.parentRef)) {
    errors.required(PARENT);
    return;
  }
  const parent = mapOf(spec.parentRef) ?? {};
  const group = textOf(parent.group);
  if (group !== '') {
    errors.invalidAll(PARENT.child('group'), group, dnsSubdomain(group));
  }
  for (const name of ['resource', 'name', 'namespace']) {
    const text = textOf(parent[name]);
    if (text !== '') {
      errors.invalidAll(PARENT.child(name), text, pathSegment(text, false));
    } else if (name !== 'namespace') {
      errors.required(PARENT.child(name));
    }
  }
}
