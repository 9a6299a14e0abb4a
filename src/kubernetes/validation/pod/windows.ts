import { PodScope } from './scope';
import { PlainObject } from '../../../base/plain';
import { Errors } from '../errors';
import { dnsSubdomain } from '../names';
import { Path } from '../path';
import { byteLength, isGiven, isTrue, listOf, mapOf, textOf } from '../values';

const LONGEST_CREDENTIAL_SPEC = 64 * 1024;
const [LONGEST_DOMAIN, LONGEST_USER] = [256, 104];
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]/;
const NETBIOS = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;
const DNS = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
const NOT_IN_USERS = /["/\\:;|=,+*?<>@[\]]/;
const DOTS_AND_SPACES = /^[. ]+$/;

/** Source: pkg/apis/core/validation/validation.go validateWindowsSecurityContextOptions (v1.36) */
export function validateWindowsOptions(options: PlainObject, path: Path, errors: Errors): void {
  const { gmsaCredentialSpecName: specName, gmsaCredentialSpec: spec, runAsUserName: user } = options;
  if (isGiven(specName)) {
    errors.invalidAll(path.child('gmsaCredentialSpecName'), specName, dnsSubdomain(textOf(specName)));
  }
  if (isGiven(spec)) {
    if (textOf(spec) === '') {
      errors.invalid(path.child('gmsaCredentialSpec'), spec, 'gmsaCredentialSpec cannot be an empty string');
    } else if (byteLength(textOf(spec)) > LONGEST_CREDENTIAL_SPEC) {
      errors.invalid(path.child('gmsaCredentialSpec'), spec, 'gmsaCredentialSpec size must be under 64 KiB');
    }
  }
  if (isGiven(user)) {
    for (const problem of userProblems(textOf(user))) {
      errors.invalid(path.child('runAsUserName'), user, `runAsUserName${problem}`);
    }
  }
}

/** `DOMAIN\user` or a user. */
function userProblems(name: string): string[] {
  if (name === '') {
    return [' cannot be an empty string'];
  }
  if (CONTROL.test(name)) {
    return [' cannot contain control characters'];
  }
  const parts = name.split('\\');
  if (parts.length > 2) {
    return [' cannot contain more than one backslash'];
  }
  return [...(parts.length === 2 ? domainProblems(parts[0]) : []), ...accountProblems(parts[parts.length - 1])];
}

function domainProblems(domain: string): string[] {
  return [
    ...(byteLength(domain) >= LONGEST_DOMAIN ? [`'s Domain length must be under ${LONGEST_DOMAIN} characters`] : []),
    ...(NETBIOS.test(domain) || DNS.test(domain) ? [] : ["'s Domain doesn't match the NetBios nor the DNS format"]),
  ];
}

function accountProblems(user: string): string[] {
  return [
    ...(user === '' ? ["'s User cannot be empty"] : byteLength(user) > LONGEST_USER ? [`'s User length must not be longer than ${LONGEST_USER} characters`] : []),
    ...(DOTS_AND_SPACES.test(user) ? ["'s User cannot contain only periods or spaces"] : []),
    ...(NOT_IN_USERS.test(user) ? ['\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]'] : []),
  ];
}

/** Calls back with each container and its path. */
export type VisitContainers = (see: (container: PlainObject, path: () => Path) => void) => void;

const LISTS = ['initContainers', 'containers', 'ephemeralContainers'];

/** Of a pod or a container. */
function hasWindowsOptions(body: unknown): boolean {
  return mapOf(mapOf(mapOf(body)?.securityContext)?.windowsOptions) !== undefined;
}

/** Source: validation.go validateWindowsHostProcessPod (v1.36) */
export function validateHostProcess({ spec, errors, hostNetwork }: PodScope, visit: VisitContainers, path: Path): void {
  if (!LISTS.some(list => listOf(spec[list]).some(hasWindowsOptions)) && !hasWindowsOptions(spec)) {
    return;
  }
  const ofPod = mapOf(mapOf(spec.securityContext)?.windowsOptions)?.hostProcess;
  let [all, host] = [0, 0];
  visit((container, place) => {
    all++;
    const own = mapOf(mapOf(container.securityContext)?.windowsOptions)?.hostProcess;
    if (isGiven(ofPod) && isGiven(own) && ofPod !== own) {
      errors.invalid(place().child('securityContext').child('windowsOptions').child('hostProcess'), own,
        `pod hostProcess value must be identical if both are specified, was ${JSON.stringify(ofPod)}`);
    }
    if (isTrue(isGiven(own) ? own : ofPod)) {
      host++;
    }
  });
  if (host > 0 && host !== all) {
    errors.invalid(path, '', 'If pod contains any hostProcess containers then all containers must be HostProcess containers');
  }
  if (host > 0 && !hostNetwork) {
    errors.invalid(path.child('hostNetwork'), false, 'hostNetwork must be true if pod contains any hostProcess containers');
  }
}

const OF_POD = ['hostUsers', 'hostPID', 'hostIPC', 'shareProcessNamespace'];
const OF_POD_CONTEXT = ['appArmorProfile', 'seLinuxOptions', 'seccompProfile', 'fsGroup', 'fsGroupChangePolicy', 'sysctls', 'runAsUser', 'runAsGroup', 'supplementalGroups',
  'supplementalGroupsPolicy', 'seLinuxChangePolicy'];
const OF_CONTAINER_CONTEXT = ['appArmorProfile', 'seLinuxOptions', 'seccompProfile', 'capabilities', 'readOnlyRootFilesystem', 'privileged', 'allowPrivilegeEscalation',
  'procMount', 'runAsUser', 'runAsGroup'];
const NOT_ON_WINDOWS = 'cannot be set for a windows pod';

/** What has no meaning on Windows. Source: validation.go validateWindows (v1.36) */
export function validateWindowsPod({ spec, errors, gates }: PodScope, visit: VisitContainers, path: Path): void {
  const context = mapOf(spec.securityContext) ?? {};
  const dropped = new Set([...(gates.UserNamespacesSupport ? [] : ['hostUsers']), ...(gates.SupplementalGroupsPolicy ? [] : ['supplementalGroupsPolicy']),
    ...(gates.SELinuxChangePolicy ? [] : ['seLinuxChangePolicy'])]);
  for (const field of OF_POD) {
    if ((field === 'hostPID' || field === 'hostIPC' ? isTrue(spec[field]) : isGiven(spec[field])) && !dropped.has(field)) {
      errors.forbidden(path.child(field), NOT_ON_WINDOWS);
    }
  }
  for (const field of OF_POD_CONTEXT) {
    const value = context[field];
    if (isGiven(value) && !(field === 'sysctls' && Array.isArray(value) && value.length === 0) && !dropped.has(field)) {
      errors.forbidden(path.child('securityContext').child(field), NOT_ON_WINDOWS);
    }
  }
  visit((container, place) => {
    const own = mapOf(container.securityContext);
    for (const field of own === undefined ? [] : OF_CONTAINER_CONTEXT) {
      if (isGiven(own![field])) {
        errors.forbidden(place().child('securityContext').child(field), NOT_ON_WINDOWS);
      }
    }
  });
}

/** Source: validation.go validateLinux (v1.36) */
export function validateLinuxPod({ spec, errors }: PodScope, visit: VisitContainers, path: Path): void {
  if (isGiven(mapOf(spec.securityContext)?.windowsOptions)) {
    errors.forbidden(path.child('securityContext').child('windowsOptions'), 'windows options cannot be set for a linux pod');
  }
  visit((container, place) => {
    if (isGiven(mapOf(container.securityContext)?.windowsOptions)) {
      errors.forbidden(place().child('securityContext').child('windowsOptions'), 'windows options cannot be set for a linux pod');
    }
  });
}
