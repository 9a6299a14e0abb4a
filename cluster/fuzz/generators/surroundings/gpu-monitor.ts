import * as fc from 'fast-check';
import { GpuMonitorProps } from '../../../../src';
import { Statement, construct, path } from '../../expression';
import { Expressions, Setting, literals, rarely, sometimes, struct } from '../combinators';
import { fresh, labels } from '../references';
import { formed, names } from '../texts';

export function gpuMonitor(setting: Setting, workload: Expressions): fc.Arbitrary<Statement[]> {
  return fc.tuple(fresh, struct<GpuMonitorProps>({
    workload,
    name: rarely(literals(names(setting, 'gpus'))),
    namespace: sometimes(literals(names(setting, 'gpu-operator'))),
    podLabels: sometimes(labels(setting)),
    portName: sometimes(formed(setting, fc.constantFrom('metrics', 'gpu-metrics'))),
    monitorLabels: sometimes(labels(setting)),
  })).map(([id, props]) => [{ value: construct('GpuMonitor', path('chart'), id, props) }]);
}
