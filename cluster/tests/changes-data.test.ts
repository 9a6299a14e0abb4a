import { App, Chart } from 'cdk8s';
import { findingsOf, set, templates } from './changes/workloads';
import { CONTAINER } from './zone-partitioned-stateful-set/database';
import { ApiError } from '../harness/client';
import { Cluster, startCluster, synthesise } from '../harness/cluster';
import { eventually, pause } from '../harness/eventually';
import { livesSince, podsVersion } from '../harness/lives';
import { Manifest } from '../harness/manifest';
import { PROVISIONER } from '../harness/provisioner';
import { ClaimPolicy, KubernetesVersion, Target, ZonePartitionedStatefulSet, ZonePartitionedStatefulSetProps } from 'cdk8s-ai-workloads';

/*
 * What `lint --against` says of data, what the cluster then does with claims and volumes, and the ways around that the findings and pages name.
 */

let cluster: Cluster;

beforeAll(async () => {
  cluster = await startCluster({ nodesPerZone: 1 });
}, 300_000);

afterAll(() => cluster?.stop());

describe('AIW4001: claim templates', () => {
  test('a larger one is refused; the claims grow one by one, the set is replaced, and no pod restarts', async () => {
    const sized = (storage: string) => inNamespace(set('db', { replicas: 2, volumeClaimTemplates: templates({ data: storage }) }), 'larger');
    await cluster.apply([sized('1Gi')]);
    const before = await settled('larger', ['db-0', 'db-1']);
    const [finding] = findingsOf([sized('1Gi')], [sized('2Gi')]);
    expect(finding).toMatchObject({ id: 'AIW4001', help: expect.stringContaining('on each of data-db-0, data-db-1 (') });
    await expect(cluster.client.apply(sized('2Gi'))).rejects.toThrow("updates to statefulset spec for fields other than 'replicas'");

    // The steps of the help, in their order.
    for (const name of ['data-db-0', 'data-db-1']) {
      await cluster.client.patch(claimOf('larger', name), { spec: { resources: { requests: { storage: '2Gi' } } } });
    }
    await cluster.client.delete(sized('1Gi'), { propagationPolicy: 'Orphan' });
    await eventually('the set is gone', () => cluster.client.list('apps/v1', 'StatefulSet', 'larger'), found => found.length === 0);
    await cluster.client.apply(sized('2Gi'));
    await pause(3000);
    expect([...await settled('larger', ['db-0', 'db-1'])]).toEqual([...before]);
    expect(await sizes('larger')).toEqual({ 'data-db-0': '2Gi', 'data-db-1': '2Gi' });
    // The adopted pods are the set's own: it makes one again, with its claim.
    await cluster.client.delete({ apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'larger', name: 'db-1' } });
    await settled('larger', ['db-0', 'db-1']);
    expect(await sizes('larger')).toEqual({ 'data-db-0': '2Gi', 'data-db-1': '2Gi' });
  }, 180_000);

  test('without the claims patched first, --cascade=orphan leaves them at the old size', async () => {
    const sized = (storage: string) => inNamespace(set('db', { replicas: 1, volumeClaimTemplates: templates({ data: storage }) }), 'orphan');
    await cluster.apply([sized('1Gi')]);
    await settled('orphan', ['db-0']);
    await cluster.client.delete(sized('1Gi'), { propagationPolicy: 'Orphan' });
    await eventually('the set is gone', () => cluster.client.list('apps/v1', 'StatefulSet', 'orphan'), found => found.length === 0);
    await cluster.client.apply({ ...sized('2Gi'), spec: { ...sized('2Gi').spec, replicas: 2 } });
    await settled('orphan', ['db-0', 'db-1']);
    expect(await sizes('orphan')).toEqual({ 'data-db-0': '1Gi', 'data-db-1': '2Gi' });
  }, 180_000);

  test('a claim of a class that does not expand does not grow', async () => {
    await cluster.client.apply({ apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: 'rigid' }, provisioner: PROVISIONER, volumeBindingMode: 'WaitForFirstConsumer' } as Manifest);
    // Not through the harness, which makes the classes that objects name.
    await cluster.client.ensureNamespace('rigid');
    await cluster.client.apply(inNamespace(set('db', { replicas: 1, volumeClaimTemplates: templates({ data: '1Gi' }, 'rigid') }), 'rigid'));
    await settled('rigid', ['db-0']);
    await expect(cluster.client.patch(claimOf('rigid', 'data-db-0'), { spec: { resources: { requests: { storage: '2Gi' } } } }))
      .rejects.toThrow('the storageclass that provisions the pvc must support resize');
  }, 120_000);

  test('in another order they are refused, too: a construct that lists its claims in another order writes the same', async () => {
    const [old, next] = [{ data: '1Gi', wal: '1Gi' }, { wal: '1Gi', data: '1Gi' }].map(claims => inNamespace(set('db', { replicas: 0, volumeClaimTemplates: templates(claims) }), 'swapped'));
    await cluster.apply([old]);
    expect(findingsOf([old], [next])).toMatchObject([{ id: 'AIW4001', help: expect.stringContaining('in the order in which they are deployed (data, wal)') }]);
    await expect(cluster.client.apply(next)).rejects.toThrow(ApiError);

    const claims = ['data', 'wal'].map(name => ({ name, size: '1Gi', mountPath: `/${name}` }));
    const [one, other] = [claims, [...claims].reverse()].map(list => database('constructs', { claims: list, zones: [{ zone: 'eu-1a', replicas: 1 }] }));
    await cluster.apply(one);
    const pods = await settled('constructs', ['db-eu-1a-0']);
    await cluster.apply(other);
    await pause(2000);
    expect([...await settled('constructs', ['db-eu-1a-0'])]).toEqual([...pods]);
  }, 120_000);
});

