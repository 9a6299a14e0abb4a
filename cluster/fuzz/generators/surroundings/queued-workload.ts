import * as fc from 'fast-check';
import { QueuedWorkloadProps } from '../../../../src';
import { Statement, construct, path } from '../../expression';
import { Expressions, Setting, literals, rarely, sometimes, struct } from '../combinators';
import { placement } from '../pods';
import { fresh } from '../references';
import { names } from '../texts';

export function queue(setting: Setting, workload: Expressions): fc.Arbitrary<Statement[]> {
  return fc.tuple(fresh, struct<QueuedWorkloadProps>({
    workload,
    queueName: literals(names(setting, 'queue')),
    priorityClass: sometimes(literals(names(setting, 'high'))),
    placement: rarely(placement(setting)),
  })).map(([id, props]) => [{ value: construct('QueuedWorkload', path('chart'), id, props) }]);
}
