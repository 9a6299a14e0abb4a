import * as fc from 'fast-check';
import { KarpenterNodePoolProps, KarpenterNodesOptions, NodeClassReference, NodeDisruption, NodeRequirement, NodeTaint } from '../../../../src';
import { Statement, construct, list, path } from '../../expression';
import { Expressions, Setting, absent, calls, lists, literals, maps, members, never, oneOf, rarely, sometimes, struct, values } from '../combinators';
import { counts, durations } from '../numbers';
import { fresh } from '../references';
import { formed, names } from '../texts';

export function nodePool(setting: Setting, workload: Expressions): fc.Arbitrary<Statement[]> {
  return fc.tuple(fresh, struct<KarpenterNodePoolProps>({
    name: rarely(literals(names(setting, 'gpu'))),
    workloads: workload.map(each => list([each])),
    nodes: nodes(setting),
    devicesPerNode: sometimes(lists(counts(setting, 8, 16), 1, 2)),
    architecture: rarely(values('amd64', 'arm64')),
    zones: rarely(lists(formed(setting, fc.constantFrom('eu-1a', ...(setting.zones ?? []))), 1, 2)),
    requirements: absent(10, lists(requirement(setting), 1, 3)),
    labels: rarely(maps(fc.constantFrom('team', 'example.com/pool'), formed(setting, fc.constantFrom('a', 'b')), 2)),
    taints: rarely(lists(taint(setting, 'nvidia.com/gpu'), 0, 1)),
    startupTaints: rarely(lists(taint(setting, 'node.cilium.io/agent-not-ready'), 1, 1)),
    limits: rarely(maps(fc.constantFrom('nvidia.com/gpu', 'cpu', 'nodes'), formed(setting, fc.constantFrom('256', '64')), 2)),
    consolidateAfter: rarely(durations(setting, 0, 3600)),
    budgets: absent(10, lists(budget(setting), 1, 3)),
    expireAfter: rarely(durations(setting, 3600, 2_592_000)),
    terminationGracePeriod: rarely(durations(setting, 3600, 172_800)),
    weight: rarely(counts(setting, 1, 100)),
  })).map(([id, props]) => [{ value: construct('KarpenterNodePool', path('chart'), id, props) }]);
}

function nodes(setting: Setting): Expressions {
  const className = literals(names(setting, 'default', 'gpu'));
  const options = struct<KarpenterNodesOptions>({
    gpuNames: rarely(lists(formed(setting, fc.constantFrom('h100', 'a10g')), 1, 2)),
    instanceTypes: rarely(lists(formed(setting, fc.constantFrom('p5.48xlarge', 'g6.48xlarge')), 1, 2)),
  });
  return oneOf(
    calls('KarpenterNodes.aws', className, options), calls('KarpenterNodes.aws', className), calls('KarpenterNodes.eksAuto', className, options),
    calls('KarpenterNodes.azure', className, options),
    calls('KarpenterNodes.of', struct<NodeClassReference>({ group: values('karpenter.example.com'), kind: values('NodeClass'), name: className })));
}

/** As each operator wants its values, so that most are taken. */
function requirement(setting: Setting): Expressions {
  const known = formed(setting, fc.constantFrom('karpenter.k8s.aws/instance-generation', 'node.kubernetes.io/instance-type'));
  const of = (operators: readonly string[], given: Expressions | typeof never) => struct<NodeRequirement>({
    key: known, operator: fc.constantFrom(...operators).map(operator => path(`NodeOperator.${operator}`)), values: given,
  });
  return oneOf(
    of(['IN', 'NOT_IN'], lists(formed(setting, fc.constantFrom('5', '7')), 1, 2)),
    of(['EXISTS', 'DOES_NOT_EXIST'], never),
    of(['GREATER_THAN', 'LESS_THAN'], lists(formed(setting, fc.constantFrom('4', '9')), 1, 1)));
}

function taint(setting: Setting, key: string): Expressions {
  return struct<NodeTaint>({
    key: formed(setting, fc.constant(key)), value: sometimes(formed(setting, fc.constant('true'))), effect: sometimes(values('NoSchedule', 'NoExecute', 'PreferNoSchedule')),
  });
}

function budget(setting: Setting): Expressions {
  const amount = formed(setting, fc.constantFrom('0', '1', '20%'));
  const reasons = absent(20, lists(members('NodeDisruption', NodeDisruption), 1, 2));
  return oneOf(
    calls('NodeBudget.always', amount, reasons),
    calls('NodeBudget.during', formed(setting, fc.constantFrom('0 6 * * mon-fri', '@daily')), durations(setting, 3600, 36_000), amount, reasons));
}
