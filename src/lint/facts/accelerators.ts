import { templates } from './carried-pods';
import { kindOfSelection, requestsOf, selectionsOf, RESOURCE_GROUP, PlacedClaim, PlacedSelection } from './device-claims';
import { Facts } from './facts';
import { PlacedContainer, PodSet } from './pod-set';
import { PlainObject } from '../../base/plain';
import { asList, asNumber, asObject, asText, objectAt } from '../../base/reading';
import { DeviceVendor, acceleratorKind } from '../../knowledge/accelerators';
import { ClassFact, classOf, classOfDriver } from '../../knowledge/drivers';
import { parseQuantity, units } from '../../kubernetes/validation/quantities';

/** An extended resource of accelerators that a container asks a device plugin for. */
export interface AcceleratorUse {
  readonly resource: string;
  readonly vendor: DeviceVendor;
  /** Undefined where the quantity is none. */
  readonly count?: number;
  readonly field: string;
  /** Whether one of it is one whole device that one process computes with. */
  readonly isWhole: boolean;
}

/** Whole devices of a container or a pod. */
export interface Devices {
  /** Undefined where nobody can say: all that there are, slices, shared ones. */
  readonly count?: number;
  /** `nvidia.com/gpu 8`, for messages. */
  readonly text: string;
  /** Where the number stands. */
  readonly field: string;
}

/** Accelerators of a container by device plugin. Where there is no limit, what is requested; the server refuses the pod, and others say so. */
export function acceleratorUses(placed: PlacedContainer): readonly AcceleratorUse[] {
  let uses = KNOWN.get(placed);
  if (!uses) {
    uses = readUses(placed);
    KNOWN.set(placed, uses);
  }
  return uses;
}

/** Many rules ask for the same container. */
const KNOWN = new WeakMap<PlacedContainer, readonly AcceleratorUse[]>();

function readUses({ container, field }: PlacedContainer): readonly AcceleratorUse[] {
  const resources = asObject(container.resources);
  let found: AcceleratorUse[] | undefined;
  for (const list of LISTS) {
    const values = asObject(resources[list]);
    for (const resource in values) {
      const kind = acceleratorKind(resource);
      if (kind && !found?.some(each => each.resource === resource)) {
        found ??= [];
        found.push({ resource, ...kind, count: countOf(values[resource]), field: `${field}.resources.${list}[${resource}]` });
      }
    }
  }
  return found ?? NONE;
}

const LISTS = ['limits', 'requests'] as const;
const NONE: readonly AcceleratorUse[] = Object.freeze([]);

function countOf(value: unknown): number | undefined {
  const quantity = parseQuantity(value);
  return quantity && Number(units(quantity));
}

/** Whether a container asks for any device, through a plugin or a claim. */
export function asksForDevices(placed: PlacedContainer): boolean {
  return acceleratorUses(placed).some(({ count }) => count !== 0) || asList(asObject(placed.container.resources).claims).length > 0;
}

/** Whole devices that the processes of a container see; undefined where it asks for none. */
export function containerDevices(facts: Facts, pods: PodSet, placed: PlacedContainer): Devices | undefined {
  const claimed = asList(asObject(placed.container.resources).claims)
    .map((entry, index) => claimDevices(facts, pods, entry, `${placed.field}.resources.claims[${index}]`));
  return sum([...acceleratorUses(placed).filter(use => use.count !== 0).map(ofPlugin), ...claimed]);
}

/** Whole devices that one pod holds: of its main containers and sidecars, and those of a claim once however many containers use it. */
export function podDevices(facts: Facts, pods: PodSet): Devices | undefined {
  const claims = asList(pods.spec.resourceClaims);
  const claimed = claims.map((claim, index) => claimDevices(facts, pods, { name: claim.name }, pods.at(`resourceClaims[${index}]`)));
  return sum([...pods.containers.filter(runsAlong).flatMap(acceleratorUses).filter(use => use.count !== 0).map(ofPlugin), ...claimed]);
}

/** Main containers, and native sidecars, which run beside them. */
export function runsAlong({ container, isMain }: PlacedContainer): boolean {
  return isMain || container.restartPolicy === 'Always';
}

function ofPlugin({ resource, count, isWhole, field }: AcceleratorUse): Devices {
  return { count: isWhole ? count : undefined, text: `${resource} ${count ?? '?'}`, field };
}

function sum(parts: readonly Devices[]): Devices | undefined {
  if (parts.length <= 1) {
    return parts[0];
  }
  const count = parts.every(each => each.count !== undefined) ? parts.reduce((total, each) => total + each.count!, 0) : undefined;
  return { count, text: parts.map(each => each.text).join(' + '), field: parts[0].field };
}

/** Devices behind one entry of a container's `claims`: of the whole claim, or of one of its requests. */
function claimDevices(facts: Facts, pods: PodSet, entry: PlainObject, field: string): Devices {
  const name = asText(entry.name) ?? '';
  const object = claimOf(facts, pods, entry);
  const count = object && wantedRequests(object, entry)
    .map(request => requestCount(facts, object, request))
    .reduce<number | undefined>((total, each) => (total === undefined || each === undefined ? undefined : total + each), 0);
  return { count, text: `claim "${name}" ${count ?? '?'}`, field };
}

