import { qualifiedName } from './names';

/** Without a prefix, or with one of Kubernetes. Source: pkg/apis/core/v1/helper/helpers.go IsNativeResource (v1.36) */
export function isNativeResourceName(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/');
}

/** Source: pkg/apis/core/v1/helper/helpers.go IsExtendedResourceName (v1.36) */
export function isExtendedResourceName(name: string): boolean {
  return !isNativeResourceName(name) && !name.startsWith('requests.') && qualifiedName(`requests.${name}`).length === 0;
}
