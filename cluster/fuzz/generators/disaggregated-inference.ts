import * as fc from 'fast-check';
import {
  Expressions, Setting, absent, calls, lists, literals, members, mostly, never, oneOf, partly, rarely, sometimes, struct, values,
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
  readonly prefill: { readonly kind: Kind; readonly tensor: number; readonly number: number };
  readonly decode: { readonly kind: Kind; readonly tensor: number; readonly number: number };
}

const roles = fc.record({ kind: fc.constantFrom<Kind>('deployment', 'deployment', 'groups'), tensor: fc.constantFrom(2, 4, 8), number: fc.constantFrom(1, 2, 4) });

const shapes: fc.Arbitrary<Shape> = fc.record({
  version: fc.constantFrom('0.12', '0.18', '0.22'),
  router: fc.constantFrom<Shape['router']>('vllmRouter', 'productionStack', 'llmdSidecar', 'none'),
  prefill: roles,
  decode: roles,
});

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
    prefill: role(setting, shape.version, prefill),
    decode: role(setting, shape.version, decode),
    router: router(setting, shape.router),
    ratio: sometimes(struct<PrefillDecodeRatio>({
      prefill: counts(setting, prefill.number, prefill.number), decode: counts(setting, decode.number, decode.number),
    })),
    kvTransfer: rarely(kvTransfer(setting)),
    metadata: rarely(metadata(setting)),
  });
}

function kvTransfer(setting: Setting): Expressions {
  return calls('VllmKvTransfer.nixl', sometimes(partly<{ role: VllmKvRole; sideChannelPort: number }>({
    role: sometimes(members('VllmKvRole', { BOTH: 'kv_both' })), sideChannelPort: sometimes(counts(setting, 5557, 5600)),
  })));
}

function role(setting: Setting, version: string, { kind, tensor, number }: Shape['prefill']): Expressions {
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
      backend: sometimes(oneOf(calls('LeaderWorkerBackend.statefulSets'), calls('LeaderWorkerBackend.leaderWorkerSet'))),
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
