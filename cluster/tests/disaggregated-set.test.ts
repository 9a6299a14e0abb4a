import { Chart } from 'cdk8s';
import { rolloutSteps } from '../../src/knowledge/disaggregated-set';
import { Cluster, startCluster } from '../harness/cluster';
import { slicesOf } from '../harness/endpoints';
import { eventually } from '../harness/eventually';
import { Manifest } from '../harness/manifest';
import { ManualKubelets, isLive } from '../harness/manual-kubelets';
import {
  Accelerator, DisaggregatedBackend, DisaggregatedInference, DisaggregatedInferenceProps, InferenceEngine, InferenceRole, KubernetesVersion,
  LeaderWorkerBackend, LeaderWorkerGroupProps, Memory, PrefillDecodeRouter, Target, VllmOptions,
} from 'cdk8s-ai-workloads';

/*
 * A DisaggregatedSet under the real controller of LeaderWorkerSet 0.9.0 with its webhooks. What a kubelet says of pods is written by kwok, or where a roll-out is to
 * stand still by the test.
 */
const LWS = 'leaderworkerset.x-k8s.io/v1';
const SET = 'disaggregatedset.x-k8s.io/v1';
const ROLE = 'disaggregatedset.x-k8s.io/role';
const REVISION = 'disaggregatedset.x-k8s.io/revision';
const POOL = { pool: 'held' };

let cluster: Cluster;
let kubelets: ManualKubelets;
beforeAll(async () => {
  cluster = await startCluster({ disaggregatedSet: true, nodesPerZone: 12 });
  const taints = [{ key: 'pool', value: 'held', effect: 'NoSchedule' }];
  kubelets = await ManualKubelets.start(cluster, cluster.zones.map(zone => ({ name: `held-${zone}`, zone, labels: POOL, taints, gpus: 100 })));
});
afterAll(async () => {
  kubelets?.stop();
  await cluster?.stop();
});

/** Numbers of a deployment, and what it runs. */
interface Shape {
  readonly prefill?: number;
  readonly decode?: number;
  readonly version?: string;
  readonly spareGpus?: number;
  readonly held?: boolean;
  readonly role?: Partial<LeaderWorkerGroupProps>;
  readonly props?: Partial<DisaggregatedInferenceProps>;
}

/** Applies a model of four groups of one pod that prefill and two groups of two pods that decode; again with another version, it is a change. */
async function deploy(namespace: string, shape: Shape = {}): Promise<DisaggregatedInference> {
  const { prefill = 4, decode = 2, version = '0.18', spareGpus = 0, held = false, role = {}, props = {} } = shape;
  const engine = (options: Partial<VllmOptions>) => InferenceEngine.vllm({ version: version as '0.18', model: 'm', ...options });
  const placed = held ? { nodeLabels: POOL, tolerations: [{ key: 'pool' }] } : {};
  const common = { accelerator: Accelerator.nvidia(2), container: { memory: Memory.of('20Gi') }, ...placed, ...role };
  const made: DisaggregatedInference[] = [];
  await cluster.applyApp(app => {
    const chart = new Chart(app, 'prod', { namespace });
    Target.define(chart, { kubernetes: cluster.minor as KubernetesVersion, zones: [...cluster.zones], spareGpus });
    made.push(new DisaggregatedInference(chart, 'Llm', {
      backend: DisaggregatedBackend.disaggregatedSet(),
      prefill: InferenceRole.groups({ engine: engine({ tensorParallel: 2 }), size: 1, groups: prefill, ...common }),
      decode: InferenceRole.groups({ engine: engine({ tensorParallel: 4 }), size: 2, groups: decode, ...common }),
      router: PrefillDecodeRouter.none(),
      ...props,
    }));
  });
  return made[0];
}

const setsIn = (namespace: string) => cluster.client.list<Manifest>(LWS, 'LeaderWorkerSet', namespace);
const livePods = async (namespace: string, selector?: string) => (await cluster.pods(namespace, selector)).filter(isLive);
const ready = (namespace: string, count: number) => eventually(`${count} pods in ${namespace}`, () => livePods(namespace),
  all => all.length === count && all.every(({ status }) => status.conditions?.some(({ type, status: is }: any) => type === 'Ready' && is === 'True')));
const selectorOf = (labels: { readonly [key: string]: string }) => Object.entries(labels).map(([key, value]) => `${key}=${value}`).join(',');
const uids = (pods: readonly Manifest[]) => pods.map(({ metadata }) => metadata.uid).sort();

test('each role comes up as the handle says: a LeaderWorkerSet of a revision, pods with the labels of the role, group and index', async () => {
  const { prefill, decode, workload } = await deploy('taken');
  await ready('taken', 8);
  const sets = await setsIn('taken');
  const [{ metadata: { labels } }] = sets;
  expect(sets.map(({ metadata }) => metadata.name).sort()).toEqual(['decode', 'prefill'].map(role => `llm-${labels![REVISION]}-${role}`));
  for (const [part, count] of [[workload.pods(), 8], [prefill.workload.pods(), 4], [decode.workload.pods({ role: 'leader' }), 2],
    [decode.workload.pods({ group: 1 }), 2], [decode.workload.pods({ group: 1, index: 1 }), 1], [workload.pods({ role: 'decode-worker' }), 2]] as const) {
    expect([part.labels, (await livePods('taken', selectorOf(part.labels))).length, part.least]).toEqual([part.labels, count, count]);
  }
  expect(workload.pods().names).toEqual([]);
});

