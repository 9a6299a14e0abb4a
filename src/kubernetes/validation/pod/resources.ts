import { PodScope } from './scope';
import { PlainObject } from '../../../base/plain';
import { listed } from '../../../base/text/listed';
import { Errors } from '../errors';
import { dnsLabel, qualifiedName } from '../names';
import { Path } from '../path';
import { isNegative, isWhole, ordinaryThousandths, parseQuantity, Quantity, thousandths, units } from '../quantities';
import { isExtendedResourceName, isNativeResourceName } from '../resource-names';
import { isGiven, listOf, mapOf, textOf } from '../values';

/** Checks the name of a resource. */
export type ResourceNameRule = (name: string, path: Path, errors: Errors) => void;

const CONTAINER_RESOURCES: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);
/** Names without a prefix that stand for something. Source: pkg/apis/core/helper/helpers.go (v1.36) */
const STANDARD: ReadonlySet<string> = new Set([
  ...CONTAINER_RESOURCES, 'requests.cpu', 'requests.memory', 'requests.ephemeral-storage', 'limits.cpu', 'limits.memory', 'limits.ephemeral-storage', 'pods',
  'resourcequotas', 'services', 'replicationcontrollers', 'secrets', 'configmaps', 'persistentvolumeclaims', 'storage', 'requests.storage', 'services.nodeports',
  'services.loadbalancers',
]);
const COUNTED: ReadonlySet<string> = new Set(['pods', 'resourcequotas', 'services', 'replicationcontrollers', 'secrets', 'configmaps', 'persistentvolumeclaims',
  'services.nodeports', 'services.loadbalancers']);
const HUGE_PAGES = 'hugepages-';

export function isHugePages(name: string): boolean {
  return name.startsWith(HUGE_PAGES);
}

/** Whether more can be asked for than there is: not of devices and huge pages. */
export function isOvercommitted(name: string): boolean {
  return isNativeResourceName(name) && !isHugePages(name);
}

/** Whether the name is one at all. Source: pkg/apis/core/validation/validation.go validateResourceName (v1.36) */
export function validateResourceName(name: string, path: Path, errors: Errors): boolean {
  const texts = qualifiedName(name);
  if (texts.length > 0) {
    errors.invalidAll(path, name, texts);
    return false;
  }
  if (!name.includes('/') && !STANDARD.has(name) && !isHugePages(name) && !name.startsWith('requests.hugepages-')) {
    errors.invalid(path, name, 'must be a standard resource type or fully qualified');
    return false;
  }
  return true;
}

const validateContainerResourceName: ResourceNameRule = (name, path, errors) => {
  validateResourceName(name, path, errors);
  if (!name.includes('/')) {
    if (!isHugePages(name) && !CONTAINER_RESOURCES.has(name)) {
      errors.invalid(path, name, 'must be a standard resource for containers');
    }
  } else if (!isNativeResourceName(name) && !isExtendedResourceName(name)) {
    errors.invalid(path, name, "doesn't follow extended resource name standard");
  }
};

/** Amounts are rounded up to thousandths when they are read. Source: pkg/apis/core/v1/defaults.go SetDefaults_ResourceList (v1.36) */
function quantityOf(value: unknown): Quantity | undefined {
  const quantity = parseQuantity(value ?? '0');
  return quantity === undefined || quantity.nano % 1_000_000n === 0n ? quantity : { ...quantity, nano: thousandths(quantity) * 1_000_000n };
}

/** Source: validation.go ValidateResourceQuantityValue (v1.36) */
function validateValue(name: string, amount: Quantity, path: Path, errors: Errors): void {
  if (isNegative(amount)) {
    errors.invalid(path, amount.text, 'must be greater than or equal to 0');
  }
  if (!CONTAINER_RESOURCES.has(name) && (COUNTED.has(name) || isExtendedResourceName(name)) && !isWhole(amount)) {
    errors.invalid(path, amount.text, 'must be an integer');
  }
  if (isHugePages(name) && !isDivisible(name, amount)) {
    errors.invalid(path, amount.text, `${amount.text} is not positive integer multiple of ${name}`);
  }
}

function isDivisible(name: string, amount: Quantity): boolean {
  const size = parseQuantity(name.slice(HUGE_PAGES.length));
  return size !== undefined && size.nano > 0n && isWhole(size) && units(size) !== 0n && units(amount) % units(size) === 0n;
}

/** What is asked for and what is allowed; a pod that only says the second asks for as much. */
interface Amounts {
  readonly limits: PlainObject;
  readonly requests: PlainObject;
}

const NOTHING: PlainObject = Object.freeze({});

export function amountsOf(resources: PlainObject, isPod: boolean): Amounts {
  const limits = mapOf(resources.limits);
  const requests = mapOf(resources.requests) ?? NOTHING;
  return { limits: limits ?? NOTHING, requests: isPod && limits !== undefined ? { ...limits, ...requests } : requests };
}

/** Resources of a container. Source: validation.go validateResourceRequirements (v1.36) */
export function validateContainerResources(resources: PlainObject, { errors, isPod, claimNames, gates }: PodScope, path: Path): void {
  validateAmounts(amountsOf(resources, isPod), validateContainerResourceName, path, errors);
  if (gates.DynamicResourceAllocation) {
    validateClaims(listOf(resources.claims), claimNames, path.child('claims'), errors);
  }
}