test('AIW4003: a set of another name starts with empty claims, and those of before stay behind', async () => {
  const [old, next] = ['db', 'pg'].map(name => inNamespace(set(name, { replicas: 1 }), 'renamed'));
  await cluster.apply([old]);
  await settled('renamed', ['db-0']);
  expect(findingsOf([old], [next])).toMatchObject([{ id: 'AIW4003', class: 'lossy', message: expect.stringContaining('its claims stay behind, and StatefulSet renamed/pg starts with new, empty ones') }]);
  await cluster.client.apply(next);
  await cluster.client.delete(old); // As whoever prunes does.
  await settled('renamed', ['pg-0']);
  expect(Object.keys(await sizes('renamed'))).toEqual(['data-db-0', 'data-pg-0']);
  expect((await volumeOf('renamed', 'data-db-0'))).not.toBe(await volumeOf('renamed', 'data-pg-0'));
}, 120_000);

test('AIW4011: with whenDeleted: Delete the claims go with a set that is pruned', async () => {
  const [old, next] = ['Retain', 'Delete'].map(whenDeleted => inNamespace(set('db', { replicas: 1, persistentVolumeClaimRetentionPolicy: { whenDeleted } }), 'retention'));
  await cluster.apply([old]);
  await settled('retention', ['db-0']);
  expect(findingsOf([old], [next])).toMatchObject([{ id: 'AIW4011', message: expect.stringContaining('was "Retain": when the set is deleted or pruned, its claims are deleted with it') }]);
  await cluster.client.apply(next);
  await eventually('the claim belongs to the set', () => cluster.client.get('v1', 'PersistentVolumeClaim', 'retention', 'data-db-0'), ({ metadata }) => (metadata as any).ownerReferences?.length === 1);
  await cluster.client.delete(next);
  await eventually('no claim is left', () => sizes('retention'), found => Object.keys(found).length === 0);
}, 120_000);

