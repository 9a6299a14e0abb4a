import * as fc from 'fast-check';
import { part } from './workloads';
import { ChaosExperimentProps, LossyNetworkOptions, PartitionOptions, SlowNetworkOptions } from '../../../../src';
import { Statement, construct, path } from '../../expression';
import { Expressions, Setting, absent, calls, literals, oneOf, rarely, sometimes, struct } from '../combinators';
import { counts, durations } from '../numbers';
import { fresh } from '../references';
import { formed, names } from '../texts';

export function chaos(setting: Setting, workload: Expressions): fc.Arbitrary<Statement[]> {
  const schedule = absent(50, formed(setting, fc.constantFrom('0 10 * * 1-5', '@daily', '*/30 * * * *'), fc.constantFrom('', '* * *', '@often', '99 * * * *')));
  return fc.tuple(fresh, struct<ChaosExperimentProps>({
    workload,
    name: rarely(literals(names(setting, 'game-day'))),
    part: sometimes(part(setting)),
    fault: fault(setting),
    reach: sometimes(reach(setting)),
    schedule,
    startingDeadline: rarely(durations(setting, 1, 600)),
    historyLimit: rarely(counts(setting, 1, 5)),
  })).map(([id, props]) => [{ value: construct('ChaosExperiment', path('chart'), id, props) }]);
}

function fault(setting: Setting): Expressions {
  const duration = durations(setting, 1, 120);
  return oneOf(
    calls('ChaosFault.killPod', sometimes(durations(setting, 0, 30))),
    calls('ChaosFault.failPod', duration),
    calls('ChaosFault.killContainer', sometimes(literals(names(setting, 'main')))),
    calls('ChaosFault.delay', struct<SlowNetworkOptions>({ latency: durations(setting, 1, 5), jitter: sometimes(durations(setting, 1, 2)), duration, towards: rarely(part(setting)) })),
    calls('ChaosFault.loss', struct<LossyNetworkOptions>({ percent: counts(setting, 1, 100), duration, towards: rarely(part(setting)) })),
    calls('ChaosFault.partition', struct<PartitionOptions>({ from: part(setting), duration })));
}

function reach(setting: Setting): Expressions {
  return oneOf(calls('ChaosReach.one'), calls('ChaosReach.all'), calls('ChaosReach.pods', counts(setting, 1, 2)), calls('ChaosReach.percent', counts(setting, 1, 100)));
}
