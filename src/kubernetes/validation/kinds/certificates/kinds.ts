import { pathSegment } from '../../names';
import type { ValidateKind } from '../subject';

/* eslint-disable @typescript-eslint/no-require-imports -- the code for a kind, and what reads certificates, is loaded when its first object comes */
/** Certificates that a cluster signs; the validation is complete. */
export const CERTIFICATES: ReadonlyArray<readonly [string, { readonly name: () => typeof pathSegment; readonly load: () => ValidateKind }]> = [
  ['certificates.k8s.io/CertificateSigningRequest', {
    name: () => pathSegment, load: () => (require('./signing-request') as typeof import('./signing-request')).validateSigningRequest,
  }],
];
/* eslint-enable @typescript-eslint/no-require-imports */
