import * as fc from 'fast-check';
import { part } from './workloads';
import { WorkloadExportProps } from '../../../../src';
import { Statement, construct, path } from '../../expression';
import { Expressions, Setting, absent, flag, literals, rarely, struct } from '../combinators';
import { counts } from '../numbers';
import { fresh } from '../references';
import { names } from '../texts';

export function workloadExport(setting: Setting, workload: Expressions): fc.Arbitrary<Statement[]> {
  return fc.tuple(fresh, struct<WorkloadExportProps>({
    name: rarely(literals(names(setting, 'everywhere'))),
    workload,
    part: rarely(part(setting)),
    port: absent(40, counts(setting, 80, 8000)),
    headless: rarely(flag),
  })).map(([id, props]) => [{ value: construct('WorkloadExport', path('chart'), id, props) }]);
}
