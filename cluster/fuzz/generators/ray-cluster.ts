import * as fc from 'fast-check';
import { Expressions, Fields, Setting, absent, calls, flag, literals, members, mostly, never, partly, rarely, sometimes, struct } from './combinators';
import { containers, images, roleContainers } from './containers';
import { accelerators } from './devices';
import { fabric } from './fabrics';
import { bytes, counts, durations, ports } from './numbers';
import { inOrder, invoked, perhaps, podMethods } from './pod-methods';
import { capacity, podFields } from './pods';
import { nodeLabels } from './references';
import { formed, ids, names, texts } from './texts';
import { reserved } from './zone-partitioned-stateful-set';
import { RayClusterProps, RayHead, RayJobOptions, RayJobSubmission, RayNodes, RayRedisOptions, RayServiceOptions, RayServiceUpgrade, RayWorkers } from '../../../src';
import { Statement, call, construct, literal, path } from '../expression';

type BackendKind = 'own' | 'statefulSets' | 'rayCluster' | 'rayJob' | 'rayService';

/** What has to agree with each other; everything else is drawn on its own. */
interface Shape {
  readonly backend: BackendKind;
  readonly groups: readonly string[];
  readonly devices: number;
  readonly scales: boolean;
  readonly recovers: boolean;
}

const shapes: fc.Arbitrary<Shape> = fc.record({
  backend: fc.constantFrom<BackendKind>('own', 'statefulSets', 'rayCluster', 'rayJob', 'rayService'),
  groups: fc.constantFrom<readonly string[]>([''], ['gpu'], ['', 'gpu']),
  devices: fc.constantFrom(0, 0, 1, 8),
  scales: fc.boolean(),
  recovers: fc.boolean(),
}).map(shape => ({ ...shape, scales: shape.scales && shape.backend.startsWith('ray') }));

export function rayClusters(setting: Setting, constant: string): fc.Arbitrary<Statement[]> {
  return fc.tuple(shapes, ids(setting, 'Lab', 'Tune2')).chain(([shape, id]) => inOrder(
    cluster(setting, shape).map(props => [{ name: constant, value: construct('RayCluster', path('chart'), literal(`${id}${constant === 'first' ? '' : '-b'}`), props) }]),
    podMethods(setting, `${constant}.head`),
    perhaps(40, invoked(`${constant}.explain`)),
    perhaps(30, invoked(`${constant}.group`, literals(mostly(setting, fc.constant(shape.groups[0] || 'worker'), fc.constantFrom('head', 'nobody', '')))))));
}

function cluster(setting: Setting, { backend, groups, devices, scales, recovers }: Shape): Expressions {
  const group = (name: string) => struct<RayWorkers>({
    ...nodeFields(setting, devices),
    name: name === '' ? rarely(literals(names(setting, 'cpu'))) : formed(setting, fc.constant(name)),
    replicas: counts(setting, 0, 3),
    maxReplicas: scales ? counts(setting, 3, 9) : mostly(setting, never, counts(setting, 0, 9)),
    firstOrdinal: backend === 'own' || backend === 'statefulSets' ? rarely(counts(setting, 1, 200)) : mostly(setting, never, counts(setting, 1, 9)),
    lastOrdinal: mostly(setting, never, counts(setting, 200, 299)),
  });
  return struct<RayClusterProps>({
    ...podFields(setting),
    reserved: backend === 'own' || backend === 'statefulSets' ? rarely(reserved(setting)) : mostly(setting, never, reserved(setting)),
    // Too small for an object store of 30 % in few cases, since those are refused.
    sharedMemory: mostly(setting, never, podFields(setting).sharedMemory),
    automountServiceAccountToken: scales ? mostly(setting, never, flag) : podFields(setting).automountServiceAccountToken,
    isolate: recovers || scales || backend === 'rayJob' || backend === 'rayService' ? mostly(setting, never, flag) : podFields(setting).isolate,
    container: containers(setting, {
      ...started(setting),
      image: images(setting, 'registry.example/ray:1'),
      cpu: literals(mostly(setting, fc.constantFrom('1', '8', '7500m'), fc.constantFrom('', '0', 'a'))),
      memory: calls('Memory.of', bytes(setting, '64Gi', '500Gi')),
    }),
    rayVersion: formed(setting, fc.constantFrom('2.53.0', '2.40.0', '2.55.1'), fc.constantFrom('', '2', '1.13.0', 'nightly', '2.53.0-py312')),
    accelerator: devices === 0 ? never : sometimes(accelerators(setting, devices)),
    head: sometimes(struct<RayHead>({ ...nodeFields(setting, 0), runsTasks: sometimes(flag) })),
    workers: fc.tuple(...groups.map(group)).map(items => ({ is: 'list', items })),
    backend: backends(setting, backend),
    recovery: recovers ? recovery(setting) : rarely(calls('RayRecovery.empty')),
    servingPort: backend === 'rayJob' ? mostly(setting, never, ports(setting)) : sometimes(literals(mostly(setting, fc.constantFrom(8000, 9000), fc.constantFrom(0, 8265, 70000)))),
    name: sometimes(literals(names(setting, 'lab', 'ray-b'))),
    capacity: rarely(capacity(setting)),
  });
}

