import { validateFieldReference, validateResourceReference, VOLUME_FIELDS } from './field-references';
import { validateFileMode, validateNonReserved } from './paths';
import { PlainObject } from '../../../base/plain';
import { Errors } from '../errors';
import { Path } from '../path';
import { mapOf, textOf } from '../values';

/** A key of a Secret or ConfigMap as a file. Source: pkg/apis/core/validation/validation.go validateKeyToPath (v1.36) */
export function validateKeyToPath(item: unknown, path: Path, errors: Errors): void {
  const { key, path: target, mode } = mapOf(item) ?? {};
  if (textOf(key) === '') {
    errors.required(path.child('key'));
  }
  if (textOf(target) === '') {
    errors.required(path.child('path'));
  }
  validateNonReserved(textOf(target), path.child('path'), errors);
  validateFileMode(mode, path, 'mode', errors);
}

/** A field of the pod as a file. Source: pkg/apis/core/validation/validation.go validateDownwardAPIVolumeFile (v1.36) */
export function validateDownwardFile(file: PlainObject, path: Path, errors: Errors): void {
  const target = textOf(file.path);
  if (target === '') {
    errors.required(path.child('path'));
  }
  validateNonReserved(target, path.child('path'), errors);
  const [field, resource] = [mapOf(file.fieldRef), mapOf(file.resourceFieldRef)];
  if (field !== undefined) {
    validateFieldReference(field, VOLUME_FIELDS, path.child('fieldRef'), errors);
    if (resource !== undefined) {
      errors.invalid(path, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously');
    }
  } else if (resource !== undefined) {
    validateResourceReference(resource, path.child('resourceFieldRef'), true, errors);
  } else {
    errors.required(path, 'one of fieldRef and resourceFieldRef is required');
  }
  validateFileMode(file.mode, path, 'mode', errors);
}
