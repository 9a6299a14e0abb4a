import { validateDescending } from './paths';
import { PodScope } from './scope';
import { validateWindowsOptions } from './windows';
import { PlainObject } from '../../../base/plain';
import { Errors } from '../errors';
import { inclusiveRange } from '../names';
import { Path } from '../path';
import { byteLength, intOf, isGiven, isTrue, listOf, mapOf, textOf } from '../values';

const HIGHEST_ID = 2 ** 31 - 1;

const ID_RANGE = inclusiveRange(0, HIGHEST_ID);

function isId(id: unknown): boolean {
  const number = intOf(id);
  return number === undefined || number >= 0 && number <= HIGHEST_ID;
}

function validateIds(context: PlainObject, fields: readonly string[], path: Path, errors: Errors): void {
  for (const field of fields) {
    if (!isId(context[field])) {
      errors.invalid(path.child(field), context[field], ID_RANGE);
    }
  }
}

const PROC_MOUNTS = ['Default', 'Unmasked'];

/** Of a container. Source: pkg/apis/core/validation/validation.go ValidateSecurityContext (v1.36) */
export function validateSecurityContext(context: PlainObject, { errors, hostUsers, gates }: PodScope, path: Path): void {
  validateIds(context, ['runAsUser', 'runAsGroup'], path, errors);
  if (isGiven(context.procMount) && gates.ProcMountType) {
    if (!PROC_MOUNTS.includes(textOf(context.procMount))) {
      errors.unsupported(path.child('procMount'), context.procMount, PROC_MOUNTS);
    }
    if (hostUsers && context.procMount === 'Unmasked') {
      errors.invalid(path.child('procMount'), context.procMount, '`hostUsers` must be false to use `Unmasked`');
    }
  }
  validateProfiles(context, path, errors);
  if (context.allowPrivilegeEscalation === false) {
    if (isTrue(context.privileged)) {
      errors.invalid(path, context, 'cannot set `allowPrivilegeEscalation` to false and `privileged` to true');
    }
    if (listOf(mapOf(context.capabilities)?.add).includes('CAP_SYS_ADMIN')) {
      errors.invalid(path, context, 'cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN');
    }
  }
}

function validateProfiles(context: PlainObject, path: Path, errors: Errors): void {
  const [seccomp, windows, appArmor] = [mapOf(context.seccompProfile), mapOf(context.windowsOptions), mapOf(context.appArmorProfile)];
  if (seccomp !== undefined) {
    validateSeccomp(seccomp, path.child('seccompProfile'), errors);
  }
  if (windows !== undefined) {
    validateWindowsOptions(windows, path.child('windowsOptions'), errors);
  }
  if (appArmor !== undefined) {
    validateAppArmor(appArmor, path.child('appArmorProfile'), errors);
  }
}

const PROFILES = ['Localhost', 'RuntimeDefault', 'Unconfined'];

/** Source: validation.go validateSeccompProfileField (v1.36) */
function validateSeccomp(profile: PlainObject, path: Path, errors: Errors): void {
  const { type, localhostProfile } = profile;
  if (textOf(type) === '') {
    errors.required(path.child('type'), 'type is required when seccompProfile is set');
  } else if (!PROFILES.includes(textOf(type))) {
    errors.unsupported(path.child('type'), type, PROFILES);
  }
  if (type !== 'Localhost') {
    if (isGiven(localhostProfile)) {
      errors.invalid(path.child('localhostProfile'), profile, 'can only be set when seccomp type is Localhost');
    }
  } else if (!isGiven(localhostProfile)) {
    errors.required(path.child('localhostProfile'), 'must be set when seccomp type is Localhost');
  } else {
    validateDescending(textOf(localhostProfile), path.child('localhostProfile'), errors);
  }
}

const LONGEST_PROFILE = 4_095;

/** Source: validation.go ValidateAppArmorProfileField (v1.36) */
function validateAppArmor({ type, localhostProfile }: PlainObject, path: Path, errors: Errors): void {
  if (type === 'Localhost') {
    validateLocalProfile(localhostProfile, path.child('localhostProfile'), errors);
  } else if (textOf(type) === '') {
    errors.required(path.child('type'), 'type is required when appArmorProfile is set');
  } else if (!PROFILES.includes(textOf(type))) {
    errors.unsupported(path.child('type'), type, PROFILES);
  } else if (isGiven(localhostProfile)) {
    errors.invalid(path.child('localhostProfile'), localhostProfile, 'can only be set when AppArmor type is Localhost');
  }
}

