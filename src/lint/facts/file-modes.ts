import { mountOf, mountsOf } from './image-use';
import { PlacedContainer, PodSet } from './pod-set';
import { PlainObject } from '../../base/plain';
import { asList, asObject, asText, isPresent } from '../../base/reading';

/** A file of a ConfigMap or Secret, as the kubelet writes it into a volume. */
export interface WrittenFile {
  readonly volume: string;
  readonly mode: number;
  /** Where its mode is told, or may be: the volume, or the item that names the file. */
  readonly toldBy: 'defaultMode' | 'mode';
}

/** Source: pkg/apis/core/v1/defaults.go (v1.36) */
const DEFAULT_MODE = 0o644;

const WRITTEN: readonly string[] = ['configMap', 'secret', 'projected'];

/** Whether the kubelet writes files into pods at all: into most it writes none. */
export function hasWrittenFiles({ spec }: PodSet): boolean {
  return asList(spec.volumes).some(volume => WRITTEN.some(name => isPresent(volume[name])));
}

/**
 * The file that a path of a container is; undefined where it is none that the kubelet writes, or nobody knows which.
 *
 * Source: pkg/volume/configmap/configmap.go MakePayload, pkg/volume/secret/secret.go MakePayload, pkg/volume/projected/projected.go collectData (v1.36)
 */
export function writtenFile(pods: PodSet, placed: PlacedContainer, path: string): WrittenFile | undefined {
  const mounts = mountsOf(pods, placed);
  const mount = mountOf(path, mounts);
  if (mount?.kind !== 'configuration') {
    return undefined;
  }
  const { subPath, subPathExpr } = asList(placed.container.volumeMounts)[mounts.indexOf(mount)];
  const file = `${asText(subPath) ?? ''}/${path.slice(mount.path.length)}`.split('/').filter(part => part !== '').join('/');
  const files = isPresent(subPathExpr) ? [] : filesAt(pods.volume(mount.volume), mount.volume, file);
  return files.length === 1 ? files[0] : undefined;
}

function filesAt(volume: PlainObject | undefined, name: string, file: string): WrittenFile[] {
  const { configMap, secret, projected } = asObject(volume);
  const whole = asObject(configMap ?? secret ?? projected);
  const parts = asList(whole.sources).map(source => source.configMap ?? source.secret).filter(isPresent).map(asObject);
  const modes = (isPresent(projected) ? parts : [whole]).flatMap(({ items }) => {
    const named = asList(items);
    // Without items every key is a file, and no key has a slash.
    return named.length > 0 ? named.filter(item => item.path === file).map(({ mode }) => mode) : file.includes('/') || file === '' ? [] : [undefined];
  });
  return modes.flatMap(own => {
    const mode = own ?? whole.defaultMode ?? DEFAULT_MODE;
    return typeof mode === 'number' ? [{ volume: name, mode, toldBy: isPresent(own) ? 'mode' as const : 'defaultMode' as const }] : [];
  });
}
