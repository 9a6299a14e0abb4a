import { podNamesOf } from '../../src/surroundings/gpu-monitor/pod-names';
import { Cluster, startCluster } from '../harness/cluster';
import { eventually } from '../harness/eventually';
import { Manifest } from '../harness/manifest';
import { deployRay } from '../harness/ray';
import { Accelerator, Memory, RayBackend, RayClusterProps } from 'cdk8s-ai-workloads';

/*
 * The objects of RayCluster under the real KubeRay operator, on nodes that say pods are ready. Ray itself is not run.
 */
const RAY = 'ray.io/v1';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster({ nodesPerZone: 2, kubeRay: true });
});
afterAll(() => cluster?.stop());

const deploy = (namespace: string, props: Partial<RayClusterProps> = {}) =>
  deployRay(cluster, namespace, { backend: RayBackend.rayCluster(), ...props });

/** Nodes of Ray that nobody ends: a RayJob has a pod besides that submits its program. */
const live = async (namespace: string) => (await cluster.pods(namespace, 'ray.io/is-ray-node=yes')).filter(({ metadata }) => metadata.deletionTimestamp === undefined);
const clusterIn = async (namespace: string) => (await cluster.client.list<Manifest>(RAY, 'RayCluster', namespace))[0];
const ready = (namespace: string, pods: number) => eventually(`${pods} pods in ${namespace}`, () => live(namespace), all => all.length === pods && all.every(isReady));
const isReady = ({ status }: Manifest) => status?.conditions?.some(({ type, status: is }: any) => type === 'Ready' && is === 'True');
/** What the operator complains of; that it makes a cluster twice, from a cache that is behind, it mends by itself. */
const warnings = async (namespace: string) => (await cluster.client.list<Manifest>('events.k8s.io/v1', 'Event', namespace))
  .filter(event => event.type === 'Warning' && event.regarding.apiVersion === RAY && !/already exists$/.test(event.note)).map(event => `${event.reason}: ${event.note}`);
const uids = (pods: readonly Manifest[], group: string) => pods.filter(({ metadata }) => metadata.labels!['ray.io/group'] === group).map(({ metadata }) => metadata.uid).sort();

test('the operator takes the cluster, and calls it ready', async () => {
  const lab = await deploy('taken', { servingPort: 8000 });
  const pods = await ready('taken', 4);
  const { status } = await eventually('the cluster is ready', () => clusterIn('taken'), each => each.status?.state === 'ready');
  expect(status).toMatchObject({ readyWorkerReplicas: 3, desiredWorkerReplicas: 3, desiredGPU: '1' });
  expect(await warnings('taken')).toEqual([]);
  expect(lab.headHost!.split('.')[0]).toBe(status.head.serviceName);
  expect(pods.every(pod => pod.spec.containers[0].env.some(({ name }: any) => name === 'RAY_ADDRESS') || pod.metadata.labels!['ray.io/node-type'] === 'head')).toBe(true);
});

test('workers wait for the head that the operator names, by the name that the handle says', async () => {
  const lab = await deploy('addresses');
  const pods = await ready('addresses', 4);
  const worker = pods.find(({ metadata }) => metadata.labels!['ray.io/group'] === 'worker')!;
  const text = JSON.stringify(worker.spec);
  expect(text).toContain(lab.headHost!.split('.')[0]);
  const services = await cluster.client.list<Manifest>('v1', 'Service', 'addresses');
  expect(services.map(({ metadata }) => metadata.name)).toContain(lab.headHost!.split('.')[0]);
});

test('a group that grows keeps the pods that there are', async () => {
  await deploy('growth');
  const before = await ready('growth', 4);
  await deploy('growth', { workers: [{ replicas: 4 }, { name: 'gpu', replicas: 1, accelerator: Accelerator.nvidia(1) }] });
  const after = await ready('growth', 6);
  ['headgroup', 'gpu'].forEach(group => expect(uids(after, group)).toEqual(uids(before, group)));
  expect(uids(after, 'worker')).toEqual(expect.arrayContaining(uids(before, 'worker')));
});

test('a changed template reaches every pod, at once', async () => {
  await deploy('changed');
  const before = await ready('changed', 4);
  await deploy('changed', { container: { image: 'rayproject/ray:2.53.1-py312', cpu: '1', memory: Memory.of('16Gi') } });
  const after = await eventually('new pods', () => live('changed'), all => all.length === 4 && all.every(({ spec }) => spec.containers[0].image.includes('2.53.1')));
  const old = new Set(before.map(({ metadata }) => metadata.uid));
  expect(after.filter(({ metadata }) => old.has(metadata.uid))).toEqual([]);
});

test('applied again, nothing is replaced', async () => {
  await deploy('again');
  const before = await ready('again', 4);
  const { metadata: { generation } } = await clusterIn('again');
  await deploy('again');
  expect((await clusterIn('again')).metadata.generation).toBe(generation);
  expect((await live('again')).map(({ metadata }) => metadata.uid).sort()).toEqual(before.map(({ metadata }) => metadata.uid).sort());
});

test.each<[string, RayBackend]>([
  ['RayJob', RayBackend.rayJob({ entrypoint: 'python run.py' })],
  ['RayService', RayBackend.rayService({ serveConfig: 'applications:\n- name: app\n  import_path: app:main\n  route_prefix: /\n' })],
])('of a %s pods are called as a GpuMonitor expects, and selected as the handle says', async (kind, backend) => {
  const namespace = kind.toLowerCase();
  const { workload } = await deploy(namespace, { backend });
  const pods = await ready(namespace, 4);
  const names = new RegExp(`^(${workload.apiObjects.map(object => podNamesOf(object)).join('|')})$`);
  expect(pods.map(({ metadata }) => metadata.name).filter(name => !names.test(name))).toEqual([]);
  const { labels, least } = workload.pods();
  const selected = await cluster.pods(namespace, Object.entries(labels).map(([key, value]) => `${key}=${value}`).join(','));
  expect([selected.length, pods.length]).toEqual([least, least]);
  expect(await warnings(namespace)).toEqual([]);
});
