import { templates } from './carried-pods';
import { kindOfSelection, requestsOf, selectionsOf, RESOURCE_GROUP, PlacedClaim } from './device-claims';
import { Facts } from './facts';
import { PlacedContainer, PodSet } from './pod-set';
import { PlainObject } from '../../base/plain';
import { asList, asNumber, asObject, asText, objectAt } from '../../base/reading';
import { parseQuantity, units } from '../../kubernetes/validation/quantities';

/** An extended resource of accelerators that a container asks a device plugin for. */
export interface AcceleratorUse {
  readonly resource: string;
  readonly vendor: string;
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

interface Kind {
  readonly vendor: string;
  readonly isWhole: boolean;
}

const WHOLE = (vendor: string): Kind => ({ vendor, isWhole: true });
const PART = (vendor: string): Kind => ({ vendor, isWhole: false });

/** Resources by name. A Neuron device has several cores, and a TPU chip one or two, so their number is not the number of processes. */
const RESOURCES: ReadonlyMap<string, Kind> = new Map([
  ['nvidia.com/gpu', WHOLE('NVIDIA')],
  ['nvidia.com/gpu.shared', PART('NVIDIA')],
  ['amd.com/gpu', WHOLE('AMD')],
  ['habana.ai/gaudi', WHOLE('Intel Gaudi')],
  ['gpu.intel.com/i915', PART('Intel')],
  ['gpu.intel.com/xe', PART('Intel')],
  ['google.com/tpu', PART('Google')],
  ['aws.amazon.com/neuron', PART('AWS')],
  ['aws.amazon.com/neuroncore', PART('AWS')],
  ['aws.amazon.com/neurondevice', PART('AWS')],
]);

/** What is known of an extended resource; undefined for what is no accelerator. */
export function acceleratorKind(resource: string): Kind | undefined {
  return RESOURCES.get(resource) ?? (resource.startsWith(MIG_PREFIX) ? PART('NVIDIA') : undefined);
}

/** Slices of a GPU under the mixed strategy. Source: NVIDIA/k8s-device-plugin internal/resource */
export const MIG_PREFIX = 'nvidia.com/mig-';

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
function runsAlong({ container, isMain }: PlacedContainer): boolean {
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
  const claim = asList(pods.spec.resourceClaims).find(each => each.name === name) ?? {};
  const object = claimOfPod(facts, pods, claim);
  const wanted = asText(entry.request)?.split('/')[0];
  const count = object && requestsOf(object)
    .filter(request => wanted === undefined || request.name === wanted)
    .map(request => requestCount(facts, object, request))
    .reduce<number | undefined>((total, each) => (total === undefined || each === undefined ? undefined : total + each), 0);
  return { count, text: `claim "${name}" ${count ?? '?'}`, field };
}

/** The claim, or the template of it, that an entry of a pod's `resourceClaims` names, when it is in the manifests. */
export function claimOfPod(facts: Facts, pods: PodSet, claim: PlainObject): PlacedClaim | undefined {
  const [template, direct] = [asText(claim.resourceClaimTemplateName), asText(claim.resourceClaimName)];
  const object = template !== undefined
    ? facts.find(`${RESOURCE_GROUP}/ResourceClaimTemplate`, pods.place, template)
    : direct !== undefined ? facts.find(`${RESOURCE_GROUP}/ResourceClaim`, pods.place, direct) : undefined;
  return object && (template !== undefined ? { object, field: 'spec.spec', spec: asObject(object.spec.spec) } : { object, field: 'spec', spec: object.spec });
}

/** Classes of whole devices that drivers make. Source: dra-driver-nvidia-gpu deviceclass-gpu.yaml; llm-d-modelservice values (gpu.amd.com, gaudi.intel.com) */
const WHOLE_CLASSES: ReadonlySet<string> = new Set(['gpu.nvidia.com', 'gpu.amd.com', 'gaudi.intel.com']);

function requestCount(facts: Facts, claim: PlacedClaim, request: PlainObject): number | undefined {
  const selections = selectionsOf({ ...claim, spec: { devices: { requests: [request] } } });
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