describe('what OrdinalMigration keeps people from, by hand', () => {
  const slice = (namespace: string, first: number, last: number) => database(namespace, {
    zones: [{ zone: 'eu-1a', firstOrdinal: first, lastOrdinal: last, replicas: last - first + 1 }],
    claims: [{ name: 'data', size: '1Gi', mountPath: '/data' }],
    claimRetention: { whenScaled: ClaimPolicy.RETAIN },
  });
  const lower = (side: string, border: number) => slice(side, 0, border - 1);
  const names = (first: number, end: number) => Array.from({ length: end - first }, (_, index) => `db-eu-1a-${first + index}`);

  test('a claim that is deleted before its pod is gone keeps the volume until then', async () => {
    await cluster.apply(lower('held', 2));
    await settled('held', names(0, 2));
    const volume = await volumeOf('held', 'data-db-eu-1a-1');
    await cluster.client.patch(persistent(volume), { spec: { persistentVolumeReclaimPolicy: 'Retain' } });
    await cluster.client.delete(claimOf('held', 'data-db-eu-1a-1'));
    await pause(3000);
    expect((await cluster.client.get('v1', 'PersistentVolume', undefined, volume)).status.phase).toBe('Bound');
    await settled('held', names(0, 2));
    await cluster.apply(lower('held', 1));
    await released(volume);
    expect([...(await settled('held', names(0, 1))).keys()]).toEqual(names(0, 1));
  }, 180_000);

  test('the side that takes over starts with an empty volume, and a second time, where it is applied first', async () => {
    await cluster.apply(lower('early-old', 2));
    await settled('early-old', names(0, 2));
    const [volume, start] = [await volumeOf('early-old', 'data-db-eu-1a-1'), await podsVersion(cluster.client)];
    await cluster.apply(slice('early-new', 1, 1));
    await settled('early-new', names(1, 2));
    expect(await volumeOf('early-new', 'data-db-eu-1a-1')).not.toBe(volume);
    expect(await livesSince(cluster.client, start, ['early-old', 'early-new'])).toEqual(['early-new/db-eu-1a-1 begins']);
    await settled('early-old', names(0, 2));
  }, 180_000);
});

async function released(volume: string): Promise<void> {
  await eventually('the volume is released', () => cluster.client.get('v1', 'PersistentVolume', undefined, volume), ({ status }) => status?.phase === 'Released');
}

/** The objects of a construct `db` in a namespace. */
function database(namespace: string, props: Partial<ZonePartitionedStatefulSetProps> & Pick<ZonePartitionedStatefulSetProps, 'zones'>): Manifest[] {
  return synthesise((app: App) => {
    const chart = new Chart(app, 'prod', { namespace });
    Target.define(chart, { kubernetes: cluster.minor as KubernetesVersion, zones: [...cluster.zones] });
    new ZonePartitionedStatefulSet(chart, 'Db', { container: CONTAINER, ...props });
  });
}

function inNamespace(object: Manifest, namespace: string): Manifest {
  return { ...object, metadata: { ...object.metadata, namespace } };
}

function claimOf(namespace: string, name: string) {
  return { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { namespace, name } };
}

function persistent(name: string) {
  return { apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name } };
}

/** Waits until exactly these pods run; their uids by name. */
async function settled(namespace: string, names: readonly string[]): Promise<Map<string, string>> {
  const pods = await eventually(`${names.join(', ')} in ${namespace}`, () => cluster.pods(namespace), found => (
    found.length === names.length && found.every(({ metadata, status }) => (
      names.includes(metadata.name) && status?.phase === 'Running' && metadata.deletionTimestamp === undefined))), { seconds: 90 });
  return new Map(pods.map(({ metadata }) => [metadata.name, metadata.uid!]));
}

/** What the claims of a namespace ask for, by name. */
async function sizes(namespace: string): Promise<Record<string, string>> {
  const claims = await cluster.client.list<Manifest>('v1', 'PersistentVolumeClaim', namespace);
  return Object.fromEntries(claims.map(({ metadata, spec }) => [metadata.name, spec.resources.requests.storage]).sort());
}

async function volumeOf(namespace: string, claim: string): Promise<string> {
  const { spec } = await eventually(`${claim} is bound`, () => cluster.client.get('v1', 'PersistentVolumeClaim', namespace, claim), ({ status }) => status?.phase === 'Bound');
  return spec.volumeName;
}
