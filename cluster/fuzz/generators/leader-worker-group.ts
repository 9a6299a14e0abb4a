import * as fc from 'fast-check';
import { Expressions, Setting, absent, calls, flag, lists, literals, members, mostly, never, oneOf, partly, rarely, sometimes, struct } from './combinators';
import { containers, roleContainers } from './containers';
import { accelerators } from './devices';
import { Cut, RendezvousKind, modelLoad, rendezvous, vllm } from './engines';
import { modelCache, preload } from './models';
import { counts, durations, ports } from './numbers';
import { inOrder, invoked, ownAutoscaler, perhaps, podMethods } from './pod-methods';
import { capacity, disruptionBudget, placement, podFields } from './pods';
import { rollouts } from './rollouts';
import { groupService, locality, servingPorts } from './services';
import { claims } from './storage';
import { ids, names } from './texts';
import { ClaimPolicy, ClaimRetention, LeaderWorkerGroupProps, Parallelism } from '../../../src';
import { Expression, Statement, construct, literal, path } from '../expression';

type Backend = 'statefulSets' | 'singleStatefulSet' | 'leaderWorkerSet';

/** What has to agree with each other; everything else is drawn on its own. */
interface Shape {
  readonly backend: Backend;
  readonly groups: number;
  readonly size: number;
  readonly devices: number;
  readonly withEngine: boolean;
  readonly kind: RendezvousKind;
  readonly tensorOverNodes: boolean;
  readonly caches: boolean;
}

const shapes: fc.Arbitrary<Shape> = fc.record({
  backend: fc.constantFrom<Backend>('statefulSets', 'singleStatefulSet', 'leaderWorkerSet'),
  groups: fc.integer({ min: 1, max: 4 }),
  size: fc.integer({ min: 1, max: 4 }),
  devices: fc.constantFrom(0, 0, 1, 2, 8),
  withEngine: fc.boolean(),
  kind: fc.constantFrom<RendezvousKind>('plain', 'plain', 'ray', 'torchrun', 'jax', 'mpi', 'tensorFlow'),
  tensorOverNodes: fc.boolean(),
  caches: fc.constantFrom(false, false, true),
}).map(shape => ({
  ...shape,
  devices: shape.withEngine ? Math.max(1, shape.devices) : shape.devices,
  kind: shape.backend === 'leaderWorkerSet' && (shape.kind === 'mpi' || shape.kind === 'tensorFlow') ? 'torchrun' : shape.kind,
}));

export function leaderWorkerGroups(setting: Setting, constant: string): fc.Arbitrary<Statement[]> {
  return fc.tuple(shapes, ids(setting, 'Llm', 'Serving', 'MyGroup2')).chain(([shape, id]) => inOrder(
    (shape.withEngine ? withEngine(setting, shape) : withoutEngine(setting, shape))
      .map(props => [{ name: constant, value: construct('LeaderWorkerGroup', path('chart'), literal(`${id}${constant === 'first' ? '' : '-b'}`), props) }]),
    methods(setting, shape, constant)));
}

function withEngine(setting: Setting, shape: Shape): Expressions {
  const { size, devices } = shape;
  const cut: Cut = shape.tensorOverNodes ? { tensor: size * devices, pipeline: 1, data: 1 } : { tensor: devices, pipeline: size, data: 1 };
  return struct<LeaderWorkerGroupProps>({
    ...commonFields(setting, shape),
    engine: vllm(setting, cut),
    modelLoad: sometimes(modelLoad(setting)),
    container: sometimes(ofEngine(setting)),
    leader: rarely(ofEngine(setting)),
    worker: rarely(ofEngine(setting)),
    parallelism: rarely(parallelism(setting, cut)),
    rendezvous: mostly(setting, sometimes(oneOf(calls('Rendezvous.ray'))), rendezvous(setting, shape.kind, size)),
  });
}

function withoutEngine(setting: Setting, shape: Shape): Expressions {
  const { size, devices, kind } = shape;
  const needsCommand = kind === 'mpi' || kind === 'tensorFlow' || kind === 'ray';
  const image = literal('registry.example/serve:1');
  const main = containers(setting, {
    image: mostly(setting, fc.constant(image), never as unknown as Expressions),
    ...(needsCommand ? { command: fc.constant<Expression>({ is: 'list', items: [literal('serve')] }) } : {}),
  });
  const role = rarely(roleContainers(setting));
  return struct<LeaderWorkerGroupProps>({
    ...commonFields(setting, shape),
    engine: never,
    modelLoad: mostly<Expression | undefined>(setting, never, modelLoad(setting)),
    container: main,
    leader: shape.backend === 'singleStatefulSet' ? mostly<Expression | undefined>(setting, never, role) : role,
    worker: shape.backend === 'singleStatefulSet' ? mostly<Expression | undefined>(setting, never, role) : role,
    parallelism: rarely(parallelism(setting, { tensor: Math.max(1, devices), pipeline: size, data: 1 })),
    rendezvous: kind === 'plain' ? absent(60, rendezvous(setting, kind, size)) : rendezvous(setting, kind, size),
  });
}

