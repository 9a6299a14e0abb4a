import { MigrationClusters } from './props';
import { MovedVolume } from './volumes';

/** A side, as commands reach it. */
export interface MigrationSide {
  readonly namespace: string;
  /** File of its manifests. */
  readonly file: string;
  readonly context?: string;
}

/** How long a command waits for what takes no time of the application: minutes of a cluster under load. */
const SHORT = '5m';
/** Members of a store join, and catch up with what they missed, before they are ready. */
const READY = '30m';

export function sidesOf(source: Omit<MigrationSide, 'context'>, target: Omit<MigrationSide, 'context'>, clusters: MigrationClusters | undefined):
{ readonly source: MigrationSide; readonly target: MigrationSide } {
  return { source: { ...source, context: clusters?.source }, target: { ...target, context: clusters?.target } };
}

function kubectl({ context }: MigrationSide, rest: string): string {
  return `kubectl${context === undefined ? '' : ` --context '${context}'`} ${rest}`;
}

function inside(side: MigrationSide, rest: string): string {
  return kubectl(side, `-n ${side.namespace} ${rest}`);
}

export function apply(side: MigrationSide): string {
  return kubectl(side, `apply -f ${side.file}`);
}

export function namespaceExists(side: MigrationSide): string {
  return kubectl(side, `get namespace ${side.namespace}`);
}

/** Waits until pods have gone from the API server, which they do after the kubelet has stopped them. */
export function podsGone(side: MigrationSide, pods: readonly string[], graceSeconds: number): string {
  return inside(side, `wait --for=delete ${pods.map(pod => `pod/${pod}`).join(' ')} --timeout=${graceSeconds + 300}s`);
}

export function podsReady(side: MigrationSide, set: string, replicas: number): string {
  return inside(side, `wait --for=jsonpath='{.status.readyReplicas}'=${replicas} statefulset/${set} --timeout=${READY}`);
}

export function reclaim(side: MigrationSide, { name }: MovedVolume, policy: string): string {
  return patchVolume(side, name, { persistentVolumeReclaimPolicy: policy });
}

/** `kubectl delete` returns when the claim is gone, which it is only after its pod. */
export function deleteClaim(side: MigrationSide, { claim }: MovedVolume): string {
  return inside(side, `delete pvc ${claim} --timeout=${SHORT}`);
}

export function volumeIs(side: MigrationSide, phase: string, { name }: MovedVolume): string {
  return kubectl(side, `wait --for=jsonpath='{.status.phase}'=${phase} pv/${name} --timeout=${SHORT}`);
}

/**
 * Reserves a released volume for a claim that is yet to be made. In one patch, so that no other claim can take it in between, and never by a manifest: applied again
 * it would take the uid away that binds the two, and the claim would be lost.
 *
 * Source: pkg/controller/volume/persistentvolume/pv_controller.go syncVolume, syncBoundClaim (v1.36)
 */
export function reserve(side: MigrationSide, { name, claim }: MovedVolume): string {
  return patchVolume(side, name, { claimRef: { namespace: side.namespace, name: claim, uid: null, resourceVersion: null } });
}

function patchVolume(side: MigrationSide, volume: string, spec: object): string {
  return kubectl(side, `patch pv ${volume} --type merge -p '${JSON.stringify({ spec })}'`);
}

export function claimBound(side: MigrationSide, { claim }: MovedVolume): string {
  return inside(side, `wait --for=jsonpath='{.status.phase}'=Bound pvc/${claim} --timeout=${SHORT}`);
}

/** Of two clusters neither knows what the other has attached. */
export function detached(side: MigrationSide, { name }: MovedVolume): string {
  const attachments = kubectl(side, `get volumeattachments -o jsonpath='{.items[?(@.spec.source.persistentVolumeName=="${name}")].metadata.name}'`);
  return `until attached=$(${attachments}) && [ -z "$attached" ]; do sleep 2; done`;
}

export function deleteVolume(side: MigrationSide, { name }: MovedVolume): string {
  return kubectl(side, `delete pv ${name} --timeout=${SHORT}`);
}

export function deleteObjects(side: MigrationSide, objects: readonly string[]): string {
  return inside(side, `delete ${objects.join(' ')} --timeout=${SHORT}`);
}
