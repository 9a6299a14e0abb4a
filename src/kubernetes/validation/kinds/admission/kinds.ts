import type { ValidateKind } from '../subject';

interface AdmissionRules {
  readonly kubeFinalizers: false;
  readonly load: () => ValidateKind;
}

/* eslint-disable @typescript-eslint/no-require-imports -- the code for a kind is loaded when its first object comes */
const webhooks = () => (require('./webhook-configuration') as typeof import('./webhook-configuration')).validateWebhookConfiguration;
const policies = () => require('./policy') as typeof import('./policy');
const bindings = () => (require('./binding') as typeof import('./binding')).validatePolicyBinding;
/* eslint-enable @typescript-eslint/no-require-imports */

/** Kinds of admission whose validation is complete. */
export const ADMISSION: ReadonlyArray<readonly [string, AdmissionRules]> = [
  ['admissionregistration.k8s.io/ValidatingWebhookConfiguration', { kubeFinalizers: false, load: webhooks }],
  ['admissionregistration.k8s.io/MutatingWebhookConfiguration', { kubeFinalizers: false, load: webhooks }],
  ['admissionregistration.k8s.io/ValidatingAdmissionPolicy', { kubeFinalizers: false, load: () => policies().validateValidatingPolicy }],
  ['admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding', { kubeFinalizers: false, load: bindings }],
  ['admissionregistration.k8s.io/MutatingAdmissionPolicy', { kubeFinalizers: false, load: () => policies().validateMutatingPolicy }],
  ['admissionregistration.k8s.io/MutatingAdmissionPolicyBinding', { kubeFinalizers: false, load: bindings }],
];
