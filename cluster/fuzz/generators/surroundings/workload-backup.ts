import * as fc from 'fast-check';
import { BackupHook, WorkloadBackupProps } from '../../../../src';
import { Statement, construct, path } from '../../expression';
import { Expressions, Setting, absent, calls, lists, literals, mostly, never, oneOf, rarely, sometimes, struct, values } from '../combinators';
import { durations } from '../numbers';
import { fresh } from '../references';
import { formed, names } from '../texts';

export function backup(setting: Setting, workload: Expressions): fc.Arbitrary<Statement[]> {
  return fc.tuple(fresh, struct<WorkloadBackupProps>({
    workload,
    name: rarely(literals(names(setting, 'backup'))),
    schedule: mostly(setting, values('0 3 * * *', '@daily', 'TZ=Europe/Berlin 30 2 * * 0'), values('daily', '0 25 * * *')),
    volumes: absent(40, oneOf(
      calls('BackupVolumes.csiSnapshots'),
      calls('BackupVolumes.movedSnapshots'),
      calls('BackupVolumes.cloudSnapshots', lists(literals(names(setting, 'disks')), 1, 2)),
      calls('BackupVolumes.files'))),
    keep: sometimes(durations(setting, 3600, 2_592_000)),
    hooks: rarely(lists(struct<BackupHook>({
      role: never,
      container: absent(50, literals(names(setting, 'db'))),
      before: sometimes(lists(formed(setting, fc.constantFrom('sync', '--all')), 1, 2)),
      after: sometimes(lists(formed(setting, fc.constantFrom('resume')), 1, 1)),
      timeout: sometimes(durations(setting, 1, 600)),
    }), 1, 2)),
    objects: values(true, false),
    storageLocation: rarely(literals(names(setting, 'far'))),
    veleroNamespace: rarely(literals(names(setting, 'backups'))),
  })).map(([id, props]) => [{ value: construct('WorkloadBackup', path('chart'), id, props) }]);
}
