import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { duplicate, forbidden, invalid } from '../../base/errors/invalid-input';
import { wholeSeconds } from '../../base/seconds';
import { TORCH } from '../../engines/frameworks';
import { Rendezvous } from '../../engines/rendezvous';
import { carriesMistakes } from '../../given/mistakes/carried';
import { checkSubdomain } from '../../kubernetes/refused/names';
import { ContainerSpec, SidecarSpec } from '../../pod/container/container';
import { Capacity } from '../../pod/scheduling/capacity';
import { PodTemplateProps } from '../../pod/template/pod-template-props';

/**
 * A copy of the checkpoint to somewhere slow (object storage), made by a native sidecar after the training process has ended.
 */
export interface CheckpointUpload {
  /** The sidecar. It sees the checkpoint folder at the same path, and has to finish its copy when it gets SIGTERM. */
  readonly container: ContainerSpec;

  /** How long the last copy may take. It is part of the pod's grace period. */
  readonly time: Duration;
}

/**
 * How a checkpoint is saved when a pod is told to stop.
 */
export interface CheckpointOptions {
  /**
   * How long the program may take to save after SIGTERM. With torchrun at most 30 seconds: its agent kills its children then.
   *
   * @default - 30 seconds, or less where the notice of spot capacity leaves less
   */
  readonly saveTime?: Duration;

  /**
   * Copies what was saved, after the program has ended.
   *
   * @default - none
   */
  readonly upload?: CheckpointUpload;
}

/**
 * Where a run keeps its checkpoints: a volume that outlives the pods, mounted in every worker. The folder's path is in `CHECKPOINT_DIR`.
 *
 * The contract: the kubelet sends SIGTERM, the program saves within `saveTime` and ends with a code other than 0 (a stopped pod that exits 0
 * counts as a finished index), then the upload sidecar gets SIGTERM and has its own time. The grace period of the pod is their sum.
 */
export class Checkpoint {
  /**
   * On a claim of this app, or an imported one. Its access modes are checked where they are known.
   *
   * @param claim The claim.
   * @param mountPath Absolute path in the containers.
   * @param options Times and upload.
   */
  public static onClaim(claim: kplus.IPersistentVolumeClaim, mountPath: string, options: CheckpointOptions = {}): Checkpoint {
    const modes = claim instanceof kplus.PersistentVolumeClaim ? claim.accessModes : undefined;
    return new Checkpoint(claim.name, checkPath('Checkpoint.onClaim(mountPath)', mountPath), options, claim, modes);
  }

  /**
   * On a claim that somebody else creates in the namespace of the run.
   *
   * @param claimName Name of the PersistentVolumeClaim.
   * @param mountPath Absolute path in the containers.
   * @param options Times and upload.
   *
   * @example
   * const run = new IndexedTrainingJob(chart, 'Pretrain', {
   *   workers: 4,
   *   accelerator: Accelerator.nvidia(8),
   *   rendezvous: Rendezvous.torchrun(),
   *   container: { image: 'registry.example/train:1.4', command: ['torchrun', 'train.py', '--save-to=/checkpoints'], memory: Memory.of('400Gi') },
   *   checkpoint: Checkpoint.onClaimName('checkpoints', '/checkpoints'),
   * });
   */
  public static onClaimName(claimName: string, mountPath: string, options: CheckpointOptions = {}): Checkpoint {
    checkSubdomain('Checkpoint.onClaimName(claimName)', claimName);
    return new Checkpoint(claimName, checkPath('Checkpoint.onClaimName(mountPath)', mountPath), options);
  }

  private constructor(
    /** @internal */ public readonly _claimName: string,
    /** @internal */ public readonly _mountPath: string,
    /** @internal */ public readonly _options: CheckpointOptions,
    /** @internal */ public readonly _claim?: kplus.IPersistentVolumeClaim,
    /** @internal */ public readonly _accessModes?: kplus.PersistentVolumeAccessMode[]) {}
}

/** Other volumes lie there, or the container runtime's own. */
const TAKEN_FOLDERS = ['/dev', '/tmp', '/etc', '/proc', '/sys'];

function checkPath(field: string, path: string): string {
  const isTaken = TAKEN_FOLDERS.some(taken => path === taken || path.startsWith(`${taken}/`));
  if (!/^\/[^:]+$/.test(path) || path.split('/').includes('..') || isTaken) {
    throw invalid(field, path, 'must be an absolute folder of its own, outside /dev, /etc, /proc, /sys and /tmp', 'for example /checkpoints');
  }
  return path;
}

