import { DEFAULT_CLUSTER } from '../../src/kubernetes/cluster';
import { readFile } from '../../src/lint/input/documents';
import { check } from '../../src/lint/run/lint';
import { Cluster, startCluster } from '../harness/cluster';
import { eachOf, eventually } from '../harness/eventually';
import { Manifest } from '../harness/manifest';

/*
 * What the controller of volumes makes of claims that name a volume, in a cluster with a default class: bound, or waiting for ever (AIW2164).
 */

let cluster: Cluster;

beforeAll(async () => {
  cluster = await startCluster({ nodesPerZone: 0, plainNodes: false });
});

afterAll(() => cluster?.stop());

const NAMESPACE = 'static-volumes';

interface Pair {
  readonly volume: Manifest;
  readonly claim: Manifest;
}

const MODES = [['ReadOnlyMany'], ['ReadOnlyMany', 'ReadWriteMany']];
const VOLUME_MODES = [undefined, 'Filesystem', 'Block'];
/** Of a claim, what has no class gets the default one. */
const CLASSES = [undefined, '', 'fast'];

/** Every way to fit, and not to. */
function pairs(): Pair[] {
  const ofModes = MODES.flatMap(accessModes => VOLUME_MODES.map(volumeMode => ({ accessModes, volumeMode })));
  const volumes = CLASSES.flatMap(storageClassName => ofModes.map(modes => ({ storageClassName, ...modes })));
  return volumes.flatMap((ofVolume, first) => volumes.flatMap((ofClaim, second) => ['50Gi', '100Gi', '101Gi'].map((storage, third) => {
    const name = `of-${first}-${second}-${third}`;
    const volume = {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name },
      spec: { ...ofVolume, capacity: { storage: '100Gi' }, csi: { driver: 's3.csi.aws.com', volumeHandle: name } },
    };
    const claim = {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name, namespace: NAMESPACE },
      spec: { ...ofClaim, volumeName: name, resources: { requests: { storage } } },
    };
    return { volume, claim };
  })));
}

function isTold({ volume, claim }: Pair): boolean {
  const { objects } = readFile('a.yaml', Buffer.from([volume, claim].map(each => JSON.stringify(each)).join('\n---\n')));
  return check(objects, [], { clusters: [DEFAULT_CLUSTER] }).findings.some(({ id }) => id === 'AIW2164');
}

const namesOf = (claims: readonly Manifest[]) => claims.map(({ metadata: { name } }) => name as string).sort();

test('claims wait for ever where the rule speaks of them, and are bound to their volume where it is silent', async () => {
  const all = pairs();
  expect(all).toHaveLength(18 * 18 * 3);
  await cluster.client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
  await eachOf(all, 8, async ({ volume, claim }) => {
    await cluster.client.create(volume);
    await cluster.client.create(claim);
  });
  const told = all.filter(isTold).map(({ claim }) => claim);
  const silent = all.map(({ claim }) => claim).filter(claim => !told.includes(claim));
  expect([silent.length, told.length]).toEqual([90, 882]);
  const claims = await eventually('the claims that fit are bound', async () => (
    (await cluster.client.call('GET', `/api/v1/namespaces/${NAMESPACE}/persistentvolumeclaims`)).items as Manifest[]),
  items => items.filter(({ status }) => status.phase === 'Bound').length >= silent.length, { seconds: 120 });
  expect(namesOf(claims.filter(({ status }) => status.phase === 'Bound'))).toEqual(namesOf(silent));
  // Each of the others was looked at, and does not fit.
  const events = `/api/v1/namespaces/${NAMESPACE}/events?fieldSelector=reason=VolumeMismatch`;
  const refused = await eventually('the claims that do not fit are told', async () => (
    new Set<string>((await cluster.client.call('GET', events)).items.map(({ involvedObject }: Manifest) => involvedObject.name))),
  names => names.size >= told.length, { seconds: 120 });
  expect([...refused].sort()).toEqual(namesOf(told));
});
