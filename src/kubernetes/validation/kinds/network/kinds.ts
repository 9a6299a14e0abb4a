import type { NameRule } from '../../names';
import type { ValidateKind } from '../subject';

interface NetworkRules {
  readonly name?: () => NameRule;
  readonly load: () => ValidateKind;
}

/* eslint-disable @typescript-eslint/no-require-imports -- the code for a kind is loaded when its first object comes */
const addresses = () => require('./ip-address') as typeof import('./ip-address');

/** The addresses of Services; the validation is complete. */
export const NETWORK: ReadonlyArray<readonly [string, NetworkRules]> = [
  ['networking.k8s.io/ServiceCIDR', { load: () => (require('./service-cidr') as typeof import('./service-cidr')).validateServiceCidr }],
  ['networking.k8s.io/IPAddress', { name: () => addresses().addressName, load: () => addresses().validateIpAddress }],
];
/* eslint-enable @typescript-eslint/no-require-imports */