/** The checkpoint of one run. */
export interface CheckpointPlan {
  readonly claimName: string;
  readonly mountPath: string;
  readonly saveSeconds: number;
  /** The upload as a sidecar, with its share of the grace period. */
  readonly upload?: SidecarSpec;
  readonly uploadSeconds: number;
  /** Claim that only one node can mount, although there are several workers. */
  readonly oneNodeOnly: boolean;
  readonly accessModes: string;
}

const DEFAULT_SAVE_SECONDS = 30;
export const UPLOAD_CONTAINER = 'checkpoint-upload';
/** Left between the last thing that stops and the end of the grace period. */
export const STOP_MARGIN_SECONDS = 5;

/** Pure: where, how long, and who copies. */
export function planCheckpoint(
  checkpoint: Checkpoint | undefined, props: PodTemplateProps, workers: number, rendezvous: Rendezvous, capacity: Capacity,
): CheckpointPlan | undefined {
  if (!checkpoint) {
    return undefined;
  }
  const { upload } = checkpoint._options;
  const oneNodeOnly = checkAccess(checkpoint, workers);
  checkMounts(checkpoint, props);
  const uploadSeconds = upload ? wholeSeconds('checkpoint.upload.time', upload.time, 1) : 0;
  return {
    claimName: checkpoint._claimName,
    mountPath: checkpoint._mountPath,
    saveSeconds: planSave(checkpoint, rendezvous, capacity, uploadSeconds + otherStops(props)),
    upload: upload ? { ...upload.container, name: upload.container.name ?? UPLOAD_CONTAINER, stopTime: upload.time } : undefined,
    uploadSeconds,
    oneNodeOnly,
    accessModes: checkpoint._accessModes?.join(', ') ?? 'not known here',
  };
}

/** What else stops inside the grace period: the preStop sleep and the user's sidecars. */
function otherStops(props: PodTemplateProps): number {
  const sidecars = (props.sidecars ?? []).reduce((total, sidecar) => total + (sidecar.stopTime?.toSeconds({ integral: false }) ?? 0), 0);
  return (props.container.preStopSleep?.toSeconds({ integral: false }) ?? 0) + sidecars;
}

function planSave(checkpoint: Checkpoint, rendezvous: Rendezvous, capacity: Capacity, otherSeconds: number): number {
  const { saveTime } = checkpoint._options;
  const given = saveTime && wholeSeconds('checkpoint.saveTime', saveTime, 1);
  if (given !== undefined && rendezvous._kind === 'torchrun' && given > TORCH.killAfterSeconds) {
    throw invalid('checkpoint.saveTime', `${given}s`, `is more than the ${TORCH.killAfterSeconds} s after which torchrun's agent kills its children, and nothing changes that (pytorch#68258)`,
      'save to the volume within 30 s and copy it elsewhere with checkpoint.upload, which runs after torchrun has ended');
  }
  const notice = capacity._spot?.noticeSeconds;
  const left = notice === undefined ? DEFAULT_SAVE_SECONDS : Math.max(1, notice - STOP_MARGIN_SECONDS - otherSeconds);
  return given ?? Math.min(DEFAULT_SAVE_SECONDS, left);
}

/** True when only one node can mount the claim although several workers may be on several. */
function checkAccess(checkpoint: Checkpoint, workers: number): boolean {
  const modes = (checkpoint._accessModes ?? []).map(String);
  if (modes.length === 0) {
    return false;
  }
  if (modes.every(mode => mode === 'ReadOnlyMany')) {
    throw forbidden('checkpoint.claim', `claim "${checkpoint._claimName}" is ReadOnlyMany, and a checkpoint is written`, 'use a claim with ReadWriteMany');
  }
  if (workers > 1 && modes.includes('ReadWriteOncePod')) {
    throw forbidden('checkpoint.claim', `claim "${checkpoint._claimName}" is ReadWriteOncePod: one pod may use it, and there are ${workers} workers; the others would stay Pending`,
      'use a claim with ReadWriteMany');
  }
  return workers > 1 && !modes.includes('ReadWriteMany');
}

function checkMounts(checkpoint: Checkpoint, props: PodTemplateProps): void {
  const mounted = (container: ContainerSpec) => container.volumeMounts?.some(mount => mount.path === checkpoint._mountPath);
  const upload = checkpoint._options.upload?.container;
  if (mounted(props.container) || (upload && mounted(upload))) {
    throw duplicate('checkpoint.mountPath', checkpoint._mountPath, 'is a mount of the container already, and a path can be mounted once', 'leave that mount out: the checkpoint mounts its claim itself');
  }
}

carriesMistakes(Checkpoint, () => Checkpoint.onClaimName('not-planned', '/checkpoints'));
