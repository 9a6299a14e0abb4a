import * as fc from 'fast-check';
import { part } from './workloads';
import { EngineMonitorProps, MonitorKind, MonitoredPort } from '../../../../src';
import { Statement, construct, path } from '../../expression';
import { Expressions, Setting, absent, lists, literals, members, rarely, sometimes, struct, values } from '../combinators';
import { durations } from '../numbers';
import { fresh, labels } from '../references';
import { formed, names, paths } from '../texts';

export function monitor(setting: Setting, workload: Expressions): fc.Arbitrary<Statement[]> {
  return fc.tuple(fresh, struct<EngineMonitorProps>({
    workload,
    name: rarely(literals(names(setting, 'watch'))),
    part: sometimes(part(setting)),
    ports: absent(40, lists(struct<MonitoredPort>({ name: formed(setting, fc.constantFrom('metrics', 'http')), path: sometimes(paths(setting, '/metrics')) }), 1, 2)),
    interval: sometimes(durations(setting, 1, 60)),
    labels: sometimes(labels(setting)),
    kind: sometimes(members('MonitorKind', MonitorKind)),
    nodeZone: sometimes(values(true, false)),
  })).map(([id, props]) => [{ value: construct('EngineMonitor', path('chart'), id, props) }]);
}
