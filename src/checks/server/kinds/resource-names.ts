import { Errors } from '../errors';
import { qualifiedName } from '../names';
import { Path } from '../path';

const STANDARD: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);

function isNative(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/');
}

/** Source: pkg/apis/core/v1/helper/helpers.go IsExtendedResourceName (v1.36) */
export function isExtendedResourceName(name: string): boolean {
  return !isNative(name) && !name.startsWith('requests.') && qualifiedName(`requests.${name}`).length === 0;
}

/** Source: pkg/apis/core/validation/validation.go validateContainerResourceName (v1.36) */
export function validateContainerResourceName(name: string, path: Path, errors: Errors): void {
  errors.invalidAll(path, name, qualifiedName(name));
  if (!name.includes('/')) {
    if (!STANDARD.has(name) && !name.startsWith('hugepages-')) {
      errors.invalid(path, name, 'must be a standard resource for containers');
    }
  } else if (!isNative(name) && !isExtendedResourceName(name)) {
    errors.invalid(path, name, "doesn't follow extended resource name standard");
  }
}
