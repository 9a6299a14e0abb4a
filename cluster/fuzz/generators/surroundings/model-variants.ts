import * as fc from 'fast-check';
import { gateway, named, part } from './workloads';
import { ModelVariant, ModelVariantsProps } from '../../../../src';
import { Statement, construct, list, literal, object, path } from '../../expression';
import { Expressions, Setting, absent, calls, lists, literals, rarely, sometimes, struct } from '../combinators';
import { counts, durations } from '../numbers';
import { fresh } from '../references';
import { formed, names, paths } from '../texts';

export function variants(setting: Setting, workload: Expressions): fc.Arbitrary<Statement[]> {
  return fc.tuple(fresh, struct<ModelVariantsProps>({
    name: rarely(literals(names(setting, 'models'))),
    variants: fc.tuple(variant(setting, 'a', workload), variant(setting, 'b', calls('Workload.named', named(setting)))).map(both => list(both)),
    gateway: gateway(setting),
    hostnames: sometimes(lists(formed(setting, fc.constantFrom('models.example', '*.models.example')), 1, 2)),
    pathPrefix: sometimes(paths(setting, '/v1')),
    requestTimeout: sometimes(durations(setting, 0, 3600)),
  })).map(([id, props]) => [{ value: construct('ModelVariants', path('chart'), id, props) }]);
}

function variant(setting: Setting, name: string, workload: Expressions): Expressions {
  return struct<ModelVariant>({
    name: literals(names(setting, name)),
    workload,
    part: rarely(part(setting)),
    indexes: rarely(lists(counts(setting, 0, 2), 1, 2)),
    port: absent(40, counts(setting, 80, 8000)),
    weight: sometimes(counts(setting, 0, 100)),
    headers: rarely(fc.constantFrom('a', 'b').map(value => object({ 'x-variant': literal(value) }))),
    cookie: rarely(formed(setting, fc.constantFrom('variant=a', 'variant=b'))),
  });
}
