import * as fc from 'fast-check';
import {
  Expressions, Setting, absent, calls, lists, literals, maps, members, mostly, never, oneOf, partly, rarely, sometimes, struct, values,
} from './combinators';
import { images, roleContainers } from './containers';
import { accelerators } from './devices';
import { counts, ports } from './numbers';
import { inOrder, invoked, perhaps, podMethods } from './pod-methods';
import { capacity, podFields } from './pods';
import { metadata } from './references';
import { formed, ids, names } from './texts';
import {
  DisaggregatedInferenceProps, GpuInferenceDeploymentProps, LeaderWorkerGroupProps, LlmdSidecarOptions, PrefillDecodeRatio, VllmKvRole,
  VllmOptions, VllmRouterOptions,
} from '../../../src';
import { Expression, Statement, construct, literal, path } from '../expression';

type Kind = 'deployment' | 'groups';

/** What has to agree with each other; everything else is drawn on its own. */
interface Shape {
  readonly version: string;
  readonly router: 'vllmRouter' | 'productionStack' | 'llmdSidecar' | 'none';
  readonly prefill: Side;
  readonly decode: Side;
  /** A further pool of each side. */
  readonly pools: readonly ('prefill' | 'decode')[];
  /** Roles of one DisaggregatedSet are groups. */
  readonly isSet: boolean;
}

interface Side {
  readonly kind: Kind;
  readonly tensor: number;
  readonly number: number;
}

const roles = fc.record({ kind: fc.constantFrom<Kind>('deployment', 'deployment', 'groups'), tensor: fc.constantFrom(2, 4, 8), number: fc.constantFrom(1, 2, 4) });

const shapes: fc.Arbitrary<Shape> = fc.record({
  version: fc.constantFrom('0.12', '0.18', '0.22'),
  router: fc.constantFrom<Shape['router']>('vllmRouter', 'productionStack', 'llmdSidecar', 'none'),
  prefill: roles,
  decode: roles,
  pools: fc.subarray<'prefill' | 'decode'>(['prefill', 'decode']).map(sides => sides.slice(0, 1)),
  isSet: fc.constantFrom(true, false, false),
}).map(shape => shape.isSet ? { ...shape, prefill: { ...shape.prefill, kind: 'groups' as const }, decode: { ...shape.decode, kind: 'groups' as const } } : shape);

export function disaggregatedInferences(setting: Setting, constant: string): fc.Arbitrary<Statement[]> {
  return fc.tuple(shapes, ids(setting, 'Llama', 'Chat70B')).chain(([shape, id]) => inOrder(
    model(setting, shape).map(props => [{ name: constant, value: construct('DisaggregatedInference', path('chart'), literal(`${id}${constant === 'first' ? '' : '-b'}`), props) }]),
    podMethods(setting, `${constant}.prefill.pods`),
    perhaps(40, invoked(`${constant}.explain`))));
}

function model(setting: Setting, shape: Shape): Expressions {
  const { prefill, decode } = shape;
  return struct<DisaggregatedInferenceProps>({
    name: sometimes(literals(names(setting, 'llama', 'chat'))),
    prefill: role(setting, shape, prefill),
    decode: role(setting, shape, decode),
    prefillPools: pools(setting, shape, 'prefill'),
    decodePools: pools(setting, shape, 'decode'),
    backend: backend(setting, shape),
    router: router(setting, shape.router),
    ratio: sometimes(struct<PrefillDecodeRatio>({
      prefill: counts(setting, totalOf(shape, 'prefill'), totalOf(shape, 'prefill')), decode: counts(setting, totalOf(shape, 'decode'), totalOf(shape, 'decode')),
    })),
    kvTransfer: rarely(kvTransfer(setting)),
    metadata: rarely(metadata(setting)),
  });
}

/** A further pool is as large as the first one. */
function totalOf(shape: Shape, side: 'prefill' | 'decode'): number {
  return shape[side].number * (shape.pools.includes(side) ? 2 : 1);
}

