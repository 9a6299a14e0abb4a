import { createHash } from 'crypto';
import { Accelerator } from './accelerator';
import { ClaimContent } from './claim-content';
import { DeviceConstraint } from './constraint';
import { DeviceRequest } from './request';
import { DeviceSelection } from './request-options';
import { duplicate, invalid, required } from '../../base/errors/invalid-input';
import { Plain, PlainObject, compact } from '../../base/plain';
import { lacksAttribute } from '../../knowledge/device-topology';
import { Target } from '../../target-cluster/target';

/** Source: kubernetes/api resource/v1 types.go: DeviceRequestsMaxSize, DeviceConstraintsMaxSize, AllocationResultsMaxSize (v1.36) */
const MAX_ENTRIES = 32;
const MAX_DEVICES = 32;

/** Hexadecimal digits of the hash that stand in a name. */
const HASH_LENGTH = 8;

/** What pods with a claimed accelerator need of the target. Called before anything is created. */
export function checkAcceleratorClaim(field: string, accelerator: Accelerator | undefined, target: Target): void {
  if (accelerator?._claim) {
    accelerator._request!._require(target, field);
    checkClaim(accelerator._claim, target, `${field}.`);
  }
}

/** Checks a claim as a whole: names, sums, and what its constraints refer to. */
export function checkClaim(content: ClaimContent, target: Target, field: string): void {
  const { requests, constraints = [] } = content;
  if (requests.length === 0) {
    throw required(`${field}requests`, 'a claim without requests allocates nothing', 'ask for devices: DeviceRequest.nvidia()');
  }
  checkLength(`${field}requests`, requests.length);
  checkLength(`${field}constraints`, constraints.length);
  requests.forEach((request, index) => {
    request._require(target, `${field}requests[${index}]`);
    request._count(`${field}requests[${index}]`);
    const twin = requests.findIndex(other => other.name === request.name);
    if (twin !== index) {
      throw duplicate(`${field}requests[${index}].name`, request.name, `is the name of ${field}requests[${twin}] as well`, 'give one of them another name');
    }
    checkAlternatives(`${field}requests[${index}]`, request);
  });
  checkDevices(`${field}requests`, requests);
  checkConstraints(`${field}constraints`, requests, constraints, target);
}

function checkLength(field: string, length: number): void {
  if (length > MAX_ENTRIES) {
    throw invalid(field, `${length} entries`, `is more than the ${MAX_ENTRIES} of a claim`, 'split it into several claims');
  }
}

function checkAlternatives(field: string, request: DeviceRequest): void {
  const names = alternativeNames(request);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw duplicate(`${field}.firstAvailable`, twice, 'is the name of two alternatives', 'give one of them another name');
  }
}

/** An allocation that is larger never succeeds; the API server does not add up. */
function checkDevices(field: string, requests: readonly DeviceRequest[]): void {
  const counts = requests.map(request => Math.max(...request._alternatives.map(each => each.count ?? (each.adminAccess ? 0 : 1))));
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total > MAX_DEVICES) {
    throw invalid(field, counts, `${counts.join(' + ')} = ${total} devices, and one claim allocates at most ${MAX_DEVICES}`, 'use several claims');
  }
}

function checkConstraints(field: string, requests: readonly DeviceRequest[], constraints: readonly DeviceConstraint[], target: Target): void {
  const names = new Set(requests.flatMap(request => [
    request.name, ...(request._isPrioritized ? alternativeNames(request).map(name => `${request.name}/${name}`) : []),
  ]));
  constraints.forEach((constraint, index) => {
    constraint._require(target, `${field}[${index}]`);
    const unknown = constraint._requests.find(name => !names.has(name));
    if (unknown !== undefined) {
      throw invalid(`${field}[${index}].requests`, unknown, `is no request of this claim; it has ${[...names].join(', ')}`, 'name requests of this claim, or leave requests out to mean all');
    }
    checkAttribute(`${field}[${index}]`, requests, constraint);
  });
}

