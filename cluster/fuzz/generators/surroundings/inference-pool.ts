import * as fc from 'fast-check';
import { part } from './workloads';
import { InferencePoolProps, PoolObjective } from '../../../../src';
import { Statement, construct, path } from '../../expression';
import { Expressions, Setting, distinctLists, literals, oneOf, rarely, sometimes, struct } from '../combinators';
import { counts } from '../numbers';
import { fresh } from '../references';
import { names } from '../texts';

export function inferencePool(setting: Setting, workload: Expressions): fc.Arbitrary<Statement[]> {
  return fc.tuple(fresh, struct<InferencePoolProps>({
    name: rarely(literals(names(setting, 'pool'))),
    workload,
    part: rarely(part(setting)),
    ports: sometimes(distinctLists(setting, counts(setting, 8000, 8003), [1, 2])),
    picker: literals(names(setting, 'picker')),
    pickerPort: rarely(counts(setting, 1, 65535)),
    pickerFailure: rarely(oneOf(...['CLOSE', 'OPEN'].map(each => fc.constant(path(`PickerFailure.${each}`))))),
    objectives: rarely(distinctLists(setting, struct<PoolObjective>({
      name: literals(names(setting, 'chat')), priority: counts(setting, -5, 5),
    }), [1, 2], 'name')),
  })).map(([id, props]) => [{ value: construct('InferencePool', path('chart'), id, props) }]);
}
