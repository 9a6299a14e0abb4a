import { ALL, Backend, BACKENDS, deploy, isReady, membersOf, namesOf, PLAIN, podsWhen, PodsByName, uidsOf, whenReady } from './deployed';
import { Cluster, startCluster } from '../../harness/cluster';
import { eventually } from '../../harness/eventually';
import { Manifest } from '../../harness/manifest';
import { DefaultSet, InferenceEngine, LeaderWorkerGroupProps, Memory, PreviousTemplate, Rollout, VllmOptions } from 'cdk8s-ai-workloads';

const OLD = { image: 'registry.example/serve:1', command: ['serve', '--port=8000'] };
const NEW = { image: 'registry.example/serve:2', command: ['serve', '--port=8000', '--fast'] };
const GROUPS = [0, 1, 2];

const LWS_REVISION = 'leaderworkerset.sigs.k8s.io/template-revision-hash';

let cluster: Cluster;

beforeAll(async () => {
  cluster = await startCluster({ leaderWorkerSet: true, nodesPerZone: 1 });
});

afterAll(() => cluster?.stop());

/** What can be seen of a group: which individuals its pods are, what they run, and which revision they are of. */
interface GroupState {
  readonly uids: (string | undefined)[];
  readonly revisions: string[];
}

function stateOf(pods: PodsByName, names: readonly string[]): GroupState {
  const found = names.map(name => pods.get(name)!);
  const revision = ({ metadata: { labels = {} } }: Manifest) => labels[LWS_REVISION] ?? labels['controller-revision-hash'];
  return { uids: uidsOf(pods, names), revisions: [...new Set(found.map(revision))] };
}

/** Whether the controllers have seen the last change, and have nothing left to do. */
async function settled(namespace: string): Promise<boolean> {
  const sets = await cluster.client.list<Manifest>('apps/v1', 'StatefulSet', namespace);
  const [groups] = await cluster.client.list<Manifest>('leaderworkerset.x-k8s.io/v1', 'LeaderWorkerSet', namespace);
  const areUpdated = sets.every(({ metadata, spec, status }) =>
    status.observedGeneration === metadata.generation && status.readyReplicas === spec.replicas
    && (status.updatedReplicas ?? 0) === spec.replicas - (spec.updateStrategy.rollingUpdate?.partition ?? 0));
  return areUpdated && (groups === undefined || taken(groups, sets));
}

/** A LeaderWorkerSet says of no generation that it was observed: its controller has seen the new template when the leaders' set has it. */
function taken({ metadata, spec, status }: Manifest, sets: readonly Manifest[]): boolean {
  const { partition } = spec.rolloutStrategy.rollingUpdateConfiguration;
  const leaders = sets.find(set => set.metadata.name === metadata.name);
  return imageIn(leaders?.spec.template) === imageIn(spec.leaderWorkerTemplate.leaderTemplate)
    && leaders?.spec.updateStrategy.rollingUpdate.partition === partition
    && (status.readyReplicas ?? 0) === spec.replicas && [spec.replicas - partition, spec.replicas].includes(status.updatedReplicas ?? 0);
}

function imageIn(podOrTemplate: any): string | undefined {
  return podOrTemplate?.spec.containers[0].image;
}

/** Applies the groups as one more commit has them, and waits until controllers are through with it. Every group, by index. */
async function commit(
  namespace: string, backend: Backend, props: object, onNew: readonly number[], [old, fresh]: readonly [string, string] = [OLD.image, NEW.image],
): Promise<GroupState[]> {
  const group = await deploy(cluster, namespace, { props: { groups: GROUPS.length, size: 2, backend: BACKENDS[backend], ...props } });
  const images = new Map(membersOf(group).map(each => [each.member.name, onNew.includes(each.group) ? fresh : old]));
  await eventually(`the roll-out in ${namespace} is over`, () => settled(namespace), Boolean);
  // Read after that: what moves now moved without being asked to.
  const pods = await podsWhen(cluster, namespace, `groups ${onNew.join(', ') || 'none'} run the new image, the others the old one`,
    all => all.length === images.size && all.every(pod => isReady(pod) && imageIn(pod) === images.get(pod.metadata.name)));
  return GROUPS.map(index => stateOf(pods, namesOf(group, index)));
}

