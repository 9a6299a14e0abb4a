import * as fc from 'fast-check';
import { QueueNodesOptions, QueueQuotaOptions, TeamQueueProps } from '../../../../src';
import { Statement, construct, path } from '../../expression';
import { Expressions, Setting, absent, calls, lists, literals, maps, oneOf, rarely, remembered, sometimes, struct, values } from '../combinators';
import { bytes, counts } from '../numbers';
import { fresh } from '../references';
import { formed, names } from '../texts';

const flavor = remembered((setting: Setting): Expressions => {
  const quota = { accelerators: absent(40, counts(setting, 0, 64)), borrow: rarely(counts(setting, 0, 16)), resources: rarely(maps(fc.constantFrom('memory', 'example.com/nic'), bytes(setting, '64Gi', '2Ti'), 2)) };
  return oneOf(
    calls('QueueFlavor.nodes', struct<QueueNodesOptions>({
      ...quota,
      name: literals(names(setting, 'h100', 'spot')),
      nodeLabels: sometimes(maps(fc.constantFrom('example.com/pool', 'kind'), formed(setting, fc.constantFrom('gpu', 'a')), 2, 1)),
      topologyLevels: rarely(lists(formed(setting, fc.constantFrom('example.com/rack', 'kubernetes.io/hostname')), 1, 2)),
    })),
    calls('QueueFlavor.named', literals(names(setting, 'a100')), sometimes(struct<QueueQuotaOptions>(quota))));
});

export function team(setting: Setting, workload: Expressions): fc.Arbitrary<Statement[]> {
  return fc.tuple(fresh, struct<TeamQueueProps>({
    name: rarely(literals(names(setting, 'team'))),
    workloads: lists(workload, 1, 1),
    flavors: lists(flavor(setting), 1, 2),
    cohort: sometimes(literals(names(setting, 'research'))),
    reclaim: rarely(values(true, false)),
    priorityClass: rarely(literals(names(setting, 'high'))),
  })).map(([id, props]) => [{ value: construct('TeamQueue', path('chart'), id, props) }]);
}
