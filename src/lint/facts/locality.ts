import { Facts } from './facts';
import { asText } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';

/** A Service that prefers endpoints near its clients. */
export function preferenceOf(service: Manifest): string | undefined {
  return service.spec.type === 'ExternalName' ? undefined : asText(service.spec.trafficDistribution);
}

/** Whether clients reach the endpoints of their own node only. */
export function isNodeLocal(service: Manifest): boolean {
  return service.spec.internalTrafficPolicy === 'Local';
}

/** Every Service to which it matters where its clients are: by preference, or strictly. */
export function localServices(facts: Facts): Manifest[] {
  return facts.ofType('Service').filter(service => preferenceOf(service) !== undefined || (isNodeLocal(service) && service.spec.type !== 'ExternalName'));
}

/** The field that says so, and its value. */
export function statedBy(service: Manifest): { readonly field: string; readonly value: string } {
  const preference = preferenceOf(service);
  return preference === undefined
    ? { field: 'spec.internalTrafficPolicy', value: 'Local' }
    : { field: 'spec.trafficDistribution', value: preference };
}
