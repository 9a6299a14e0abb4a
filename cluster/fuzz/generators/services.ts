import * as kplus from 'cdk8s-plus-28';
import * as fc from 'fast-check';
import { Expressions, Setting, absent, distinctLists, literals, lists, members, mostly, never, rarely, sometimes, struct, values } from './combinators';
import { counts, ports } from './numbers';
import { formed, names } from './texts';
import { ClientServiceOptions, GroupRole, GroupServiceOptions, Locality, ServingPort } from '../../../src';
import { Expression, path } from '../expression';

/** Ports of a Service. With `declared`, mostly those that a container has. */
export function servingPorts(setting: Setting, declared?: number | string): Expressions {
  const isNamed = typeof declared === 'string';
  const usual = isNamed ? never : values(declared ?? '');
  const target = declared === undefined ? sometimes(ports(setting)) : mostly<Expression | undefined>(setting, usual, ports(setting));
  const port = struct<ServingPort>({
    name: formed(setting, fc.constantFrom('http', 'grpc', 'metrics'), fc.constantFrom('', 'HTTP', 'a'.repeat(15), 'a'.repeat(63), 'a'.repeat(64), '1', 'a--b', 'a.b')),
    port: ports(setting),
    nodePort: mostly<Expression | undefined>(setting, never, values(30080)),
    protocol: declared === undefined ? rarely(members('kplus.Protocol', kplus.Protocol)) : mostly<Expression | undefined>(setting, never, members('kplus.Protocol', kplus.Protocol)),
    targetPort: target,
    targetPortName: mostly<Expression | undefined>(setting, isNamed ? values(declared) : never, formed(setting, fc.constantFrom('http'))),
  });
  return fc.oneof({ weight: 3, arbitrary: lists(port, 1, 1) }, { weight: 1, arbitrary: mostly(setting, distinctLists(setting, port, [1, 2], 'name', 'port'), lists(port, 0, 3)) });
}

/** Preferring the own node came with 1.34; before, it is asked for often enough to see that it is refused. */
export function locality(setting: Setting): Expressions {
  const isKnown = setting.minor !== '1.33' || setting.hasGates;
  return fc.oneof(
    { weight: isKnown ? 0 : 3, arbitrary: fc.constant(path('Locality.SAME_ZONE')) },
    { weight: 1, arbitrary: members('Locality', Locality) });
}

export function clientService(setting: Setting): fc.Arbitrary<Expression | undefined> {
  return sometimes(struct<ClientServiceOptions>({ name: sometimes(literals(names(setting, 'clients'))), ports: sometimes(servingPorts(setting)), prefer: absent(50, locality(setting)) }));
}

export function groupService(setting: Setting, groups: number, size: number): Expressions {
  const group = absent(50, counts(setting, 0, groups - 1));
  return fc.tuple(group, fc.boolean()).chain(([chosen, byIndex]) => struct<GroupServiceOptions>({
    ports: servingPorts(setting),
    name: sometimes(literals(names(setting, 'front'))),
    group: fc.constant(chosen),
    role: byIndex ? mostly<Expression | undefined>(setting, never, members('GroupRole', GroupRole)) : sometimes(members('GroupRole', GroupRole)),
    index: byIndex && chosen ? counts(setting, 0, size - 1) : mostly<Expression | undefined>(setting, never, counts(setting, 0, size)),
    prefer: absent(50, locality(setting)),
  }));
}