/** Whether AppArmor can have a profile of that name. */
export function isLocalProfile(name: string): boolean {
  return name !== '' && name === name.trim() && byteLength(name) <= LONGEST_PROFILE;
}

function validateLocalProfile(profile: unknown, path: Path, errors: Errors): void {
  const name = textOf(profile);
  if (name !== name.trim()) {
    errors.invalid(path, name, 'must not be padded with whitespace');
  } else if (name === '') {
    errors.required(path, 'must be set when AppArmor type is Localhost');
  }
  if (byteLength(name) > LONGEST_PROFILE) {
    errors.tooLong(path, LONGEST_PROFILE);
  }
}

/** Of a pod. Source: validation.go validatePodSpecSecurityContext (v1.36) */
export function validatePodSecurityContext(scope: PodScope, path: Path): void {
  const { errors, spec } = scope;
  const context = mapOf(spec.securityContext);
  if (context !== undefined) {
    validateIds(context, ['fsGroup', 'runAsUser', 'runAsGroup'], path, errors);
    listOf(context.supplementalGroups).forEach((group, index) => {
      if (!isId(group)) {
        errors.invalid(path.child('supplementalGroups').index(index), group, ID_RANGE);
      }
    });
  }
  if (isTrue(spec.shareProcessNamespace) && isTrue(spec.hostPID)) {
    errors.invalid(path.child('shareProcessNamespace'), true, 'ShareProcessNamespace and HostPID cannot both be enabled');
  }
  if (context !== undefined) {
    validateSysctls(listOf(context.sysctls), scope, path.child('sysctls'));
    validatePodChoice(context, 'fsGroupChangePolicy', ['Always', 'OnRootMismatch'], path, errors);
    validateProfiles(context, path, errors);
    validatePolicies(context, scope, path);
  }
}

function validatePodChoice(context: PlainObject, field: string, allowed: readonly string[], path: Path, errors: Errors): void {
  if (isGiven(context[field]) && !allowed.includes(textOf(context[field]))) {
    errors.unsupported(path.child(field), context[field], allowed);
  }
}

function validatePolicies(context: PlainObject, { errors, gates }: PodScope, path: Path): void {
  if (gates.SupplementalGroupsPolicy) {
    validatePodChoice(context, 'supplementalGroupsPolicy', ['Merge', 'Strict'], path, errors);
  }
  if (gates.SELinuxChangePolicy) {
    validatePodChoice(context, 'seLinuxChangePolicy', gates.SELinuxMount ? ['MountOption', 'Recursive'] : ['Recursive'], path, errors);
  }
}

const SYSCTL = /^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$/;
const LONGEST_SYSCTL = 253;

/** Source: validation.go validateSysctls (v1.36) */
function validateSysctls(sysctls: readonly unknown[], { errors, spec, hostNetwork }: PodScope, path: Path): void {
  const names = new Set<string>();
  sysctls.forEach((each, index) => {
    const name = textOf(mapOf(each)?.name);
    const place = path.index(index).child('name');
    if (name === '') {
      errors.required(place);
    } else if (name.length > LONGEST_SYSCTL || !SYSCTL.test(name)) {
      errors.invalid(place, name, `must have at most ${LONGEST_SYSCTL} characters and match regex ${SYSCTL.source.replace('[./]', '[\\./]')}`);
    } else if (names.has(name)) {
      errors.duplicate(place, name);
    }
    names.add(name);
    const namespace = kernelNamespace(name);
    if (hostNetwork && namespace === 'net' || isTrue(spec.hostIPC) && namespace === 'ipc') {
      errors.invalid(place, name, `may not be specified when '${namespace === 'net' ? 'hostNetwork' : 'hostIPC'}' is true`);
    }
  });
}

const OF_IPC: ReadonlySet<string> = new Set(['sem', 'shmall', 'shmmax', 'shmmni', 'shm_rmid_forced', 'shm', 'msgmax', 'msgmnb', 'msgmni', 'msg'].map(name => `kernel.${name}`));

/** Source: component-helpers node/util/sysctl/namespace.go (v0.36) */
function kernelNamespace(sysctl: string): string | undefined {
  // Written with slashes, dots and slashes change their places.
  const separator = /[./]/.exec(sysctl)?.[0];
  const normal = separator === '/' ? sysctl.replace(/[./]/g, each => each === '/' ? '.' : '/') : sysctl;
  const name = normal.split('*', 1)[0];
  if (OF_IPC.has(name) || name.startsWith('fs.mqueue.')) {
    return 'ipc';
  }
  return name.startsWith('net.') ? 'net' : undefined;
}