/** A device without the attribute meets no constraint over it. */
function checkAttribute(field: string, requests: readonly DeviceRequest[], { _attribute: attribute, _requests }: DeviceConstraint): void {
  const named = _requests.map(name => name.split('/')[0]);
  const meant = requests.filter(({ name }) => named.length === 0 || named.includes(name));
  for (const request of meant) {
    const reasons = request._alternatives.map(({ driver, deviceType: type }) => driver && lacksAttribute(driver, attribute, type));
    const reason = reasons.every(each => each !== undefined) ? reasons[0] : undefined;
    if (reason !== undefined) {
      throw invalid(`${field}.attribute`, attribute, `${reason}, and request ${request.name} asks for them: the claim would stay pending for ever`,
        'name an attribute that all of these devices have (resource.kubernetes.io/pcieRoot), or name the requests that it holds for');
    }
  }
}

function alternativeNames(request: DeviceRequest): string[] {
  return request._alternatives.map((each, index) => each.name ?? `choice-${index + 1}`);
}

/** The claim as `resource.k8s.io/v1` has it. */
export function renderClaim({ requests, constraints = [] }: ClaimContent): PlainObject {
  return {
    devices: compact({
      requests: requests.map(renderRequest),
      constraints: constraints.map(constraint => constraint._render()),
      config: requests.flatMap(renderSharing),
    }),
  };
}

function renderRequest(request: DeviceRequest): PlainObject {
  if (!request._isPrioritized) {
    return { name: request.name, exactly: renderSelection(request._alternatives[0]) };
  }
  const names = alternativeNames(request);
  return { name: request.name, firstAvailable: request._alternatives.map((each, index) => ({ name: names[index], ...renderSelection(each) })) };
}

function renderSelection(selection: DeviceSelection): PlainObject {
  return compact({
    deviceClassName: selection.className,
    selectors: selection.selectors.map(expression => ({ cel: { expression } })),
    ...(selection.adminAccess && selection.count === undefined ? { allocationMode: 'All' } : { allocationMode: 'ExactCount', count: selection.count ?? 1 }),
    adminAccess: selection.adminAccess,
  });
}

function renderSharing(request: DeviceRequest): PlainObject[] {
  const names = alternativeNames(request);
  return request._alternatives.flatMap((each, index) => each.sharing === undefined ? [] : [{
    requests: [request._isPrioritized ? `${request.name}/${names[index]}` : request.name],
    opaque: { driver: each.sharing._driver, parameters: each.sharing._parameters(each.deviceType) },
  }]);
}

/**
 * Digits that change when, and only when, the content does. The order of keys does not count: the same content has one name, wherever it is written.
 *
 * Specs of claims and templates are immutable (Source: pkg/apis/resource/validation/validation.go ValidateResourceClaimTemplateUpdate, v1.36), so a change
 * must be a new object that the pods point at.
 */
export function contentHash(content: Plain): string {
  return createHash('sha256').update(JSON.stringify(ordered(content))).digest('hex').slice(0, HASH_LENGTH);
}

function ordered(value: Plain): Plain {
  if (Array.isArray(value)) {
    return value.map(ordered);
  }
  if (value === null || typeof value !== 'object') {
    return value;
  }
  return Object.fromEntries(Object.keys(value).filter(key => value[key] !== undefined).sort().map(key => [key, ordered(value[key])]));
}

/** What operators need to know of the template behind an accelerator; undefined when a device plugin gives the devices. */
export function claimOperation(accelerator: Accelerator | undefined): string | undefined {
  const alignment = accelerator?._alignment;
  return accelerator?._claim && `${alignment === undefined ? '' : `each pod claims ${alignment}\n`}`
    + 'each pod claims devices from one template, named by its content. A changed request makes a new one: prune the old one last\n'
    + '(Argo CD: PruneLast=true), since a pod that is re-created from the old revision asks for it';
}
