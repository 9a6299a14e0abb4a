import { findingsOf, podsWith } from './changes/workloads';
import { ApiError } from '../harness/client';
import { Cluster, startCluster } from '../harness/cluster';
import { eventually, pause } from '../harness/eventually';
import { Manifest } from '../harness/manifest';

/*
 * What `lint --against` says of a changed LeaderWorkerSet, and what its webhook and controller then do.
 */

let cluster: Cluster;

beforeAll(async () => {
  cluster = await startCluster({ nodesPerZone: 1, leaderWorkerSet: true });
}, 300_000);

afterAll(() => cluster?.stop());

const env = (...names: string[]) => ({ env: names.map(name => ({ name, value: '1' })), resources: { limits: { 'nvidia.com/gpu': 1 } } });

type Values = Record<string, unknown>;

function groups(namespace: string, container: Values, template: Values = {}, spec: Values = {}): Manifest {
  const workerTemplate = podsWith('llm', container, { tolerations: [{ operator: 'Exists' }] });
  return {
    apiVersion: 'leaderworkerset.x-k8s.io/v1',
    kind: 'LeaderWorkerSet',
    metadata: { name: 'llm', namespace },
    spec: { replicas: 2, leaderWorkerTemplate: { size: 2, workerTemplate, ...template }, ...spec },
  };
}

test('AIW4009: variables in another order replace the pods of every group', async () => {
  const [old, next] = [env('A', 'B'), env('B', 'A')].map(container => groups('order', container));
  await cluster.apply([old]);
  const before = await settled('order');
  expect(findingsOf([old], [next])).toMatchObject([{
    id: 'AIW4009',
    field: 'spec.leaderWorkerTemplate.workerTemplate.spec.containers[0].env',
    message: expect.stringContaining('4 pods (4 x nvidia.com/gpu 1 = 4) are replaced for nothing'),
  }]);
  await cluster.client.apply(next);
  await eventually('all four pods are new', () => cluster.pods('order'), pods => (
    pods.length === 4 && pods.every(({ metadata, status }) => before.get(metadata.name) !== metadata.uid && status?.phase === 'Running')), { seconds: 90 });
}, 180_000);

test('AIW4009: a default that is written out replaces them, too: nobody had filled it in', async () => {
  const [old, next] = [{}, { terminationMessagePath: '/dev/termination-log' }].map(written => groups('defaults', { ...env('A'), ...written }));
  await cluster.apply([old]);
  const before = await settled('defaults');
  expect(findingsOf([old], [next])).toMatchObject([{ id: 'AIW4009', message: expect.stringContaining('defaults are written out or left out') }]);
  await cluster.client.apply(next);
  await eventually('all four pods are new', () => cluster.pods('defaults'), pods => (
    pods.length === 4 && pods.every(({ metadata, status }) => before.get(metadata.name) !== metadata.uid && status?.phase === 'Running')), { seconds: 90 });
}, 180_000);

test.each<[string, Values, Values, string]>([
  ['restart-policy', { restartPolicy: 'None' }, {}, 'spec.leaderWorkerTemplate.restartPolicy'],
  ['subdomain', {}, { networkConfig: { subdomainPolicy: 'UniquePerReplica' } }, 'spec.networkConfig.subdomainPolicy'],
  ['size', { size: 3 }, {}, 'spec.leaderWorkerTemplate.size'],
])('AIW4008: another %s is another revision, and replaces every group', async (namespace, template, spec, field) => {
  const [old, next] = [groups(namespace, env('A')), groups(namespace, env('A'), template, spec)];
  await cluster.apply([old]);
  const before = await settled(namespace);
  expect(findingsOf([old], [next])).toMatchObject([{ id: 'AIW4008', field, message: expect.stringContaining('4 x nvidia.com/gpu 1 = 4') }]);
  await cluster.client.apply(next);
  await eventually('none of the four pods is left', () => cluster.pods(namespace), pods => (
    pods.length >= 4 && pods.every(({ metadata }) => ![...before.values()].includes(metadata.uid!))), { seconds: 90 });
  // Leaves the devices to the next test.
  await cluster.client.delete(next);
}, 180_000);

test('another unit of one notation, and a partition over all groups: nothing is said, and nothing is replaced', async () => {
  const kept = { rolloutStrategy: { type: 'RollingUpdate', rollingUpdateConfiguration: { partition: 2 } } };
  const memory = (amount: string) => ({ resources: { requests: { memory: amount }, limits: { 'nvidia.com/gpu': 1 } } });
  const changes = [
    ['unit', groups('unit', memory('1Gi')), groups('unit', memory('1024Mi'))],
    ['partition', groups('partition', env('A'), {}, kept), groups('partition', env('B'), {}, kept)],
  ] as const;
  for (const [namespace, old, next] of changes) {
    await cluster.apply([old]);
    const before = await settled(namespace);
    expect(findingsOf([old], [next])).toEqual([]);
    await cluster.client.apply(next);
    await pause(4000);
    expect([...await settled(namespace)]).toEqual([...before]);
  }
}, 180_000);

test.each<[string, object, object]>([
  ['another size', { subGroupPolicy: { subGroupSize: 2 } }, { subGroupPolicy: { subGroupSize: 1 } }],
  ['sub-groups that come', {}, { subGroupPolicy: { subGroupSize: 2 } }],
])('AIW4001: the webhook refuses %s of sub-groups', async (what, one, other) => {
  const namespace = what.replace(/ /g, '-');
  const [old, next] = [one, other].map(template => groups(namespace, env('A'), { size: 2, ...template }));
  await cluster.apply([old]);
  const said = findingsOf([old], [next]).filter(({ id }) => id === 'AIW4001');
  expect(said).toHaveLength(1);
  await expect(cluster.client.apply(next)).rejects.toThrow(ApiError);
  await expect(cluster.client.apply(next)).rejects.toThrow(said[0].message.replace(/^.*: /, ''));
}, 120_000);

/** Waits until the four pods run; their uids by name. */
async function settled(namespace: string): Promise<Map<string, string>> {
  const pods = await eventually(`four pods run in ${namespace}`, () => cluster.pods(namespace), found => (
    found.length === 4 && found.every(({ metadata, status }) => status?.phase === 'Running' && metadata.deletionTimestamp === undefined)), { seconds: 90 });
  return new Map(pods.map(({ metadata }) => [metadata.name, metadata.uid!]));
}
