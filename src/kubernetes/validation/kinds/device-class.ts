import { validateConfigs } from './device-configs';
import { validateSelectors } from './device-selectors';
import { isExtendedResourceName } from '../resource-names';
import { isGiven, listOf, textOf } from '../values';
import { Subject, SPEC } from './subject';

/** Source: pkg/apis/resource/validation/validation.go validateDeviceClassSpec (v1.36) */
export function validateDeviceClass({ spec, context, errors }: Subject): void {
  validateSelectors(listOf(spec.selectors), SPEC.child('selectors'), errors);
  validateConfigs(listOf(spec.config), SPEC.child('config'), errors);
  const name = spec.extendedResourceName;
  if (isGiven(name) && context.gate('DRAExtendedResource') && !isExtendedResourceName(textOf(name))) {
    errors.invalid(SPEC.child('extendedResourceName'), name, 'must be a valid extended resource name');
  }
}
