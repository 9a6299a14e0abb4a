import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { duplicate, invalid } from '../../base/errors/invalid-input';
import { checkSubdomain } from '../../kubernetes/refused/names';

/**
 * A claim that all pods of a workload share and only read: weights, a dataset. Its volume must be one that several nodes can mount (ReadOnlyMany or
 * ReadWriteMany) as soon as there are pods on several nodes.
 */
export interface SharedClaim {
  /** Name of the PersistentVolumeClaim, in the namespace of the pods. */
  readonly claimName: string;

  /** Absolute folder in the main container. */
  readonly mountPath: string;

  /**
   * Folder inside the volume.
   *
   * @default - the root of the volume
   */
  readonly subPath?: string;
}

/** What is mounted where, one volume for each claim. */
export interface SharedMount {
  readonly path: string;
  readonly subPath?: string;
  readonly volume: kplus.Volume;
}

/** The mounts of shared claims, read-only for the volume as well: some drivers attach a disk to several nodes in no other way. */
export function sharedMounts(scope: Construct, claims: readonly SharedClaim[]): SharedMount[] {
  claims.forEach((claim, index) => checkShared(`sharedClaims[${index}]`, claim, claims.slice(0, index)));
  const volumes = new Map<string, kplus.Volume>();
  return claims.map(({ claimName, mountPath, subPath }) => {
    const volume = volumes.get(claimName) ?? volumeOf(scope, claimName);
    volumes.set(claimName, volume);
    return { path: mountPath, subPath, volume };
  });
}

function checkShared(field: string, { claimName, mountPath, subPath }: SharedClaim, others: readonly SharedClaim[]): void {
  checkSubdomain(`${field}.claimName`, claimName);
  if (!/^\/[^:]+$/.test(mountPath) || mountPath.split('/').includes('..')) {
    throw invalid(`${field}.mountPath`, mountPath, 'must be an absolute folder, not the root, without ".." and ":"', 'for example /models');
  }
  if (subPath !== undefined) {
    checkSubPath(`${field}.subPath`, subPath);
  }
  const twin = others.findIndex(other => other.mountPath === mountPath);
  if (twin >= 0) {
    throw duplicate(`${field}.mountPath`, mountPath, `is that of sharedClaims[${twin}] as well`, 'mount one of them elsewhere');
  }
}

/** A folder inside a volume. */
export function checkSubPath(field: string, subPath: string): string {
  if (subPath === '' || subPath.startsWith('/') || subPath.split('/').includes('..')) {
    throw invalid(field, subPath, 'must lead from the root of the volume into it: without a slash at its beginning, and without ".."',
      'name the folder as it stands in the volume: llama or sets/tokenizer');
  }
  return subPath;
}

/** By name: it exists elsewhere, or is made by the app. */
function volumeOf(scope: Construct, claimName: string): kplus.Volume {
  const claim = kplus.PersistentVolumeClaim.fromClaimName(scope, `SharedClaim-${claimName}`, claimName);
  return kplus.Volume.fromPersistentVolumeClaim(scope, `SharedVolume-${claimName}`, claim, { name: `shared-${claimName.replaceAll('.', '-')}`, readOnly: true });
}
