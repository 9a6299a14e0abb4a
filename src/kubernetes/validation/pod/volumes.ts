import { PodScope } from './scope';
import { SOURCES } from './volume-sources';
import { PlainObject } from '../../../base/plain';
import { dnsLabel, dnsSubdomain } from '../names';
import { Path } from '../path';
import { isGiven, listOf, mapOf, textOf } from '../values';

const EMPTY: PlainObject = Object.freeze({});

/** Volumes of a pod; those without fault go into `scope.volumes`. Source: pkg/apis/core/validation/validation.go ValidateVolumes (v1.36) */
export function validateVolumes(volumes: readonly unknown[], scope: PodScope, path: Path): void {
  const { errors, volumes: right } = scope;
  for (let i = 0; i < volumes.length; i++) {
    const volume = mapOf(volumes[i]) ?? EMPTY;
    const place = path.index(i);
    const before = errors.list.length;
    validateSource(volume, place, scope);
    const name = textOf(volume.name);
    if (name === '') {
      errors.required(place.child('name'));
    } else {
      errors.invalidAll(place.child('name'), name, dnsLabel(name));
    }
    if (right.has(name)) {
      errors.duplicate(place.child('name'), name);
    }
    if (errors.list.length === before) {
      right.set(name, volume);
    }
  }
  validateCreatedClaims(volumes, scope, path);
}

/** A claim that is made for an ephemeral volume cannot be mounted by name as well: known where the pod's name is. */
function validateCreatedClaims(volumes: readonly unknown[], { name, errors }: PodScope, path: Path): void {
  if (name === '') {
    return;
  }
  const ephemeral = volumes.filter(volume => isGiven(mapOf(volume)?.ephemeral));
  const created = new Set(ephemeral.map(volume => `${name}-${textOf(mapOf(volume)?.name)}`));
  volumes.forEach((volume, index) => {
    const claimName = textOf(mapOf(mapOf(volume)?.persistentVolumeClaim)?.claimName);
    if (created.has(claimName)) {
      errors.invalid(path.index(index).child('persistentVolumeClaim').child('claimName'), claimName,
        'must not reference a PVC that gets created for an ephemeral volume');
    }
  });
}

/** Exactly one source, and what each asks for. A volume without any is an `emptyDir`. */
function validateSource(volume: PlainObject, path: Path, scope: PodScope): void {
  let isFirst = true;
  for (let i = 0; i < SOURCES.length; i++) {
    const key = SOURCES[i][0];
    if (volume[key] === undefined) {
      continue;
    }
    const [body, source] = [mapOf(volume[key]), SOURCES[i][1]];
    if (body === undefined) {
      continue;
    }
    if (isFirst) {
      source.validate?.(body, path.child(source.path ?? key), scope);
    } else {
      scope.errors.forbidden(path.child(source.forbiddenPath ?? key), 'may not specify more than 1 volume type');
    }
    isFirst = false;
    source.validateAlways?.(body, path, scope.errors, volume);
  }
  if (mapOf(volume.ephemeral) !== undefined) {
    validateClaimName(volume, path, scope);
  }
}

/** The claim of an ephemeral volume is named after pod and volume. */
function validateClaimName(volume: PlainObject, path: Path, { name, errors }: PodScope): void {
  const volumeName = textOf(volume.name);
  if (name !== '' && volumeName !== '') {
    const claimName = `${name}-${volumeName}`;
    for (const text of dnsSubdomain(claimName)) {
      errors.invalid(path.child('name'), volumeName, `PVC name ${JSON.stringify(claimName)}: ${text}`);
    }
  }
}

/**
 * The spec without image volumes and their mounts, as the server stores it with the gate ImageVolume off; the spec itself when it has none.
 * Source: pkg/api/pod/util.go dropImageVolumes (v1.36)
 */
export function withoutImageVolumes(spec: PlainObject): PlainObject {
  const images = new Set(listOf(spec.volumes).filter(volume => isGiven(mapOf(volume)?.image)).map(volume => textOf(mapOf(volume)?.name)));
  if (images.size === 0) {
    return spec;
  }
  const strip = (containers: unknown) => listOf(containers).map(each => {
    const container = mapOf(each) ?? EMPTY;
    return { ...container, volumeMounts: listOf(container.volumeMounts).filter(mount => !images.has(textOf(mapOf(mount)?.name))) } as PlainObject;
  });
  return {
    ...spec,
    volumes: listOf(spec.volumes).filter(volume => !isGiven(mapOf(volume)?.image)) as PlainObject[],
    containers: strip(spec.containers),
    initContainers: strip(spec.initContainers),
    ephemeralContainers: strip(spec.ephemeralContainers),
  };
}
