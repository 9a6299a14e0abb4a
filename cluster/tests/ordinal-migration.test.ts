import { execFile } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { promisify } from 'util';
import { App, Chart } from 'cdk8s';
import { CONTAINER } from './zone-partitioned-stateful-set/database';
import { binaries } from '../harness/binaries';
import { Cluster, startCluster } from '../harness/cluster';
import { eachOf, eventually, pause } from '../harness/eventually';
import { livesSince, podsVersion } from '../harness/lives';
import { Manifest } from '../harness/manifest';
import { KubernetesVersion, MovedVolumes, OrdinalMigration, OrdinalMigrationProps, Target, ZonePartitionedStatefulSet } from 'cdk8s-ai-workloads';

/*
 * The scripts of a migration, run by a real kubectl against real controllers, there and back: what ends on one side, what begins on the other, and whose volume it has.
 */

const SET = 'db-eu-1a';
const REPLICAS = 4;
const run = promisify(execFile);

let cluster: Cluster;
let kubectlFolder: string;

beforeAll(async () => {
  kubectlFolder = path.dirname((await binaries(undefined, ['kubectl'])).path('kubectl'));
  cluster = await startCluster({ nodesPerZone: 2, zones: ['eu-1a'] });
}, 300_000);

afterAll(() => cluster?.stop());

/** A store that moves between two namespaces, or two clusters. */
class Move {
  private at = 0;

  constructor(readonly source: string, readonly target: string, private readonly props: () => Pick<OrdinalMigrationProps, 'volumes' | 'clusters' | 'atOnce'>,
    private readonly kubeconfig = cluster.kubeconfig) {}

  /** What an app writes at a stage, and its migration. */
  written(stage: number): { folder: string; migration: OrdinalMigration } {
    const folder = path.join(cluster.folder, 'dist', this.source, `stage-${stage}`);
    // An app is one cluster to its checks.
    const apps = this.props().clusters ? ['blue', 'green'].map(name => new App({ outdir: path.join(folder, name) })) : [new App({ outdir: folder })];
    apps.forEach(app => { Target.define(app, { kubernetes: cluster.minor as KubernetesVersion, zones: ['eu-1a'] }); });
    const [source, target] = [new Chart(apps[0], 'source', { namespace: this.source }), new Chart(apps.at(-1)!, 'target', { namespace: this.target })];
    const db = new ZonePartitionedStatefulSet(source, 'Db', { container: CONTAINER, zones: [{ zone: 'eu-1a', replicas: REPLICAS }], claims: [{ name: 'data', size: '1Gi', mountPath: '/data' }] });
    const migration = new OrdinalMigration(target, 'move', { workload: db, firstMoved: 2, stage, ...this.props() });
    apps.forEach(app => { app.synth(); });
    return { folder, migration };
  }

  async to(stage: number): Promise<void> {
    while (this.at !== stage) {
      const next = this.at < stage ? this.at + 1 : this.at - 1;
      const { folder } = this.written(next);
      const { migration } = this.written(Math.max(this.at, next));
      fs.writeFileSync(path.join(folder, 'step.sh'), next > this.at ? migration.script : migration.scriptBack);
      await this.shell(folder, 'step.sh');
      this.at = next;
    }
  }

  async shell(folder: string, script: string): Promise<string> {
    const env = { ...process.env, KUBECONFIG: this.kubeconfig, PATH: `${kubectlFolder}:${process.env.PATH}` };
    return (await run('/bin/sh', [script], { cwd: folder, env })).stdout;
  }

  async kubectl(...args: string[]): Promise<string> {
    return (await run(path.join(kubectlFolder, 'kubectl'), ['--kubeconfig', this.kubeconfig, ...args])).stdout;
  }
}

const names = (first: number, end: number) => Array.from({ length: end - first }, (_, index) => `${SET}-${first + index}`);

/** Exactly these pods run; their uids by name. */
async function settled(namespace: string, pods: readonly string[], of = cluster): Promise<Map<string, string>> {
  const found = await eventually(`${pods.join(', ')} in ${namespace}`, () => of.pods(namespace), all => all.length === pods.length && all.every(({ metadata, status }) => (
    pods.includes(metadata.name) && status?.phase === 'Running' && metadata.deletionTimestamp === undefined)), { seconds: 60 });
  return new Map(found.map(({ metadata }) => [metadata.name, metadata.uid!]));
}

function volumesOf(namespace: string, ordinals: readonly number[], of = cluster): Promise<string[]> {
  return eachOf(ordinals, 1, async ordinal => {
    const claim = await eventually(`claim of ${ordinal}`, () => of.client.get('v1', 'PersistentVolumeClaim', namespace, `data-${SET}-${ordinal}`), ({ status }) => status?.phase === 'Bound');
    return claim.spec.volumeName as string;
  });
}

