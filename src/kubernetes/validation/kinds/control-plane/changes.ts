import { CheckedUpdate, fixed, ValidateChange } from '../change';

const KEPT = [fixed(['spec', 'pool'], ['name']), fixed(['spec'], ['driver', 'nodeName'])];

/** Source: pkg/apis/resource/validation/validation.go validateResourceSliceSpec (v1.36) */
function validateSliceChange(change: CheckedUpdate): void {
  KEPT.forEach(validate => validate(change));
}

/** By group and kind. */
export const CONTROL_PLANE_CHANGES: ReadonlyArray<readonly [string, ValidateChange]> = [
  ['resource.k8s.io/ResourceSlice', validateSliceChange],
];
