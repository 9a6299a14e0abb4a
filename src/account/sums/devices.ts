import { asList, asNumber, asObject, asText } from '../../base/reading';
import { acceleratorUses, claimOfPod } from '../../lint/facts/accelerators';
import { PlacedClaim, requestsOf, selectionsOf } from '../../lint/facts/device-claims';
import { Facts } from '../../lint/facts/facts';
import { PodSet } from '../../lint/facts/pod-set';
import { isNativeSidecar } from '../../lint/facts/probe-budget';

/** Devices of one pod, by what they are asked as. */
export interface PodDevices {
  /** A resource of a plugin, or a device class. */
  readonly name: string;
  /** Undefined where nobody knows: all that there are, one of several choices. */
  readonly count?: number;
  /** The claim whose devices all pods have that name it: `ResourceClaim ml/judge`. */
  readonly claim?: string;
  readonly field: string;
}

/** Devices of a pod: of its main containers and sidecars, and those of its claims. */
export function devicesOfPod(facts: Facts, pods: PodSet): PodDevices[] {
  const found = new Map<string, PodDevices>();
  const add = (device: PodDevices) => {
    const key = `${device.name} ${device.claim ?? ''}`;
    const known = found.get(key);
    found.set(key, known === undefined ? device : { ...known, count: plus(known.count, device.count) });
  };
  for (const placed of pods.containers) {
    if (placed.isMain || isNativeSidecar(placed)) {
      acceleratorUses(placed).filter(({ count }) => count !== 0).forEach(({ resource, count, field }) => add({ name: resource, count, field }));
    }
  }
  asList(pods.spec.resourceClaims).forEach((entry, index) => {
    const claim = claimOfPod(facts, pods, entry);
    const name = asText(entry.resourceClaimName);
    const shared = name === undefined ? {} : { claim: `ResourceClaim ${pods.place}/${name}` };
    const field = pods.at(`resourceClaims[${index}]`);
    claimedDevices(claim, entry).forEach(device => add({ ...device, ...shared, field }));
  });
  return [...found.values()];
}

function plus(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one + other;
}

/** Devices by the class of each request; one of several choices counts as unknown. */
function claimedDevices(claim: PlacedClaim | undefined, entry: { readonly name?: unknown }): { readonly name: string; readonly count?: number }[] {
  if (claim === undefined) {
    return [{ name: `claim ${asText(entry.name) ?? ''}` }];
  }
  return requestsOf(claim).map(request => {
    const selections = selectionsOf({ ...claim, spec: { devices: { requests: [request] } } }).map(({ selection }) => selection);
    const names = [...new Set(selections.map(each => asText(each.deviceClassName) ?? 'devices of no class'))];
    const counts = new Set(selections.map(each => (
      (each.allocationMode ?? 'ExactCount') === 'ExactCount' && asObject(each).adminAccess !== true ? asNumber(each.count) ?? 1 : undefined)));
    return { name: names.join(' or ') || 'devices of no class', count: counts.size === 1 && names.length === 1 ? [...counts][0] : undefined };
  });
}