test('the controller writes its own label app over that of a template, and leaves those that Services select by', async () => {
  const { prefill } = await deploy('labels');
  await ready('labels', 8);
  const pods = await livePods('labels', selectorOf(prefill.workload.pods().labels));
  expect(new Set(pods.map(({ metadata }) => metadata.labels!.app))).toEqual(new Set(['llm-prefill']));
  const reached = await eventually('leaders are reached', () => slicesOf(cluster.client, 'labels', 'llm-decode-serving'),
    slices => slices.flatMap(({ endpoints }) => endpoints ?? []).length === 2);
  expect(reached.flatMap(({ endpoints }) => endpoints).every(({ targetRef }: any) => /-decode-[01]$/.test(targetRef.name))).toBe(true);
});

test('workers meet their leader under the name of the revision', async () => {
  await deploy('addresses');
  const pods = await ready('addresses', 8);
  const workers = pods.filter(({ metadata }) => /-decode-\d-1$/.test(metadata.name));
  const addressOf = ({ spec }: Manifest) => spec.containers[0].env.find(({ name }: any) => name === 'LWS_LEADER_ADDRESS').value;
  const leaders = new Set(pods.map(({ metadata }) => metadata.name));
  expect(workers.map(worker => leaders.has(addressOf(worker).split('.')[0]))).toEqual([true, true]);
});

/** Replicas of each role, of the first revision and of others, as the LeaderWorkerSets say. */
async function numbersIn(namespace: string, first: string): Promise<{ old: number[]; new: number[] }> {
  const sets = await setsIn(namespace);
  const of = (role: string, isFirst: boolean) => sets
    .filter(({ metadata: { labels } }) => labels![ROLE] === role && (labels![REVISION] === first) === isFirst)
    .reduce((sum, { spec }) => sum + spec.replicas, 0);
  return { old: ['prefill', 'decode'].map(role => of(role, true)), new: ['prefill', 'decode'].map(role => of(role, false)) };
}

/** Ends pods that are being deleted, and says that those which are placed run; the newest stay unready until `let`. */
async function kubeletsOf(namespace: string, first: string, letNewRun: boolean): Promise<void> {
  for (const pod of await cluster.pods(namespace)) {
    if (pod.metadata.deletionTimestamp !== undefined) {
      await kubelets.terminate(pod).catch(() => undefined);
    } else if (pod.spec.nodeName !== undefined && pod.status.phase === 'Pending' && (letNewRun || pod.metadata.labels![REVISION] === first)) {
      await kubelets.run(pod).catch(() => undefined);
    }
  }
}

describe.each<[string, Shape]>([
  ['without spare devices old groups go first', { prefill: 4, decode: 2 }],
  ['with spare devices new groups come first', { prefill: 4, decode: 2, spareGpus: 16 }],
  ['numbers without a common divisor', { prefill: 5, decode: 2 }],
])('%s', (name, shape) => {
  const namespace = `steps-${name.split(' ')[0]}`;

  test('a change of one role replaces both, in the steps that explain() promises, each when the new groups of the one before are ready', async () => {
    const model = await deploy(namespace, { ...shape, held: true });
    const pods = shape.prefill! + 2 * shape.decode!;
    await eventually('all run', async () => {
      await kubeletsOf(namespace, '', true);
      return livePods(namespace);
    }, all => all.length === pods && all.every(({ status }) => status.phase === 'Running'));
    const [{ metadata: { labels } }] = await setsIn(namespace);
    const first = labels![REVISION];

    await deploy(namespace, { ...shape, held: true, version: '0.19' });
    const { roles } = (model.set!.toJson() as Manifest).spec;
    const steps = rolloutSteps(roles.map(({ spec }: any) => ({ replicas: spec.replicas, ...spec.rolloutStrategy.rollingUpdateConfiguration })));
    // A step that brings new groups stands until they are ready; one that takes old ones away is followed by the next.
    const standing = steps.filter((step, index) => index > 0 && String(step.new) !== String(steps[index - 1].new));
    for (const [index, step] of standing.entries()) {
      const seen = await eventually(`step ${JSON.stringify(step)}`, async () => {
        await kubeletsOf(namespace, first, false);
        return numbersIn(namespace, first);
      }, numbers => JSON.stringify(numbers) === JSON.stringify(step));
      expect(seen).toEqual(step);
      const explained = step.old.map((old, role) => `${old} + ${step.new[role]}`).join('  ');
      expect(model.explain().replace(/ {2,}/g, '  ')).toContain(explained);
      await eventually('its new groups run', async () => {
        await kubeletsOf(namespace, first, true);
        return numbersIn(namespace, first);
      }, numbers => index === standing.length - 1 || JSON.stringify(numbers) !== JSON.stringify(step));
    }
    await eventually('the revision of before is gone', async () => {
      await kubeletsOf(namespace, first, true);
      return setsIn(namespace);
    }, sets => sets.length === 2 && sets.every(({ metadata }) => metadata.labels![REVISION] !== first));
  });
});

