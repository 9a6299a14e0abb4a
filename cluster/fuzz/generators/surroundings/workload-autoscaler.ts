import * as fc from 'fast-check';
import { WorkloadAutoscalerProps } from '../../../../src';
import { Statement, construct, path } from '../../expression';
import { Expressions, Setting, absent, literals, rarely, sometimes, struct } from '../combinators';
import { vllm } from '../engines';
import { scaling } from '../gpu-inference-deployment';
import { durations } from '../numbers';
import { fresh } from '../references';
import { names } from '../texts';

export function autoscaler(setting: Setting, workload: Expressions): fc.Arbitrary<Statement[]> {
  return fc.tuple(fresh, scaling(setting).chain(fields => struct<WorkloadAutoscalerProps>({
    ...fields,
    workload,
    name: rarely(literals(names(setting, 'scaler'))),
    engine: absent(60, vllm(setting, { tensor: 1, pipeline: 1, data: 1 })),
    startTime: sometimes(durations(setting, 1, 2000)),
  }))).map(([id, props]) => [{ value: construct('WorkloadAutoscaler', path('chart'), id, props) }]);
}
