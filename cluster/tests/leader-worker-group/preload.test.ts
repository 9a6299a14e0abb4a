import { BACKENDS, ALL, Backend, deploy, isReady, membersOf, namesOf, uidsOf } from './deployed';
import { Cluster, startCluster } from '../../harness/cluster';
import { endpointsIn, slicesWhen } from '../../harness/endpoints';
import { eachOf, eventually } from '../../harness/eventually';
import { Manifest } from '../../harness/manifest';
import { ManualKubelets, isLive } from '../../harness/manual-kubelets';
import { ModelCache, ModelPreload } from 'cdk8s-ai-workloads';

const pool = { pool: 'held' };
const container = { image: 'registry.example/serve:1', command: ['serve'], portNumber: 8000 };

let cluster: Cluster;
let kubelets: ManualKubelets;

beforeAll(async () => {
  cluster = await startCluster({ leaderWorkerSet: true, nodesPerZone: 1 });
  const taints = [{ key: 'pool', value: 'held', effect: 'NoSchedule' }];
  kubelets = await ManualKubelets.start(cluster, cluster.zones.map(zone => ({ name: `held-${zone}`, zone, labels: pool, taints, gpus: 0 })));
});

afterAll(async () => {
  kubelets?.stop();
  await cluster?.stop();
});

// Both groups as they are while their init containers run. That no main container runs then is the kubelet's, and not tested: the test writes what
// a kubelet writes.
async function preloading(namespace: string, backend: Backend) {
  const group = await deploy(cluster, namespace, {
    props: {
      groups: 2,
      size: 2,
      backend: BACKENDS[backend],
      container,
      nodeLabels: pool,
      tolerations: [{ key: 'pool' }],
      modelCache: ModelCache.hostPath('/var/lib/models'),
      preload: ModelPreload.fromHub({ model: 'org/model' }),
    },
  });
  const pods = await eventually('four pods are on a node', () => cluster.pods(namespace),
    found => found.filter(isLive).length === 4 && found.every(({ spec }) => spec.nodeName !== undefined));
  const started = await eachOf(pods, 4, pod => kubelets.preload(pod, 0));
  return { group, byName: new Map(started.map(pod => [pod.metadata.name, pod])) };
}

describe.each(ALL)('%s', backend => {
  test('leaders and workers preload at once, and clients are sent to a leader when its preload has ended', async () => {
    const namespace = `preload-${backend.toLowerCase()}`;
    const { group, byName } = await preloading(namespace, backend);
    expect([...byName.keys()].sort()).toEqual(membersOf(group).map(({ member }) => member.name).sort());
    const preloads = [...byName.values()].flatMap(({ spec }) => spec.initContainers.map(({ name, restartPolicy }: any) => [name, restartPolicy]));
    expect(preloads).toEqual([1, 2, 3, 4].map(() => ['model-preload', undefined]));
    const serving = group.servingService!.name;
    const seen = endpointsIn(await slicesWhen(cluster.client, namespace, serving, 'two leaders', endpoints => endpoints.length === 2));
    expect(seen.map(({ ready }) => ready)).toEqual([false, false]);
    expect([...byName.values()].filter(isReady)).toEqual([]);
    const [first] = namesOf(group, 0);
    await kubelets.run(byName.get(first)!);
    await slicesWhen(cluster.client, namespace, serving, 'the leader of the first group alone is ready',
      endpoints => endpoints.map(({ pod, ready }) => [pod, ready]).sort().join() === [[first, true], [namesOf(group, 1)[0], false]].sort().join());
  });
});

test('a preload that starts again has its whole group created again by the controller of LeaderWorkerSets, and no other', async () => {
  const { group, byName } = await preloading('preload-again', 'leaderWorkerSet');
  const [first, second] = [0, 1].map(index => namesOf(group, index));
  await kubelets.preload(byName.get(first[1])!, 1);
  const old = uidsOf(byName, first);
  // A pod that is deleted stays until its kubelet says that it has stopped.
  const goneAgain = async (): Promise<Manifest[]> => {
    const pods = await cluster.pods('preload-again');
    await eachOf(pods.filter(({ metadata }) => metadata.deletionTimestamp !== undefined), 4, pod => kubelets.remove(pod));
    return pods;
  };
  const after = await eventually('both pods of the first group are others', goneAgain, pods => pods.filter(isLive).length === 4
    && pods.filter(({ metadata }) => first.includes(metadata.name)).every(({ metadata }) => !old.includes(metadata.uid)));
  expect(uidsOf(new Map(after.map(pod => [pod.metadata.name, pod])), second)).toEqual(uidsOf(byName, second));
});

test('control: on StatefulSets a preload that starts again takes no pod along', async () => {
  const { group, byName } = await preloading('preload-alone', 'statefulSets');
  const names = membersOf(group).map(({ member }) => member.name);
  await kubelets.preload(byName.get(names[1])!, 1);
  await cluster.restartControllers();
  const after = await eventually('four pods', () => cluster.pods('preload-alone'), pods => pods.filter(isLive).length === 4);
  expect(uidsOf(new Map(after.map(pod => [pod.metadata.name, pod])), names)).toEqual(uidsOf(byName, names));
});
