import { createHash } from 'crypto';
import * as path from 'path';
import { ApiObject, App, Chart, Duration, Size, Yaml } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Plain, makerOf, propsOf, put } from './hostile-constructs';
import { SHAPES, typedPaths } from './typed-values';
import { ENUMS } from '../../src/given/types.generated';
import * as library from '../../src/index';
import { expectTexts, UPDATE } from '../lint/rules/texts';

/*
 * What each property of a construct does: the lines of the manifests and of `explain()` that come and go with a value of it, or why the value is refused. It stands
 * in a file beside the test, and is read in reviews as the messages of a compiler are. A property that does nothing is forgotten somewhere.
 */

/** Values that are often right. */
const VALUES: { readonly [type: string]: readonly unknown[] } = {
  'string': ['other', '2Gi'],
  'number': [2, 7],
  'boolean': [true, false],
  'string[]': [['other'], ['z1', 'z2']],
  'number[]': [[2], [1, 2]],
  'string{}': [{ other: 'one' }],
  'number{}': [{ other: 2 }],
  'boolean{}': [{ other: true }],
  'kplus.EnvValue{}': [{ OTHER: kplus.EnvValue.fromValue('one') }],
  'SecretKey{}': [{ OTHER: { secretName: 's', key: 'k' } }],
  'cdk8s.Duration': [Duration.seconds(47), Duration.minutes(7)],
  'cdk8s.Size': [Size.gibibytes(3)],
  'kplus.Cpu': [kplus.Cpu.millis(300), kplus.Cpu.units(7)],
  'kplus.Probe': [kplus.Probe.fromTcpSocket({ port: 8000, periodSeconds: Duration.seconds(7) })],
  'kplus.Handler': [kplus.Handler.fromCommand(['other'])],
  'Memory': [library.Memory.of('7Gi')],
  'SharedMemory': [library.SharedMemory.of('3Gi')],
  'Accelerator': [library.Accelerator.nvidia(8), library.Accelerator.nvidia(1)],
  'Capacity': [library.Capacity.spotKarpenter(), library.Capacity.spotGke()],
  'Placement': [library.Placement.inZone('z1')],
  'DisruptionBudget': [library.DisruptionBudget.atMost(2), library.DisruptionBudget.perZone(1)],
  'Rollout': [library.Rollout.partition(1), library.Rollout.onDelete()],
  'SecurityProfile': [library.SecurityProfile.hardened()],
  'Rendezvous': [library.Rendezvous.torchrun(), library.Rendezvous.ray(), library.Rendezvous.jax()],
  'GroupRestart': [library.GroupRestart.fateSharing({ port: 80 }), library.GroupRestart.recreateGroup()],
  'LeaderWait': [library.LeaderWait.forName({ timeout: Duration.seconds(47) })],
  'LeaderWorkerBackend': [library.LeaderWorkerBackend.leaderWorkerSet(), library.LeaderWorkerBackend.singleStatefulSet()],
  'InferenceEngine': [library.InferenceEngine.vllm({ version: '0.18', model: 'a/b', tensorParallel: 8 }), library.InferenceEngine.sglang({ version: '0.5.5', model: 'a/b' })],
};

/** Lines of all manifests, then of what the construct explains; or the first line of why there are none. */
function linesOf(owner: string, props: Plain): readonly string[] | string {
  const app = new App();
  const chart = new Chart(app, 'prod', { namespace: 'ml' });
  try {
    const construct = new (makerOf(owner))(chart, 'Odd', props) as { explain?: () => string };
    const objects = app.node.findAll().filter(each => ApiObject.isApiObject(each)).map(each => (each as ApiObject).toJson() as object);
    return [...objects.flatMap(linesOfObject), ...(construct.explain?.() ?? '').split('\n')];
  } catch (error) {
    return (error as Error).message.split('\n')[0];
  }
}

/** Each with its object, so that the same line of two objects is two. */
function linesOfObject(object: object): string[] {
  const { kind, metadata } = object as { kind: string; metadata: { name: string } };
  return Yaml.formatObjects([object]).split('\n').map(line => `${kind}/${metadata.name} ${line.trim()}`);
}

