import { PlainObject } from '../../../../base/plain';
import { asObject } from '../../../../base/reading';
import { compareQuantities, isNegative, isWhole, parseQuantity } from '../../../../kubernetes/validation/quantities';
import { templates } from '../../../facts/carried-pods';
import { PlacedContainer, PodSet } from '../../../facts/pod-set';
import { Report, Rule } from '../../rule';

/** Devices that are asked for as no pod may, in a template that the API server does not read. */
export const extendedResourceLimits: Rule = {
  id: 'AIW2510',
  title: 'device request that no pod may have',
  class: 'broken',
  reason: 'The API server does not read the template inside an extension object; it refuses the pods that the controller makes of it. Extended resources need a limit, a request is equal to it, and both are whole numbers.',
  source: 'pkg/apis/core/validation/validation.go ValidateContainerResourceRequirements, ValidateResourceQuantityValue (v1.36)',
  remedy: 'Write the number of devices into limits only; Kubernetes makes the request equal.',
  appliesTo: ['LeaderWorkerSet, JobSet, Ray, training jobs and other extension objects that carry pods'],
  but: 'in built-in kinds the API server itself refuses it',
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      if (!BUILT_IN.has(pods.carrier.group)) {
        pods.containers.forEach(placed => checkContainer(pods, placed, report));
      }
    }
  },
};

const BUILT_IN: ReadonlySet<string> = new Set(['', 'apps', 'batch']);

/** Source: pkg/apis/core/helper/helpers.go IsNativeResource (v1.36) */
function isExtended(resource: string): boolean {
  return resource.includes('/') && !resource.includes('kubernetes.io/');
}

function checkContainer(pods: PodSet, placed: PlacedContainer, report: Report): void {
  const resources = asObject(placed.container.resources);
  const limits = asObject(resources.limits);
  for (const list of ['limits', 'requests'] as const) {
    const values = asObject(resources[list]);
    for (const resource in values) {
      const wrong = isExtended(resource) ? wrongNumber(values, resource) ?? wrongRequest(values, limits, resource) : undefined;
      if (wrong !== undefined) {
        report(pods.carrier, { field: `${placed.field}.resources.${list}[${resource}]`, message: wrong, help: `write ${resource} into limits only, as a whole number` });
      }
    }
  }
}

function wrongNumber(values: PlainObject, resource: string): string | undefined {
  const quantity = parseQuantity(values[resource]);
  if (quantity === undefined) {
    return undefined;
  }
  return isNegative(quantity) ? `Invalid value: "${quantity.text}": must be greater than or equal to 0`
    : isWhole(quantity) ? undefined : `Invalid value: "${quantity.text}": must be an integer: devices are not divided by a number`;
}

function wrongRequest(requests: PlainObject, limits: PlainObject, resource: string): string | undefined {
  if (!Object.hasOwn(limits, resource)) {
    return `Required value: Limit must be set for non overcommitable resources: ${resource} is requested and not limited`;
  }
  const [request, limit] = [parseQuantity(requests[resource]), parseQuantity(limits[resource])];
  const isUnlike = request && limit && compareQuantities(request, limit) !== 0;
  return isUnlike ? `Invalid value: "${request.text}": must be equal to ${resource} limit of ${limit.text}` : undefined;
}
