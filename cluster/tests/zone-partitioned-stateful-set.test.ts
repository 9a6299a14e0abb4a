import { CONTAINER, Database, waitsForRoom, ZONES } from './zone-partitioned-stateful-set/database';
import { build as threeZones } from '../../examples/three-zone-database/main';
import { Cluster, startCluster } from '../harness/cluster';
import { endpointsIn, slicesWhen } from '../harness/endpoints';
import { eachOf, eventually } from '../harness/eventually';
import { Manifest } from '../harness/manifest';
import { Oracle } from '../harness/oracle';
import { startedWith } from '../harness/process-environment';
import { PROVISIONER } from '../harness/provisioner';
import { DisruptionBudget, ZoneStorage } from 'cdk8s-ai-workloads';

const NODES = 2;
const POD_INDEX = 'apps.kubernetes.io/pod-index';

let cluster: Cluster;
let older: Cluster;
let oracle: Oracle;
beforeAll(async () => {
  const start = (minor: '1.36' | '1.33') => startCluster({ minor, zones: ZONES, nodesPerZone: NODES, gpusPerNode: 0, plainNodes: false });
  [cluster, older, oracle] = await Promise.all([start('1.36'), start('1.33'), Oracle.start()]);
});
afterAll(() => Promise.all([cluster?.stop(), older?.stop(), oracle?.stop()]));

/** Pods behind a Service once the slices list as many. */
async function behind(db: Database, service: string, count: number): Promise<string[]> {
  const slices = await slicesWhen(cluster.client, db.namespace, service, `${count} endpoints`, endpoints => endpoints.length === count);
  return endpointsIn(slices).map(({ pod }) => pod);
}

describe('the example with three zones', () => {
  let db: Database;
  let pods: Map<string, Manifest>;
  beforeAll(async () => {
    db = await Database.ofApp(cluster, threeZones, ready);
    pods = await db.settled();
  });

  test('runs the ordinals of each range in its zone, as the handles and explain() say', async () => {
    const handles = db.handles();
    expect(handles.map(({ ordinal }) => ordinal)).toEqual([0, 1, 2, 100, 101, 102, 200, 201, 202]);
    expect(handles.map(({ name }) => pods.get(name)!.metadata.labels![POD_INDEX])).toEqual(handles.map(({ ordinal }) => String(ordinal)));
    expect(await db.zonesOf(handles.map(({ name }) => pods.get(name)!))).toEqual(handles.map(({ zone }) => zone));
    expect(handles.map(({ ordinal }) => db.construct.zoneOf(ordinal))).toEqual(handles.map(({ zone }) => zone));
    expect(db.construct.explain()).toContain('eu-1b  100-199   3         100-102  97    ranges-eu-1b');
  });

  test('starts every process with its number, its zone, and the addresses of one pod in each zone', async () => {
    const handles = db.handles();
    const started = await eachOf(handles, 1, ({ name }) => startedWith(oracle, pods.get(name)!));
    expect(started.map(({ env }) => [env.POD_INDEX, env.ZONE, env.POD_NAME]))
      .toEqual(handles.map(({ ordinal, zone, name }) => [String(ordinal), zone, name]));
    const join = [0, 100, 200].map(ordinal => `${db.construct.pod(ordinal).dns}:26257`).join(',');
    expect(started.map(({ words }) => words)).toEqual(handles.map(({ name, zone }) =>
      expect.arrayContaining([`--advertise-host=${name}.ranges`, `--join=${join}`, `--locality=zone=${zone}`])));
  });

  test('has a name for every pod under the headless Service', async () => {
    const slices = await slicesWhen(cluster.client, db.namespace, db.construct.service.name, 'nine endpoints', all => all.length === 9);
    const names = slices.flatMap(({ endpoints }) => endpoints).map(({ hostname }: any) => `${hostname}.${db.construct.service.name}.${db.namespace}.svc`);
    expect(names.sort()).toEqual(db.handles().map(({ dns }) => dns).sort());
  });

  test('selects all pods for clients, those of one zone for its Service, and one pod for the backup', async () => {
    expect(await behind(db, 'ranges-client', 9)).toEqual(db.handles().map(({ name }) => name).sort());
    for (const zone of ZONES) {
      expect(await behind(db, db.construct.zone(zone).service.name, 3)).toEqual(db.handles([zone]).map(({ name }) => name));
    }
    expect(await behind(db, 'ranges-backup', 1)).toEqual([db.construct.pod(200).name]);
  });

  test('keeps the volume of every pod in its zone, and gives a deleted pod its zone and its volume back', async () => {
    const handles = db.handles();
    expect(await eachOf(handles, 4, ({ name }) => volumeOf(db, name))).toMatchObject(handles.map(({ zone }) => ({ zones: [zone] })));

    const { name, zone } = db.construct.pod(101);
    const [before, volume] = [pods.get(name)!, await volumeOf(db, name)];
    await cluster.client.delete(before);
    const after = (await db.podsWhen('another one has the name', all => (all.get(name)?.metadata.uid ?? before.metadata.uid) !== before.metadata.uid)).get(name)!;
    expect(after.metadata.labels![POD_INDEX]).toBe('101');
    expect(await volumeOf(db, name)).toEqual(volume);
    expect(await db.zonesOf([(await db.settled()).get(name)!])).toEqual([zone]);
  });
});

