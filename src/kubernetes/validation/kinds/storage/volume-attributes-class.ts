import { Path } from '../../path';
import { mapOf, textOf } from '../../values';
import { validateParameters, validateProvisioner } from '../storage-class';
import { Subject } from '../subject';

/** Source: pkg/apis/storage/validation/validation.go ValidateVolumeAttributesClass (v1.36) */
export function validateVolumeAttributesClass({ body, errors }: Subject): void {
  const parameters = mapOf(body.parameters) ?? {};
  validateProvisioner(textOf(body.driverName), Path.root('driverName'), errors);
  validateParameters(parameters, errors);
  if (Object.keys(parameters).length === 0) {
    errors.required(Path.root('parameters'), 'must contain at least one key/value pair');
  }
}
