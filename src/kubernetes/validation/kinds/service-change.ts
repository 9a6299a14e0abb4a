import { CheckedUpdate } from './change';
import { sameMeaning } from './meaning';
import { PlainObject } from '../../../base/plain';
import { intOf, isGiven, listOf, mapOf, textOf } from '../values';
import { SPEC } from './subject';

const ONCE = 'may not change once set';

/** Source: pkg/apis/core/validation/validation.go ValidateServiceUpdate (v1.36) */
export function validateServiceChange({ previous, next, errors }: CheckedUpdate): void {
  const [before, after] = [mapOf(previous.spec) ?? {}, mapOf(next.spec) ?? {}];
  const [wasType, type] = [textOf(before.type) || 'ClusterIP', textOf(after.type) || 'ClusterIP'];
  if (wasType === 'LoadBalancer' && type === 'LoadBalancer') {
    if (!sameMeaning(before.loadBalancerClass, after.loadBalancerClass)) {
      errors.invalid(SPEC.child('loadBalancerClass'), after.loadBalancerClass, ONCE);
    }
    const [wasPort, port] = [intOf(before.healthCheckNodePort), intOf(after.healthCheckNodePort)];
    if (before.externalTrafficPolicy === 'Local' && after.externalTrafficPolicy === 'Local' && wasPort !== undefined && port !== undefined && wasPort !== port) {
      errors.forbidden(SPEC.child('healthCheckNodePort'), 'field is immutable');
    }
  }
  if (wasType !== 'ExternalName' && type !== 'ExternalName') {
    validateAddress(before, after, errors);
  }
}

/** What an update leaves out stays as it was, so only what is written can clash. */
function validateAddress(before: PlainObject, after: PlainObject, errors: CheckedUpdate['errors']): void {
  const [was, will] = [addressesOf(before), addressesOf(after)];
  const [wasHeadless, isHeadless] = [was[0] === 'None', will[0] === 'None'];
  // One that was chosen by the server is no "None".
  if (isHeadless && !wasHeadless || was.length > 0 && will.length > 0 && was[0] !== will[0]) {
    errors.invalid(SPEC.child('clusterIPs').index(0), will, ONCE);
  }
  const [families, newFamilies] = [listOf(before.ipFamilies), listOf(after.ipFamilies)];
  if (!wasHeadless && !isHeadless && families.length > 0 && newFamilies.length > 0 && families[0] !== newFamilies[0]) {
    errors.invalid(SPEC.child('ipFamilies').index(0), newFamilies, ONCE);
  }
}

function addressesOf({ clusterIP, clusterIPs }: PlainObject): readonly unknown[] {
  return isGiven(clusterIP) && clusterIP !== '' ? [clusterIP] : listOf(clusterIPs);
}
