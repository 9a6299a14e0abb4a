import { validateDriverName } from './device-names';
import { PlainObject } from '../../../base/plain';
import { Errors } from '../errors';
import { Path } from '../path';
import { byteLength, isGiven, mapOf, textOf } from '../values';

/** Source: pkg/apis/resource/types.go DeviceConfigMaxSize, OpaqueParametersMaxLength (v1.36) */
const [MOST, LONGEST_PARAMETERS] = [32, 10 * 1024];

/** Settings for drivers, of a claim or a class. Source: pkg/apis/resource/validation/validation.go validateDeviceConfiguration (v1.36) */
export function validateConfigs(
  configs: readonly unknown[], path: Path, errors: Errors, validateOthers?: (config: PlainObject, path: Path) => void,
): void {
  if (configs.length > MOST) {
    errors.tooMany(path, configs.length, MOST);
    return;
  }
  configs.forEach((each, index) => {
    const [config, at] = [mapOf(each) ?? {}, path.index(index)];
    validateOthers?.(config, at);
    const opaque = mapOf(config.opaque);
    if (opaque === undefined) {
      errors.required(at.child('opaque'));
    } else {
      validateDriverName(textOf(opaque.driver), at.child('opaque').child('driver'), errors);
      validateParameters(opaque.parameters, at.child('opaque').child('parameters'), errors);
    }
  });
}

/** Anything, as long as it is a map of a bounded length. */
function validateParameters(parameters: unknown, path: Path, errors: Errors): void {
  if (!isGiven(parameters)) {
    errors.required(path);
  } else if (byteLength(JSON.stringify(parameters)) > LONGEST_PARAMETERS) {
    errors.tooLong(path, LONGEST_PARAMETERS);
  } else if (mapOf(parameters) === undefined) {
    errors.invalid(path, '<value omitted>', 'must be a valid JSON object');
  }
}