/** An engine decides command, port, probes and how to stop. */
function ofEngine(setting: Setting): Expressions {
  const unsaid = <T>(value: fc.Arbitrary<T>) => mostly(setting, never as fc.Arbitrary<T | undefined>, value);
  return roleContainers(setting, {
    command: unsaid(lists(literals(fc.constant('serve')), 1, 1)),
    args: unsaid(lists(literals(fc.constant('-x')), 1, 1)),
    port: unsaid(ports(setting)),
    portNumber: unsaid(ports(setting)),
    lifecycle: never,
    startup: never,
    preStopSleep: unsaid(durations(setting, 1, 20)),
  });
}

function commonFields(setting: Setting, shape: Shape) {
  const { backend, groups, size, devices, kind, caches, withEngine: hasEngine } = shape;
  const completes = kind !== 'plain' && kind !== 'ray' && !hasEngine;
  const isPlain = backend !== 'leaderWorkerSet';
  const parts = Array.from({ length: groups }, (_, group) => String(group));
  const processes = devices > 0 && kind !== 'jax' ? devices : 1;
  return {
    ...podFields(setting),
    ...(caches ? { modelCache: modelCache(setting, 4), preload: sometimes(preload(setting, hasEngine)) } : {}),
    accelerator: devices === 0 ? never : accelerators(setting, devices),
    name: sometimes(literals(names(setting, 'llm', 'serving'))),
    groups: absent(groups === 1 ? 50 : 0, counts(setting, groups, groups)),
    size: counts(setting, size, size),
    backend: absent(backend === 'statefulSets' ? 50 : 0, calls(`LeaderWorkerBackend.${backend}`)),
    processesPerPod: rarely(counts(setting, processes, processes)),
    worldSize: mostly<Expression | undefined>(setting, never, counts(setting, size * processes, size * processes)),
    restartsAfterSuccess: completes ? mostly<Expression | undefined>(setting, literals(fc.constant(true)), sometimes(flag)) : rarely(flag),
    waitForLeader: sometimes(kind === 'ray' || kind === 'mpi' || hasEngine ? mostly(setting, waits(setting)[0], oneOf(...waits(setting))) : oneOf(...waits(setting))),
    restart: sometimes(restarts(setting, backend, hasEngine)),
    rollout: sometimes(rollouts(setting, parts, isPlain ? ['allAtOnce', 'staged', 'canary', 'onDelete'] : ['allAtOnce', 'partition'])),
    placement: sometimes(placement(setting)),
    capacity: rarely(capacity(setting)),
    disruptionBudget: sometimes(disruptionBudget(setting)),
    ...storageFields(setting),
    servingPorts: sometimes(servingPorts(setting)),
    prefer: sometimes(locality(setting)),
  };
}

function storageFields(setting: Setting) {
  return {
    claims: rarely(claims(setting)),
    claimRetention: mostly<Expression | undefined>(setting, never, struct<ClaimRetention>({
      whenDeleted: sometimes(members('ClaimPolicy', ClaimPolicy)), whenScaled: sometimes(members('ClaimPolicy', ClaimPolicy)),
    })),
  };
}

function parallelism(setting: Setting, { tensor, pipeline, data }: Cut): Expressions {
  return struct<Parallelism>({
    tensor: absent(tensor === 1 ? 50 : 0, counts(setting, tensor, tensor)),
    pipeline: absent(pipeline === 1 ? 50 : 0, counts(setting, pipeline, pipeline)),
    data: absent(data === 1 ? 80 : 0, counts(setting, data, data)),
  });
}

function waits(setting: Setting): Expressions[] {
  const timeout = sometimes(partly<{ timeout: unknown }>({ timeout: sometimes(durations(setting, 1, 3600)) }));
  return [oneOf(calls('LeaderWait.forName', timeout), calls('LeaderWait.none')), calls('LeaderWait.forPort', ports(setting), timeout)];
}

function restarts(setting: Setting, backend: Backend, hasEngine: boolean): Expressions {
  const sharing = calls('GroupRestart.fateSharing', struct<{ port: number; tolerance: unknown; startup: unknown }>({
    port: ports(setting), tolerance: sometimes(durations(setting, 10, 120)), startup: hasEngine ? never : sometimes(durations(setting, 60, 3600)),
  }));
  const usual = { statefulSets: [calls('GroupRestart.none'), sharing], singleStatefulSet: [calls('GroupRestart.none')], leaderWorkerSet: [calls('GroupRestart.none'), calls('GroupRestart.recreateGroup')] };
  return mostly(setting, oneOf(...usual[backend]), oneOf(calls('GroupRestart.recreateGroup'), sharing));
}

function methods(setting: Setting, shape: Shape, constant: string): fc.Arbitrary<Statement[]> {
  const { backend, groups, size } = shape;
  const isLws = backend === 'leaderWorkerSet';
  return inOrder(
    podMethods(setting, `${constant}.leader`),
    size > 1 && backend !== 'singleStatefulSet' ? podMethods(setting, `${constant}.worker!`) : fc.constant([]),
    perhaps(40, invoked(`${constant}.explain`)),
    perhaps(30, invoked(`${constant}.addService`, literals(names(setting, 'Front', 'Metrics')), groupService(setting, groups, size))),
    perhaps(30, invoked(`${constant}.group`, counts(setting, 0, groups - 1))),
    perhaps(10, mostly(setting, isLws ? ownAutoscaler(setting, constant) : invoked(`${constant}.explain`), ownAutoscaler(setting, constant))));
}