/** The example waits 30 s after each pod; how long is not what is tested. */
function ready(object: Manifest): void {
  if (object.kind === 'StatefulSet') {
    object.spec.minReadySeconds = 1;
  }
}

/** The volume that a pod's claim is bound to, and the zones from which it can be reached. */
async function volumeOf(db: Database, pod: string): Promise<{ claim?: string; volume: string; zones: string[] }> {
  const { metadata, spec } = await cluster.client.get('v1', 'PersistentVolumeClaim', db.namespace, `data-${pod}`);
  const volume = await cluster.client.get('v1', 'PersistentVolume', undefined, spec.volumeName);
  return { claim: metadata.uid, volume: spec.volumeName, zones: volume.spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].values };
}

test('pods run in their zones with the numbers of their handles on Kubernetes 1.33, too', async () => {
  const db = await Database.deploy(older, 'older', { claims: [{ name: 'data', size: '1Gi', mountPath: '/data' }], oneBased: true });
  const [handles, pods] = [db.handles(), await db.settled()];
  expect(handles.map(({ ordinal }) => ordinal)).toEqual([1, 2, 101, 102, 201, 202]);
  expect(await db.zonesOf(handles.map(({ name }) => pods.get(name)!))).toEqual(handles.map(({ zone }) => zone));
  expect(handles.map(({ name }) => pods.get(name)!.metadata.labels![POD_INDEX])).toEqual(handles.map(({ ordinal }) => String(ordinal)));
});

describe('the zones of a running workload', () => {
  test('come and go in any order without touching a pod of another', async () => {
    const zones = (...list: [string, number][]) => ({ zones: list.map(([zone, replicas]) => ({ zone, replicas })) });
    const first = await Database.deploy(cluster, 'zones', zones(['eu-1a', 2], ['eu-1c', 2]));
    await first.settled(['eu-1a', 'eu-1c']);
    const kept = await eachOf(['eu-1a', 'eu-1c'], 1, zone => first.identityOf(zone));

    const more = await Database.deploy(cluster, 'zones', zones(['eu-1c', 2], ['eu-1b', 2], ['eu-1a', 2]));
    const pods = await more.settled();
    expect([...pods.keys()]).toContain('db-eu-1b-100');
    expect(await eachOf(['eu-1a', 'eu-1c'], 1, zone => more.identityOf(zone))).toEqual(kept);

    const emptied = await Database.deploy(cluster, 'zones', zones(['eu-1a', 2], ['eu-1b', 0], ['eu-1c', 2]));
    await emptied.settled();
    expect((await emptied.sets()).get('db-eu-1b')!.spec).toMatchObject({ replicas: 0, ordinals: { start: 100 } });
    expect(await behind(emptied, 'db-eu-1b', 0)).toEqual([]);
    expect(await eachOf(['eu-1a', 'eu-1c'], 1, zone => emptied.identityOf(zone))).toEqual(kept);

    const fewer = await Database.deploy(cluster, 'zones', zones(['eu-1c', 2], ['eu-1a', 2]));
    await fewer.settled(['eu-1a', 'eu-1c']);
    expect(await eachOf(['eu-1a', 'eu-1c'], 1, zone => fewer.identityOf(zone))).toEqual(kept);
  });

  test('grow and shrink at their highest ordinals, and a number that comes back finds its volume', async () => {
    const scale = async (replicas: number) => {
      const zones = ZONES.map(zone => ({ zone, replicas: zone === 'eu-1b' ? replicas : 2 }));
      const db = await Database.deploy(cluster, 'scale', { zones, claims: [{ name: 'data', size: '1Gi', mountPath: '/data' }] });
      return { db, pods: await db.settled() };
    };
    const { db, pods } = await scale(3);
    const uids = (all: Map<string, Manifest>, names: string[]) => names.map(name => all.get(name)?.metadata.uid);
    const others = await eachOf(['eu-1a', 'eu-1c'], 1, zone => db.identityOf(zone));
    const volume = await volumeOf(db, 'db-eu-1b-102');

    const smaller = (await scale(1)).pods;
    expect([...smaller.keys()].filter(name => name.startsWith('db-eu-1b'))).toEqual(['db-eu-1b-100']);
    const larger = (await scale(3)).pods;
    expect(uids(larger, ['db-eu-1b-100'])).toEqual(uids(pods, ['db-eu-1b-100']));
    expect(uids(larger, ['db-eu-1b-102'])).not.toEqual(uids(pods, ['db-eu-1b-102']));
    expect(await volumeOf(db, 'db-eu-1b-102')).toEqual(volume);
    expect(await eachOf(['eu-1a', 'eu-1c'], 1, zone => db.identityOf(zone))).toEqual(others);
  });
});