export function validateAmounts({ limits, requests }: Amounts, validateName: ResourceNameRule, path: Path, errors: Errors): void {
  for (const name of Object.keys(limits)) {
    validateAmount(name, limits[name], validateName, path, 'limits', errors);
  }
  for (const name of Object.keys(requests)) {
    validateAmount(name, requests[name], validateName, path, 'requests', errors);
    validateAgainstLimit(name, requests[name], limits, path, errors);
  }
  if (hasHugePages(limits) || hasHugePages(requests)) {
    if (!isComputing(limits) && !isComputing(requests)) {
      errors.forbidden(path, 'HugePages require cpu or memory');
    }
  }
}

function hasHugePages(amounts: PlainObject): boolean {
  return Object.keys(amounts).some(isHugePages);
}

function isComputing(amounts: PlainObject): boolean {
  return Object.hasOwn(amounts, 'cpu') || Object.hasOwn(amounts, 'memory');
}

function validateAmount(name: string, value: unknown, validateName: ResourceNameRule, path: Path, list: string, errors: Errors): void {
  // Nearly all are, and they are good for everything.
  const isPlain = name === 'cpu' || name === 'memory';
  if (isPlain && ordinaryThousandths(value) !== undefined) {
    return;
  }
  const amount = quantityOf(value);
  const place = path.child(list).key(name);
  if (!isPlain) {
    validateName(name, place, errors);
  }
  if (amount !== undefined) {
    validateValue(name, amount, place, errors);
  }
}

/** Reported at the list, by a slip of the API server. */
function validateAgainstLimit(name: string, value: unknown, limits: PlainObject, path: Path, errors: Errors): void {
  if (!Object.hasOwn(limits, name)) {
    if (!isOvercommitted(name)) {
      errors.required(path.child('limits'), 'Limit must be set for non overcommitable resources');
    }
    return;
  }
  const quick = ordinaryThousandths(value);
  const most = ordinaryThousandths(limits[name]);
  if (quick !== undefined && most !== undefined && (quick === most || quick < most && isOvercommitted(name))) {
    return;
  }
  const amount = quantityOf(value);
  const limit = quantityOf(limits[name]);
  if (amount === undefined || limit === undefined) {
    return;
  }
  if (amount.nano !== limit.nano && !isOvercommitted(name)) {
    errors.invalid(path.child('requests'), amount.text, `must be equal to ${name} limit of ${limit.text}`);
  } else if (amount.nano > limit.nano) {
    errors.invalid(path.child('requests'), amount.text, `must be less than or equal to ${name} limit of ${limit.text}`);
  }
}

/** Claims of the pod that a container uses. Source: validation.go validateResourceClaimNames (v1.36) */
export function validateClaims(claims: readonly unknown[], known: ReadonlySet<string>, path: Path, errors: Errors): void {
  const used = new Set<string>();
  /** Claims of which a request was named. */
  const inParts = new Set<string>();
  claims.forEach((each, index) => {
    const claim = mapOf(each) ?? NOTHING;
    const name = textOf(claim.name);
    const request = textOf(claim.request);
    if (name === '') {
      errors.required(path.index(index));
      return;
    }
    const key = request === '' ? name : `${name}/${request}`;
    if (!used.has(name) && request !== '') {
      errors.invalidAll(path.index(index).child('request'), request, dnsLabel(request));
    }
    if (used.has(name) || used.has(key) || request === '' && inParts.has(name)) {
      errors.duplicate(path.index(index), used.has(name) ? name : key);
    }
    if (!used.has(name)) {
      used.add(key);
      (request === '' ? used : inParts).add(name);
    }
    if (!known.has(name)) {
      errors.notFound(path.index(index), name, `must be one of the names in pod.spec.resourceClaims${known.size === 0 ? ' which is empty' : `: ${choicesOf(known)}`}`);
    }
  });
}

/** The server sorts them; of more than anybody reads, any will do, and each of many findings names them. */
function choicesOf(known: ReadonlySet<string>): string {
  return known.size > MOST_CHOICES ? listed(known, MOST_CHOICES) : [...known].sort().join(', ');
}

const MOST_CHOICES = 100;

/** Source: validation.go validateOverhead (v1.36) */
export function validateOverhead(overhead: unknown, { errors }: PodScope, path: Path): void {
  const limits = mapOf(overhead);
  if (limits !== undefined) {
    validateAmounts({ limits, requests: NOTHING }, validateContainerResourceName, path, errors);
  }
}

/** Thousandths of all amounts of a list. */
export function thousandthsOf(list: PlainObject): Map<string, bigint> {
  return new Map(Object.keys(list).flatMap(name => {
    const quantity = quantityOf(list[name]);
    return quantity === undefined ? [] : [[name, thousandths(quantity)]];
  }));
}

export function hasAny(resources: PlainObject | undefined): boolean {
  return resources !== undefined && (isGiven(resources.limits) || isGiven(resources.requests) || isGiven(resources.claims));
}
