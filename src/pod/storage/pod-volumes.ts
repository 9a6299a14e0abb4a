import * as kplus from 'cdk8s-plus-28';
import { SHARED_MEMORY_VOLUME } from './shared-memory';
import { checkVolumes } from './volume-checks';
import { duplicate } from '../../base/errors/invalid-input';
import { PlainObject, plainVolume } from '../../base/plain';
import { SecurityProfile, TMP_PATH, TMP_VOLUME } from '../security/security';
import { storedVolume } from '../template/stored-form';

/** Where the volumes of a pod come from. */
export interface VolumeSources {
  /** Added to the pod by the user. */
  readonly volumes: readonly kplus.Volume[];
  /** Their mounts bring volumes along. */
  readonly containers: readonly kplus.Container[];
  readonly security: SecurityProfile;
  readonly sharedMemory?: string;
  readonly ofPattern?: readonly PlainObject[];
}

/** A hardened container has a read-only root; what the user mounts on /tmp takes the place of our volume. */
export function needsTmp(container: kplus.Container, security: SecurityProfile): boolean {
  return security._isHardened && !container.mounts.some(mount => mount.path === TMP_PATH);
}

/** Every volume of a pod once, in the API's spelling. */
export function renderVolumes(sources: VolumeSources): PlainObject[] {
  const { sharedMemory, containers, security, ofPattern = [] } = sources;
  const rendered = [
    ...volumesOfUser(sources).map(volume => plainVolume(volume._toKube())),
    ...(sharedMemory ? [{ name: SHARED_MEMORY_VOLUME, emptyDir: { medium: 'Memory', sizeLimit: sharedMemory } }] : []),
    ...(containers.some(container => needsTmp(container, security)) ? [{ name: TMP_VOLUME, emptyDir: {} }] : []),
    ...ofPattern,
  ];
  checkVolumes(index => `volumes[${index}]`, rendered);
  return rendered.map(storedVolume);
}

function volumesOfUser({ volumes, containers }: VolumeSources): kplus.Volume[] {
  const byName = new Map<string, kplus.Volume>();
  for (const volume of [...volumes, ...containers.flatMap(container => container.mounts.map(mount => mount.volume))]) {
    const known = byName.get(volume.name);
    if (known && known !== volume) {
      throw duplicate('volumes', volume.name, 'names two different volumes of one pod', 'give one of them another name');
    }
    byName.set(volume.name, volume);
  }
  return [...byName.values()];
}
