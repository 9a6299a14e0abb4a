import { validatePodAnnotations, validateProfilesMatch } from './annotations';
import { containersOf, validatePodSpec } from './pod-spec';
import { claimNamesOf } from './resource-claims';
import { podGates, PodGates, PodScope } from './scope';
import { validateVolumes, withoutImageVolumes } from './volumes';
import { PlainObject } from '../../../base/plain';
import { ServerContext } from '../context';
import { Errors } from '../errors';
import { validateLabels } from '../labels';
import { validateAnnotations } from '../metadata';
import { Path } from '../path';
import { intOf, isTrue, listOf, mapOf, textOf } from '../values';

const NOTHING: PlainObject = Object.freeze({});
/** Source: pkg/apis/core/v1/defaults.go (v1.36) */
const GRACE_PERIOD = 30;

/**
 * A template of pods, as Deployments, Jobs and others carry it.
 * Source: pkg/apis/core/validation/validation.go ValidatePodTemplateSpec (v1.36)
 */
export function validatePodTemplate(template: unknown, path: Path, context: ServerContext, errors: Errors): void {
  const body = mapOf(template) ?? NOTHING;
  const metadata = mapOf(body.metadata) ?? NOTHING;
  const annotations = path.child('annotations');
  validateLabels(metadata.labels, path.child('labels'), errors);
  validateAnnotations(metadata.annotations, annotations, errors);
  const scope = scopeOf(body, '', false, context, errors);
  validateSpec(scope, annotations, path.child('spec'));
  if (listOf(scope.spec.ephemeralContainers).length > 0) {
    errors.forbidden(path.child('spec').child('ephemeralContainers'), 'ephemeral containers not allowed in pod template');
  }
}

/** Annotations and spec of a pod or a template. */
export function validateSpec(scope: PodScope, annotations: Path, path: Path): void {
  const visit = containersOf(scope.spec, path);
  validatePodAnnotations(scope, visit, annotations);
  if (scope.spec.volumes !== undefined) {
    validateVolumes(listOf(scope.spec.volumes), scope, path.child('volumes'));
  }
  validatePodSpec(scope, visit, path);
  validateProfilesMatch(scope, visit, path);
}

/** @param name of the pod, empty for a template */
export function scopeOf(body: PlainObject, name: string, isPod: boolean, context: ServerContext, errors: Errors): PodScope {
  const gates = podGates(context);
  const metadata = mapOf(body.metadata) ?? NOTHING;
  const given = mapOf(body.spec) ?? NOTHING;
  const spec = gates.ImageVolume || given.volumes === undefined ? given : withoutImageVolumes(given);
  return {
    errors,
    context,
    gates,
    isPod,
    spec,
    name,
    labels: mapOf(metadata.labels) ?? NOTHING,
    annotations: mapOf(metadata.annotations) ?? NOTHING,
    restartPolicy: textOf(spec.restartPolicy) || 'Always',
    gracePeriod: gracePeriodOf(spec, isPod),
    hostUsers: hostUsersOf(spec, gates),
    hostNetwork: isTrue(spec.hostNetwork),
    os: mapOf(spec.os) === undefined ? undefined : textOf(mapOf(spec.os)?.name),
    volumes: new Map(),
    claimNames: claimNamesOf(spec.resourceClaims),
    met: { fileKeys: false },
  };
}

/** A negative one is 1 in a pod, and stays negative in a template. Source: pkg/apis/core/v1/conversion.go (v1.36) */
function gracePeriodOf(spec: PlainObject, isPod: boolean): number {
  const seconds = intOf(spec.terminationGracePeriodSeconds) ?? GRACE_PERIOD;
  return isPod && seconds < 0 ? 1 : seconds;
}

function hostUsersOf(spec: PlainObject, gates: PodGates): boolean {
  return spec.hostUsers !== false || !gates.UserNamespacesSupport;
}
