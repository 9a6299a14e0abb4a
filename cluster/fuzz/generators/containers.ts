import * as kplus from 'cdk8s-plus-28';
import * as fc from 'fast-check';
import { Expressions, Fields, Setting, absent, calls, distinctLists, flag, lists, literals, maps, members, mostly, never, oneOf, partly, rarely, remembered, sometimes, struct, values } from './combinators';
import { environmentSources, secretVariables, variables } from './environment';
import { bytes, cores, counts, durations, ports, sizes } from './numbers';
import { probes } from './probes';
import { formed, names, paths, texts } from './texts';
import { mounts } from './volumes';
import { CapabilityProfile, ContainerExtras, ContainerSpec, RoleContainer, SidecarSpec } from '../../../src';
import { Expression, literal } from '../expression';

export function images(setting: Setting, ...usual: readonly string[]): Expressions {
  return formed(setting, fc.constantFrom(...usual, 'registry.example:5000/team/serve:1.2', `registry.example/serve@sha256:${'0123456789abcdef'.repeat(4)}`), fc.constantFrom(
    '', ' ', 'serve:latest', 'UPPER/case:1', 'a//b:1', 'a:b:c', 'a@sha256:12', 'https://hub/x:1', 'x:', ':1', `x:${'t'.repeat(129)}`, 'localhost/x', 'a b:1', '$(IMAGE)', '\u00e9:1'));
}

/** Words of a command line. */
export function words(setting: Setting, ...first: readonly string[]): Expressions {
  const word = literals(mostly(setting, fc.constantFrom('serve', '--port', '8000', '--model=/data', '-x', 'a b'), texts(setting)));
  return fc.tuple(fc.constantFrom(...first), lists(word, 0, 3)).map(([program, rest]) => ({
    is: 'list', items: [literal(program), ...(rest.is === 'list' ? rest.items : [])],
  }));
}

/** What cdk8s-plus-28 says of any container, but for image and restart policy. */
const optionFields = remembered((setting: Setting): Omit<Fields<kplus.ContainerOpts>, 'restartPolicy'> => {
  return {
    name: sometimes(literals(names(setting, 'serve', 'app', 'trainer-1'))),
    port: mostly<Expression | undefined>(setting, never, ports(setting)),
    portNumber: rarely(ports(setting)),
    ports: rarely(distinctLists(setting, containerPort(setting), [1, 2], 'name', 'number')),
    command: absent(50, words(setting, 'serve', '/bin/run', 'python3')),
    args: absent(60, words(setting, '--verbose', 'train.py')),
    workingDir: rarely(paths(setting, '/work', '/')),
    envVariables: absent(50, variables(setting)),
    envFrom: rarely(environmentSources(setting)),
    volumeMounts: rarely(mounts(setting)),
    imagePullPolicy: rarely(members('kplus.ImagePullPolicy', kplus.ImagePullPolicy)),
    readiness: rarely(probes(setting, 'readiness')),
    liveness: rarely(probes(setting, 'liveness')),
    startup: rarely(probes(setting, 'startup')),
    lifecycle: rarely(lifecycle(setting)),
    resources: rarely(resources(setting)),
    securityContext: rarely(securityContext(setting)),
  };
});

/** What this library says on top. */
const extraFields = remembered((setting: Setting): Fields<ContainerExtras> => {
  return {
    secretEnv: rarely(secretVariables(setting)),
    cpu: sometimes(cores(setting)),
    memory: sometimes(memory(setting)),
    ephemeralStorage: rarely(bytes(setting, '100Gi', '1Ti')),
    extendedResources: rarely(maps(mostly(setting, fc.constantFrom('rdma/hca', 'smarter-devices/fuse', 'example.com/npu.x'), fc.constantFrom('', 'cpu', 'kubernetes.io/x', 'a b/c', 'requests.x/y')), counts(setting, 1, 8), 2)),
    hugePages: mostly<Expression | undefined>(setting, never, hugePages(setting)),
    capabilityProfile: rarely(members('CapabilityProfile', CapabilityProfile)),
    preStopSleep: rarely(durations(setting, 1, 20)),
  };
});

function hugePages(setting: Setting): Expressions {
  return maps(mostly(setting, fc.constantFrom('2Mi', '1Gi'), fc.constantFrom('', '2M', '0Mi', '__proto__')), bytes(setting, '2Gi', '4Gi'), 2, 1);
}

/** Kubernetes takes huge pages of a container with memory or cpu alone. */
function withHugePages(setting: Setting, make: (fields: Partial<Fields<ContainerExtras>>) => Expressions): Expressions {
  return fc.oneof(
    { weight: 12, arbitrary: make({}) },
    { weight: 1, arbitrary: make({ hugePages: hugePages(setting), memory: memory(setting) }) });
}

/** No restart policy, but now and then: on a main container it is refused. */
function restartPolicy(setting: Setting) {
  return mostly(setting, never, members('kplus.ContainerRestartPolicy', kplus.ContainerRestartPolicy));
}

/** The main container of a pattern. What the pattern itself has to decide is laid over it. */
export function containers(setting: Setting, over: Partial<Fields<ContainerSpec>> = {}): Expressions {
  return withHugePages(setting, huge => struct<ContainerSpec>({
    image: images(setting, 'registry.example/train:1'), ...optionFields(setting), ...extraFields(setting), ...huge, restartPolicy: restartPolicy(setting), ...over,
  }));
}

