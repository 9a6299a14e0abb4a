import { renderReason } from '../../../../base/errors/invalid-input';
import { refusedByVelero } from '../../../../knowledge/velero';
import { backups } from '../../../facts/backups';
import { Rule } from '../../rule';

/** The servers take it, and Velero does not. */
export const backupRefused: Rule = {
  id: 'AIW2142',
  title: 'backup that Velero refuses',
  class: 'broken',
  reason: 'The API server takes the object, and the controller ends each backup of it as FailedValidation: nothing is backed up, and nobody is told unless somebody looks.',
  source: 'velero pkg/controller/backup_controller.go prepareBackupRequest, pkg/util/collections/includes_excludes.go (v1.18)',
  remedy: 'Keep one form of filters, and say each namespace and resource once.',
  appliesTo: ['Backup', 'Schedule'],
  check: (facts, report) => {
    facts.get(backups).forEach(({ object, spec, field }) => {
      refusedByVelero(spec, field).forEach(problem => {
        report(object, { field: problem.field, message: renderReason(problem), help: problem.help });
      });
    });
  },
};
