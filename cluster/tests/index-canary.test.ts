import { execFile } from 'child_process';
import { promisify } from 'util';
import { Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { parseAllDocuments } from 'yaml';
import { binaries } from '../harness/binaries';
import { Cluster, ClusterOptions, startCluster, synthesise } from '../harness/cluster';
import { endpointsIn, slicesWhen } from '../harness/endpoints';
import { eachOf, eventually, pause } from '../harness/eventually';
import { Manifest } from '../harness/manifest';
import { ManualKubelets } from '../harness/manual-kubelets';
import { CanaryStep, IndexCanary, KubernetesVersion, Memory, Rollout, Target, ZonePartitionedStatefulSet } from 'cdk8s-ai-workloads';

/*
 * A change that reaches the last pods of one StatefulSet first, under the real controller: which pods each step replaces, in which order, and what comes back when
 * one dies. The test is the kubelet, so that a program can fail; kubectl runs the commands of the steps as they are printed.
 */
const ZONE = 'eu-1b';
const SET = 'db-eu-1b';
const [OLD, NEW, BROKEN] = ['registry.example/db:1', 'registry.example/db:2', 'registry.example/db:broken'];

interface Sandbox {
  readonly cluster: Cluster;
  readonly kubelets: ManualKubelets;
  readonly kubectl: (line: string) => Promise<string>;
  stop(): Promise<void>;
}

async function sandbox(options: ClusterOptions = {}): Promise<Sandbox> {
  const cluster = await startCluster({ ...options, zones: [ZONE], nodesPerZone: 0, plainNodes: false });
  const kubelets = await ManualKubelets.start(cluster, [0, 1, 2, 3].map(index => ({ name: `node-${index}`, zone: ZONE })));
  const program = (await binaries(undefined, ['kubectl'])).path('kubectl');
  const kubectl = async (line: string) => {
    const [word, ...args] = line.split(' ');
    expect(word).toBe('kubectl');
    return (await promisify(execFile)(program, ['--kubeconfig', cluster.kubeconfig, ...args])).stdout;
  };
  return {
    cluster,
    kubelets,
    kubectl,
    stop: async () => {
      kubelets.stop();
      await cluster.stop();
    },
  };
}

let on: Sandbox;
beforeAll(async () => { on = await sandbox(); }, 600_000);
afterAll(() => on?.stop());

interface State {
  readonly image: string;
  readonly indexes?: number[];
  readonly replicas?: number;
  readonly podsPerStep?: number;
  readonly podManagementPolicy?: kplus.PodManagementPolicy;
  readonly rollout?: Rollout;
}

/** A set of ordinals 100 to 103, as it is committed at a point of a canary. */
class Committed {
  readonly objects: readonly Manifest[];
  readonly canary?: IndexCanary;

  constructor(readonly namespace: string, { image, indexes, replicas = 4, podsPerStep, podManagementPolicy, rollout }: State) {
    let canary: IndexCanary | undefined;
    this.objects = synthesise(app => {
      const chart = new Chart(app, 'prod', { namespace });
      Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: [ZONE] });
      const workload = new ZonePartitionedStatefulSet(chart, 'Db', {
        zones: [{ zone: ZONE, replicas }],
        container: { image, portNumber: 5432, cpu: '100m', memory: Memory.of('64Mi') },
        podManagementPolicy,
        rollout,
      });
      canary = indexes && new IndexCanary(chart, 'DbCanary', { workload, part: { zone: ZONE }, indexes, port: 5432, podsPerStep });
    });
    this.canary = canary;
  }
}

/** The namespace of one test, with a kubelet that starts and ends its pods: those with the broken image are never ready. */
class Place {
  readonly removed: string[] = [];

  constructor(readonly namespace: string, private readonly there: Sandbox = on) {}

  async apply(state: State): Promise<Committed> {
    const committed = new Committed(this.namespace, state);
    await this.there.cluster.apply(committed.objects);
    return committed;
  }

  /** Applies what a step prints. */
  async step({ manifest }: CanaryStep): Promise<void> {
    await this.there.cluster.apply(parseAllDocuments(manifest).map(document => document.toJS() as Manifest));
  }

  pods(): Promise<Manifest[]> {
    return this.there.cluster.pods(this.namespace);
  }

  private async work(): Promise<Manifest[]> {
    for (const pod of await this.pods()) {
      if (pod.metadata.deletionTimestamp !== undefined) {
        this.removed.push(pod.metadata.name);
        await this.there.kubelets.remove(pod);
      } else if (pod.spec.nodeName !== undefined && pod.status.phase === 'Pending') {
        await this.there.kubelets.run(pod, pod.spec.containers[0].image !== BROKEN);
      }
    }
    return this.pods();
  }

