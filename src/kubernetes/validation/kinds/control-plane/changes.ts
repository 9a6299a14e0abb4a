import { PlainObject } from '../../../../base/plain';
import { Path } from '../../path';
import { mapOf } from '../../values';
import { CheckedUpdate, IMMUTABLE, ValidateChange } from '../change';
import { sameMeaning } from '../meaning';
import { SPEC } from '../subject';

function specsOf({ previous, next }: CheckedUpdate): [before: PlainObject, after: PlainObject] {
  return [mapOf(previous.spec) ?? {}, mapOf(next.spec) ?? {}];
}

function keep(before: PlainObject, after: PlainObject, name: string, path: Path, { errors }: CheckedUpdate): void {
  if (!sameMeaning(before[name], after[name], name)) {
    errors.invalid(path.child(name), after[name], IMMUTABLE);
  }
}

/** Source: pkg/apis/resource/validation/validation.go validateResourceSliceSpec (v1.36) */
function validateSliceChange(change: CheckedUpdate): void {
  const [before, after] = specsOf(change);
  keep(mapOf(before.pool) ?? {}, mapOf(after.pool) ?? {}, 'name', SPEC.child('pool'), change);
  ['driver', 'nodeName'].forEach(name => keep(before, after, name, SPEC, change));
}

/** By group and kind. */
export const CONTROL_PLANE_CHANGES: ReadonlyArray<readonly [string, ValidateChange]> = [
  ['resource.k8s.io/ResourceSlice', validateSliceChange],
];