function named(volumes: readonly string[]): MovedVolumes {
  return MovedVolumes.named(Object.fromEntries(volumes.map((volume, index) => [`data-${SET}-${2 + index}`, volume])));
}

interface Started {
  readonly move: Move;
  readonly volumes: string[];
  readonly before: Map<string, string>;
}

/** A store that runs in a namespace, with the other one empty; its volumes 2 and 3. */
async function started(source: string, target: string, options: Partial<OrdinalMigrationProps> = {}): Promise<Started> {
  await eachOf([source, target], 1, namespace => cluster.client.ensureNamespace(namespace));
  let volumes = ['unknown-2', 'unknown-3'];
  const move = new Move(source, target, () => ({ volumes: named(volumes), ...options }));
  await move.kubectl('apply', '-f', move.written(0).folder);
  const before = await settled(source, names(0, REPLICAS));
  volumes = await volumesOf(source, [2, 3]);
  return { move, volumes, before };
}

test('there and back, stage by stage: no ordinal is alive twice, no other pod restarts, each keeps its volume', async () => {
  const { move, volumes, before } = await started('old', 'new');
  const start = await podsVersion(cluster.client);
  const { stages } = move.written(0).migration;
  expect(stages.map(({ name }) => name)).toEqual(['01-prepare', '02-give-up-3', '03-hand-over-3', '04-take-over-3', '05-give-up-2', '06-hand-over-2', '07-take-over-2']);

  await move.to(1);
  expect(await cluster.pods('new')).toEqual([]);
  await move.to(4);
  const three = await settled('new', names(3, 4));
  await move.to(7);
  const there = await settled('new', names(2, 4));
  expect(there.get(`${SET}-3`)).toBe(three.get(`${SET}-3`));
  expect(await volumesOf('new', [2, 3])).toEqual(volumes);
  // The services of each side find the pods of that side.
  expect(JSON.parse(await move.kubectl('-n', 'new', 'get', 'endpoints', 'db', '-o', 'json')).subsets[0].addresses.map((each: any) => each.targetRef.name).sort()).toEqual(names(2, 4));
  // Applied again, as a GitOps controller does all the time, nothing moves.
  const again = await move.kubectl('apply', '-f', move.written(7).folder);
  expect(again.split('\n').filter(line => line !== '' && !line.endsWith(' unchanged') && !line.startsWith('poddisruptionbudget'))).toEqual([]);
  expect(await settled('new', names(2, 4))).toEqual(there);

  await move.to(0);
  const after = await settled('old', names(0, REPLICAS));
  expect(names(0, 2).map(name => after.get(name))).toEqual(names(0, 2).map(name => before.get(name)));
  expect(await volumesOf('old', [2, 3])).toEqual(volumes);
  expect(await cluster.client.list('apps/v1', 'StatefulSet', 'new')).toEqual([]);

  expect(await livesSince(cluster.client, start, ['old', 'new'])).toEqual([
    'old/db-eu-1a-3 ends', 'new/db-eu-1a-3 begins', 'old/db-eu-1a-2 ends', 'new/db-eu-1a-2 begins',
    'new/db-eu-1a-2 ends', 'old/db-eu-1a-2 begins', 'new/db-eu-1a-3 ends', 'old/db-eu-1a-3 begins',
  ]);
}, 400_000);

test('two at once, and back from the middle of it, where the volumes have changed hands and no pod has', async () => {
  const { move, volumes } = await started('pairs', 'pairs-new', { atOnce: 2 });
  const start = await podsVersion(cluster.client);
  await move.to(3);
  await settled('pairs', names(0, 2));
  expect(await volumesOf('pairs-new', [2, 3])).toEqual(volumes);
  await move.to(0);
  await settled('pairs', names(0, REPLICAS));
  expect(await volumesOf('pairs', [2, 3])).toEqual(volumes);
  const lives = await livesSince(cluster.client, start, ['pairs', 'pairs-new']);
  expect(lives.slice(0, 2).sort()).toEqual(['pairs/db-eu-1a-2 ends', 'pairs/db-eu-1a-3 ends']);
  expect(lives.slice(2).sort()).toEqual(['pairs/db-eu-1a-2 begins', 'pairs/db-eu-1a-3 begins']);
}, 300_000);