  /** Images by ordinal once they are as told, the controller has seen the last change, and nothing has happened for a while. */
  async becomes(images: readonly string[], seconds = 2): Promise<void> {
    let quiet = 0;
    let before = '';
    await eventually(`${this.namespace} has ${images.join(', ')}`, async () => {
      const pods = await this.work();
      const { metadata, status } = await this.set();
      const now = JSON.stringify(pods.map(pod => [pod.metadata.uid, pod.status.phase, pod.metadata.deletionTimestamp]));
      quiet = now === before && status.observedGeneration === metadata.generation ? quiet + 1 : 0;
      before = now;
      return pods.map(pod => pod.spec.containers[0].image);
    }, found => JSON.stringify(found) === JSON.stringify(images) && quiet >= seconds * 5);
  }

  set(): Promise<Manifest> {
    return this.there.cluster.client.get('apps/v1', 'StatefulSet', this.namespace, SET);
  }

  /** Runs what a step says, while the kubelet works. */
  async run(commands: readonly string[]): Promise<void> {
    let isDone = false;
    const kubelet = (async () => {
      while (!isDone) {
        await this.work();
        await pause(100);
      }
    })();
    try {
      await eachOf(commands, 1, command => this.there.kubectl(command));
    } finally {
      isDone = true;
      await kubelet;
    }
  }

  async kill(name: string): Promise<void> {
    const pod = (await this.pods()).find(({ metadata }) => metadata.name === name)!;
    await this.there.cluster.client.delete(pod);
  }

  /** Names removed since the last time. */
  taken(): string[] {
    return this.removed.splice(0);
  }
}

const name = (index: number) => `${SET}-${index}`;

test('each step of a promotion replaces the pods that it names, in that order, and the Service reaches the canary alone', async () => {
  const place = new Place('promoted');
  await place.apply({ image: OLD });
  await place.becomes([OLD, OLD, OLD, OLD]);
  const { canary } = new Committed('promoted', { image: NEW, indexes: [103], podsPerStep: 2 });
  const steps = canary!.promotion();
  expect(steps.map(({ title, indexes }) => [title, indexes])).toEqual([
    ['held', []], ['canary', [103]], ['promotion', [101, 102, 103]], ['promoted', [100, 101, 102, 103]],
  ]);
  for (const step of steps) {
    await place.step(step);
    await place.run(step.commands);
    const onNew = step.indexes.length;
    await place.becomes([...Array(4 - onNew).fill(OLD), ...Array(onNew).fill(NEW)]);
    expect(place.taken()).toEqual(step.replaces);
    const slices = await slicesWhen(on.cluster.client, 'promoted', 'db-canary', 'the canary', all => all.length === 1);
    expect(endpointsIn(slices).map(({ pod }) => pod)).toEqual([name(103)]);
  }
  await place.apply({ image: NEW });
  await place.becomes([NEW, NEW, NEW, NEW]);
  expect(place.taken()).toEqual([]);
});

test('a pod that dies comes back with the template of its side', async () => {
  const place = new Place('dies');
  await place.apply({ image: OLD });
  await place.becomes([OLD, OLD, OLD, OLD]);
  await place.apply({ image: NEW, indexes: [103] });
  await place.becomes([OLD, OLD, OLD, NEW]);
  await place.kill(name(101));
  await place.becomes([OLD, OLD, OLD, NEW]);
  await place.kill(name(103));
  await place.becomes([OLD, OLD, OLD, NEW]);
  expect(place.taken()).toEqual([name(103), name(101), name(103)]);
});

test('a set that is made again, its pods kept, has lost the template of before', async () => {
  const place = new Place('made-again');
  await place.apply({ image: OLD });
  await place.becomes([OLD, OLD, OLD, OLD]);
  await place.apply({ image: NEW, indexes: [103] });
  await place.becomes([OLD, OLD, OLD, NEW]);
  await on.cluster.client.delete(await place.set(), { propagationPolicy: 'Orphan' });
  await eventually('the set is gone', () => on.cluster.client.list('apps/v1', 'StatefulSet', 'made-again'), sets => sets.length === 0);
  await place.apply({ image: NEW, indexes: [103] });
  await place.becomes([OLD, OLD, OLD, NEW]);
  await place.kill(name(101));
  await place.becomes([OLD, NEW, OLD, NEW]);
  expect(place.taken()).toEqual([name(103), name(101)]);
});

test('the way back from the middle replaces what runs the new template, the lowest first, and needs no manifest of before', async () => {
  const place = new Place('back');
  await place.apply({ image: OLD });
  await place.becomes([OLD, OLD, OLD, OLD]);
  const { canary } = await place.apply({ image: NEW, indexes: [102, 103] });
  await place.becomes([OLD, OLD, NEW, NEW]);
  expect(place.taken()).toEqual([name(103), name(102)]);
  const [hold, replace] = canary!.rollBack();
  await place.step(hold);
  await place.becomes([OLD, OLD, NEW, NEW]);
  expect(place.taken()).toEqual([]);
  await place.step(replace);
  await place.run(replace.commands);
  await place.becomes([OLD, OLD, OLD, OLD]);
  expect(place.taken()).toEqual(replace.replaces);
  expect(replace.replaces).toEqual([name(102), name(103)]);
  await place.apply({ image: OLD, indexes: [] });
  await place.becomes([OLD, OLD, OLD, OLD]);
  await place.apply({ image: OLD });
  await place.becomes([OLD, OLD, OLD, OLD]);
  expect(place.taken()).toEqual([]);
});