/** Groups whose pods are others than before. All pods of a group changed, or none. */
function moved(before: readonly GroupState[], after: readonly GroupState[]): number[] {
  return GROUPS.filter(index => {
    const same = after[index].uids.map((uid, member) => uid === before[index].uids[member]);
    expect(new Set(same).size).toBe(1);
    return !same[0];
  });
}

describe.each(PLAIN)('Rollout.staged on %s', backend => {
  const previous = { image: OLD.image, command: OLD.command };
  const stage = (number: number) => ({ container: NEW, rollout: Rollout.staged({ stage: number, previous }) });

  test('stage 0 moves nobody, each stage its group only, and the end nobody', async () => {
    const namespace = `staged-${backend.toLowerCase()}`;
    const states = [await commit(namespace, backend, { container: OLD }, [])];
    for (const number of [0, 1, 2, 3]) {
      states.push(await commit(namespace, backend, stage(number), GROUPS.slice(0, number)));
    }
    states.push(await commit(namespace, backend, { container: NEW }, GROUPS));
    expect(states.slice(1).map((state, index) => moved(states[index], state))).toEqual([[], [0], [1], [2], []]);
    // A group that does not move keeps its revision: nothing is pending that a later restart of a pod would bring in.
    const first = states[0].map(({ revisions }) => revisions);
    expect(states[2].map(({ revisions }) => revisions).slice(1)).toEqual(first.slice(1));
  });

  test('a lower stage takes the group back to the revision that it had', async () => {
    const namespace = `back-${backend.toLowerCase()}`;
    const start = await commit(namespace, backend, { container: OLD }, []);
    const there = await commit(namespace, backend, stage(1), [0]);
    const back = await commit(namespace, backend, stage(0), []);
    expect([moved(start, there), moved(there, back)]).toEqual([[0], [0]]);
    expect(back.map(({ revisions }) => revisions)).toEqual(start.map(({ revisions }) => revisions));
  });

  test('a canary moves the group that it names', async () => {
    const namespace = `canary-${backend.toLowerCase()}`;
    const start = await commit(namespace, backend, { container: OLD }, []);
    const canary = await commit(namespace, backend, { container: NEW, rollout: Rollout.canary({ parts: ['1'], previous }) }, [1]);
    expect(moved(start, canary)).toEqual([1]);
  });
});

const vllm = (options: Partial<VllmOptions> = {}) =>
  InferenceEngine.vllm({ version: '0.17', model: 'Qwen/Qwen2.5-7B-Instruct', pipelineParallel: 2, ...options });

// No accelerators: what an engine derives from its version is the same, and any node runs it.
const SERVED = { size: 2, groups: 3, engine: vllm() };

const AS_SUCH = 'several properties, given as those of before as such';

/** What is new, and what `previous` says of before. */
const CHANGES: [string, Partial<LeaderWorkerGroupProps>, PreviousTemplate][] = [
  ['another version of the engine', { engine: vllm({ version: '0.18' }) }, { engine: vllm() }],
  ['another length of the context', { engine: vllm({ maxModelLength: 8192 }) }, { engine: vllm() }],
  ['more memory', { container: { memory: Memory.of('2Gi') } }, { container: {} }],
  ['a sidecar', { sidecars: [{ name: 'log', image: 'registry.example/log:1' }] }, { sidecars: [] }],
  [AS_SUCH, { engine: vllm({ version: '0.18' }), priorityClassName: 'system-cluster-critical', container: { memory: Memory.of('2Gi') } }, SERVED],
];