function pools(setting: Setting, shape: Shape, side: 'prefill' | 'decode'): fc.Arbitrary<Expression | undefined> {
  return shape.pools.includes(side)
    ? maps(mostly(setting, fc.constantFrom('long', 'h200'), fc.constantFrom('', '0', 'leader', 'A b', '__proto__')), role(setting, shape, shape[side]), 1, 1)
    : mostly<Expression | undefined>(setting, never, maps(fc.constant('none'), values('x'), 0));
}

/** Without it each role has objects of its own; a set of Deployments is refused. */
function backend(setting: Setting, { isSet }: Shape): fc.Arbitrary<Expression | undefined> {
  const set = calls('DisaggregatedBackend.disaggregatedSet');
  return isSet ? set : mostly<Expression | undefined>(setting, sometimes(calls('DisaggregatedBackend.perRole')), set);
}

function kvTransfer(setting: Setting): Expressions {
  return calls('VllmKvTransfer.nixl', sometimes(partly<{ role: VllmKvRole; sideChannelPort: number }>({
    role: sometimes(members('VllmKvRole', { BOTH: 'kv_both' })), sideChannelPort: sometimes(counts(setting, 5557, 5600)),
  })));
}

function role(setting: Setting, { version, isSet }: Shape, { kind, tensor, number }: Side): Expressions {
  const engine = calls('InferenceEngine.vllm', partly<VllmOptions>({
    version: values(version),
    model: formed(setting, fc.constantFrom('meta-llama/Llama-3.1-8B'), fc.constantFrom('/models/llama', 'a b')),
    tensorParallel: counts(setting, tensor, tensor),
    args: rarely(mostly(setting, lists(values('--enable-prefix-caching'), 0, 1), lists(values('--dtype=float16', '--block-size', '16'), 1, 2))),
  }));
  const stray = mostly<Expression | undefined>(setting, never, literals(names(setting, 'mine')));
  const common = {
    ...podFields(setting),
    metadata: never,
    isolate: never,
    engine,
    name: stray,
    capacity: rarely(capacity(setting)),
    container: sometimes(roleContainers(setting, { command: never, args: never, preStopSleep: never, lifecycle: never })),
  };
  return kind === 'deployment'
    ? calls('InferenceRole.deployment', partly<GpuInferenceDeploymentProps>({
      ...common,
      accelerator: accelerators(setting, tensor),
      replicas: number === 1 ? absent(50, counts(setting, 1, 1)) : counts(setting, number, number),
    }))
    : calls('InferenceRole.groups', partly<LeaderWorkerGroupProps>({
      ...common,
      accelerator: accelerators(setting, tensor / 2),
      size: counts(setting, 2, 2),
      groups: counts(setting, number, number),
      backend: isSet ? mostly<Expression | undefined>(setting, never, calls('LeaderWorkerBackend.leaderWorkerSet'))
        : sometimes(oneOf(calls('LeaderWorkerBackend.statefulSets'), calls('LeaderWorkerBackend.leaderWorkerSet'))),
    }));
}

function router(setting: Setting, kind: Shape['router']): Expressions {
  const image = images(setting, 'registry.example/router:1');
  const own = struct<VllmRouterOptions>({
    image,
    replicas: sometimes(counts(setting, 1, 3)),
    port: sometimes(ports(setting)),
    args: sometimes(mostly(setting, lists(values('--policy=random', '--disable-retries'), 0, 2), lists(values('--host', '--port=1', ''), 1, 2))),
    container: rarely(roleContainers(setting, { command: never, args: never })),
  });
  const options = {
    vllmRouter: own,
    productionStack: own,
    llmdSidecar: struct<LlmdSidecarOptions>({
      image, endpointPicker: literals(names(setting, 'epp')), endpointPickerPort: rarely(ports(setting)), port: rarely(counts(setting, 8000, 8000)), enginePort: rarely(counts(setting, 8200, 8300)),
    }),
  };
  return kind === 'none' ? calls('PrefillDecodeRouter.none') : calls(`PrefillDecodeRouter.${kind}`, options[kind]);
}
