import * as fc from 'fast-check';
import { BinPackingSchedulerProps, NodeFullness } from '../../../../src';
import { Statement, construct, list, path } from '../../expression';
import { Expressions, Setting, lists, literals, maps, rarely, sometimes, struct } from '../combinators';
import { counts } from '../numbers';
import { fresh } from '../references';
import { formed, names } from '../texts';

export function packing(setting: Setting, workload: Expressions): fc.Arbitrary<Statement[]> {
  return fc.tuple(fresh, struct<BinPackingSchedulerProps>({
    name: rarely(literals(names(setting, 'packed'))),
    namespace: literals(names(setting, 'scheduling')),
    workloads: workload.map(each => list([each])),
    resourceWeights: rarely(maps(fc.constantFrom('nvidia.com/gpu', 'cpu', 'memory'), counts(setting, 1, 100), 3, 1)),
    shape: rarely(lists(struct<NodeFullness>({ utilization: counts(setting, 0, 100), score: counts(setting, 0, 10) }), 2, 3)),
    weight: sometimes(counts(setting, 1, 100)),
    image: rarely(formed(setting, fc.constant('registry.example/kube-scheduler:v1.36.2'))),
    replicas: sometimes(counts(setting, 1, 3)),
  })).map(([id, props]) => [{ value: construct('BinPackingScheduler', path('chart'), id, props) }]);
}
