import { Duration } from 'cdk8s';
import { CONTAINER, Database, DatabaseProps, ZONES } from './database';
import { build as threeZones, stages } from '../../../examples/three-zone-database/main';
import { Cluster, startCluster } from '../../harness/cluster';
import { eachOf } from '../../harness/eventually';
import { Manifest } from '../../harness/manifest';
import { Memory, PreviousTemplate, Rollout } from 'cdk8s-ai-workloads';

const OLD = { image: 'registry.example/db:1' };

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster({ zones: ZONES, nodesPerZone: 2, gpusPerNode: 0, plainNodes: false });
});
afterAll(() => cluster?.stop());

/** Image of the main container of each pod, by zone. */
async function imagesOf(db: Database): Promise<Record<string, string[]>> {
  const pods = await db.pods();
  return Object.fromEntries(ZONES.map(zone => [zone, [...new Set(db.handles([zone]).map(({ name }) => pods.get(name)?.spec.containers[0].image))]]));
}

const identities = (db: Database, zones: readonly string[] = ZONES) => eachOf(zones, 1, zone => db.identityOf(zone));
const ids = async (db: Database, zone: string) => (await db.identityOf(zone)).pods as [string, string][];

describe('a staged roll-out', () => {
  /** The example as it is committed at a stage. It waits 30 s after each pod; how long is not what is tested. */
  const commit = async (stage: number) => {
    const db = await Database.ofApp(cluster, app => threeZones(app, stage), object => {
      if (object.kind === 'StatefulSet') {
        object.spec.minReadySeconds = 1;
      }
    });
    await db.settled();
    return db;
  };

  test('brings the new version to one zone a stage, and leaves the pods of all others alone', async () => {
    let before = await commit(0);
    expect(await imagesOf(before)).toEqual(Object.fromEntries(ZONES.map(zone => [zone, ['cockroachdb/cockroach:v25.2.3']])));
    for (let stage = 1; stage <= stages; stage++) {
      const zone = ZONES[stage - 1];
      const others = ZONES.filter(each => each !== zone);
      const [kept, replaced] = [await identities(before, others), await ids(before, zone)];
      const after = await commit(stage);
      expect(after.construct.explain()).toContain(`stage ${stage}: zone ${ZONES.slice(0, stage).join(', ')} on the new template; replaces zone ${zone}  <- these manifests`);
      expect(await identities(after, others)).toEqual(kept);
      expect((await ids(after, zone)).filter(([name, uid]) => replaced.some(old => old[0] === name && old[1] !== uid))).toHaveLength(3);
      expect(await imagesOf(after)).toEqual(Object.fromEntries(ZONES.map((each, index) => [each, [`cockroachdb/cockroach:v25.2.${index < stage ? 4 : 3}`]])));
      before = after;
    }
  });
});

const deploy = (namespace: string, props: DatabaseProps) => Database.deploy(cluster, namespace, props);

/** What is new, and what `previous` says of before. */
const CHANGES: [string, string, DatabaseProps, PreviousTemplate][] = [
  ['memory', 'with the image', { container: { ...CONTAINER, memory: Memory.of('64Mi') } }, { container: { ...CONTAINER, ...OLD } }],
  ['sidecar', 'given as properties of before as such', { sidecars: [{ name: 'log', image: 'registry.example/log:1' }], priorityClassName: 'system-cluster-critical' },
    { zones: ZONES.map(zone => ({ zone, replicas: 2 })), container: { ...CONTAINER, ...OLD } }],
];

test.each(CHANGES)('%s, %s: stage 0 replaces nobody, each stage its zone only, and the end nobody', async (namespace, _, change, previous) => {
  const commit = async (props: DatabaseProps) => {
    const db = await deploy(namespace, props);
    await db.settled();
    return identities(db);
  };
  const states = [await commit({ container: { ...CONTAINER, ...OLD } })];
  for (const stage of [0, 1, 2, 3]) {
    states.push(await commit({ ...change, rollout: Rollout.staged({ stage, previous }) }));
  }
  states.push(await commit(change));
  const moved = states.slice(1).map((state, index) =>
    ZONES.filter((__, zone) => JSON.stringify(state[zone]) !== JSON.stringify(states[index][zone])));
  expect(moved).toEqual([[], ['eu-1a'], ['eu-1b'], ['eu-1c'], []]);
});

test('without stages, one apply replaces pods of all zones at the same time, whatever the budget, as explain() says', async () => {
  const before = await deploy('at-once', { container: { ...CONTAINER, ...OLD } });
  await before.settled();
  const after = await deploy('at-once', { minReady: Duration.seconds(5) });
  expect(after.construct.explain()).toContain('zones whose template changes in one apply are updated at the same time');
  const halfWay = (pods: Map<string, Manifest>) => ZONES.every(zone =>
    new Set(after.handles([zone]).map(({ name }) => pods.get(name)?.spec.containers[0].image)).size === 2 && pods.size === 6);
  await after.podsWhen('every zone has an old and a new one', halfWay);
});

test('a canary reaches the named zone alone', async () => {
  const before = await deploy('canary', { container: { ...CONTAINER, ...OLD } });
  await before.settled();
  const kept = await identities(before, ['eu-1a', 'eu-1c']);
  const after = await deploy('canary', { rollout: Rollout.canary({ parts: ['eu-1b'], previous: OLD }) });
  await after.settled();
  expect(await imagesOf(after)).toEqual({ 'eu-1a': [OLD.image], 'eu-1b': [CONTAINER.image], 'eu-1c': [OLD.image] });
  expect(await identities(after, ['eu-1a', 'eu-1c'])).toEqual(kept);
});

test('pods that somebody else replaces stay as they are until they are deleted', async () => {
  const rollout = Rollout.onDelete();
  const before = await deploy('on-delete', { rollout, container: { ...CONTAINER, ...OLD } });
  const pods = await before.settled();
  const after = await deploy('on-delete', { rollout });
  // The controller has seen the new template.
  await after.settled();
  expect(await imagesOf(after)).toEqual(Object.fromEntries(ZONES.map(zone => [zone, [OLD.image]])));

  const { name } = after.construct.pod(101);
  await cluster.client.delete(pods.get(name)!);
  const replaced = await after.podsWhen(`${name} runs the new template`, all => all.get(name)?.spec.containers[0].image === CONTAINER.image);
  expect([...replaced.values()].filter(({ spec }) => spec.containers[0].image === OLD.image)).toHaveLength(5);
});
