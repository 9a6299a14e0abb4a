import * as fc from 'fast-check';
import { NamedWorkload, PodPart, RouteGateway } from '../../../../src';
import { Statement, construct, list, literal, object, path } from '../../expression';
import { Expressions, Setting, absent, literals, mostly, never, oneOf, rarely, sometimes, struct, values } from '../combinators';
import { counts } from '../numbers';
import { fresh, labels } from '../references';
import { formed, names } from '../texts';

export function part(setting: Setting): Expressions {
  return struct<PodPart>({
    role: absent(40, formed(setting, fc.constantFrom('leader', 'worker', 'member', 'replica', 'row'))),
    group: rarely(counts(setting, 0, 1)),
    zone: rarely(formed(setting, fc.constantFrom('eu-1a'))),
    index: rarely(counts(setting, 0, 2)),
  });
}

export function named(setting: Setting): Expressions {
  return struct<NamedWorkload>({
    name: formed(setting, fc.constantFrom('other')),
    podLabels: labels(setting),
    namespace: never,
    purpose: sometimes(oneOf(...['SERVE', 'RUN', 'UNKNOWN'].map(each => fc.constant(path(`WorkloadPurpose.${each}`))))),
    replicas: sometimes(counts(setting, 0, 5)),
    scaledApiVersion: mostly(setting, never, values('apps/v1')),
    scaledKind: mostly(setting, never, values('Deployment')),
  });
}

export function deployment(name: string): fc.Arbitrary<Statement[]> {
  const container = object({ image: literal('registry.example/other:1'), resources: object({}) });
  return fc.tuple(fresh, fc.integer({ min: 1, max: 3 })).map(([id, replicas]) =>
    [{ name, value: construct('kplus.Deployment', path('chart'), id, object({ replicas: literal(replicas), containers: list([container]) })) }]);
}

export function gateway(setting: Setting): Expressions {
  return struct<RouteGateway>({
    name: literals(names(setting, 'gateway')), namespace: sometimes(literals(names(setting, 'gateways'))), listener: sometimes(literals(names(setting, 'http'))),
  });
}
