import { leavesVolumesOut, takesClaims } from '../../../../knowledge/velero';
import { backups } from '../../../facts/backups';
import { Rule } from '../../rule';

/** A list of kinds is thought to be one of objects; it is one of volumes as well. */
export const backupWithoutVolumes: Rule = {
  id: 'AIW2143',
  title: 'backup of claims without their volumes',
  class: 'risky',
  reason: 'A volume snapshotter of Velero snapshots PersistentVolumes. A list of resources without them, or includeClusterResources false, leaves them out: the backup holds the claims, and no data. Snapshots of the CSI plugin are taken of the claims and do not need it.',
  source: 'velero pkg/backup/item_backupper.go itemInclusionChecks, takePVSnapshot, pkg/util/collections/includes_excludes.go GlobalIncludesExcludes.ShouldExclude (v1.18)',
  remedy: 'Add persistentvolumes to includedResources, or use includedNamespaceScopedResources, with which the volumes of claims come along.',
  appliesTo: ['Backup', 'Schedule'],
  check: (facts, report) => {
    facts.get(backups).forEach(({ object, spec, field }) => {
      const copiesOtherwise = spec.snapshotVolumes === false || spec.snapshotMoveData === true || spec.defaultVolumesToFsBackup === true;
      const filter = copiesOtherwise || !takesClaims(spec) ? undefined : leavesVolumesOut(spec);
      if (filter !== undefined) {
        report(object, {
          field: `${field}.${filter}`,
          message: `Invalid value: ${JSON.stringify(spec[filter])}: leaves out persistentvolumes, so a volume snapshotter snapshots none of the claims`,
        });
      }
    });
  },
};
