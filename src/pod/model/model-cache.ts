import { Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { forbidden, invalid, required } from '../../base/errors/invalid-input';
import { carriesMistakes } from '../../given/mistakes/carried';
import { parseBytes, sizeToQuantity } from '../../kubernetes/quantity';
import { checkSubdomain } from '../../kubernetes/refused/names';
import { DefaultSet } from '../../target-cluster/default-set';
import { Target } from '../../target-cluster/target';
import { checkSubPath } from '../storage/shared-claim';

/**
 * Where the cache is seen, and what is known of its volume.
 */
export interface ModelCacheOptions {
  /**
   * Absolute folder in the containers. The engine's Hugging Face cache (`HF_HOME`) is put there too.
   *
   * @default /models
   */
  readonly mountPath?: string;

  /**
   * Access modes of a claim that is only known by name.
   *
   * @default - those of the claim where it is an object of the app; else not known, which is a warning with several replicas
   */
  readonly accessModes?: kplus.PersistentVolumeAccessMode[];

  /**
   * The pods only read it: somebody else fills the volume, and it is mounted read-only however it was claimed. The engine asks the Hub for nothing
   * (`HF_HUB_OFFLINE`). Refused together with a preload, and on the local disk of a pod.
   *
   * @default - only where the claim is ReadOnlyMany alone
   */
  readonly readOnly?: boolean;

  /**
   * Folder of the volume that is the cache, where a claim holds other things too. It is made on a volume that may be written. Refused on a folder of the
   * node, which is a path already, and on the local disk of a pod, which has nothing else.
   *
   * @default - the root of the volume
   */
  readonly subPath?: string;
}

/**
 * The volume that keeps the weights between restarts of a pod, so that they are not downloaded each time.
 */
export class ModelCache {
  /**
   * On a claim of this app, or an imported one. Its access modes are checked against the pods: a claim that one node can mount leaves all
   * pods on other nodes waiting for ever.
   *
   * @param claim The claim.
   * @param options Folder and access modes.
   */
  public static claim(claim: kplus.IPersistentVolumeClaim, options: ModelCacheOptions = {}): ModelCache {
    const known = claim instanceof kplus.PersistentVolumeClaim ? claim : undefined;
    checkGivenModes('ModelCache.claim(accessModes)', options);
    return new ModelCache('claim', claim.name, options, { claim, modes: options.accessModes ?? known?.accessModes, size: known?.storage });
  }

  /**
   * On a claim that somebody else creates in the namespace of the pods.
   *
   * @param claimName Name of the PersistentVolumeClaim.
   * @param options Folder and access modes.
   */
  public static claimName(claimName: string, options: ModelCacheOptions = {}): ModelCache {
    checkSubdomain('ModelCache.claimName(claimName)', claimName);
    checkGivenModes('ModelCache.claimName(accessModes)', options);
    return new ModelCache('claim', claimName, options, { modes: options.accessModes });
  }

  /**
   * A folder of each node, shared by its pods: every node downloads once. The *baseline* Pod Security Standard refuses it.
   *
   * @param path Absolute path on the node; created when it is not there.
   * @param options Folder in the containers.
   */
  public static hostPath(path: string, options: ModelCacheOptions = {}): ModelCache {
    if (!path.startsWith('/') || path === '/' || path.split('/').includes('..')) {
      throw invalid('ModelCache.hostPath(path)', path, 'must be an absolute folder on the node, not its root', 'for example /var/lib/models');
    }
    return new ModelCache('hostPath', path, options);
  }

  /**
   * Local disk of the pod: survives a restart of the container, and is downloaded again by each new pod.
   *
   * @param size Most it may hold; the pod is evicted above it. At least the weights.
   * @param options Folder in the containers.
   */
  public static emptyDir(size: Size, options: ModelCacheOptions = {}): ModelCache {
    const field = 'ModelCache.emptyDir(size)';
    if (parseBytes(field, sizeToQuantity(size)) % 2 ** 20 !== 0) {
      throw invalid(field, sizeToQuantity(size), 'must be whole mebibytes, in which cdk8s-plus-28 writes the limit', 'for example Size.gibibytes(100)');
    }
    return new ModelCache('emptyDir', sizeToQuantity(size), options, { size });
  }

  private constructor(
    /** @internal */ public readonly _kind: 'claim' | 'hostPath' | 'emptyDir',
    /** @internal */ public readonly _source: string,
    /** @internal */ public readonly _options: ModelCacheOptions,
    /** @internal */ public readonly _known: ModelCacheKnowledge = {}) {}
}

function checkGivenModes(field: string, { accessModes }: ModelCacheOptions): void {
  if (accessModes?.length === 0) {
    throw required(field, 'a claim has at least one access mode', 'leave it out where it is not known');
  }
}

/** What stands behind a cache. */
interface ModelCacheKnowledge {
  readonly claim?: kplus.IPersistentVolumeClaim;
  readonly modes?: kplus.PersistentVolumeAccessMode[];
  readonly size?: Size;
}

/** The cache of one workload. */
export interface CachePlan {
  readonly mountPath: string;
  readonly subPath?: string;
  /** No pod may write: the claim is ReadOnlyMany. */
  readonly readOnly: boolean;
  /** Only one node, or one pod, can mount it: a new pod cannot start beside the old one. */
  readonly oneAtATime: boolean;
  /** Several replicas, and nobody said whether several nodes can mount the claim. */
  readonly unproven: boolean;
  /** What it is on: the claim, the folder or the size. */
  readonly source: string;
  /** Whether it outlives the pod. */
  readonly isKept: boolean;
  readonly text: string;
}

/** The pods that share a cache. */
export interface CacheUsers {
  /** How many there may be at a time; Infinity where it is not known. */
  readonly pods: number;
  /** What the pattern calls them: replicas. */
  readonly called: string;
  /** They are placed on one node together. */
  readonly areOnOneNode?: boolean;
}

const DEFAULT_MOUNT = '/models';
export const CACHE_VOLUME = 'model-cache';

/** Other volumes lie there, or the container runtime's own. */
const TAKEN_FOLDERS = ['/', '/dev', '/tmp', '/etc', '/proc', '/sys', '/usr', '/bin', '/lib'];

/** Pure: whether so many pods can use the cache. */
export function planCache(cache: ModelCache | undefined, users: CacheUsers): CachePlan | undefined {
  if (!cache) {
    return undefined;
  }
  const mountPath = checkMountPath(cache._options.mountPath ?? DEFAULT_MOUNT);
  if (cache._options.accessModes !== undefined && cache._kind !== 'claim') {
    throw forbidden('modelCache.accessModes', `a cache on ${cache._kind} is no claim and has none`, 'leave it out');
  }
  if (cache._options.readOnly && cache._kind === 'emptyDir') {
    throw forbidden('modelCache.readOnly', 'the local disk of a pod begins empty, and nobody else can fill it', 'leave it out, or put the cache on a claim');
  }
  const subPath = planSubPath(cache);
  const modes = (cache._known.modes ?? []).map(String);
  checkModes(cache, modes, users);
  return {
    mountPath,
    subPath,
    readOnly: isReadOnly(cache, modes),
    oneAtATime: modes.length > 0 && !modes.some(mode => mode === 'ReadWriteMany' || mode === 'ReadOnlyMany'),
    unproven: cache._kind === 'claim' && modes.length === 0 && users.pods > 1 && !users.areOnOneNode,
    source: cache._source,
    isKept: cache._kind !== 'emptyDir',
    text: `${textOf(cache, mountPath, modes)}${subPath === undefined ? '' : `, its folder ${subPath}`}${cache._options.readOnly ? ', read-only' : ''}`,
  };
}

/** On the local disk of a pod there is nothing else, and a folder of the node is named as it is. */
function planSubPath({ _options: { subPath }, _kind: kind }: ModelCache): string | undefined {
  if (subPath !== undefined && kind !== 'claim') {
    throw forbidden('modelCache.subPath', kind === 'emptyDir' ? 'the local disk of a pod holds nothing but the cache' : 'the folder of the node is given as a path',
      kind === 'emptyDir' ? 'leave it out' : 'name the whole path: ModelCache.hostPath("/var/lib/models/llama")');
  }
  return subPath === undefined ? undefined : checkSubPath('modelCache.subPath', subPath);
}

/** What was said of it goes before what its modes say. */
function isReadOnly({ _options: { readOnly } }: ModelCache, modes: readonly string[]): boolean {
  const isForReaders = modes.length > 0 && modes.every(mode => mode === 'ReadOnlyMany');
  if (readOnly === false && isForReaders) {
    throw invalid('modelCache.readOnly', false, 'the claim is ReadOnlyMany, so no pod can write to it', 'leave it out, or use a claim with ReadWriteMany');
  }
  return readOnly ?? isForReaders;
}

/** Source: pkg/scheduler/framework/plugins/volumerestrictions (ReadWriteOncePod); attach-detach controller, `Multi-Attach error` (v1.36) */
function checkModes(cache: ModelCache, modes: readonly string[], { pods, called, areOnOneNode }: CacheUsers): void {
  const isShared = modes.length === 0 || modes.includes('ReadWriteMany') || modes.includes('ReadOnlyMany');
  const isOfNode = modes.includes('ReadWriteOnce');
  if (isShared || pods === 1 || isOfNode && areOnOneNode) {
    return;
  }
  const place = isOfNode ? 'one node can mount it' : 'one pod can mount it';
  throw invalid('modelCache', modes.join(', '),
    `claim "${cache._source}" is ${modes.join(' and ')}: ${place}, and there are ${pods === Infinity ? 'any number of' : `up to ${pods}`} ${called}; the others never start`,
    'use a claim with ReadWriteMany (or ReadOnlyMany, filled beforehand), ModelCache.hostPath for a copy on each node, or ModelCache.emptyDir for one in each pod');
}

function checkMountPath(path: string): string {
  const isTaken = TAKEN_FOLDERS.some(taken => path === taken || (taken !== '/' && path.startsWith(`${taken}/`)));
  if (!/^\/[^:]*$/.test(path) || path.split('/').includes('..') || isTaken) {
    throw invalid('modelCache.mountPath', path, 'must be an absolute folder of its own, outside /dev, /etc, /proc, /sys, /tmp and the programs of the image', 'for example /models');
  }
  return path;
}

function textOf(cache: ModelCache, mountPath: string, modes: readonly string[]): string {
  const source = {
    claim: `claim ${cache._source} (${modes.length > 0 ? modes.join(', ') : 'access modes not known here'})`,
    hostPath: `folder ${cache._source} of each node`,
    emptyDir: `local disk of each pod, at most ${cache._source}`,
  }[cache._kind];
  return `${source} at ${mountPath}`;
}

/** The volume behind a cache, as cdk8s-plus-28 knows it. */
export function cacheVolume(scope: Construct, cache: ModelCache): kplus.Volume {
  const id = 'ModelCacheVolume';
  if (cache._kind === 'hostPath') {
    return kplus.Volume.fromHostPath(scope, id, CACHE_VOLUME, { path: cache._source, type: kplus.HostPathVolumeType.DIRECTORY_OR_CREATE });
  }
  if (cache._kind === 'emptyDir') {
    return kplus.Volume.fromEmptyDir(scope, id, CACHE_VOLUME, { sizeLimit: cache._known.size });
  }
  // By name: it exists elsewhere. By object: the checks look whether it is in the app.
  const claim = cache._known.claim ?? kplus.PersistentVolumeClaim.fromClaimName(scope, 'ModelCacheClaim', cache._source);
  const readOnly = isReadOnlyVolume(scope, cache) ? true : undefined;
  return kplus.Volume.fromPersistentVolumeClaim(scope, id, claim, { name: CACHE_VOLUME, readOnly });
}

/** Some drivers attach a disk to several nodes only when the volume itself is read-only (GCE persistent disks); the first default set left that out. */
function isReadOnlyVolume(scope: Construct, cache: ModelCache): boolean {
  const modes = (cache._known.modes ?? []).map(String);
  return cache._options.readOnly === true || (Target.of(scope)._since(DefaultSet.V2) && isReadOnly(cache, modes));
}

carriesMistakes(ModelCache, () => ModelCache.claimName('not-planned'));