test('manifests of a later stage, applied too early, start no pod: its claim waits for the volume of the other side', async () => {
  const { move, volumes } = await started('hasty', 'hasty-new');
  await move.to(1);
  await move.kubectl('apply', '-f', path.join(move.written(4).folder, 'target.k8s.yaml'));
  await eventually('the pod is there', () => cluster.pods('hasty-new'), pods => pods.length === 1);
  await pause(5000);
  const [pod] = await cluster.pods('hasty-new');
  expect(pod.status?.phase).toBe('Pending');
  const claim = await cluster.client.get<Manifest>('v1', 'PersistentVolumeClaim', 'hasty-new', `data-${SET}-3`);
  expect([claim.status?.phase, claim.spec.volumeName]).toEqual(['Pending', volumes[1]]);
  await settled('hasty', names(0, REPLICAS));
}, 200_000);

test('to another cluster and back: the same disk, a volume of the same name there, and no pod of one ordinal on both sides at the end of any stage', async () => {
  const other = await startCluster({ nodesPerZone: 1, zones: ['eu-1a'] });
  try {
    await eachOf([cluster, other], 1, ({ client }) => client.ensureNamespace('store'));
    const kubeconfig = bothIn(path.join(cluster.folder, 'both'), { blue: cluster.kubeconfig, green: other.kubeconfig });
    let manifests: { [field: string]: any }[] = ['2', '3'].map(ordinal => volumeOf(ordinal));
    const move = new Move('store', 'store', () => ({ clusters: { source: 'blue', target: 'green' }, volumes: MovedVolumes.fromManifests(manifests) }), kubeconfig);
    await move.kubectl('--context', 'blue', 'apply', '-f', path.join(move.written(0).folder, 'blue/source.k8s.yaml'));
    await settled('store', names(0, REPLICAS));
    const handles = JSON.parse(await move.kubectl('--context', 'blue', 'get', 'pv', '-o', 'json'));
    manifests = [handles];
    const disksOf = async (side: Cluster) => (await eachOf(await volumesOf('store', [2, 3], side), 1, name => side.client.get('v1', 'PersistentVolume', undefined, name))).map(({ spec }) => spec);
    const disks = (await disksOf(cluster)).map(spec => spec.csi.volumeHandle);

    const sides = async () => (await eachOf([cluster, other], 1, side => side.pods('store'))).map(pods => pods.map(({ metadata }) => metadata.name).sort());
    const stages = move.written(0).migration.stages.length;
    const walked: string[][][] = [];
    for (const stage of [...Array.from({ length: stages }, (_, index) => index + 1)]) {
      await move.to(stage);
      walked.push(await sides());
    }
    const [all, three, two] = [names(0, 4), names(0, 3), names(0, 2)];
    expect(walked).toEqual([
      [all, []], [three, []], [three, []], [three, names(3, 4)], [two, names(3, 4)], [two, names(3, 4)], [two, names(2, 4)], [two, names(2, 4)],
    ]);
    expect((await disksOf(other)).map(({ csi, persistentVolumeReclaimPolicy }) => [csi.volumeHandle, persistentVolumeReclaimPolicy])).toEqual(disks.map(disk => [disk, 'Delete']));
    const left = await cluster.client.list<Manifest>('v1', 'PersistentVolume');
    expect(left.filter(({ spec }) => disks.includes(spec.csi.volumeHandle)).map(({ status, spec }) => [status?.phase, spec.persistentVolumeReclaimPolicy])).toEqual([['Released', 'Retain'], ['Released', 'Retain']]);

    await move.to(0);
    expect(await sides()).toEqual([all, []]);
    await settled('store', all);
    expect((await disksOf(cluster)).map(spec => spec.csi.volumeHandle)).toEqual(disks);
    expect(await other.client.list('v1', 'PersistentVolume')).toEqual([]);
  } finally {
    await other.stop();
  }
}, 600_000);

/** Before there is a volume: the stages are known by then. */
function volumeOf(ordinal: string): { [field: string]: any } {
  return {
    kind: 'PersistentVolume',
    metadata: { name: `unknown-${ordinal}` },
    spec: { claimRef: { namespace: 'store', name: `data-${SET}-${ordinal}` }, persistentVolumeReclaimPolicy: 'Delete' },
  };
}

/** One kubeconfig with a context for each cluster. */
function bothIn(file: string, kubeconfigs: { [context: string]: string }): string {
  const parts = Object.entries(kubeconfigs).map(([name, each]) => ({ name, config: JSON.parse(fs.readFileSync(each, 'utf8')) }));
  fs.writeFileSync(file, JSON.stringify({
    'apiVersion': 'v1',
    'kind': 'Config',
    'clusters': parts.map(({ name, config }) => ({ ...config.clusters[0], name })),
    'users': parts.map(({ name, config }) => ({ ...config.users[0], name })),
    'contexts': parts.map(({ name }) => ({ name, context: { cluster: name, user: name } })),
    'current-context': parts[0].name,
  }));
  return file;
}