/** What a role has differently, or what is laid over an engine's container. */
export function roleContainers(setting: Setting, over: Partial<Fields<RoleContainer>> = {}): Expressions {
  return withHugePages(setting, huge => struct<RoleContainer>({
    image: rarely(images(setting, 'registry.example/serve:2')), ...optionFields(setting), ...extraFields(setting), ...huge, restartPolicy: restartPolicy(setting), ...over,
  }));
}

export function sidecars(setting: Setting): Expressions {
  return lists(struct<SidecarSpec>({
    image: images(setting, 'registry.example/logs:1'),
    ...optionFields(setting),
    ...extraFields(setting),
    name: sometimes(literals(names(setting, 'logs', 'proxy'))),
    preStopSleep: mostly(setting, never, durations(setting, 1, 10)),
    restartPolicy: restartPolicy(setting),
    stopTime: sometimes(durations(setting, 1, 20)),
  }), 1, 2);
}

/** Init containers, or containers beside the main one: neither has what this library adds. */
export function plainContainers(setting: Setting, kind: 'init' | 'beside'): Expressions {
  const hook = <T>(value: fc.Arbitrary<T>) => (kind === 'init' ? mostly(setting, never as fc.Arbitrary<T | undefined>, value) : value);
  const options = optionFields(setting);
  return lists(struct<kplus.ContainerProps>({
    image: images(setting, 'registry.example/tool:1'),
    ...options,
    readiness: hook(options.readiness),
    liveness: hook(options.liveness),
    startup: hook(options.startup),
    lifecycle: hook(options.lifecycle),
    name: sometimes(literals(names(setting, 'fetch', 'second'))),
    restartPolicy: kind === 'init' ? rarely(members('kplus.ContainerRestartPolicy', kplus.ContainerRestartPolicy)) : restartPolicy(setting),
  }), 1, 2);
}

function containerPort(setting: Setting): Expressions {
  return struct<kplus.ContainerPort>({
    number: ports(setting),
    name: absent(40, formed(setting, fc.constantFrom('http', 'grpc', 'metrics'), fc.constantFrom('', 'HTTP', 'a'.repeat(15), 'a'.repeat(16), '1', 'a--b', '-a', 'a_b', 'constructor'))),
    protocol: rarely(members('kplus.Protocol', kplus.Protocol)),
    hostPort: rarely(ports(setting)),
    hostIp: rarely(formed(setting, fc.constantFrom('10.0.0.1', '127.0.0.1'), fc.constantFrom('', 'localhost', '300.1.1.1', '::1'))),
  });
}

function lifecycle(setting: Setting): Expressions {
  const handler = oneOf(
    calls('kplus.Handler.fromCommand', words(setting, '/bin/stop')),
    calls('kplus.Handler.fromHttpGet', paths(setting, '/stop'), sometimes(partly<kplus.HandlerFromHttpGetOptions>({ port: ports(setting) }))),
    calls('kplus.Handler.fromTcpSocket', sometimes(partly<kplus.HandlerFromTcpSocketOptions>({ port: ports(setting) }))));
  return struct<kplus.ContainerLifecycle>({ preStop: absent(40, handler), postStart: absent(60, handler) });
}

function resources(setting: Setting): Expressions {
  const cpu = oneOf(calls('kplus.Cpu.millis', counts(setting, 100, 900)), calls('kplus.Cpu.units', counts(setting, 1, 16)));
  const size = sizes(setting);
  return struct<kplus.ContainerResources>({
    cpu: sometimes(struct<kplus.CpuResources>({ request: absent(30, cpu), limit: absent(60, cpu) })),
    memory: sometimes(struct<kplus.MemoryResources>({ request: absent(30, size), limit: absent(60, size) })),
    ephemeralStorage: sometimes(struct<kplus.EphemeralStorageResources>({ request: absent(30, size), limit: absent(60, size) })),
  });
}

function securityContext(setting: Setting): Expressions {
  const capability = members('kplus.Capability', kplus.Capability);
  return struct<kplus.ContainerSecurityContextProps>({
    user: sometimes(counts(setting, 0, 2000)),
    group: sometimes(counts(setting, 0, 2000)),
    ensureNonRoot: sometimes(flag),
    privileged: rarely(flag),
    readOnlyRootFilesystem: sometimes(flag),
    allowPrivilegeEscalation: sometimes(flag),
    capabilities: rarely(struct<kplus.ContainerSecutiryContextCapabilities>({
      add: absent(40, lists(capability, 0, 3)), drop: absent(40, lists(capability, 0, 3)),
    })),
    seccompProfile: rarely(struct<kplus.SeccompProfile>({
      type: members('kplus.SeccompProfileType', kplus.SeccompProfileType),
      localhostProfile: sometimes(paths(setting, 'profiles/a.json')),
    })),
  });
}

export function memory(setting: Setting): Expressions {
  const amount = bytes(setting, '64Gi', '128Gi', '1Ti', '200G');
  return fc.oneof(
    { weight: 4, arbitrary: calls('Memory.of', amount) },
    { weight: 1, arbitrary: calls('Memory.fromSize', mostly(setting, calls('Size.gibibytes', values(64, 128)), sizes(setting))) },
    { weight: 2, arbitrary: calls('Memory.derived', partly<{ weights: string; headroom: string }>({ weights: amount, headroom: sometimes(bytes(setting, '8Gi', '1Gi')) })) });
}
