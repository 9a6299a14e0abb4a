import { amountsOf, isHugePages, isOvercommitted, thousandthsOf, validateAmounts, validateClaims, validateResourceName } from './resources';
import { PodScope } from './scope';
import { Plain, PlainObject } from '../../../base/plain';
import { Errors } from '../errors';
import { Path } from '../path';
import { isGiven, listOf, mapOf } from '../values';

/*
 * Resources of a whole pod, since 1.34 by default.
 * Source: pkg/apis/core/validation/validation.go validatePodResources, component-helpers resource/helpers.go (v1.36)
 */

const NOTHING: PlainObject = Object.freeze({});

function isSupported(name: string): boolean {
  return name === 'cpu' || name === 'memory' || isHugePages(name);
}

export function validatePodResources(scope: PodScope, path: Path): void {
  const { spec, errors, os, gates } = scope;
  const resources = gates.PodLevelResources ? mapOf(spec.resources) : undefined;
  if (resources === undefined) {
    return;
  }
  if (os === 'windows') {
    errors.forbidden(path, 'may not be set for a windows pod');
    return;
  }
  if (isGiven(resources.claims)) {
    errors.forbidden(path.child('claims'), 'claims may not be set for Resources at pod-level');
    validateClaims(listOf(resources.claims), scope.claimNames, path.child('claims'), errors);
  }
  const asked = total(scope, 'requests');
  const allowed = total(scope, 'limits');
  const limits = limitsOf(resources, allowed, scope);
  const requests = requestsOf(resources, limits, asked, scope);
  validateAmounts({ limits, requests }, validatePodResourceName, path, errors);
  validateTotals(asked, requests, () => true, path.child('requests'), 'requests', errors);
  validateTotals(allowed, limits, isHugePages, path.child('limits'), 'limits', errors);
  validateContainerLimits(limits, scope, path);
}

function validatePodResourceName(name: string, path: Path, errors: Errors): void {
  if (validateResourceName(name, path, errors) && !isSupported(name)) {
    errors.unsupported(path, name, ['cpu', 'hugepages-', 'memory']);
  }
}

/** A pod's limits of huge pages are the containers' where it says nothing of them. Source: pkg/apis/core/v1/defaults.go defaultHugePagePodLimits (v1.36) */
function limitsOf(resources: PlainObject, ofContainers: Amounts, { isPod }: PodScope): PlainObject {
  const limits = mapOf(resources.limits) ?? NOTHING;
  const requests = mapOf(resources.requests) ?? NOTHING;
  if (!isPod || Object.keys(limits).length + Object.keys(requests).length === 0) {
    return limits;
  }
  const added = [...ofContainers].filter(([name]) => isHugePages(name) && !Object.hasOwn(requests, name) && !Object.hasOwn(limits, name));
  return { ...limits, ...asAmounts(added) };
}

/** What a pod asks for is what its containers do, else its limit. Source: defaults.go defaultPodRequests (v1.36) */
function requestsOf(resources: PlainObject, limits: PlainObject, ofContainers: Amounts, { isPod }: PodScope): PlainObject {
  const own = mapOf(resources.requests) ?? NOTHING;
  if (!isPod || Object.keys(limits).length === 0) {
    return own;
  }
  const added = [...ofContainers].filter(([name]) => isSupported(name) && isOvercommitted(name) && !Object.hasOwn(own, name));
  const requests: PlainObject = { ...own, ...asAmounts(added) };
  for (const name of Object.keys(limits)) {
    if (isSupported(name) && !Object.hasOwn(requests, name)) {
      requests[name] = limits[name];
    }
  }
  return requests;
}

type Amounts = Map<string, bigint>;

function asAmounts(amounts: readonly (readonly [string, bigint])[]): { [name: string]: Plain } {
  return Object.fromEntries(amounts.map(([name, thousandths]) => [name, asText(thousandths)]));
}

/** What all containers have together: the larger of what runs at once, and of each step of the start. */
function total({ spec, isPod }: PodScope, kind: 'requests' | 'limits'): Amounts {
  const of = (container: unknown) => thousandthsOf(amountsOf(mapOf(mapOf(container)?.resources) ?? NOTHING, isPod)[kind]);
  const sum: Amounts = new Map();
  const sidecars: Amounts = new Map();
  const highest: Amounts = new Map();
  listOf(spec.containers).forEach(container => add(sum, of(container)));
  for (const container of listOf(spec.initContainers)) {
    const own = of(container);
    const isSidecar = mapOf(container)?.restartPolicy === 'Always';
    if (isSidecar) {
      add(sum, own);
      add(sidecars, own);
    }
    const step = new Map(isSidecar ? sidecars : own);
    if (!isSidecar) {
      add(step, sidecars);
    }
    raise(highest, step);
  }
  raise(sum, highest);
  return sum;
}

function add(sum: Amounts, more: Amounts): void {
  more.forEach((amount, name) => sum.set(name, (sum.get(name) ?? 0n) + amount));
}

function raise(sum: Amounts, other: Amounts): void {
  other.forEach((amount, name) => {
    const before = sum.get(name);
    if (before === undefined || before < amount) {
      sum.set(name, amount);
    }
  });
}

function validateTotals(totals: Amounts, ofPod: PlainObject, applies: (name: string) => boolean, path: Path, kind: string, errors: Errors): void {
  const own = thousandthsOf(ofPod);
  totals.forEach((amount, name) => {
    const most = own.get(name);
    if (most !== undefined && amount > most && applies(name)) {
      errors.invalid(path.key(name), String(ofPod[name]), `must be greater than or equal to aggregate container ${kind} of ${asText(amount)}`);
    }
  });
}

function validateContainerLimits(limits: PlainObject, { spec, errors }: PodScope, path: Path): void {
  const own = thousandthsOf(limits);
  listOf(spec.containers).forEach((container, index) => {
    const ofContainer = mapOf(mapOf(mapOf(container)?.resources)?.limits) ?? NOTHING;
    thousandthsOf(ofContainer).forEach((amount, name) => {
      const most = own.get(name);
      if (most !== undefined && amount > most) {
        errors.invalid(path.child('containers').index(index).key(name).child('limits'), String(ofContainer[name]), `must be less than or equal to pod limits of ${asText(most)}`);
      }
    });
  });
}

function asText(thousandths: bigint): string {
  return thousandths % 1_000n === 0n ? String(thousandths / 1_000n) : `${thousandths}m`;
}
