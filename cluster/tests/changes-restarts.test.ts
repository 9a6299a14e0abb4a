import { band, deployment, findingsOf, podsWith, service, set } from './changes/workloads';
import { Cluster, startCluster } from '../harness/cluster';
import { endpointsIn, slicesWhen } from '../harness/endpoints';
import { eventually, pause } from '../harness/eventually';
import { Manifest } from '../harness/manifest';

/*
 * What `lint --against` says of restarts, and which pods a real cluster then replaces.
 */

let cluster: Cluster;

beforeAll(async () => {
  cluster = await startCluster({ nodesPerZone: 2 });
}, 300_000);

afterAll(() => cluster?.stop());

const ZONES = ['eu-1a', 'eu-1b', 'eu-1c'];

test('AIW4005: one apply over the sets of three zones takes a pod away in each of them at the same time', async () => {
  const zone = (name: string, image: string) => inNamespace(set(`db-${name}`, {
    replicas: 2, serviceName: 'db', volumeClaimTemplates: undefined, minReadySeconds: 5, template: podsWith(`db-${name}`, { image }, { nodeSelector: { 'topology.kubernetes.io/zone': name } }),
  }), 'zones');
  const [old, next] = ['registry.example/db:1', 'registry.example/db:2'].map(image => ZONES.map(name => zone(name, image)));
  await cluster.apply(old);
  const before = await settled('zones', 6);

  const [finding, ...others] = findingsOf(old, next);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ id: 'AIW4005', message: 'Forbidden: changes in 3 workloads at once: StatefulSet zones/db-eu-1a, StatefulSet zones/db-eu-1b, StatefulSet zones/db-eu-1c' });
  expect(finding.notes).toContain('away at the same time: 1 of 2 + 1 of 2 + 1 of 2 = 3 of 6 pods');

  await Promise.all(next.map(object => cluster.client.apply(object)));
  // Each set waits until its new pod was ready for a while; no set waits for another. The pod 1 of every zone is gone or new while the pod 0 of every zone still is the old one.
  await eventually('a pod of each zone away at once', () => cluster.pods('zones'), pods => {
    const kept = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined && before.get(metadata.name) === metadata.uid);
    return kept.map(({ metadata }) => metadata.name).join() === ZONES.map(name => `db-${name}-0`).join();
  }, { everyMs: 20 });
}, 180_000);

const env = (...names: string[]) => ({ env: names.map(name => ({ name, value: '1' })) });
const memory = (amount: string) => ({ resources: { requests: { memory: amount } } });
const makers: [string, (spec: Record<string, unknown>) => Manifest][] = [
  ['Deployment', spec => deployment('web', spec)],
  ['StatefulSet', spec => set('web', { volumeClaimTemplates: undefined, ...spec })],
  ['DaemonSet', ({ replicas: _, ...spec }) => ({ ...deployment('web', spec), kind: 'DaemonSet' })],
];
const changes: [string, Record<string, unknown>, Record<string, unknown>][] = [
  ['env-order', env('A', 'B'), env('B', 'A')],
  ['ports-order', { ports: [{ containerPort: 1 }, { containerPort: 2 }] }, { ports: [{ containerPort: 2 }, { containerPort: 1 }] }],
  ['flags-order', { args: ['--a', '--b=1'] }, { args: ['--b=1', '--a'] }],
  ['notation', memory('1Gi'), memory('1073741824')],
  ['other-unit', memory('1Gi'), memory('1024Mi')],
  ['defaults', {}, { imagePullPolicy: 'IfNotPresent', terminationMessagePath: '/dev/termination-log' }],
  ['image', {}, { image: 'registry.example/a:2' }],
];

