import { isIP } from 'net';
import { Errors } from './errors';
import { Path } from './path';

/**
 * An IP address in a field from before addresses were read strictly. Leading zeros and IPv4 inside IPv6 are refused with the gate
 * StrictIPCIDRValidation. Source: apimachinery pkg/util/validation/ip.go IsValidIPForLegacyField (v0.36)
 */
export function validateLegacyAddress(address: string, isStrict: boolean, path: Path, errors: Errors): void {
  const canonical = withoutLeadingZeros(address);
  if (address.includes('%') || isIP(canonical) === 0) {
    errors.invalid(path, address, 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)');
  } else if (isStrict) {
    if (canonical !== address) {
      errors.invalid(path, address, 'must not have leading 0s');
    }
    if (isMapped(canonical)) {
      errors.invalid(path, address, 'must not be an IPv4-mapped IPv6 address');
    }
  }
}

/** Of the four numbers of an IPv4 address, also at the end of an IPv6 address. */
function withoutLeadingZeros(address: string): string {
  const start = address.lastIndexOf(':') + 1;
  const tail = address.slice(start);
  return tail.includes('.') && address.length < 100 ? address.slice(0, start) + tail.replace(/(^|\.)0+(?=[0-9])/g, '$1') : address;
}

const MAPPED = /^(?:0{0,4}:){1,5}:?(?:0{1,4}:)*ffff:/i;

function isMapped(address: string): boolean {
  return isIP(address) === 6 && MAPPED.test(address) && new URL(`http://[${address}]`).hostname.startsWith('[::ffff:');
}
