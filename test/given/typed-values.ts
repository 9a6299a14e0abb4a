import { Chart, Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { BASES, Plain } from './hostile-constructs';
import { ENUMS, STRUCTS } from '../../src/given/types.generated';
import * as library from '../../src/index';

/*
 * Mistakes that no compiler sees: values of the right type that are wrong, odd or beside the point. They live in a chart of their own.
 */

const {
  Accelerator, Capacity, DisruptionBudget, GroupRestart, InferenceEngine, LeaderWorkerBackend, LeaderWait, Memory, Placement, Rendezvous, Rollout,
  SecurityProfile, SharedMemory,
} = library;

const TEXTS = ['', 'A b', 'a'.repeat(300), '/x', '../x', '/a:b', 'nvidia.com/gpu', '0', '-1Gi', '1Zi', '0.1m', 'x', '8', '1e400Gi', `${'ab'.repeat(20)}-${'c'.repeat(19)}`, '_', '0x10', '\u0661'];
const NUMBERS = [-1, 0, 1.5, 3, 80, 8000, 70_000, 2001, 150_001, 2 ** 31, 1e12];
const WORDS = [[], [''], ['A b'], ['x', 'x'], ['$(NOPE)'], ['torchrun', '--nnodes=9'], ['vllm', 'serve', 'x', '--port', '9'], ['z1', 'z2', 'z1'], ['0'], ['a'.repeat(300)], ['1', '2', '3', '4', '5', '6', '7']];
const KEYS = ['', 'A b', 'nvidia.com/gpu', 'a/b/c', 'RANK', 'LWS_GROUP_SIZE', 'JOB_COMPLETION_INDEX', 'HF_TOKEN', 'a', 'cdk8s-ai-workloads/name', 'kubernetes.io/x', 'a'.repeat(300), '2Mi', 'rdma/hca', '__proto__', 'constructor', 'toString'];

/** Maps of one entry; a name like `__proto__` is an entry of the map's own. */
function maps(...values: unknown[]): Plain[] {
  const how = { enumerable: true, configurable: true, writable: true };
  return values.flatMap(value => KEYS.map(key => Object.defineProperty({}, key, { ...how, value }) as Plain));
}

const volume = (chart: Chart, name: string) => kplus.Volume.fromEmptyDir(chart, `Volume ${name}`, name);

/** By the text of the type, as the table has it. */
const VALUES: { readonly [type: string]: (chart: Chart) => readonly unknown[] } = {
  'string': () => TEXTS,
  'number': () => NUMBERS,
  'boolean': () => [true, false],
  'string[]': () => WORDS,
  'number[]': () => [[], [-1], [0], [1, 1], [256], [1.5]],
  'string{}': () => [{}, ...maps('a', 'A b', '3Mi')],
  'number{}': () => maps(1, 0, 0.5),
  'boolean{}': () => maps(true),
  'kplus.EnvValue{}': () => maps(kplus.EnvValue.fromValue('x')),
  'SecretKey{}': () => maps({ secretName: 'A b', key: '' }, { secretName: 's', key: 'k' }),
  'cdk8s.Duration': () => [Duration.seconds(0), Duration.millis(1), Duration.seconds(1), Duration.hours(5), Duration.days(99_999)],
  'cdk8s.Size': () => [Size.gibibytes(0), Size.kibibytes(1), Size.tebibytes(1e9)],
  'kplus.Cpu': () => [kplus.Cpu.units(0), kplus.Cpu.millis(1), kplus.Cpu.units(1e9)],
  'kplus.Probe': () => [
    ...[{ port: 99_999 }, { port: 0 }, {}, { periodSeconds: Duration.millis(1) }, { failureThreshold: 0 }, { timeoutSeconds: Duration.seconds(0) }, { successThreshold: 3 }].map(options => kplus.Probe.fromHttpGet('health', { port: 80, ...options })),
    kplus.Probe.fromCommand([]), kplus.Probe.fromTcpSocket({ port: -1 }), kplus.Probe.fromCommand(['x'], { initialDelaySeconds: Duration.days(40_000) }),
  ],
  'kplus.Handler': () => [kplus.Handler.fromCommand([]), kplus.Handler.fromHttpGet('x', { port: 99_999 }), kplus.Handler.fromTcpSocket({ port: 0 })],
  'kplus.Volume': chart => ['A b', 'x', 'data', 'shm'].map(name => volume(chart, name)),
  'kplus.Volume[]': chart => [...['A b', 'data', 'shm'].map(name => [volume(chart, name)]), [volume(chart, 'x'), kplus.Volume.fromHostPath(chart, 'Other', 'x', { path: '/x' })], [kplus.Volume.fromHostPath(chart, 'Up', 'up', { path: '..' })]],
  'kplus.EnvFrom[]': chart => [[new kplus.EnvFrom(kplus.ConfigMap.fromConfigMapName(chart, 'Map', 'A b'))], [new kplus.EnvFrom(kplus.ConfigMap.fromConfigMapName(chart, 'Good', 'a'), '=')]],
  'kplus.IServiceAccount': chart => [kplus.ServiceAccount.fromServiceAccountName(chart, 'Account', 'A b')],
  'kplus.ISecret': chart => [kplus.Secret.fromSecretName(chart, 'Secret', 'A b')],
  'Memory': () => [Memory.of('1Gi'), Memory.of('1'), Memory.of('9E'), Memory.derived({ weights: '1Mi' })],
  'SharedMemory': () => [SharedMemory.of('1Ei'), SharedMemory.of('1'), SharedMemory.none()],
  'Accelerator': () => [Accelerator.nvidia(3), Accelerator.nvidia(1)],
  'Capacity': () => [Capacity.onDemand(), Capacity.spotKarpenter(), Capacity.preferSpot(Capacity.spotGke()), Capacity.notOn(Capacity.spotAks())],
  'Placement': () => [Placement.inZone('z9'), Placement.anywhere(), Placement.gang()],
  'InferenceEngine': () => [InferenceEngine.vllm({ version: '0.11', model: 'm', tensorParallel: 3 })],
  'DisruptionBudget': () => [DisruptionBudget.atMost(999), DisruptionBudget.perZone(1)],
  'Rendezvous': () => [Rendezvous.torchrun(), Rendezvous.mpi({ sshSecretName: 's' }), Rendezvous.ray(), Rendezvous.jax(), Rendezvous.tensorFlow({ parameterServers: 5 })],
  'LeaderWait': () => [LeaderWait.forName({ timeout: Duration.seconds(1) })],
  'GroupRestart': () => [GroupRestart.fateSharing({ port: 80 }), GroupRestart.recreateGroup()],
  'Rollout': () => [Rollout.partition(5), Rollout.onDelete()],
  'LeaderWorkerBackend': () => [LeaderWorkerBackend.leaderWorkerSet(), LeaderWorkerBackend.singleStatefulSet()],
  'SecurityProfile': () => [SecurityProfile.hardened()],
};

/** Values of a type; none of types that nothing is known of. */
export function typedValues(chart: Chart, type: string): readonly unknown[] {
  return ENUMS[type] ? Object.values(ENUMS[type]) : VALUES[type]?.(chart) ?? [];
}

/** A way into the props of a construct, and the type of what is there. */
export interface TypedPath {
  readonly path: readonly string[];
  readonly type: string;
}

/** All ways into a struct, so many structs deep. */
export function typedPaths(struct: string, depth: number): TypedPath[] {
  return Object.entries(STRUCTS[struct]).filter(([name]) => name !== '*').flatMap(([name, row]): TypedPath[] => {
    const [, type, bare, many] = /^\??(([\w.]+)(\[\]|\{\})?)/.exec(row)!;
    const first = many === '[]' ? [name, '0'] : many === '{}' ? [name, 'a'] : [name];
    const inner = STRUCTS[bare] && depth > 0 ? typedPaths(bare, depth - 1).map(each => ({ ...each, path: [...first, ...each.path] })) : [];
    const elements = many && !STRUCTS[bare] ? [{ path: first, type: bare }] : [];
    return [{ path: [name], type }, ...elements, ...inner];
  });
}

const vllm = (tensorParallel: number) => InferenceEngine.vllm({ version: '0.11', model: 'm', tensorParallel });

/** Props that are well and differ in what is put together from them: by the name of the class, the bare ones beside those that say a lot. */
export const SHAPES: { readonly [owner: string]: readonly (() => Plain)[] } = {
  ...Object.fromEntries(Object.entries(BASES).map(([owner, base]) => [owner, [base]])),
  LeaderWorkerGroup: [
    BASES.LeaderWorkerGroup,
    () => ({ size: 2, container: { image: 'a/b:1' }, leader: { image: 'a/c:1' }, worker: { image: 'a/d:1' } }),
    () => ({ size: 2, engine: vllm(16), accelerator: Accelerator.nvidia(8) }),
    () => ({ size: 2, engine: vllm(16), accelerator: Accelerator.nvidia(8), backend: LeaderWorkerBackend.leaderWorkerSet(), container: {} }),
    () => ({ size: 2, backend: LeaderWorkerBackend.leaderWorkerSet(), container: { image: 'a/b:1' } }),
    () => ({ size: 2, backend: LeaderWorkerBackend.singleStatefulSet(), container: { image: 'a/b:1' } }),
  ],
  IndexedTrainingJob: [BASES.IndexedTrainingJob, () => ({ workers: 2, container: { image: 'a/b:1' } })],
  GpuInferenceDeployment: [BASES.GpuInferenceDeployment, () => ({ engine: vllm(8), accelerator: Accelerator.nvidia(8) })],
};
