import { hasBacksteps, validateDescending } from './paths';
import { PodScope } from './scope';
import { PlainObject } from '../../../base/plain';
import { Errors } from '../errors';
import { Path } from '../path';
import { isGiven, isTrue, mapOf, textOf } from '../values';

const NOTHING: PlainObject = Object.freeze({});
const PROPAGATIONS = ['Bidirectional', 'HostToContainer', 'None'];
const RECURSIVE = ['Disabled', 'Enabled', 'IfPossible'];

/** What one list says of volumes, for the other: the last path of each name. */
type Places = ReadonlyMap<string, string>;

function placesOf(list: readonly unknown[], field: string): Places | undefined {
  return list.length === 0 ? undefined : new Map(list.map(each => [textOf(mapOf(each)?.name), textOf(mapOf(each)?.[field])]));
}

function hasPath(places: Places | undefined, path: string): boolean {
  return places !== undefined && [...places.values()].includes(path);
}

/** Mounts and block devices of a container. Source: pkg/apis/core/validation/validation.go ValidateVolumeMounts, ValidateVolumeDevices (v1.36) */
export function validateMounts(mounts: readonly unknown[], devices: readonly unknown[], container: PlainObject, scope: PodScope, path: Path): void {
  if (mounts.length > 0) {
    const places = placesOf(devices, 'devicePath');
    const paths = new Set<string>();
    const list = path.child('volumeMounts');
    for (let i = 0; i < mounts.length; i++) {
      validateMount(mapOf(mounts[i]) ?? NOTHING, i, paths, places, container, scope, list);
    }
  }
  if (devices.length > 0) {
    validateDevices(devices, placesOf(mounts, 'mountPath'), scope, path.child('volumeDevices'));
  }
}

function validateMount(mount: PlainObject, index: number, paths: Set<string>, devices: Places | undefined, container: PlainObject,
  { errors, volumes }: PodScope, path: Path): void {
  const name = textOf(mount.name);
  const mountPath = textOf(mount.mountPath);
  if (name === '') {
    errors.required(path.index(index).child('name'));
  }
  if (!volumes.has(name)) {
    errors.notFound(path.index(index).child('name'), name);
  }
  if (mountPath === '') {
    errors.required(path.index(index).child('mountPath'));
  }
  if (paths.has(mountPath)) {
    errors.invalid(path.index(index).child('mountPath'), mountPath, 'must be unique');
  }
  paths.add(mountPath);
  if (devices !== undefined && devices.has(name)) {
    errors.invalid(path.index(index).child('name'), name, 'must not already exist in volumeDevices');
  }
  if (hasPath(devices, mountPath)) {
    errors.invalid(path.index(index).child('mountPath'), mountPath, 'must not already exist as a path in volumeDevices');
  }
  validateSubPaths(mount, path, index, errors);
  validatePropagation(mount, container, path, errors);
  validateRecursive(mount, path, errors);
}

/** All but the last is reported at the list, by a slip of the API server. */
function validateSubPaths(mount: PlainObject, path: Path, index: number, errors: Errors): void {
  const subPath = textOf(mount.subPath);
  const expression = textOf(mount.subPathExpr);
  if (subPath !== '') {
    validateDescending(subPath, path.child('subPath'), errors);
  }
  if (expression !== '') {
    if (subPath !== '') {
      errors.invalid(path.index(index).child('subPathExpr'), expression, 'subPathExpr and subPath are mutually exclusive');
    }
    validateDescending(expression, path.child('subPathExpr'), errors);
  }
}

function validatePropagation({ mountPropagation }: PlainObject, container: PlainObject, path: Path, errors: Errors): void {
  if (!isGiven(mountPropagation)) {
    return;
  }
  if (!PROPAGATIONS.includes(textOf(mountPropagation))) {
    errors.unsupported(path.child('mountPropagation'), mountPropagation, PROPAGATIONS);
  }
  if (mountPropagation === 'Bidirectional' && !isTrue(mapOf(container.securityContext)?.privileged)) {
    errors.forbidden(path.child('mountPropagation'), 'Bidirectional mount propagation is available only to privileged containers');
  }
}

function validateRecursive({ recursiveReadOnly, readOnly, mountPropagation }: PlainObject, path: Path, errors: Errors): void {
  if (!isGiven(recursiveReadOnly) || recursiveReadOnly === 'Disabled') {
    return;
  }
  const place = path.child('recursiveReadOnly');
  if (!RECURSIVE.includes(textOf(recursiveReadOnly))) {
    errors.unsupported(place, recursiveReadOnly, RECURSIVE);
    return;
  }
  if (!isTrue(readOnly)) {
    errors.forbidden(place, 'may only be specified when readOnly is true');
  }
  if (isGiven(mountPropagation) && mountPropagation !== 'None') {
    errors.forbidden(place, 'may only be specified when mountPropagation is None or not specified');
  }
}

function validateDevices(devices: readonly unknown[], mounts: Places | undefined, scope: PodScope, path: Path): void {
  const names = new Set<string>();
  const paths = new Set<string>();
  const { errors } = scope;
  devices.forEach((each, index) => {
    const device = mapOf(each) ?? NOTHING;
    const name = textOf(device.name);
    const devicePath = textOf(device.devicePath);
    const place = path.index(index);
    validateDeviceName(name, names, place.child('name'), scope);
    if (devicePath === '') {
      errors.required(place.child('devicePath'));
    }
    if (paths.has(devicePath)) {
      errors.invalid(place.child('devicePath'), devicePath, 'must be unique');
    }
    if (hasBacksteps(devicePath)) {
      errors.invalid(place.child('devicePath'), devicePath, "can not contain backsteps ('..')");
    } else {
      paths.add(devicePath);
    }
    if (mounts !== undefined && mounts.has(name)) {
      errors.invalid(place.child('name'), name, 'must not already exist in volumeMounts');
    }
    if (hasPath(mounts, devicePath)) {
      errors.invalid(place.child('devicePath'), devicePath, 'must not already exist as a path in volumeMounts');
    }
  });
}

function validateDeviceName(name: string, names: Set<string>, path: Path, { volumes, errors }: PodScope): void {
  if (name === '') {
    errors.required(path);
  }
  if (names.has(name)) {
    errors.invalid(path, name, 'must be unique');
  }
  const volume = volumes.get(name);
  if (volume === undefined) {
    errors.notFound(path, name);
  } else if (mapOf(volume.persistentVolumeClaim) === undefined && mapOf(volume.ephemeral) === undefined) {
    errors.invalid(path, name, 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode');
  }
  if (name !== '') {
    names.add(name);
  }
}
