import { hasHooks, takesPods } from '../../../../knowledge/velero';
import { backups } from '../../../facts/backups';
import { Rule } from '../../rule';

/** Pods are made anew from the manifests, so people leave them out; what happens in them is left out too. */
export const backupWithoutPods: Rule = {
  id: 'AIW2144',
  title: 'backup leaves out the pods that it needs',
  class: 'broken',
  reason: 'Velero runs hooks in, and reads files of, the pods that are part of a backup. With pods left out no hook runs and no file is read, and the backup is called Completed.',
  source: 'velero pkg/backup/backup.go backupItemBlock, pkg/backup/item_backupper.go backupItemInternal (v1.18)',
  remedy: 'Take pods into the backup, and leave them out of the restore (--exclude-resources pods).',
  appliesTo: ['Backup', 'Schedule'],
  check: (facts, report) => {
    facts.get(backups).forEach(({ object, spec, field }) => {
      const needs = [...(hasHooks(spec) ? ['hooks'] : []), ...(spec.defaultVolumesToFsBackup === true ? ['defaultVolumesToFsBackup'] : [])];
      if (needs.length > 0 && !takesPods(spec)) {
        report(object, { field: `${field}.${needs[0]}`, message: `Forbidden: the backup takes no pods, so ${needs[0] === 'hooks' ? 'no hook runs' : 'no file is read'}` });
      }
    });
  },
};
