import { listOf, mapOf, textOf } from '../../values';
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

/** By group and kind. */
export const CLUSTER_CHANGES: ReadonlyArray<readonly [string, ValidateChange]> = [
  ['ResourceQuota', validateQuotaChange],
  ['discovery.k8s.io/EndpointSlice', fixed([], ['addressType'])],
];