// Flags, probes, drain and grace period follow from the version: what is not named in `previous` must not follow from the new one.
describe.each(PLAIN)('Rollout.staged on %s of what an engine or a pod decides', backend => {
  test.each(CHANGES)('%s: stage 0 moves nobody, each stage its group only, and the end nobody', async (name, change, previous) => {
    const namespace = `derived-${CHANGES.findIndex(each => each[0] === name)}-${backend.toLowerCase()}`;
    const imageOf = ({ version }: InferenceEngine) => `vllm/vllm-openai:v${version}.0`;
    const after = { ...SERVED, ...change };
    const images: [string, string] = [imageOf(SERVED.engine), imageOf(after.engine)];
    const given = name === AS_SUCH ? { ...previous, backend: BACKENDS[backend] } : previous;
    const states = [await commit(namespace, backend, SERVED, [], images)];
    for (const stage of [0, 1, 2, 3]) {
      const rollout = Rollout.staged({ stage, previous: given });
      states.push(await commit(namespace, backend, { ...after, rollout }, GROUPS.slice(0, stage), images));
    }
    states.push(await commit(namespace, backend, after, GROUPS, images));
    expect(states.slice(1).map((state, index) => moved(states[index], state))).toEqual([[], [0], [1], [2], []]);
  });
});

test.each(PLAIN)('Rollout.canary on %s of another version of an engine moves its group only, and goes back', async backend => {
  const images = ['vllm/vllm-openai:v0.17.0', 'vllm/vllm-openai:v0.18.0'] as const;
  const namespace = `engine-canary-${backend.toLowerCase()}`;
  const previous = { ...SERVED, backend: BACKENDS[backend] };
  const after = (rollout: Rollout) => ({ ...SERVED, engine: vllm({ version: '0.18' }), rollout });
  const states = [await commit(namespace, backend, SERVED, [], images)];
  states.push(await commit(namespace, backend, after(Rollout.canary({ parts: ['1'], previous })), [1], images));
  states.push(await commit(namespace, backend, after(Rollout.staged({ stage: 0, previous })), [], images));
  states.push(await commit(namespace, backend, after(Rollout.staged({ stage: 1, order: ['2', '1', '0'], previous })), [2], images));
  expect(states.slice(1).map((state, index) => moved(states[index], state))).toEqual([[1], [1], [2]]);
  expect(states[2].map(({ revisions }) => revisions)).toEqual(states[0].map(({ revisions }) => revisions));
});

describe('Rollout.partition on leaderWorkerSet', () => {
  const partition = (groups: number) => ({ container: NEW, rollout: Rollout.partition(groups) });

  test('moves the groups from its number on, and every pod of a group is of one revision', async () => {
    const states = [await commit('partition', 'leaderWorkerSet', { container: OLD }, [])];
    states.push(await commit('partition', 'leaderWorkerSet', partition(3), []));
    states.push(await commit('partition', 'leaderWorkerSet', partition(2), [2]));
    states.push(await commit('partition', 'leaderWorkerSet', partition(1), [1, 2]));
    states.push(await commit('partition', 'leaderWorkerSet', { container: NEW }, GROUPS));
    expect(states.slice(1).map((state, index) => moved(states[index], state))).toEqual([[], [2], [1], [0]]);
    expect(states.flat().map(({ revisions }) => revisions.length)).toEqual(states.flat().map(() => 1));
    expect(new Set(states[2].slice(0, 2).flatMap(({ revisions }) => revisions))).toEqual(new Set(states[0][0].revisions));
  });
});

test('Rollout.partition on leaderWorkerSet holds another version of an engine back as well', async () => {
  const images = ['vllm/vllm-openai:v0.17.0', 'vllm/vllm-openai:v0.18.0'] as const;
  const after = (partition: number) => ({ ...SERVED, engine: vllm({ version: '0.18' }), rollout: Rollout.partition(partition) });
  const states = [await commit('engine-partition', 'leaderWorkerSet', SERVED, [], images)];
  for (const partition of [3, 2, 1, 0]) {
    states.push(await commit('engine-partition', 'leaderWorkerSet', after(partition), GROUPS.slice(partition), images));
  }
  expect(states.slice(1).map((state, index) => moved(states[index], state))).toEqual([[], [2], [1], [0]]);
});

