import * as fc from 'fast-check';
import { part } from './workloads';
import { ClaimGroupSnapshotProps, GroupSnapshotDriver } from '../../../../src';
import { Statement, construct, literal, object, path } from '../../expression';
import { Expressions, Setting, calls, literals, oneOf, rarely, sometimes, struct, values } from '../combinators';
import { fresh } from '../references';
import { formed, names } from '../texts';

export function snapshot(setting: Setting, workload: Expressions): fc.Arbitrary<Statement[]> {
  return fc.tuple(fresh, struct<ClaimGroupSnapshotProps>({
    workload,
    name: rarely(literals(names(setting, 'snapshot'))),
    part: rarely(part(setting)),
    snapshotId: literals(names(setting, 'before')),
    snapshotClass: oneOf(
      calls('GroupSnapshotClass.named', formed(setting, fc.constantFrom('disks'))),
      calls('GroupSnapshotClass.ofDriver', struct<GroupSnapshotDriver>({
        driver: formed(setting, fc.constantFrom('disk.example')), retain: sometimes(values(true, false)), parameters: rarely(fc.constant(object({ pool: literal('a') }))),
      }))),
  })).map(([id, props]) => [{ value: construct('ClaimGroupSnapshot', path('chart'), id, props) }]);
}
