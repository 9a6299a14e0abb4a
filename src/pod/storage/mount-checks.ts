import * as kplus from 'cdk8s-plus-28';
import { SHARED_MEMORY_PATH } from './shared-memory';
import { checkVolumeOf } from './volume-checks';
import { PlainObject, compact } from '../../base/plain';
import { lastOf, refusePart } from '../../kubernetes/refused/pod';
import { Path } from '../../kubernetes/validation/path';

/** Fields of a mount as cdk8s-plus-28 calls them, with what to do. */
const PROPERTIES: { readonly [field: string]: readonly [property: string, help: string] } = {
  name: ['volume.name', 'give the volume a name'],
  mountPath: ['path', 'give the folder where the container sees the volume'],
  subPath: ['subPath', 'give a path from the root of the volume, like models/llama'],
  subPathExpr: ['subPathExpr', 'give a path from the root of the volume, like models/$(MODEL), and no subPath beside it'],
  mountPropagation: ['propagation', 'use MountPropagation.HOST_TO_CONTAINER to see mounts of the host'],
};

/** The mounts of one container, each by itself. */
export function checkMounts(field: string, mounts: readonly kplus.VolumeMount[], isPrivileged: boolean): void {
  mounts.forEach((mount, index) => {
    const at = `${field}.volumeMounts[${index}]`;
    checkVolumeOf(`${at}.volume`, mount.volume);
    refusePart(error => {
      const [property, help] = PROPERTIES[lastOf(error.field)];
      return { field: `${at}.${property}`, help, because: property === 'path' ? 'the folder in the container' : undefined };
    }, ({ validateMounts }, scope) => validateMounts([renderMount(mount)], [], { securityContext: { privileged: isPrivileged } }, scope, Path.root('')),
    { volumes: new Map([[mount.volume.name, {}]]) });
  });
}

export function renderMount(mount: kplus.VolumeMount): PlainObject {
  return compact({
    name: mount.volume.name,
    mountPath: mount.path,
    readOnly: mount.readOnly,
    mountPropagation: mount.propagation,
    subPath: mount.subPath,
    subPathExpr: mount.subPathExpr,
  });
}

/** All mounts of one container, the pattern's too: a path has one of them. */
export function checkMountedOnce(field: string, mounts: readonly PlainObject[]): void {
  refusePart(({ value }) => {
    const [one, other] = mounts.filter(({ mountPath }) => mountPath === value);
    return {
      field: `${field}.volumeMounts`,
      because: `the volumes "${one.name}" and "${other.name}" are mounted on it`,
      help: value === SHARED_MEMORY_PATH ? 'set sharedMemory: SharedMemory.none() to mount a volume of your own' : 'mount one of them elsewhere',
    };
  }, ({ validateMounts }, scope) => validateMounts(mounts.map(({ name, mountPath }) => ({ name, mountPath })), [], {}, scope, Path.root('')),
  { volumes: new Map(mounts.map(({ name }) => [String(name), {}])) });
}
