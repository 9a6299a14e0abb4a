import { Errors } from '../errors';
import { dnsLabel, dnsSubdomain, Texts } from '../names';
import { Path } from '../path';
import { byteLength } from '../values';

const [LONGEST_DOMAIN, LONGEST_LABEL] = [253, 63];
const LONGEST_SIGNER = LONGEST_DOMAIN + 1 + LONGEST_DOMAIN + LONGEST_LABEL + 1;

/** `example.com/name`. Source: pkg/apis/core/validation/names.go ValidateSignerName (v1.36) */
export function validateSignerName(name: string, path: Path, errors: Errors): void {
  if (name === '') {
    errors.required(path);
    return;
  }
  const parts = name.split('/');
  if (parts.length !== 2) {
    errors.invalid(path, name, "must be a fully qualified domain and path of the form 'example.com/signer-name'");
    return;
  }
  const [domain, target] = parts;
  if (byteLength(domain) > LONGEST_DOMAIN) {
    errors.tooLong(path, LONGEST_DOMAIN);
  }
  validateParts(domain, dnsLabel, path, errors);
  if (!domain.includes('.')) {
    errors.invalid(path, domain, 'should be a domain with at least two segments separated by dots');
  }
  validateParts(target, dnsSubdomain, path, errors);
  if (byteLength(name) > LONGEST_SIGNER) {
    errors.tooLong(path, LONGEST_SIGNER);
  }
}

/** Only the first bad part is reported. */
function validateParts(text: string, rule: (part: string) => Texts, path: Path, errors: Errors): void {
  const bad = text.split('.').find(part => rule(part).length > 0);
  for (const problem of bad === undefined ? [] : rule(bad)) {
    errors.invalid(path, text, `validating label ${JSON.stringify(bad)}: ${problem}`);
  }
}

/** Whether Kubernetes keeps the name for itself. */
export function isKubernetesSigner(name: string): boolean {
  const host = name.split('/', 1)[0];
  return host === 'kubernetes.io' || host.endsWith('.kubernetes.io');
}
