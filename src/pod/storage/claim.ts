import * as kplus from 'cdk8s-plus-28';
import { SHARED_MEMORY_VOLUME } from './shared-memory';
import { duplicate, forbidden, invalid } from '../../base/errors/invalid-input';
import { PlainObject, compact } from '../../base/plain';
import { parseBytes } from '../../kubernetes/quantity';
import { checkNamePart, checkSubdomain } from '../../kubernetes/refused/names';
import { DefaultSet } from '../../target-cluster/default-set';
import { Target } from '../../target-cluster/target';
import { TMP_VOLUME } from '../security/security';
import { storedResources } from '../template/stored-form';

/**
 * A volume that each pod gets for itself, and gets back when it is replaced.
 */
export interface PodClaim {
  /** Name of the claim template; claims are called `<name>-<pod>`. Changing it abandons the data. Templates stand in the order of their names. */
  readonly name: string;

  /** Size to ask for: `500Gi`. */
  readonly size: string;

  /** Where the main container sees it. */
  readonly mountPath: string;

  /**
   * Storage class. For volumes that live in a zone it must bind late (`volumeBindingMode: WaitForFirstConsumer`).
   *
   * @default - the cluster's default class
   */
  readonly storageClassName?: string;

  /**
   * Access mode.
   *
   * @default PersistentVolumeAccessMode.READ_WRITE_ONCE
   */
  readonly accessMode?: kplus.PersistentVolumeAccessMode;
}

/**
 * What becomes of a pod's claim.
 */
export enum ClaimPolicy {
  /** The claim and its data stay. */
  RETAIN = 'Retain',

  /** The claim is deleted, and the volume by its reclaim policy. */
  DELETE = 'Delete',
}

/**
 * When the claims of pods go away.
 */
export interface ClaimRetention {
  /**
   * When the workload is deleted.
   *
   * @default ClaimPolicy.RETAIN
   */
  readonly whenDeleted?: ClaimPolicy;

  /**
   * When the workload is scaled down past the pod.
   *
   * @default ClaimPolicy.RETAIN
   */
  readonly whenScaled?: ClaimPolicy;
}

/** Checks the claims of one pod. Each problem names the entry. */
export function checkClaims(field: string, claims: readonly PodClaim[] | undefined, retention?: ClaimRetention): void {
  if (retention && !claims?.length) {
    throw forbidden('claimRetention', 'these pods have no claims that it could keep or delete', 'declare the volumes in claims, or leave it out');
  }
  claims?.forEach((claim, index) => {
    checkNamePart(`${field}[${index}].name`, claim.name);
    parseBytes(`${field}[${index}].size`, claim.size);
    if (!/^\/[^:]*$/.test(claim.mountPath)) {
      throw invalid(`${field}[${index}].mountPath`, claim.mountPath, 'must be an absolute path without ":"', 'give a path that begins with a slash, like /data');
    }
    // An empty name is the API's way to ask for volumes that somebody made beforehand.
    if (claim.storageClassName) {
      checkSubdomain(`${field}[${index}].storageClassName`, claim.storageClassName);
    }
    if (claim.name === SHARED_MEMORY_VOLUME || claim.name === TMP_VOLUME) {
      throw forbidden(`${field}[${index}].name`, `"${claim.name}" is the name of a volume that the library makes, and the claim would replace it`, 'give the claim another name');
    }
    const twin = claims.findIndex(other => other.name === claim.name || other.mountPath === claim.mountPath);
    if (twin !== index) {
      throw duplicate(`${field}[${index}]`, claim.name, `has the name or mount path of ${field}[${twin}]`, 'give one of them another name and mount path');
    }
  });
}

/**
 * Claims by name, since the API server refuses another order of claim templates as if they were others, and an app that lists them in another order means
 * the same. Sets of before keep the order of the app: theirs are deployed.
 */
export function claimsInOrder<Claims extends readonly PodClaim[] | undefined>(claims: Claims, target: Target): Claims {
  return target._since(DefaultSet.V2) && claims
    ? [...claims].sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0)) as readonly PodClaim[] as Claims : claims;
}

/** `volumeClaimTemplates`. Labels and storage are part of the StatefulSet's identity: the API server refuses a later change. */
export function renderClaims(claims: readonly PodClaim[] | undefined, labels: { readonly [key: string]: string }): PlainObject[] | undefined {
  return claims?.map(claim => ({
    metadata: { name: claim.name, labels: { ...labels } },
    spec: compact({
      accessModes: [claim.accessMode ?? kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE],
      storageClassName: claim.storageClassName,
      resources: storedResources({ requests: { storage: claim.size } }),
    }),
  }));
}

export function claimMounts(claims: readonly PodClaim[] | undefined): PlainObject[] {
  return (claims ?? []).map(claim => ({ name: claim.name, mountPath: claim.mountPath }));
}

/** Written out in full, since a reader should see what happens to the data. */
export function renderRetention(claims: readonly PodClaim[] | undefined, retention: ClaimRetention | undefined): PlainObject | undefined {
  return claims?.length
    ? { whenDeleted: retention?.whenDeleted ?? ClaimPolicy.RETAIN, whenScaled: retention?.whenScaled ?? ClaimPolicy.RETAIN }
    : undefined;
}
