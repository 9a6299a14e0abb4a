import * as kplus from 'cdk8s-plus-28';
import { duplicate, forbidden, invalid } from '../../base/errors/invalid-input';
import { carriesMistakes } from '../../given/mistakes/carried';
import { checkSubdomain } from '../../kubernetes/refused/names';
import { ContainerSpec } from '../../pod/container/container';

/**
 * Where the rows leave what they found: a volume that outlives the pods. Each row sees a folder of its own at the path, `<job>/<index>` in the volume, which
 * its retries see as well; the kubelet makes it, with the mode of the volume's root.
 */
export class SweepResults {
  /**
   * On a claim of this app, or an imported one. Its access modes are checked where they are known.
   *
   * @param claim The claim.
   * @param mountPath Absolute path in the containers.
   */
  public static onClaim(claim: kplus.IPersistentVolumeClaim, mountPath: string): SweepResults {
    const modes = claim instanceof kplus.PersistentVolumeClaim ? claim.accessModes : undefined;
    return new SweepResults(claim.name, checkPath('SweepResults.onClaim(mountPath)', mountPath), claim, modes);
  }

  /**
   * On a claim that somebody else creates in the namespace of the sweep.
   *
   * @param claimName Name of the PersistentVolumeClaim.
   * @param mountPath Absolute path in the containers.
   */
  public static onClaimName(claimName: string, mountPath: string): SweepResults {
    checkSubdomain('SweepResults.onClaimName(claimName)', claimName);
    return new SweepResults(claimName, checkPath('SweepResults.onClaimName(mountPath)', mountPath));
  }

  private constructor(
    /** @internal */ public readonly _claimName: string,
    /** @internal */ public readonly _mountPath: string,
    /** @internal */ public readonly _claim?: kplus.IPersistentVolumeClaim,
    /** @internal */ public readonly _accessModes?: kplus.PersistentVolumeAccessMode[]) {}
}

/** Other volumes lie there, or the container runtime's own. */
const TAKEN_FOLDERS = ['/dev', '/tmp', '/etc', '/proc', '/sys', '/sweep'];

function checkPath(field: string, path: string): string {
  const isTaken = TAKEN_FOLDERS.some(taken => path === taken || path.startsWith(`${taken}/`));
  if (!/^\/[^:]+$/.test(path) || path.split('/').includes('..') || isTaken) {
    throw invalid(field, path, `must be an absolute folder of its own, outside ${TAKEN_FOLDERS.join(', ')}`, 'for example /results');
  }
  return path;
}

/** Where results go, as far as it can be told. */
export interface ResultsPlan {
  readonly claimName: string;
  readonly mountPath: string;
  readonly accessModes: string;
  /** One node alone can mount the claim, and several rows run at once. */
  readonly oneNodeOnly: boolean;
}

/** Pure: the claim can be written by as many rows as run at once. */
export function planResults(
  results: SweepResults | undefined, parallelism: number, containers: readonly (ContainerSpec | undefined)[]): ResultsPlan | undefined {
  if (!results) {
    return undefined;
  }
  const { _claimName: claimName, _mountPath: mountPath } = results;
  if (containers.some(container => container?.volumeMounts?.some(mount => mount.path === mountPath))) {
    throw duplicate('results.mountPath', mountPath, 'is a mount of the container already, and a path can be mounted once', 'leave that mount out: the sweep mounts the claim itself');
  }
  return { claimName, mountPath, accessModes: results._accessModes?.join(', ') ?? 'not known here', oneNodeOnly: checkAccess(results, parallelism) };
}

function checkAccess({ _accessModes = [], _claimName: claimName }: SweepResults, parallelism: number): boolean {
  const modes = _accessModes.map(String);
  if (modes.length === 0) {
    return false;
  }
  if (modes.every(mode => mode === 'ReadOnlyMany')) {
    throw forbidden('results.claim', `claim "${claimName}" is ReadOnlyMany, and results are written`, 'use a claim with ReadWriteMany');
  }
  if (parallelism > 1 && modes.includes('ReadWriteOncePod')) {
    throw forbidden('results.claim', `claim "${claimName}" is ReadWriteOncePod: one pod may use it, and ${parallelism} rows run at once`, 'use a claim with ReadWriteMany, or parallelism 1');
  }
  return parallelism > 1 && !modes.includes('ReadWriteMany');
}

carriesMistakes(SweepResults, () => SweepResults.onClaimName('not-planned', '/results'));
