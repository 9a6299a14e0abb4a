import { Errors } from '../errors';
import { qualifiedName } from '../names';
import { Path } from '../path';
import { isExtendedResourceName, isNativeResourceName } from '../resource-names';

const STANDARD: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);

/** Source: pkg/apis/core/validation/validation.go validateContainerResourceName (v1.36) */
export function validateContainerResourceName(name: string, path: Path, errors: Errors): void {
  errors.invalidAll(path, name, qualifiedName(name));
  if (!name.includes('/')) {
    if (!STANDARD.has(name) && !name.startsWith('hugepages-')) {
      errors.invalid(path, name, 'must be a standard resource for containers');
    }
  } else if (!isNativeResourceName(name) && !isExtendedResourceName(name)) {
    errors.invalid(path, name, "doesn't follow extended resource name standard");
  }
}
