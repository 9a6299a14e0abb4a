import { Errors } from '../../errors';
import { qualifiedName, Texts } from '../../names';
import { Path } from '../../path';
import { isNegative, isWhole, parseQuantity } from '../../quantities';
import { isExtendedResourceName } from '../../resource-names';

const OF_QUOTAS = [
  'cpu', 'memory', 'ephemeral-storage', 'requests.cpu', 'requests.memory', 'requests.storage', 'requests.ephemeral-storage', 'limits.cpu', 'limits.memory', 'limits.ephemeral-storage',
  'pods', 'resourcequotas', 'services', 'replicationcontrollers', 'secrets', 'persistentvolumeclaims', 'configmaps', 'services.nodeports', 'services.loadbalancers',
];
/** Source: pkg/apis/core/helper/helpers.go standardQuotaResources, standardResources, IsQuotaHugePageResourceName (v1.36) */
const QUOTA: ReadonlySet<string> = new Set(OF_QUOTAS);
const STANDARD: ReadonlySet<string> = new Set([...OF_QUOTAS, 'storage']);
const HUGE_PAGES = /^(?:requests\.)?hugepages-/;

/** Source: pkg/apis/core/validation/validation.go validateResourceName (v1.36) */
export function resourceNameProblems(name: string): Texts {
  const problems = qualifiedName(name);
  return problems.length > 0 || name.includes('/') || STANDARD.has(name) || HUGE_PAGES.test(name) ? problems : ['must be a standard resource type or fully qualified'];
}

/** Whether quotas know it, and what is wrong with it. Source: validation.go ValidateResourceQuotaResourceName (v1.36) */
export function validateQuotaResourceName(name: string): { readonly isStandard: boolean; readonly problems: Texts } {
  const isStandard = QUOTA.has(name) || HUGE_PAGES.test(name);
  return { isStandard, problems: [...resourceNameProblems(name), ...isStandard || name.includes('/') ? [] : ['must be a standard resource for quota']] };
}

/** Source: pkg/apis/core/helper/helpers.go integerResources (v1.36) */
const COUNTED: ReadonlySet<string> = new Set([
  'pods', 'resourcequotas', 'services', 'replicationcontrollers', 'secrets', 'configmaps', 'persistentvolumeclaims', 'services.nodeports', 'services.loadbalancers',
]);

/** Source: validation.go ValidateResourceQuantityValue (v1.36) */
export function validateAmountOf(name: string, amount: unknown, path: Path, errors: Errors): void {
  const quantity = parseQuantity(amount);
  if (quantity !== undefined && isNegative(quantity)) {
    errors.invalid(path, amount, 'must be greater than or equal to 0');
  }
  if (quantity !== undefined && (COUNTED.has(name) || isExtendedResourceName(name)) && !isWhole(quantity)) {
    errors.invalid(path, amount, 'must be an integer');
  }
}
