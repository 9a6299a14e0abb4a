import * as kplus from 'cdk8s-plus-28';
import * as fc from 'fast-check';
import { Expressions, Setting, absent, calls, flag, lists, literals, members, mostly, never, oneOf, rarely, sometimes, struct } from './combinators';
import { containers } from './containers';
import { accelerators } from './devices';
import { counts, durations } from './numbers';
import { inOrder, invoked, perhaps, podMethods } from './pod-methods';
import { disruptionBudget, podFields } from './pods';
import { rollouts } from './rollouts';
import { clientService, servingPorts } from './services';
import { claims, zoneStorage } from './storage';
import { formed, ids, names } from './texts';
import { ODD_ZONES, chosenZones } from './zones';
import { ClaimPolicy, ClaimRetention, OrdinalRange, ZonePartition, ZonePartitionedStatefulSetProps } from '../../../src';
import { Expression, Statement, construct, list, literal, path } from '../expression';

interface Shape {
  readonly zones: readonly string[];
  readonly replicas: number;
  readonly devices: number;
  readonly hasClaims: boolean;
  readonly port: number;
}

export function zonePartitionedStatefulSets(setting: Setting, constant: string): fc.Arbitrary<Statement[]> {
  const shape: fc.Arbitrary<Shape> = fc.record({
    zones: chosenZones(setting),
    replicas: fc.integer({ min: 1, max: 4 }),
    devices: fc.constantFrom(0, 0, 0, 1),
    hasClaims: fc.boolean(),
    port: fc.constantFrom(5432, 8000),
  });
  return fc.tuple(shape, ids(setting, 'Db', 'VectorStore')).chain(([given, id]) => inOrder(
    properties(setting, given).map(props => [{ name: constant, value: construct('ZonePartitionedStatefulSet', path('chart'), literal(`${id}${constant === 'first' ? '' : '-b'}`), props) }]),
    podMethods(setting, `${constant}.pods`),
    methods(setting, given, constant)));
}

function properties(setting: Setting, shape: Shape): Expressions {
  const { zones, devices, hasClaims, port } = shape;
  return struct<ZonePartitionedStatefulSetProps>({
    ...podFields(setting),
    container: containers(setting, { port: never, portNumber: counts(setting, port, port) }),
    accelerator: devices === 0 ? never : accelerators(setting, devices),
    name: sometimes(literals(names(setting, 'db', 'vector-store'))),
    zones: partitions(setting, shape),
    stride: rarely(counts(setting, 10, 1000)),
    oneBased: sometimes(flag),
    reserved: rarely(reserved(setting)),
    claims: hasClaims ? claims(setting) : mostly<Expression | undefined>(setting, never, claims(setting)),
    claimRetention: hasClaims ? sometimes(retention) : mostly<Expression | undefined>(setting, never, retention),
    storage: hasClaims ? rarely(zoneStorage(setting)) : mostly<Expression | undefined>(setting, never, zoneStorage(setting)),
    ports: sometimes(servingPorts(setting, port)),
    podManagementPolicy: sometimes(members('kplus.PodManagementPolicy', kplus.PodManagementPolicy)),
    rollout: sometimes(rollouts(setting, zones, ['allAtOnce', 'staged', 'canary', 'onDelete'])),
    disruptionBudget: sometimes(disruptionBudget(setting, true)),
    spread: sometimes(oneOf(calls('MemberSpread.requireNodes'), calls('MemberSpread.preferNodes'), calls('MemberSpread.anywhere'))),
    minReady: rarely(durations(setting, 1, 60)),
  });
}

const retention = struct<ClaimRetention>({ whenDeleted: sometimes(members('ClaimPolicy', ClaimPolicy)), whenScaled: sometimes(members('ClaimPolicy', ClaimPolicy)) });

/** Ranges come from names, slots or numbers, in one workload from one of them: mixed they overlap sooner or later. */
function partitions(setting: Setting, { zones, replicas }: Shape): Expressions {
  const by = fc.constantFrom<'name' | 'slot' | 'ordinal'>('name', 'name', 'slot', 'ordinal');
  return fc.tuple(by, fc.boolean()).chain(([origin, ends]) => fc.tuple(...zones.map((zone, index) => struct<ZonePartition>({
    zone: formed(setting, fc.constant(zone), fc.constantFrom(...ODD_ZONES)),
    replicas: counts(setting, 0, replicas),
    slot: origin === 'slot' ? counts(setting, index, index) : mostly<Expression | undefined>(setting, never, counts(setting, 0, 3)),
    firstOrdinal: origin === 'ordinal' ? counts(setting, 1 + 1000 * index, 1 + 1000 * index) : mostly<Expression | undefined>(setting, never, counts(setting, 0, 300)),
    lastOrdinal: origin === 'ordinal' && ends ? counts(setting, 500 + 1000 * index, 500 + 1000 * index) : mostly<Expression | undefined>(setting, never, counts(setting, 0, 300)),
    nameSuffix: mostly<Expression | undefined>(setting, never, literals(names(setting, zone.slice(-1)))),
  })))).map(list);
}

export function reserved(setting: Setting): Expressions {
  return lists(struct<OrdinalRange>({ first: counts(setting, 900_000, 900_100), last: counts(setting, 900_200, 900_300), purpose: sometimes(literals(fc.constantFrom('restore', '', 'a\nb'))) }), 0, 2);
}

function methods(setting: Setting, { zones, port }: Shape, constant: string): fc.Arbitrary<Statement[]> {
  const ordinal = counts(setting, 0, 0);
  return inOrder(
    perhaps(40, invoked(`${constant}.explain`)),
    perhaps(30, invoked(`${constant}.addClientService`, clientService(setting))),
    perhaps(20, invoked(`${constant}.zone`, formed(setting, fc.constantFrom(zones[0] ?? 'eu-1a')))),
    perhaps(setting.oddPerMille > 0 ? 10 : 0, invoked(`${constant}.zoneOf`, ordinal)),
    perhaps(setting.oddPerMille > 0 ? 10 : 0, invoked(`${constant}.pod`, ordinal)),
    perhaps(setting.oddPerMille > 0 ? 10 : 0, invoked(`${constant}.addOrdinalService`, ordinal, absent(50, servingPorts(setting, port)), rarely(literals(names(setting, 'one'))))));
}
