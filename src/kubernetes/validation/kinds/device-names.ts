import { ServerContext } from '../context';
import { Errors } from '../errors';
import { cIdentifier, dnsSubdomain } from '../names';
import { Path } from '../path';
import { byteLength } from '../values';

/** Source: pkg/apis/core/validation/validation.go ValidateCSIDriverName (v1.36), which the names of device drivers share */
export function validateDriverName(name: string, path: Path, errors: Errors): void {
  if (name === '') {
    errors.required(path);
    return;
  }
  if (byteLength(name) > 63) {
    errors.tooLong(path, 63);
  }
  errors.invalidAll(path, name, dnsSubdomain(name.toLowerCase()));
}

/** Of a device's attribute: domain and name. Source: pkg/apis/resource/validation/validation.go validateFullyQualifiedName (v1.36) */
export function validateQualifiedAttribute(attribute: string, path: Path, errors: Errors): void {
  validateAttributeName(attribute, path, errors);
  if (!attribute.includes('/')) {
    errors.invalid(path, attribute, 'a fully qualified name must be a domain and a name separated by a slash');
  }
}

/** A name whose domain may be missing: that of the driver. Source: validation.go validateQualifiedName (v1.36) */
export function validateAttributeName(attribute: string, path: Path, errors: Errors): void {
  const parts = attribute.split('/');
  // More parts than two are let through.
  if (parts.length === 2 && parts[0] === '') {
    errors.invalid(path, '', 'the domain must not be empty');
  } else if (parts.length === 2) {
    validateDriverName(parts[0], path, errors);
  }
  if (parts.length === 2 && parts[1] === '') {
    errors.invalid(path, '', 'the name must not be empty');
  } else if (parts.length <= 2) {
    validateIdentifier(parts[parts.length - 1], path, errors);
  }
}

/** Source: pkg/apis/resource/types.go DeviceMaxIDLength (v1.36) */
const LONGEST_ID = 32;

function validateIdentifier(id: string, path: Path, errors: Errors): void {
  if (byteLength(id) > LONGEST_ID) {
    errors.tooLong(path, LONGEST_ID);
  }
  errors.invalidAll(path, id, cIdentifier(id));
}

const EFFECTS = ['NoExecute', 'NoSchedule', 'None'];
const EFFECTS_BEFORE_1_35 = EFFECTS.slice(0, 2);

/** What a taint of a device may do. Source: pkg/apis/resource/validation/validation.go validDeviceTaintEffects (v1.33.13, v1.34.4, v1.35.4) */
export function taintEffects({ minor }: ServerContext): readonly string[] {
  return minor === '1.33' || minor === '1.34' ? EFFECTS_BEFORE_1_35 : EFFECTS;
}
