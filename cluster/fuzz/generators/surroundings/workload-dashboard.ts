import * as fc from 'fast-check';
import { WorkloadDashboardProps } from '../../../../src';
import { Statement, construct, path } from '../../expression';
import { Expressions, Setting, absent, literals, rarely, sometimes, struct } from '../combinators';
import { vllm } from '../engines';
import { fresh, labels } from '../references';
import { formed, names } from '../texts';

export function dashboard(setting: Setting, workload: Expressions): fc.Arbitrary<Statement[]> {
  return fc.tuple(fresh, struct<WorkloadDashboardProps>({
    workload,
    name: rarely(literals(names(setting, 'board'))),
    title: sometimes(formed(setting, fc.constantFrom('Llama', 'Answers of the week'))),
    labels: sometimes(labels(setting)),
    folder: sometimes(formed(setting, fc.constantFrom('Inference'))),
    engine: absent(80, vllm(setting, { tensor: 1, pipeline: 1, data: 1 })),
    podNames: absent(60, formed(setting, fc.constantFrom('w-[a-z0-9]+-[a-z0-9]{2,5}', 'w-[0-9]+|w-router'))),
    zoneLabel: sometimes(formed(setting, fc.constantFrom('zone'))),
  })).map(([id, props]) => [{ value: construct('WorkloadDashboard', path('chart'), id, props) }]);
}
