import { hasBacksteps } from './paths';
import { PodScope } from './scope';
import { isLocalProfile } from './security';
import { validateTolerations } from './tolerations';
import { VisitContainers } from './windows';
import { PlainObject } from '../../../base/plain';
import { Path } from '../path';
import { listOf, mapOf, textOf } from '../values';

/*
 * Annotations that once were fields and still are validated.
 * Source: pkg/apis/core/validation/validation.go ValidatePodSpecificAnnotations (v1.36)
 */

const MIRROR = 'kubernetes.io/config.mirror';
const TOLERATIONS = 'scheduler.alpha.kubernetes.io/tolerations';
const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost';
const SECCOMP_POD = 'seccomp.security.alpha.kubernetes.io/pod';
const SECCOMP_CONTAINER = 'container.seccomp.security.alpha.kubernetes.io/';
const APP_ARMOR = 'container.apparmor.security.beta.kubernetes.io/';

export function isMirror({ annotations }: PodScope): boolean {
  return Object.hasOwn(annotations, MIRROR);
}

export function validatePodAnnotations(scope: PodScope, visit: VisitContainers, path: Path): void {
  const { annotations, spec, errors, gates } = scope;
  for (const key of Object.keys(annotations)) {
    const value = textOf(annotations[key]);
    if (key === MIRROR && textOf(spec.nodeName) === '') {
      errors.invalid(path.key(key), value, 'must set spec.nodeName if mirror pod annotation is set');
    } else if (key === TOLERATIONS && value !== '') {
      validateOldTolerations(value, scope, path);
    } else if (key === DELETION_COST && gates.PodDeletionCost && !isCost(value)) {
      errors.invalid(path.key(key), value, 'must be a 32bit integer');
    } else if (key === SECCOMP_POD || key.startsWith(SECCOMP_CONTAINER)) {
      validateOldSeccomp(value, path.child(key), scope);
    } else if (key.startsWith(APP_ARMOR)) {
      validateOldAppArmor(key, value, scope, visit, path);
    }
  }
}

const COST = /^(?:0|-[0-9]+|[1-9][0-9]*)$/;

function isCost(value: string): boolean {
  const cost = Number(value);
  return COST.test(value) && cost >= -(2 ** 31) && cost < 2 ** 31;
}

function validateOldTolerations(value: string, scope: PodScope, path: Path): void {
  let tolerations: unknown;
  try {
    tolerations = JSON.parse(value);
  } catch {
    scope.errors.invalid(path, TOLERATIONS, 'invalid character in JSON');
    return;
  }
  if (tolerations !== null && !Array.isArray(tolerations)) {
    scope.errors.invalid(path, TOLERATIONS, 'json: cannot unmarshal into Go value of type []v1.Toleration');
  } else {
    validateTolerations(listOf(tolerations), scope, path.child(TOLERATIONS));
  }
}

const LOCALHOST = 'localhost/';

function validateOldSeccomp(profile: string, path: Path, { errors }: PodScope): void {
  if (profile === 'runtime/default' || profile === 'docker/default' || profile === 'unconfined') {
    return;
  }
  if (!profile.startsWith(LOCALHOST)) {
    errors.invalid(path, profile, 'must be a valid seccomp profile');
    return;
  }
  const file = profile.slice(LOCALHOST.length);
  if (file.startsWith('/')) {
    errors.invalid(path, file, 'must be a relative path');
  }
  if (hasBacksteps(file)) {
    errors.invalid(path, file, "must not contain '..'");
  }
}

function validateOldAppArmor(key: string, profile: string, { errors }: PodScope, visit: VisitContainers, path: Path): void {
  const name = key.slice(APP_ARMOR.length);
  let isFound = false;
  visit(container => {
    isFound ||= textOf(container.name) === name;
  });
  if (!isFound) {
    errors.invalid(path.key(key), name, 'container not found');
  }
  if (profile !== '' && profile !== 'runtime/default' && profile !== 'unconfined' && !profile.startsWith(LOCALHOST)) {
    errors.invalid(path.key(key), profile, `invalid AppArmor profile name: ${JSON.stringify(profile)}`);
  }
}

/** Annotation and field say the same where both are given. Source: validation.go validateSeccompAnnotationsAndFields (v1.36) */
export function validateProfilesMatch(scope: PodScope, visit: VisitContainers, path: Path): void {
  const { annotations, spec, os } = scope;
  if (!Object.keys(annotations).some(key => key === SECCOMP_POD || key.startsWith(SECCOMP_CONTAINER) || key.startsWith(APP_ARMOR))) {
    return;
  }
  const ofPod = mapOf(spec.securityContext);
  validateMatch(mapOf(ofPod?.seccompProfile), SECCOMP_POD, 'seccomp', scope, () => path.child('securityContext').child('seccompProfile'));
  visit((container, place) => {
    const profile = mapOf(mapOf(container.securityContext)?.seccompProfile);
    validateMatch(profile, SECCOMP_CONTAINER + textOf(container.name), 'seccomp', scope, () => place().child('securityContext').child('seccompProfile'));
  });
  if (os === 'windows') {
    return;
  }
  visit((container, place) => {
    const key = APP_ARMOR + textOf(container.name);
    const own = mapOf(mapOf(container.securityContext)?.appArmorProfile);
    const isCopied = scope.isPod && own === undefined && isProfile(textOf(annotations[key]));
    if (!isCopied) {
      validateMatch(own ?? mapOf(ofPod?.appArmorProfile), key, 'apparmor', scope, () => place().child('securityContext').child('appArmorProfile'));
    }
  });
}

/** Of a pod, an AppArmor annotation becomes the field. Source: pkg/registry/core/pod/strategy.go applyAppArmorVersionSkew (v1.36) */
function isProfile(annotation: string): boolean {
  return annotation === 'unconfined' || annotation === 'runtime/default' || annotation.startsWith(LOCALHOST) && isLocalProfile(annotation.slice(LOCALHOST.length));
}

function validateMatch(profile: PlainObject | undefined, key: string, kind: string, { annotations, errors }: PodScope, path: () => Path): void {
  if (profile === undefined || !Object.hasOwn(annotations, key)) {
    return;
  }
  const annotation = textOf(annotations[key]);
  const { type, localhostProfile } = profile;
  const isDefault = annotation === 'runtime/default' || kind === 'seccomp' && annotation === 'docker/default';
  const matches = type === 'Unconfined' ? annotation === 'unconfined' : type === 'RuntimeDefault' ? isDefault : type !== 'Localhost' || annotation.startsWith(LOCALHOST);
  if (!matches) {
    errors.forbidden(path().child('type'), `${kind} type in annotation and field must match`);
  } else if (type === 'Localhost' && annotation.slice(LOCALHOST.length) !== localhostProfile) {
    errors.forbidden(path().child('localhostProfile'), `${kind} profile in annotation and field must match`);
  }
}