/** What `ray start` decides, and the resources that it follows. */
function started(setting: Setting) {
  return {
    command: mostly(setting, never, literals(fc.constant('ray')).map(word => ({ is: 'list' as const, items: [word] }))),
    args: never,
    port: never,
    portNumber: never,
    ports: never,
    resources: never,
  };
}

function nodeFields(setting: Setting, devices: number): Fields<RayNodes> {
  return {
    container: rarely(roleContainers(setting, { ...started(setting), image: never, cpu: never, memory: sometimes(calls('Memory.of', bytes(setting, '16Gi', '100Gi'))) })),
    accelerator: devices === 0 ? never : rarely(accelerators(setting, devices)),
    fabric: rarely(fabric(setting)),
    objectStoreMemory: rarely(bytes(setting, '4Gi', '512Mi')),
    nodeLabels: rarely(nodeLabels(setting)),
    capacity: rarely(capacity(setting)),
    priorityClassName: rarely(literals(names(setting, 'high', 'low'))),
  };
}

function backends(setting: Setting, kind: BackendKind): fc.Arbitrary<any> {
  switch (kind) {
    case 'own':
      return never;
    case 'rayJob':
      return calls('RayBackend.rayJob', struct<RayJobOptions>({
        entrypoint: literals(mostly(setting, fc.constantFrom('python tune.py', 'sh -c "echo $HOME"'), fc.constantFrom('', ' '))),
        runId: sometimes(formed(setting, fc.constantFrom('1', 'b', '20260101'))),
        retries: sometimes(counts(setting, 0, 5)),
        deadline: sometimes(durations(setting, 60, 86400)),
        keepCluster: sometimes(durations(setting, 0, 3600)),
        runtimeEnvironment: sometimes(literals(mostly(setting, fc.constant('pip: [torch]'), texts(setting)))),
        submission: sometimes(members('RayJobSubmission', RayJobSubmission)),
      }));
    case 'rayService':
      return calls('RayBackend.rayService', struct<RayServiceOptions>({
        serveConfig: literals(mostly(setting, fc.constant('applications: [{ import_path: "app:llm" }]'), fc.constantFrom('', 'a: [', 'applications: []', '- a', 'applications: [1]'))),
        upgrade: sometimes(members('RayServiceUpgrade', RayServiceUpgrade)),
      }));
    default:
      return fc.constant(call(`RayBackend.${kind}`));
  }
}

function recovery(setting: Setting): Expressions {
  const key = () => calls('SecretKey.fromName', literals(names(setting, 'redis')), literals(mostly(setting, fc.constant('password'), fc.constantFrom('', 'a/b'))));
  return calls('RayRecovery.redis', literals(mostly(setting, fc.constantFrom('redis.db:6379', 'rediss://redis:6380'), fc.constantFrom('', 'redis', 'redis:x'))),
    absent(50, partly<RayRedisOptions>({ password: key() })));
}
