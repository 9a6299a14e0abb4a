import * as fc from 'fast-check';
import { CoschedulingGangOptions, GangSchedulingProps, NativeGangOptions, VolcanoGangOptions } from '../../../../src';
import { Statement, construct, path } from '../../expression';
import { Expressions, Setting, calls, literals, mostly, oneOf, rarely, remembered, sometimes, struct } from '../combinators';
import { counts, durations } from '../numbers';
import { fresh } from '../references';
import { formed, names } from '../texts';

const scheduler = remembered((setting: Setting): Expressions => {
  const schedulerName = sometimes(formed(setting, fc.constantFrom('batch', 'default-scheduler')));
  const usual = oneOf(
    calls('GangScheduler.volcano', sometimes(struct<VolcanoGangOptions>({ queue: sometimes(literals(names(setting, 'team'))), priorityClass: rarely(literals(names(setting, 'high'))), schedulerName }))),
    calls('GangScheduler.coscheduling', sometimes(struct<CoschedulingGangOptions>({ schedulerName, timeout: sometimes(durations(setting, 1, 600)) }))));
  // Few targets have its alpha API.
  return mostly(setting, usual, calls('GangScheduler.native', sometimes(struct<NativeGangOptions>({ topologyKey: sometimes(formed(setting, fc.constantFrom('example.com/rack'))) }))));
});

export function gang(setting: Setting, workload: Expressions): fc.Arbitrary<Statement[]> {
  return fc.tuple(fresh, struct<GangSchedulingProps>({
    workload,
    scheduler: scheduler(setting),
    minimum: rarely(counts(setting, 1, 4)),
  })).map(([id, props]) => [{ value: construct('GangScheduling', path('chart'), id, props) }]);
}
