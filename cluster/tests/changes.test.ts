import { band, before, deployment, findingsOf, Manifests, service, set } from './changes/workloads';
import { ApiError } from '../harness/client';
import { Cluster, startCluster } from '../harness/cluster';
import { eventually, pause } from '../harness/eventually';
import { Manifest } from '../harness/manifest';

/*
 * What `lint --against` says of a change, and what the change then does in a real cluster: each finding is shown true by a real update.
 */

let cluster: Cluster;

beforeAll(async () => {
  cluster = await startCluster();
}, 300_000);

afterAll(() => cluster?.stop());

describe('AIW4001: the API server refuses exactly the fields that are named', () => {
  const cases: [string, Manifests][] = [
    ['selector of a Deployment', { before: deployment('web'), after: deployment('web', { selector: { matchLabels: { part: 'serving' } } }) }],
    ['template of a Job', { before: before('Job'), after: before('Job', 'a:2') }],
    ['claim templates of a StatefulSet', { before: set('db'), after: set('db', { volumeClaimTemplates: [] }) }],
    ['spec of a ResourceClaimTemplate', { before: before('ResourceClaimTemplate'), after: before('ResourceClaimTemplate', '2') }],
    ['storage class of a claim', { before: before('PersistentVolumeClaim'), after: before('PersistentVolumeClaim', 'slow') }],
  ];

  test.each(cases)('%s', async (_what, { before: old, after }) => {
    const objects = [old].map(object => ({ ...object, metadata: { ...object.metadata, namespace: 'refused' } }));
    const next = { ...after, metadata: { ...after.metadata, namespace: 'refused' } };
    await cluster.apply(objects);
    const said = findingsOf(objects, [next]).filter(finding => finding.id === 'AIW4001').map(finding => finding.field);
    expect(said.length).toBeGreaterThan(0);
    expect(said.sort()).toEqual((await refusedFields(next)).sort());
  });

  test('what may change is not named, and is taken', async () => {
    const old = set('free', { replicas: 1 });
    const next = set('free', { replicas: 2, template: band('free', 'a:2') });
    await cluster.apply([inNamespace(old, 'refused')]);
    expect(findingsOf([old], [next]).filter(finding => finding.id === 'AIW4001')).toEqual([]);
    expect(await refusedFields(inNamespace(next, 'refused'))).toEqual([]);
  });
});

test('AIW4002: another start deletes pods at one end and makes new ones with new claims at the other', async () => {
  const [old, next] = [set('ranks', { replicas: 3 }), set('ranks', { replicas: 3, ordinals: { start: 1 } })].map(object => inNamespace(object, 'ordinals'));
  await cluster.apply([old]);
  const uids = await running('ordinals', ['ranks-0', 'ranks-1', 'ranks-2']);
  expect(findingsOf([old], [next]).find(finding => finding.id === 'AIW4002')?.message).toContain('the pods 0 are deleted and 3 are made');
  await cluster.client.apply(next);
  const after = await running('ordinals', ['ranks-1', 'ranks-2', 'ranks-3']);
  expect([after['ranks-1'], after['ranks-2']]).toEqual([uids['ranks-1'], uids['ranks-2']]);
  expect(await claims('ordinals')).toEqual(['data-ranks-0', 'data-ranks-1', 'data-ranks-2', 'data-ranks-3']);
}, 180_000);

describe('AIW4003: claims of a set that shrinks', () => {
  test.each([
    ['stay behind', 'kept', {}, ['data-kept-0', 'data-kept-1', 'data-kept-2']],
    ['are deleted', 'gone', { persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete' } }, ['data-gone-0']],
  ])('%s', async (fate, name, policy, left) => {
    const [old, next] = [set(name, { replicas: 3, ...policy }), set(name, { replicas: 1, ...policy })].map(object => inNamespace(object, name));
    await cluster.apply([old]);
    await running(name, [0, 1, 2].map(ordinal => `${name}-${ordinal}`));
    const [finding] = findingsOf([old], [next]);
    expect(finding).toMatchObject({ id: 'AIW4003', message: expect.stringContaining(`the pods 1 to 2 go, and their claims ${fate}`), notes: [`claims: data-${name}-1, data-${name}-2`] });
    await cluster.client.apply(next);
    await running(name, [`${name}-0`]);
    await eventually(`claims of ${name}`, () => claims(name), found => found.join() === left.join());
    await pause(2000); // A controller that still wanted to delete the others would have.
    expect(await claims(name)).toEqual(left);
  }, 180_000);
});

test('AIW4004: replicas that are taken out become 1 at once', async () => {
  const [old, next] = [deployment('five', { replicas: 5 }), deployment('five')].map(object => inNamespace(object, 'replicas'));
  await cluster.apply([old]);
  await eventually('five pods', async () => (await cluster.pods('replicas')).length, count => count === 5);
  expect(findingsOf([old], [next])).toMatchObject([{ id: 'AIW4004', message: 'Required value: was 5; taking it out sets it to 1 at once' }]);
  expect((await cluster.client.apply(next)).spec.replicas).toBe(1);
  await eventually('one pod', async () => (await cluster.pods('replicas')).filter(pod => pod.metadata.deletionTimestamp === undefined).length, count => count === 1);
}, 180_000);

test('AIW4005: sets behind one Service that change together lose pods at the same time', async () => {
  const both = (image: string) => ['a', 'b'].map(name => set(name, { replicas: 2, volumeClaimTemplates: undefined, podManagementPolicy: 'Parallel', template: band(name, image) }));
  const [old, next] = ['a:1', 'a:2'].map(image => [...both(image), service({ part: 'serving' })].map(object => inNamespace(object, 'together')));
  await cluster.apply(old);
  const uids = await running('together', ['a-0', 'a-1', 'b-0', 'b-1']);
  expect(findingsOf(old, next)).toMatchObject([{ id: 'AIW4005', message: 'Forbidden: changes in 2 workloads at once: StatefulSet together/a, StatefulSet together/b' }]);
  const replaced = new Set<string>();
  await Promise.all(next.map(object => cluster.client.apply(object)));
  // The last ordinal of each set goes first: both are replaced before the first set is through.
  await eventually('a pod of each set replaced while its sibling still runs the old revision', async () => {
    (await cluster.pods('together')).filter(pod => uids[pod.metadata.name] !== undefined && uids[pod.metadata.name] !== pod.metadata.uid).forEach(pod => replaced.add(pod.metadata.name));
    return [...replaced];
  }, found => found.includes('a-1') && found.includes('b-1'), { everyMs: 50 });
}, 180_000);

function inNamespace(object: Manifest, namespace: string): Manifest {
  return { ...object, metadata: { ...object.metadata, namespace } };
}

async function refusedFields(object: Manifest): Promise<string[]> {
  try {
    await cluster.client.apply(object);
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    return error.body.details.causes.map((cause: { field: string }) => cause.field);
  }
}

/** Waits until exactly these pods run; their uids by name. */
async function running(namespace: string, names: readonly string[]): Promise<Record<string, string>> {
  const pods = await eventually(`${names.join(', ')} in ${namespace}`, () => cluster.pods(namespace), found => (
    found.length === names.length && found.every(pod => names.includes(pod.metadata.name) && pod.status?.phase === 'Running' && pod.metadata.deletionTimestamp === undefined)
  ), { seconds: 120 });
  return Object.fromEntries(pods.map(pod => [pod.metadata.name, pod.metadata.uid!]));
}

async function claims(namespace: string): Promise<string[]> {
  return (await cluster.client.list<Manifest>('v1', 'PersistentVolumeClaim', namespace)).map(claim => claim.metadata.name).sort();
}
