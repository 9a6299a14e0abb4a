import { PlainObject } from '../../base/plain';
import { asList, asObject, asShown, asText, objectAt } from '../../base/reading';
import { PlacedContainer, PodSet } from '../facts/pod-set';

/** A place in a container where data outlive the pod. */
export interface LastingMount {
  readonly path: string;
  /** `claim data`, with the path inside it where there is one. */
  readonly source: string;
  readonly field: string;
}

/** What a container writes to and finds again: claims, directories of the node, exports of a server. What is mounted for reading loses nothing. */
export function dataMounts(pods: PodSet, { container, field }: PlacedContainer): LastingMount[] {
  return asList(container.volumeMounts).flatMap((mount, index) => {
    const source = mount.readOnly === true ? undefined : sourceOf(pods, asShown(mount.name));
    return source === undefined ? [] : [{ path: trimmed(asShown(mount.mountPath)), source: inside(source, mount), field: `${field}.volumeMounts[${index}]` }];
  });
}

/** What stands at a path now, whatever it is; undefined where nothing is mounted. */
export function mountedAt(pods: PodSet, { container, field }: PlacedContainer, path: string): Omit<LastingMount, 'path'> | undefined {
  const index = asList(container.volumeMounts).findIndex(mount => trimmed(asShown(mount.mountPath)) === path);
  if (index < 0) {
    return undefined;
  }
  const mount = asList(container.volumeMounts)[index];
  const source = sourceOf(pods, asShown(mount.name)) ?? kindOf(pods.volume(asShown(mount.name)) ?? {});
  return { source: inside(source, mount), field: `${field}.volumeMounts[${index}]` };
}

function inside(source: string, mount: PlainObject): string {
  const path = asText(mount.subPath) ?? asText(mount.subPathExpr);
  return path === undefined ? source : `${source}, path ${path}`;
}

function trimmed(path: string): string {
  return path.length > 1 ? path.replace(/(?<!\/)\/+$/, '') : path;
}

function kindOf(volume: PlainObject): string {
  return Object.keys(volume).find(key => key !== 'name') ?? 'nothing that keeps data';
}

/** Directories of the system and of what runs on every node are no data of the pod. */
const OF_THE_SYSTEM = /^\/(dev|sys|proc|run|etc|lib|usr|boot|tmp|opt\/cni|var\/(run|log|lib\/(docker|containerd|containers|crio|kubelet|cni)))(\/|$)|^\/$/;

function sourceOf(pods: PodSet, name: string): string | undefined {
  if (pods.claimTemplates.includes(name)) {
    return `claim template ${name}`;
  }
  const volume = pods.volume(name) ?? {};
  const [claim, directory] = [asText(objectAt(volume, 'persistentVolumeClaim').claimName), asText(objectAt(volume, 'hostPath').path)];
  const { server, path } = asObject(volume.nfs);
  if (claim !== undefined) {
    return objectAt(volume, 'persistentVolumeClaim').readOnly === true ? undefined : `claim ${claim}`;
  }
  if (directory !== undefined) {
    const isDirectory = ['', 'Directory', 'DirectoryOrCreate'].includes(asText(objectAt(volume, 'hostPath').type) ?? '');
    return isDirectory && !OF_THE_SYSTEM.test(directory) ? `hostPath ${directory}` : undefined;
  }
  return asText(server) === undefined ? undefined : `nfs ${asShown(server)}:${asShown(path)}`;
}