test('another number is no roll-out: pods that run stay', async () => {
  await deploy('numbers');
  const before = uids(await ready('numbers', 8));
  await deploy('numbers', { prefill: 5 });
  const after = uids(await ready('numbers', 9));
  expect(after).toEqual(expect.arrayContaining(before));
});

test('a pool that comes replaces all roles, as lint --against says', async () => {
  await deploy('pools');
  const before = new Set(uids(await ready('pools', 8)));
  const engine = InferenceEngine.vllm({ version: '0.18', model: 'm', tensorParallel: 2 });
  const long = InferenceRole.groups({ engine, accelerator: Accelerator.nvidia(2), size: 1, groups: 2, container: { memory: Memory.of('20Gi') } });
  const { decodePools } = await deploy('pools', { props: { decodePools: { long } } });
  const after = await eventually('another revision of all', () => livePods('pools'), all => all.length === 10 && all.every(({ metadata }) => !before.has(metadata.uid)));
  expect(after.filter(({ metadata }) => metadata.labels![ROLE] === 'decode-long')).toHaveLength(decodePools.long.workload.pods().least);
});

test('who scales a LeaderWorkerSet by hand is put right by the next look of the controller', async () => {
  await deploy('scaled');
  await ready('scaled', 8);
  const prefill = (await setsIn('scaled')).find(({ metadata }) => metadata.labels![ROLE] === 'prefill')!;
  await cluster.client.patch(prefill, { spec: { replicas: 7 } });
  const sets = await eventually('as many as the role says', () => setsIn('scaled'), all => all.every(({ spec }) => spec.replicas !== 7));
  expect(sets.map(({ spec }) => spec.replicas).sort()).toEqual([2, 4]);
  await ready('scaled', 8);
});

test('labels of a role reach its LeaderWorkerSet with the next change of a template', async () => {
  const labelled = { metadata: { labels: { team: 'search' } } };
  await deploy('late');
  await ready('late', 8);
  await deploy('late', { role: labelled });
  const { metadata } = await cluster.client.get(SET, 'DisaggregatedSet', 'late', 'llm');
  expect(metadata.generation).toBe(2);
  expect((await setsIn('late')).map(each => each.metadata.labels!.team)).toEqual([undefined, undefined]);
  await deploy('late', { role: labelled, version: '0.19' });
  await eventually('new sets', () => setsIn('late'), sets => sets.length === 2 && sets.every(each => each.metadata.labels!.team === 'search'));
});

test('applied again, nothing changes', async () => {
  await deploy('again');
  const before = uids(await ready('again', 8));
  const generation = async () => (await cluster.client.get(SET, 'DisaggregatedSet', 'again', 'llm')).metadata.generation;
  const was = await generation();
  await deploy('again');
  expect([await generation(), uids(await ready('again', 8))]).toEqual([was, before]);
});

test('who comes from a LeaderWorkerSet for each role keeps Services, budgets and labels, and both serve until the old sets go', async () => {
  const own = { backend: LeaderWorkerBackend.leaderWorkerSet() };
  const { decode } = await deploy('moved', { role: own, props: { backend: DisaggregatedBackend.perRole() } });
  await ready('moved', 8);
  const keptOf = async () => Promise.all([['v1', 'Service', 'llm-decode-serving'], ['policy/v1', 'PodDisruptionBudget', 'llm-prefill']]
    .map(async ([api, kind, name]) => (await cluster.client.get(api, kind, 'moved', name)).metadata.uid));
  const kept = await keptOf();
  await deploy('moved');
  await ready('moved', 16);
  expect(await keptOf()).toEqual(kept);
  expect(await livePods('moved', selectorOf(decode.workload.pods({ role: 'leader' }).labels))).toHaveLength(4);
  for (const set of (await setsIn('moved')).filter(({ metadata }) => metadata.labels![ROLE] === undefined)) {
    await cluster.client.delete(set);
  }
  await ready('moved', 8);
});

test('its webhook refuses a partition, and the server roles of which only some have no groups', async () => {
  await deploy('refused');
  const set = await cluster.client.get(SET, 'DisaggregatedSet', 'refused', 'llm');
  const changed = (change: (role: any) => void) => {
    const copy = JSON.parse(JSON.stringify({ ...set, metadata: { name: 'other', namespace: 'refused' } }));
    change(copy.spec.roles[0].spec);
    return cluster.client.dryRun(copy);
  };
  const partition = await changed(spec => { spec.rolloutStrategy.rollingUpdateConfiguration.partition = 1; });
  expect(JSON.stringify(partition.body)).toContain('partition is not supported by DisaggregatedSet');
  const none = await changed(spec => { spec.replicas = 0; });
  expect(JSON.stringify(none.body)).toContain('replicas must be zero for all roles or non-zero for all roles');
});