test('the template of before alone takes a canary back that is ready', async () => {
  const place = new Place('reverted');
  await place.apply({ image: OLD });
  await place.becomes([OLD, OLD, OLD, OLD]);
  await place.apply({ image: NEW, indexes: [102, 103] });
  await place.becomes([OLD, OLD, NEW, NEW]);
  place.taken();
  await place.apply({ image: OLD, indexes: [102, 103] });
  await place.becomes([OLD, OLD, OLD, OLD]);
  expect(place.taken()).toEqual([name(103), name(102)]);
});

describe('a canary that fails', () => {
  /** The second of two pods fails, in an ordered set and in one that is not. */
  async function failed(namespace: string, podManagementPolicy: kplus.PodManagementPolicy, there: Sandbox = on): Promise<Place> {
    const place = new Place(namespace, there);
    await place.apply({ image: OLD, podManagementPolicy });
    await place.becomes([OLD, OLD, OLD, OLD]);
    await place.apply({ image: BROKEN, indexes: [102, 103], podManagementPolicy });
    await place.becomes([OLD, OLD, OLD, BROKEN]);
    expect(place.taken()).toEqual([name(103)]);
    return place;
  }

  const ORDERED = kplus.PodManagementPolicy.ORDERED_READY;
  const PARALLEL = kplus.PodManagementPolicy.PARALLEL;

  test('stays in an ordered set, whatever template is applied, until somebody deletes it', async () => {
    const place = await failed('stuck', ORDERED);
    for (const image of [OLD, NEW]) {
      await place.apply({ image, indexes: [102, 103], podManagementPolicy: ORDERED });
      await place.becomes([OLD, OLD, OLD, BROKEN], 4);
      expect(place.taken()).toEqual([]);
    }
    await place.kill(name(103));
    await place.becomes([OLD, OLD, NEW, NEW]);
  });

  test('goes by itself in a parallel set', async () => {
    const place = await failed('parallel', PARALLEL);
    await place.apply({ image: OLD, indexes: [102, 103], podManagementPolicy: PARALLEL });
    await place.becomes([OLD, OLD, OLD, OLD]);
    expect(place.taken()).toEqual([name(103)]);
  });

  test.each([['ordered', ORDERED], ['burst', PARALLEL]])('is taken back by the steps, in a set that is %s', async (namespace, podManagementPolicy) => {
    const place = await failed(namespace, podManagementPolicy);
    const { canary } = new Committed(namespace, { image: BROKEN, indexes: [102, 103], podManagementPolicy });
    for (const step of canary!.rollBack()) {
      await place.step(step);
      await place.run(step.commands);
    }
    await place.becomes([OLD, OLD, OLD, OLD]);
    expect(new Set(place.taken())).toEqual(new Set([name(102), name(103)]));
  });

  test('stays in a parallel set too where the gate of maxUnavailable is on, until the steps take it back', async () => {
    const gated = await sandbox({ gates: { MaxUnavailableStatefulSet: true } });
    try {
      const place = await failed('gated', PARALLEL, gated);
      await place.apply({ image: OLD, indexes: [102, 103], podManagementPolicy: PARALLEL });
      await place.becomes([OLD, OLD, OLD, BROKEN], 4);
      expect(place.taken()).toEqual([]);
      const { canary } = new Committed('gated', { image: BROKEN, indexes: [102, 103], podManagementPolicy: PARALLEL });
      for (const step of canary!.rollBack()) {
        await place.step(step);
        await place.run(step.commands);
      }
      await place.becomes([OLD, OLD, OLD, OLD]);
    } finally {
      await gated.stop();
    }
  }, 240_000);
});

test('pods that are added during a canary have the new template, and no other is replaced', async () => {
  const place = new Place('grows');
  await place.apply({ image: OLD });
  await place.becomes([OLD, OLD, OLD, OLD]);
  await place.apply({ image: NEW, indexes: [103] });
  await place.becomes([OLD, OLD, OLD, NEW]);
  place.taken();
  await place.apply({ image: NEW, replicas: 6, indexes: [103, 104, 105] });
  await place.becomes([OLD, OLD, OLD, NEW, NEW, NEW]);
  expect(place.taken()).toEqual([]);
});

test('a partition that names an ordinal instead of a number of pods replaces nobody', async () => {
  const place = new Place('ordinal');
  await place.apply({ image: OLD });
  await place.becomes([OLD, OLD, OLD, OLD]);
  await on.cluster.client.patch(await place.set(), { spec: { updateStrategy: { rollingUpdate: { partition: 103 } }, template: { spec: { containers: [{ name: 'member', image: NEW }] } } } });
  await place.becomes([OLD, OLD, OLD, OLD], 3);
  expect(place.taken()).toEqual([]);
});
