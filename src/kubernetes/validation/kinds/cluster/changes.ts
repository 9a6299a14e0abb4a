import { validateNewerEventChange } from './event';
import { PlainObject } from '../../../../base/plain';
import { isGiven, listOf, mapOf, textOf } from '../../values';
import { CheckedUpdate, fixed, IMMUTABLE, ValidateChange } from '../change';
import { sameMeaning } from '../meaning';
import { SPEC } from '../subject';

/** Source: pkg/apis/core/validation/validation.go ValidateResourceQuotaUpdate (v1.36): as sets */
function validateQuotaChange({ previous, next, errors }: CheckedUpdate): void {
  const [before, after] = [previous, next].map(body => [...new Set(listOf(mapOf(body.spec)?.scopes).map(textOf))].sort());
  if (!sameMeaning(before, after, 'scopes')) {
    errors.invalid(SPEC.child('scopes'), mapOf(next.spec)?.scopes, IMMUTABLE);
  }
}

const ONCE = 'except from "" to valid';

/** Source: validation.go ValidateNodeUpdate (v1.36) */
function validateNodeChange({ previous, next, errors }: CheckedUpdate): void {
  const [before, after] = [previous, next].map(body => mapOf(body.spec) ?? {});
  const rangesOf = ({ podCIDR, podCIDRs }: PlainObject) => JSON.stringify(Array.isArray(podCIDRs) ? podCIDRs : isGiven(podCIDR) ? [podCIDR] : []);
  const ranges = [before, after].map(rangesOf);
  if (ranges[0] !== '[]' && ranges[0] !== ranges[1]) {
    errors.forbidden(SPEC.child('podCIDRs'), `node updates may not change podCIDR ${ONCE}`);
  }
  if (textOf(before.providerID) !== '' && before.providerID !== after.providerID) {
    errors.forbidden(SPEC.child('providerID'), `node updates may not change providerID ${ONCE}`);
  }
  if (textOf(before.externalID) !== textOf(after.externalID)) {
    errors.forbidden(SPEC.child('externalID'), 'may not be updated');
  }
}

/** By group and kind. */
export const CLUSTER_CHANGES: ReadonlyArray<readonly [string, ValidateChange]> = [
  ['ResourceQuota', validateQuotaChange],
  ['Node', validateNodeChange],
  ['events.k8s.io/Event', validateNewerEventChange],
  ['apps/ControllerRevision', fixed([], ['data'])],
  ['discovery.k8s.io/EndpointSlice', fixed([], ['addressType'])],
];
