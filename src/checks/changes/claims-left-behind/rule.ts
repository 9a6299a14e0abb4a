import { Manifest } from '../../facts/manifest';
import { Report } from '../../rules/rule';
import { Change, ChangeRule } from '../changes';
import { claimsOf, hasClaims, inRanges, missingOrdinals, ordinalsOf, retentionOf } from '../sets';

/** Volumes that nobody uses any more, or that go with their data. */
export const claimsLeftBehind: ChangeRule = {
  id: 'AIW4003',
  title: 'claims are left behind or deleted',
  class: 'risky',
  reason: 'A set that shrinks or goes leaves its claims behind, where they cost money and come back with old data when it grows; with the policy Delete they go, and with most storage classes the data too. '
    + 'A claim that is pruned is deleted as soon as no pod uses it.',
  source: 'pkg/controller/statefulset/stateful_set_utils.go (v1.36), persistentVolumeClaimRetentionPolicy; pkg/controller/volume/pvcprotection (v1.36)',
  remedy: 'Say what is to become of the data before the change: back it up, move it, or delete the claims by hand afterwards.',
  appliesTo: ['StatefulSet', 'PersistentVolumeClaim'],
  check: ({ changed, removed, after }, report) => {
    changed.filter(({ next }) => next.type === 'apps/StatefulSet').forEach(change => {
      if (!after.isScaled(change.next)) {
        checkScale(change, report);
      }
    });
    removed.filter(object => object.type === 'apps/StatefulSet' && hasClaims(object)).forEach(set => checkRemoved(set, report));
    removed.filter(object => object.type === 'PersistentVolumeClaim').forEach(claim => report(claim, {
      field: 'metadata.name',
      message: `Invalid value: ${JSON.stringify(claim.name)}: is no longer made: whoever prunes deletes it, and its data where the storage class reclaims by deleting`,
      help: 'keep it, or annotate it so that nothing prunes it (Argo CD: argocd.argoproj.io/sync-options: Prune=false; Flux: kustomize.toolkit.fluxcd.io/prune: disabled)',
    }));
  },
};

function checkScale({ previous, next }: Change, report: Report): void {
  const gone = missingOrdinals(ordinalsOf(previous), ordinalsOf(next));
  if (gone.length > 0 && hasClaims(previous)) {
    const isDeleted = retentionOf(next, 'whenScaled') === 'Delete';
    report(next, {
      field: 'spec.replicas',
      message: `Invalid value: ${JSON.stringify(next.spec.replicas ?? 1)}: the pods ${inRanges(gone)} go, and their claims ${isDeleted ? 'are deleted' : 'stay behind'}`,
      notes: [`claims: ${claimsOf(previous, gone)}`],
      help: isDeleted ? 'set persistentVolumeClaimRetentionPolicy.whenScaled: Retain first where the data is still wanted' : 'delete the claims by hand once nobody wants the data',
    });
  }
}

function checkRemoved(set: Manifest, report: Report): void {
  const isDeleted = retentionOf(set, 'whenDeleted') === 'Delete';
  report(set, {
    field: 'metadata.name',
    message: `Invalid value: ${JSON.stringify(set.name)}: is no longer made: its claims ${isDeleted ? 'are deleted with it' : 'stay behind'}`,
    notes: [`claims: ${claimsOf(set, [ordinalsOf(set)])}`],
    help: isDeleted ? 'set persistentVolumeClaimRetentionPolicy.whenDeleted: Retain first where the data is still wanted' : 'a set of another name does not find them: rename nothing, or move the data',
  });
}