// A pod is lost while a change is on its way: what comes back must be what its group runs.
describe('a group that is not due keeps its template when it loses a pod', () => {
  const ROLLOUTS = {
    statefulSets: Rollout.staged({ stage: 1, order: ['2', '1', '0'], previous: { image: OLD.image, command: OLD.command } }),
    singleStatefulSet: Rollout.staged({ stage: 1, order: ['2', '1', '0'], previous: { image: OLD.image, command: OLD.command } }),
    leaderWorkerSet: Rollout.partition(2),
  };

  test.each(ALL)('%s', async backend => {
    const namespace = `loses-${backend.toLowerCase()}`;
    await commit(namespace, backend, { container: OLD }, []);
    const props = { container: NEW, rollout: ROLLOUTS[backend] };
    const before = await commit(namespace, backend, props, [2]);
    const [pod] = (await cluster.pods(namespace)).filter(({ metadata }) => metadata.uid === before[0].uids[1]);
    await cluster.client.delete(pod);
    await podsWhen(cluster, namespace, 'it is back', pods =>
      pods.length === 6 && pods.every(each => isReady(each) && each.metadata.uid !== pod.metadata.uid));
    const after = await commit(namespace, backend, props, [2]);
    expect(after.map(({ revisions }) => revisions)).toEqual(before.map(({ revisions }) => revisions));
  });
});

test.each(ALL)('control, %s: without a roll-out one change moves every group', async backend => {
  const namespace = `at-once-${backend.toLowerCase()}`;
  const start = await commit(namespace, backend, { container: OLD }, []);
  const end = await commit(namespace, backend, { container: NEW }, GROUPS);
  expect(moved(start, end)).toEqual(GROUPS);
});

describe('a group more', () => {
  /** Pods of group 0 that are others once a group has come to it. */
  async function replaced(namespace: string, backend: Backend, defaults?: DefaultSet): Promise<string[]> {
    const grown = async (groups: number) => {
      const group = await deploy(cluster, namespace, { props: { groups, size: 2, backend: BACKENDS[backend], container: OLD }, defaults });
      await eventually(`${groups} groups in ${namespace} are there`, () => settled(namespace), Boolean);
      return { names: namesOf(group, 0), pods: await whenReady(cluster, namespace, group) };
    };
    const [one, two] = [await grown(1), await grown(2)];
    return one.names.filter(name => two.pods.get(name)!.metadata.uid !== one.pods.get(name)!.metadata.uid);
  }

  test.each(ALL)('restarts nothing of the first on %s', async backend => {
    expect(await replaced(`grows-${backend.toLowerCase()}`, backend)).toEqual([]);
  });

  test('control: with the choices of the first releases it replaces the leader, whose template gets a spread', async () => {
    expect(await replaced('grows-v1', 'statefulSets', DefaultSet.V1)).toEqual(['llm-0-leader-0']);
  });
});

test.each(PLAIN)('Rollout.onDelete on %s: a change moves nobody until somebody deletes a pod', async backend => {
  const namespace = `on-delete-${backend.toLowerCase()}`;
  const props = { groups: 2, size: 2, backend: BACKENDS[backend], rollout: Rollout.onDelete() };
  const group = await deploy(cluster, namespace, { props: { ...props, container: OLD } });
  const start = await podsWhen(cluster, namespace, 'four pods are ready', pods => pods.length === 4 && pods.every(isReady));
  await deploy(cluster, namespace, { props: { ...props, container: NEW } });
  const [leader, worker] = namesOf(group, 1);
  await cluster.client.delete(start.get(worker)!);
  const end = await podsWhen(cluster, namespace, `${worker} runs the new image`, pods => pods.length === 4 && pods.every(isReady)
    && pods.some(pod => pod.metadata.name === worker && imageIn(pod) === NEW.image));
  const others = [...namesOf(group, 0), leader];
  expect(uidsOf(end, others)).toEqual(uidsOf(start, others));
});
