import { invalid } from '../../base/errors/invalid-input';
import { checkSubdomain } from '../../kubernetes/refused/names';
import { refuseAs } from '../../kubernetes/refused/refused';
import { validateDriverName, validateQualifiedAttribute } from '../../kubernetes/validation/kinds/device-names';
import { dnsSubdomain } from '../../kubernetes/validation/names';
import { Path } from '../../kubernetes/validation/path';

/** A driver of volumes or devices. Capitals, which the API server takes, are in no driver's own name. */
export function checkDriverName(field: string, driver: string): string {
  refuseAs(() => ({ field, help: 'give the name of the driver, like gpu.nvidia.com', value: driver }), errors => validateDriverName(driver, Path.root(field), errors));
  return checkSubdomain(field, driver);
}

/** `gpu.nvidia.com/parentUUID`: a domain and an identifier. */
export function splitAttribute(field: string, attribute: string): { readonly domain: string; readonly id: string } {
  const help = 'write it in full, like gpu.nvidia.com/parentUUID or resource.kubernetes.io/pcieRoot';
  refuseAs(() => ({ field, help, value: attribute }), errors => validateQualifiedAttribute(attribute, Path.root(field), errors));
  const [domain, id, ...others] = attribute.split('/');
  // More parts than two, and capitals in the domain, the API server lets through; no device has such an attribute.
  if (others.length > 0 || dnsSubdomain(domain).length > 0) {
    throw invalid(field, attribute, 'must be a domain, a slash and an identifier', help);
  }
  return { domain, id };
}
