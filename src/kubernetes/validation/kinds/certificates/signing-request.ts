import { requestProblem } from './pkcs10';
import { Errors } from '../../errors';
import { validateSignerName } from '../../pod/signer-names';
import { intOf, listOf, textOf } from '../../values';
import { SPEC, Subject } from '../subject';

/** Source: pkg/apis/certificates/types.go KeyUsage (v1.36) */
const USAGES = [
  'any', 'cert sign', 'client auth', 'code signing', 'content commitment', 'crl sign', 'data encipherment', 'decipher only', 'digital signature', 'email protection',
  'encipher only', 'ipsec end system', 'ipsec tunnel', 'ipsec user', 'key agreement', 'key encipherment', 'microsoft sgc', 'netscape sgc', 'ocsp signing', 's/mime',
  'server auth', 'signing', 'timestamping',
];
const LEGACY = 'kubernetes.io/legacy-unknown';
const LEAST_SECONDS = 600;

/** Source: pkg/apis/certificates/validation/validation.go ValidateCertificateSigningRequestCreate (v1.36) */
export function validateSigningRequest({ spec, errors }: Subject): void {
  const request = textOf(spec.request);
  const problem = requestProblem(Buffer.from(request, 'base64').toString('latin1'));
  if (problem !== undefined) {
    errors.invalid(SPEC.child('request'), request, problem);
  }
  validateUsages(listOf(spec.usages).map(textOf), errors);
  if (spec.signerName === LEGACY) {
    errors.invalid(SPEC.child('signerName'), LEGACY, 'the legacy signerName is not allowed via this API version');
  } else {
    validateSignerName(textOf(spec.signerName), SPEC.child('signerName'), errors);
  }
  const seconds = intOf(spec.expirationSeconds);
  if (seconds !== undefined && seconds < LEAST_SECONDS) {
    errors.invalid(SPEC.child('expirationSeconds'), seconds, 'may not specify a duration less than 600 seconds (10 minutes)');
  }
}

function validateUsages(usages: readonly string[], errors: Errors): void {
  const path = SPEC.child('usages');
  if (usages.length === 0) {
    errors.required(path);
  }
  usages.forEach((usage, index) => {
    if (!USAGES.includes(usage)) {
      errors.unsupported(path.index(index), usage, USAGES);
    }
    if (usages.indexOf(usage) < index) {
      errors.duplicate(path.index(index), usage);
    }
  });
}
