import { imageFact, imageName, majorOf } from './images';
import { PlacedContainer, PodSet } from './pod-set';
import { PlainObject } from '../../base/plain';
import { asList, asObject, asText, isPresent } from '../../base/reading';
import { DataFolder, ImageFact } from '../../knowledge/images';

/** A container whose image is known, and runs the program that the image is made for. */
export interface ImageUse {
  readonly pods: PodSet;
  readonly placed: PlacedContainer;
  readonly fact: ImageFact;
  /** As it is written. */
  readonly image: string;
  readonly major?: number;
  readonly mounts: readonly ImageMount[];
}

/** One mount of a container and what is behind it. */
export interface ImageMount {
  readonly path: string;
  readonly field: string;
  readonly volume: string;
  /** A claim of each pod, a claim by name, what else outlives the pod (a folder of the host, a disk, or what its driver makes of it), or what goes with it. */
  readonly kind: 'template' | 'claim' | 'other' | 'temporary' | 'configuration' | 'unknown';
  readonly hasSubPath: boolean;
  readonly isReadOnly: boolean;
}

/** Main containers and native sidecars with images that are known. Controllers that are not known may add variables and volumes. */
export function imageUses(pods: PodSet): ImageUse[] {
  return pods.open ? [] : pods.containers.flatMap(placed => {
    const image = asText(placed.container.image);
    const name = imageName(image);
    const fact = name && imageFact(name);
    const isRunning = placed.isMain || placed.container.restartPolicy === 'Always';
    return fact && isRunning && runsProgram(placed.container, fact)
      ? [{ pods, placed, fact, image: image!, major: majorOf(name), mounts: mountsOf(pods, placed) }]
      : [];
  });
}

/** Where it keeps its data, if that can be told. */
export interface KnownFolder {
  readonly path: string;
  readonly fact: DataFolder;
  /** Whether a variable names it. */
  readonly isMoved: boolean;
}

/** Undefined where version, variables or arguments leave it open. */
export function dataFolder({ fact, major, placed: { container } }: ImageUse): KnownFolder | undefined {
  const folders = fact.data.filter(each => major === undefined
    ? each.since === undefined && each.until === undefined
    : major >= (each.since ?? 0) && major <= (each.until ?? Infinity));
  const isTold = asArguments(container.args).some(word => fact.dataArguments?.test(word));
  if (folders.length !== 1 || isTold) {
    return undefined;
  }
  if (fact.otherVariables?.some(name => variableState(container, name) !== 'unset')) {
    return undefined;
  }
  const [own] = folders;
  const moved = fact.dataVariable === undefined ? 'unset' : variableState(container, fact.dataVariable);
  if (moved === 'unset') {
    return { path: own.path.replace('<major>', String(major)), fact: own, isMoved: false };
  }
  return moved === 'unknown' ? undefined : { path: moved.value.replace(/(?<=[^/])\/+$/, ''), fact: own, isMoved: true };
}

/** What is known of one variable of a container. */
export function variableState(container: PlainObject, name: string): 'unset' | 'unknown' | { readonly value: string } {
  const own = asList(container.env).filter(each => each.name === name).pop();
  if (own === undefined || (own.value === undefined && !isPresent(own.valueFrom)) || own.value === '') {
    return own === undefined && asList(container.envFrom).length > 0 ? 'unknown' : 'unset';
  }
  return typeof own.value === 'string' && !/\$\(/.test(own.value) ? { value: own.value } : 'unknown';
}

/** Whether a path is a folder or lies in it. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}

/** The mount that a path is on: the one whose path is longest. */
export function mountOf(path: string, mounts: readonly ImageMount[]): ImageMount | undefined {
  return mounts.filter(mount => isInside(path, mount.path)).sort((one, other) => other.path.length - one.path.length)[0];
}

/** Whether what is written there outlives the pod. */
export function outlivesPod({ kind, isReadOnly }: ImageMount): boolean {
  return (isClaim({ kind }) || kind === 'other') && !isReadOnly;
}

/** Whether it is storage that somebody asked for. */
export function isClaim({ kind }: Pick<ImageMount, 'kind'>): boolean {
  return kind === 'template' || kind === 'claim';
}

const ENTRY_POINT = /(^|\/)(docker-)?entrypoint\.sh$/;

/** Arguments that are no flags start another program; a command takes the place of the entry point, unless it is that. */
function runsProgram({ command, args }: PlainObject, { program }: ImageFact): boolean {
  const words = asArguments(args);
  if (!isPresent(command) || (Array.isArray(command) && command.length === 0)) {
    return isProgram(words, program);
  }
  const [first, ...rest] = asArguments(command);
  return first !== undefined && ENTRY_POINT.test(first) && isProgram([...rest, ...words], program);
}

function isProgram([first]: readonly string[], program: string | undefined): boolean {
  return first === undefined || first.startsWith('-') || (program !== undefined && first.slice(first.lastIndexOf('/') + 1) === program);
}

function asArguments(value: unknown): string[] {
  return Array.isArray(value) ? value.map(each => (typeof each === 'string' ? each : '')) : [];
}

/** Where a container has its volumes. */
export function mountsOf(pods: PodSet, { container, field }: PlacedContainer): ImageMount[] {
  return asList(container.volumeMounts).map((mount, index) => {
    const volume = asText(mount.name) ?? '';
    return {
      path: (asText(mount.mountPath) ?? '').replace(/(?<=^.|[^/])\/+$/, ''),
      field: `${field}.volumeMounts[${index}].mountPath`,
      volume,
      kind: volumeKind(pods, volume),
      hasSubPath: isPresent(mount.subPath) || isPresent(mount.subPathExpr),
      isReadOnly: mount.readOnly === true,
    };
  });
}

/** Source: VolumeSource of k8s.io/api/core/v1 (v1.36), without what goes with the pod: emptyDir, ephemeral, gitRepo, image. */
const OTHERS: readonly string[] = [
  'hostPath', 'nfs', 'csi', 'iscsi', 'fc', 'rbd', 'cephfs', 'glusterfs', 'flexVolume', 'flocker', 'awsElasticBlockStore', 'gcePersistentDisk', 'azureDisk',
  'azureFile', 'vsphereVolume', 'cinder', 'quobyte', 'photonPersistentDisk', 'portworxVolume', 'scaleIO', 'storageos',
];
const CONFIGURATION: readonly string[] = ['configMap', 'secret', 'projected', 'downwardAPI'];

function volumeKind(pods: PodSet, name: string): ImageMount['kind'] {
  if (pods.claimTemplates.includes(name)) {
    return 'template';
  }
  const volume = pods.volume(name);
  if (!volume) {
    return 'unknown';
  }
  const has = (keys: readonly string[]) => keys.some(key => isPresent(asObject(volume)[key]));
  if (has(['persistentVolumeClaim'])) {
    return 'claim';
  }
  return has(OTHERS) ? 'other' : has(CONFIGURATION) ? 'configuration' : 'temporary';
}