function claimOf(facts: Facts, pods: PodSet, entry: PlainObject): PlacedClaim | undefined {
  const name = asText(entry.name) ?? '';
  return claimOfPod(facts, pods, asList(pods.spec.resourceClaims).find(each => each.name === name) ?? {});
}

/** All requests of a claim, or the one that an entry names. */
function wantedRequests(claim: PlacedClaim, entry: PlainObject): readonly PlainObject[] {
  const wanted = asText(entry.request)?.split('/')[0];
  return requestsOf(claim).filter(request => wanted === undefined || request.name === wanted);
}

function onlyWith(claim: PlacedClaim, request: PlainObject): PlacedClaim {
  return { ...claim, spec: { devices: { requests: [request] } } };
}

/** The claim, or the template of it, that an entry of a pod's `resourceClaims` names, when it is in the manifests. */
export function claimOfPod(facts: Facts, pods: PodSet, claim: PlainObject): PlacedClaim | undefined {
  const [template, direct] = [asText(claim.resourceClaimTemplateName), asText(claim.resourceClaimName)];
  const object = template !== undefined
    ? facts.find(`${RESOURCE_GROUP}/ResourceClaimTemplate`, pods.place, template)
    : direct !== undefined ? facts.find(`${RESOURCE_GROUP}/ResourceClaim`, pods.place, direct) : undefined;
  return object && (template !== undefined ? { object, field: 'spec.spec', spec: asObject(object.spec.spec) } : { object, field: 'spec', spec: object.spec });
}

/** Some of the devices of a container, and who makes them. */
export interface MadeDevices {
  readonly vendor: DeviceVendor;
  /** `amd.com/gpu`, `claim "gpu" (gpu.amd.com)`, for messages. */
  readonly text: string;
}

/** Who makes the devices that a container gets, or may get where a claim has alternatives; undefined where some may be anybody's. */
export function madeDevices(facts: Facts, pods: PodSet, placed: PlacedContainer): readonly MadeDevices[] | undefined {
  const ofPlugins = acceleratorUses(placed).filter(use => use.count !== 0).map(({ vendor, resource }): MadeDevices => ({ vendor, text: resource }));
  const ofClaims = asList(asObject(placed.container.resources).claims).map(entry => madeByClaim(facts, pods, entry));
  return ofClaims.every(each => each !== undefined) ? [...ofPlugins, ...ofClaims.flatMap(each => each!)] : undefined;
}

function madeByClaim(facts: Facts, pods: PodSet, entry: PlainObject): readonly MadeDevices[] | undefined {
  const object = claimOf(facts, pods, entry);
  const selections = object && wantedRequests(object, entry).flatMap(request => selectionsOf(onlyWith(object, request)));
  const made = selections?.map(placed => ({ className: asText(placed.selection.deviceClassName), known: classOfSelection(facts, placed) }));
  if (!made?.every(({ known }) => known !== undefined)) {
    return undefined;
  }
  return made.filter(({ known }) => !known!.isNoAccelerator).map(({ className, known }) => (
    { vendor: known!.vendor, text: `claim ${JSON.stringify(entry.name)} (${className})` }));
}

/** A class in the manifests is what its conditions say, whatever its name. */
function classOfSelection(facts: Facts, placed: PlacedSelection): ClassFact | undefined {
  const className = asText(placed.selection.deviceClassName) ?? '';
  const isOwn = facts.find(`${RESOURCE_GROUP}/DeviceClass`, '', className) !== undefined;
  return (isOwn ? undefined : classOf(className)) ?? classOfDriver(kindOfSelection(facts, placed).driver);
}

/** Classes of whole devices that drivers make. Source: dra-driver-nvidia-gpu deviceclass-gpu.yaml; llm-d-modelservice values (gpu.amd.com, gaudi.intel.com) */
const WHOLE_CLASSES: ReadonlySet<string> = new Set(['gpu.nvidia.com', 'gpu.amd.com', 'gaudi.intel.com']);

function requestCount(facts: Facts, claim: PlacedClaim, request: PlainObject): number | undefined {
  const selections = selectionsOf(onlyWith(claim, request));
  const counts = new Set(selections.map(placed => {
    const { selection } = placed;
    const isWhole = WHOLE_CLASSES.has(asText(selection.deviceClassName) ?? '') && kindOfSelection(facts, placed).deviceType !== 'mig';
    const isExact = (selection.allocationMode ?? 'ExactCount') === 'ExactCount' && selection.adminAccess !== true;
    return isWhole && isExact && objectAt(selection, 'capacity').requests === undefined ? asNumber(selection.count) ?? 1 : undefined;
  }));
  return counts.size === 1 ? [...counts][0] : undefined;
}

/** Sets with a container that asks for an accelerator or a claim. */
export function acceleratedPods(facts: Facts): readonly PodSet[] {
  return facts.get(templates).filter(pods => pods.containers.some(asksForDevices));
}