describe('pods are replaced exactly where a restart is found, and where it says the same the restart is for nothing', () => {
  const cases = makers.flatMap(([kind, make]) => changes.map(([what, one, other]) => ({ kind, make, what, one, other })));
  test.each(cases)('$what of a $kind', async ({ kind, make, what, one, other }) => {
    const namespace = `${what}-${kind.toLowerCase()}`;
    const gpus = { 'nvidia.com/gpu': 1 };
    const onGpus = { tolerations: [{ operator: 'Exists' }], nodeSelector: { 'kubernetes.io/hostname': 'gpu-eu-1a-0' } };
    const object = (container: Record<string, any>) => (
      inNamespace(make({ replicas: 1, template: podsWith('web', { ...container, resources: { ...container.resources, limits: gpus } }, onGpus) }), namespace));
    await cluster.apply([object(one)]);
    const before = await settled(namespace, 1);
    const said = findingsOf([object(one)], [object(other)]).map(({ id }) => id);
    await cluster.client.apply(object(other));
    if (said.length === 0) {
      await pause(2000); // A controller that wanted to replace them would have.
      expect([...await settled(namespace, before.size)]).toEqual([...before]);
    } else {
      expect(said).toEqual([what === 'image' ? 'AIW4008' : 'AIW4009']);
      await eventually('a pod is replaced', () => cluster.pods(namespace), pods => pods.some(({ metadata }) => before.get(metadata.name) !== metadata.uid));
    }
    await cluster.client.delete({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  }, 120_000);

  test('that is: another order always, another notation in StatefulSets alone', () => {
    const told = (kind: string, what: string) => {
      const [, make] = makers.find(([name]) => name === kind)!;
      const [, one, other] = changes.find(([name]) => name === what)!;
      return findingsOf([make({ template: podsWith('web', one) })], [make({ template: podsWith('web', other) })]).length > 0;
    };
    const kinds = makers.map(([kind]) => kind);
    expect(kinds.map(kind => told(kind, 'env-order'))).toEqual([true, true, true]);
    expect(kinds.map(kind => told(kind, 'notation'))).toEqual([false, true, false]);
    expect(kinds.map(kind => told(kind, 'defaults'))).toEqual([false, false, false]);
  });
});

test('AIW4012: selector and labels changed in one apply leave a Service without endpoints until a new pod is ready', async () => {
  // The new pods ask for a node that comes later: nothing is ready in between.
  const labelled = (labels: Record<string, string>, nodeSelector: Record<string, string>) => {
    const template = podsWith('web', {}, { nodeSelector });
    return inNamespace(deployment('web', { replicas: 2, template: { ...template, metadata: { labels: { app: 'web', ...labels } } } }), 'selector');
  };
  const old = [labelled({}, {}), inNamespace(service({ app: 'web' }), 'selector')];
  const next = [labelled({ tier: 'front' }, { later: 'yes' }), inNamespace(service({ tier: 'front' }), 'selector')];
  await cluster.apply(old);
  await settled('selector', 2);
  await slicesWhen(cluster.client, 'selector', 'svc', 'two endpoints', found => found.length === 2);
  expect(findingsOf(old, next)).toMatchObject([{ id: 'AIW4012', message: expect.stringContaining('there is no endpoint until new pods of Deployment selector/web are ready') }]);
  for (const object of next) {
    await cluster.client.apply(object);
  }
  const slices = await slicesWhen(cluster.client, 'selector', 'svc', 'no ready endpoint', found => found.every(({ ready }) => !ready));
  expect(endpointsIn(slices).filter(({ ready }) => ready)).toEqual([]);
  // The old pods run all the while.
  expect((await cluster.pods('selector')).filter(({ metadata, status }) => metadata.labels!.tier === undefined && status?.phase === 'Running').length).toBeGreaterThan(0);
}, 120_000);

test('a set that waits for somebody (OnDelete) and one whose partition keeps all pods: nothing is said, and nothing is replaced', async () => {
  const strategies = { waits: { type: 'OnDelete' }, kept: { type: 'RollingUpdate', rollingUpdate: { partition: 2 } } };
  const sets = (image: string) => Object.entries(strategies).map(([name, updateStrategy]) => (
    inNamespace(set(name, { replicas: 2, volumeClaimTemplates: undefined, updateStrategy, template: band(name, image) }), 'waits')));
  await cluster.apply(sets('a:1'));
  const before = await settled('waits', 4);
  expect(findingsOf(sets('a:1'), sets('a:2'))).toEqual([]);
  await cluster.apply(sets('a:2'));
  await pause(2000);
  expect([...await settled('waits', 4)]).toEqual([...before]);
}, 120_000);

function inNamespace(object: Manifest, namespace: string): Manifest {
  return { ...object, metadata: { ...object.metadata, namespace } };
}

/** Waits until so many pods run and none goes; their uids by name. */
async function settled(namespace: string, count: number): Promise<Map<string, string>> {
  const pods = await eventually(`${count} pods run in ${namespace}`, () => cluster.pods(namespace), found => (
    found.length === count && found.every(({ metadata, status }) => status?.phase === 'Running' && metadata.deletionTimestamp === undefined)), { seconds: 90 });
  return new Map(pods.map(({ metadata }) => [metadata.name, metadata.uid!]));
}