describe('a full zone', () => {
  const props = { zones: [{ zone: 'eu-1a', replicas: NODES + 1 }, { zone: 'eu-1b', replicas: 1 }], container: { ...CONTAINER, cpu: '150' } };

  test('lets pods wait instead of sending them to another, and without the zone rule they would go', async () => {
    const db = await Database.deploy(cluster, 'full', props);
    const pods = await db.podsWhen('one waits for room', all => all.size === NODES + 2 && [...all.values()].filter(waitsForRoom).length === 1);
    const waiting = [...pods.values()].find(waitsForRoom)!;
    expect(waiting.metadata.labels!['cdk8s-ai-workloads/zone']).toBe('eu-1a');

    const spill = (object: Manifest) => {
      delete object.spec?.template?.spec.affinity;
    };
    await Promise.all([...(await db.sets()).values()].map(set => cluster.client.delete(set)));
    await db.podsWhen('none is left', all => all.size === 0);
    const without = await Database.deploy(cluster, 'full', props, { change: spill });
    const spilled = await without.settled(['eu-1a', 'eu-1b']);
    expect(new Set(await without.zonesOf(without.handles(['eu-1a']).map(({ name }) => spilled.get(name)!))).size).toBeGreaterThan(1);
  });
});

describe('a drain of one zone', () => {
  /** Evicts as `kubectl drain` does, after the zone was closed: what is evicted has nowhere to go. */
  const evict = async (db: Database, ordinal: number) => (await cluster.client.evict(db.namespace, db.construct.pod(ordinal).name)).status;
  const allowed = (db: Database, ordinal: number) => eventually(`${ordinal} may go`, () => evict(db, ordinal), status => status === 201);
  const waits = (db: Database, ordinal: number) =>
    db.podsWhen(`${ordinal} waits for its zone`, pods => [pods.get(db.construct.pod(ordinal).name)].some(pod => pod && waitsForRoom(pod)));
  afterEach(() => cordon('eu-1a', false));

  test('takes one pod, and none of another zone before that one is back', async () => {
    const db = await Database.deploy(cluster, 'drain', {});
    expect(db.construct.explain()).toContain('at most 1 of 6 pods at a time, all zones counted together');
    await db.settled();
    await cordon('eu-1a');
    await allowed(db, 0);
    await waits(db, 0);
    expect([await evict(db, 1), await evict(db, 100), await evict(db, 200)]).toEqual([429, 429, 429]);
    await cordon('eu-1a', false);
    await db.settled();
    await allowed(db, 100);
  });

  test('takes one pod of each zone where zones are counted on their own', async () => {
    const db = await Database.deploy(cluster, 'drain-each', { disruptionBudget: DisruptionBudget.perZone(1) });
    expect(db.construct.explain()).toContain('drains may take 1 + 1 + 1 = 3 of 6 pods at the same time');
    await db.settled();
    await cordon('eu-1a');
    await allowed(db, 0);
    await waits(db, 0);
    expect(await evict(db, 1)).toBe(429);
    await allowed(db, 100);
  });
});

describe('a storage class for each zone', () => {
  const props = {
    claims: [{ name: 'data', size: '1Gi', mountPath: '/data' }],
    storage: ZoneStorage.perZoneClass({ driver: PROVISIONER, topologyKey: 'topology.kubernetes.io/zone' }),
  };

  test('gives volumes in that zone, and one of another zone would leave the pods waiting', async () => {
    const db = await Database.deploy(cluster, 'classes', { ...props, name: 'fits' });
    await db.settled();
    expect(await eachOf(db.handles(), 4, ({ name }) => volumeOf(db, name))).toMatchObject(db.handles().map(({ zone }) => ({ zones: [zone] })));

    const elsewhere = (object: Manifest) => {
      if (object.kind === 'StorageClass' && object.metadata.name === 'wrong-eu-1a') {
        object.allowedTopologies[0].matchLabelExpressions[0].values = ['eu-1c'];
      }
    };
    const wrong = await Database.deploy(cluster, 'classes', { ...props, name: 'wrong' }, { change: elsewhere });
    const first = wrong.construct.pod(0).name;
    await wrong.podsWhen('the first one finds no node', pods => [pods.get(first)].some(pod => pod && waitsForRoom(pod)));
  });
});

async function cordon(zone: string, isClosed: boolean = true): Promise<void> {
  const nodes = await cluster.client.list<Manifest>('v1', 'Node', undefined, `topology.kubernetes.io/zone=${zone}`);
  await eachOf(nodes, 4, node => cluster.client.patch(node, { spec: { unschedulable: isClosed } }));
}