const MOST_LINES = 6;

function effectOf(base: readonly string[], lines: readonly string[] | string): string[] {
  if (typeof lines === 'string') {
    return [`refused: ${lines}`];
  }
  const all = [...without(base, lines).map(line => `- ${line}`), ...without(lines, base).map(line => `+ ${line}`)];
  const rest = all.slice(MOST_LINES);
  // What is not shown counts as well.
  return rest.length === 0 ? all : [...all.slice(0, MOST_LINES), `… ${rest.length} more: ${createHash('sha1').update(rest.join('\n')).digest('hex').slice(0, 8)}`];
}

/** Lines of one that the other does not have as often. */
function without(one: readonly string[], other: readonly string[]): string[] {
  const left = new Map<string, number>();
  other.forEach(line => left.set(line, (left.get(line) ?? 0) + 1));
  return one.filter(line => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

/** Instances of classes by the name of the class. */
function shown(value: unknown): string {
  const isInstance = (each: unknown) => typeof each === 'object' && each !== null && !Array.isArray(each) && Object.getPrototypeOf(each) !== Object.prototype;
  return JSON.stringify(value, (_, each) => (isInstance(each) ? (each as object).constructor.name : each as unknown));
}

/** What all pods have in common is tried in one construct alone. */
const COMMON = /^(?:container|metadata|sidecars|tolerations|ports|claims)$/;
const OF_ALL = 'ZonePartitionedStatefulSet';

/** Properties that change nothing about a construct in the shapes of these tests, with the reason. */
const IDLE: { readonly [property: string]: string } = {
  'FlaggerCanary.primaryServes': 'it is about a Service of the pattern, and the workload is a Deployment of cdk8s-plus',
  'LeaderWorkerGroup.restartsAfterSuccess': 'it allows a rendezvous that ends, and changes nothing else',
  'OrdinalMigration.atOnce': 'two ordinals move, which is what the shape has',
  'RayCluster.accelerator': 'all workers of the shape have their own',
  'WorkloadAutoscaler.scrapeInterval': 'growth is measured over 4 scrapes, of which alerts and queries of the shape have none',
  'ZonePartitionedStatefulSet.sidecars.0.restartPolicy': 'it has one value, the default',
};

/**
 * Registers the test of a construct. Its effects stand in a file of the folder.
 * @param folder of the test
 */
export function testEffects(folder: string, owner: string, file = 'effects.txt'): void {
  test(`every property of ${owner} does what ${file} says; ${UPDATE}=1 writes it`, () => {
    const tried = SHAPES[owner].flatMap((shape, number) => effectsOf(owner, shape, number === 0 ? owner : `${owner} (shape ${number})`));
    expectTexts(path.join(folder, file), tried.map(({ title, effect }) => `${[title, ...effect].join('\n  ')}\n`));
    const busy = new Set(tried.filter(({ effect }) => effect.length > 0).map(({ property }) => property));
    expect([...new Set(tried.map(({ property }) => property))].filter(property => !busy.has(property) && IDLE[property] === undefined)).toEqual([]);
  });
}

interface Effect {
  readonly property: string;
  readonly title: string;
  readonly effect: readonly string[];
}

function effectsOf(owner: string, shape: () => Plain, name: string): Effect[] {
  const base = linesOf(owner, shape());
  if (typeof base === 'string') {
    throw new Error(`${name}: ${base}`);
  }
  const ways = typedPaths(propsOf(owner), 1).filter(({ path: [first, second] }) => owner === OF_ALL || second === undefined || !COMMON.test(first));
  return ways.flatMap(({ path: way, type }) => (ENUMS[type] ? Object.values(ENUMS[type]) : VALUES[type] ?? []).map(value => {
    const props = shape();
    put(props, [...way], value);
    return { property: `${owner}.${way.join('.')}`, title: `${name} ${way.join('.')} = ${shown(value)}`, effect: effectOf(base, linesOf(owner, props)) };
  }));
}
