import { InvalidInput, invalid } from '../../base/errors/invalid-input';

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Source: kubernetes/api resource/v1 types.go: DriverNameMaxLength, DeviceMaxDomainLength, DeviceMaxIDLength (v1.36) */
const MAX_DRIVER = 63;
const MAX_DOMAIN = 63;
const MAX_ID = 32;
const MAX_SUBDOMAIN = 253;

/** A name of objects that may have dots: a DeviceClass. */
export function checkSubdomain(field: string, name: string, max: number = MAX_SUBDOMAIN): string {
  // An undefined entry of a list reads as its word otherwise.
  if (typeof name !== 'string' || !SUBDOMAIN.test(name)) {
    throw invalid(field, name, "must be lower-case letters, digits, '-' and '.', each part starting and ending with a letter or digit (a DNS subdomain)", `for example "${suggestion(name)}"`);
  }
  if (name.length > max) {
    throw new InvalidInput({ field, reason: 'Too long', value: name, detail: `has ${name.length} of at most ${max} characters`, help: `shorten it by ${name.length - max}` });
  }
  return name;
}

/** What is left of a name without what may not be in it. */
function suggestion(name: unknown): string {
  return String(name).toLowerCase().replace(/[^a-z0-9.]+/g, '-').replace(/^[-.]+|(?<![-.])[-.]+$|-(?=\.)|(?<=\.)[-.]+/g, '') || 'a';
}

export function checkDriverName(field: string, driver: string): string {
  return checkSubdomain(field, driver, MAX_DRIVER);
}

/** `gpu.nvidia.com/parentUUID`: a domain and an identifier. */
export function splitAttribute(field: string, attribute: string): { readonly domain: string; readonly id: string } {
  const slash = attribute.indexOf('/');
  const domain = attribute.slice(0, slash);
  const id = attribute.slice(slash + 1);
  if (slash < 0 || !SUBDOMAIN.test(domain) || domain.length > MAX_DOMAIN || !IDENTIFIER.test(id) || id.length > MAX_ID) {
    throw invalid(field, attribute, `must be a domain (at most ${MAX_DOMAIN} characters), a slash and an identifier of letters, digits and '_' (at most ${MAX_ID})`,
      'write it in full, like gpu.nvidia.com/parentUUID or resource.kubernetes.io/pcieRoot');
  }
  return { domain, id };
}

/** Source: pkg/apis/core/v1/helper/helpers.go IsExtendedResourceName (v1.36) */
export function checkExtendedResource(field: string, name: string): void {
  const isQualified = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?\/[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/.test(name);
  // Quotas count it as `requests.<name>`, whose prefix is bound to the length of a DNS subdomain.
  const domain = `requests.${name.split('/')[0]}`;
  if (!isQualified || domain.length > MAX_SUBDOMAIN || !SUBDOMAIN.test(domain) || name.includes('kubernetes.io/') || name.startsWith('requests.')) {
    throw invalid(field, name, 'is not an extended resource', 'give domain and name, like example.com/npu; kubernetes.io and requests. belong to Kubernetes');
  }
}
