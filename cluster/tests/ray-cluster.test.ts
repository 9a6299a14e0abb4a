import { Cluster, startCluster } from '../harness/cluster';
import { slicesOf, slicesWhen } from '../harness/endpoints';
import { eventually } from '../harness/eventually';
import { Manifest } from '../harness/manifest';
import { isLive, ManualKubelets } from '../harness/manual-kubelets';
import { deployRay } from '../harness/ray';
import { RayClusterProps } from 'cdk8s-ai-workloads';

/*
 * The head and the workers under the real StatefulSet and endpoint controllers. What a kubelet says of pods is written by the test; Ray itself is not run.
 */
const POOL = { pool: 'held' };
const ROLE = 'cdk8s-ai-workloads/role';
const INDEX = 'apps.kubernetes.io/pod-index';

let cluster: Cluster;
let kubelets: ManualKubelets;

beforeAll(async () => {
  cluster = await startCluster({ nodesPerZone: 1 });
  const taints = [{ key: 'pool', value: 'held', effect: 'NoSchedule' }];
  kubelets = await ManualKubelets.start(cluster, cluster.zones.map(zone => ({ name: `held-${zone}`, zone, labels: POOL, taints, gpus: 8 })));
});

afterAll(async () => {
  kubelets?.stop();
  await cluster?.stop();
});

const deploy = (namespace: string, props: Partial<RayClusterProps> = {}) => deployRay(cluster, namespace, { nodeLabels: POOL, tolerations: [{ key: 'pool' }], ...props });

const namesOf = (pods: readonly Manifest[]) => pods.map(({ metadata }) => metadata.name).sort();
const addressesOf = async (namespace: string, service: string): Promise<string[]> =>
  (await slicesOf(cluster.client, namespace, service)).flatMap(({ endpoints }) => endpoints ?? []).map(({ targetRef }: any) => targetRef.name);

test('the head is index 0 and workers count from 1, as the handle says', async () => {
  const { workload } = await deploy('indexes');
  const pods = await kubelets.startAll('indexes', 4);
  expect(namesOf(pods)).toEqual(['lab-gpu-1', 'lab-head-0', 'lab-worker-1', 'lab-worker-2']);
  for (const part of [{}, { role: 'head' }, { role: 'worker' }, { role: 'worker', index: 2 }, { index: 1 }]) {
    const { labels, names } = workload.pods(part);
    const selector = Object.entries(labels).map(([key, value]) => `${key}=${value}`).join(',');
    expect(namesOf(await cluster.pods('indexes', selector))).toEqual([...names].sort());
  }
  expect(pods.map(({ metadata }) => [metadata.labels![ROLE], metadata.labels![INDEX]]).sort()).toEqual([['gpu', '1'], ['head', '0'], ['worker', '1'], ['worker', '2']]);
});

test('the head is found before it is ready, and by nobody who wants Ray Serve; workers are not found there', async () => {
  await deploy('addresses', { servingPort: 8000 });
  const pods = await kubelets.startAll('addresses', 4, false);
  expect(await eventually('the head has an address', () => addressesOf('addresses', 'lab-head-svc'), names => names.length > 0)).toEqual(['lab-head-0']);
  const [slice] = await slicesWhen(cluster.client, 'addresses', 'lab-serve-svc', 'the head', endpoints => endpoints.length > 0);
  expect(slice.endpoints.map(({ conditions, targetRef }: any) => [targetRef.name, conditions.ready])).toEqual([['lab-head-0', false]]);
  await kubelets.run(pods.find(({ metadata }) => metadata.name === 'lab-head-0')!);
  await eventually('Ray Serve is reached', () => slicesOf(cluster.client, 'addresses', 'lab-serve-svc'), ([{ endpoints }]) => endpoints[0].conditions.ready === true);
});

test('there are never two heads: the next one waits until the lost one has ended', async () => {
  await deploy('one-head');
  const pods = await kubelets.startAll('one-head', 4);
  const head = pods.find(({ metadata }) => metadata.name === 'lab-head-0')!;
  await cluster.client.delete(head);
  const [lostWorker] = pods.filter(({ metadata }) => metadata.labels![ROLE] === 'worker');
  await cluster.client.delete(lostWorker);
  await kubelets.terminate(lostWorker);
  // The controllers have seen both: the worker has a successor while the head still ends.
  await eventually('the worker is replaced', () => cluster.pods('one-head'), all => all.some(pod => pod.metadata.name === lostWorker.metadata.name && isLive(pod)));
  const heads = async () => (await cluster.pods('one-head')).filter(({ metadata }) => metadata.labels![ROLE] === 'head');
  expect((await heads()).map(({ metadata }) => metadata.uid)).toEqual([head.metadata.uid]);
  await kubelets.terminate(head);
  const [next] = await eventually('the next head', heads, all => all.length === 1 && isLive(all[0]));
  expect([next.metadata.name, next.metadata.uid === head.metadata.uid]).toEqual(['lab-head-0', false]);
});

test('a group that grows keeps its indexes', async () => {
  await deploy('growth', { workers: [{ replicas: 1 }] });
  const before = await kubelets.startAll('growth', 2);
  await deploy('growth', { workers: [{ replicas: 3 }] });
  const after = await kubelets.startAll('growth', 4);
  expect(namesOf(after)).toEqual(['lab-head-0', 'lab-worker-1', 'lab-worker-2', 'lab-worker-3']);
  expect(after.map(({ metadata }) => metadata.uid)).toEqual(expect.arrayContaining(before.map(({ metadata }) => metadata.uid)));
});
