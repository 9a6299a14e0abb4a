import * as path from 'path';
import { App, Chart, Duration } from 'cdk8s';
import { PodPart, Workload, ChaosExperiment, ChaosFault, ChaosReach, LeaderWorkerGroup, Target } from '../../src';
import { WORKLOADS, container, partsOf } from '../../test/workloads/handle/every-workload';
import { startChaosMesh } from '../harness/chaos-mesh';
import { ApiError } from '../harness/client';
import { Cluster, startCluster } from '../harness/cluster';
import { documentsIn } from '../harness/crds';
import { eventually } from '../harness/eventually';
import { Manifest } from '../harness/manifest';

/*
 * Experiments on the real controller of Chaos Mesh, with pods of the real controllers: which pods it chooses, and what its webhooks take. What is done on nodes (killed containers,
 * networks) is not shown: there is no chaos-daemon.
 */

const API = 'chaos-mesh.org/v1alpha1';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster({ zones: ['eu-1a', 'eu-1b'], leaderWorkerSet: true, jobSet: true, kubeRay: true, crds: true });
  await startChaosMesh(cluster);
}, 1_200_000);
afterAll(() => cluster?.stop());

/** Pods of somebody else in the same namespace, with the index 0, the role of a leader and the group 0 as well. */
function bystanders(chart: Chart): void {
  new LeaderWorkerGroup(chart, 'others', { groups: 2, size: 2, container });
}

async function applied(make: (chart: Chart) => { readonly workload: Workload }, namespace: string): Promise<Workload> {
  let workload!: Workload;
  await cluster.applyApp(app => {
    const chart = new Chart(app, 'chart', { namespace });
    Target.define(chart, { zones: ['eu-1a', 'eu-1b'] });
    ({ workload } = make(chart));
    bystanders(chart);
  });
  return workload;
}

async function running(namespace: string, count: number): Promise<Manifest[]> {
  return eventually(`${count} pods run in ${namespace}`, () => cluster.pods(namespace),
    pods => pods.length === count && pods.every(({ status, metadata }) => status.phase === 'Running' && metadata.deletionTimestamp === undefined));
}

function answered(workload: Workload): { readonly part: PodPart; readonly labels: object; readonly names: string[] }[] {
  return partsOf(workload).flatMap(part => {
    try {
      const { labels, names } = workload.pods(part);
      return [{ part, labels, names }];
    } catch {
      return [];
    }
  });
}

function experiment(workload: Workload, name: string, namespace: string, part: PodPart, fault = ChaosFault.killPod()): Manifest {
  const chart = new Chart(new App(), 'chart', { namespace });
  return new ChaosExperiment(chart, name, { workload, part, fault, reach: ChaosReach.all() }).apiObject.toJson() as Manifest;
}

/** Pods that the controller chose, by its own record. */
async function chosenBy(kind: string, namespace: string, name: string): Promise<string[]> {
  const { status } = await eventually(`${kind} ${name} has chosen its pods`, () => cluster.client.get<Manifest>(API, kind, namespace, name),
    ({ status: now }) => (now?.experiment?.containerRecords?.length ?? 0) > 0);
  return status.experiment.containerRecords.map(({ id }: { readonly id: string }) => id.split('/')[1]).sort();
}

/** Pods of Jobs complete at once here. */
const TRIED = [
  'LeaderWorkerGroup, sets by role', 'LeaderWorkerGroup, LeaderWorkerSet', 'RayCluster', 'RayCluster, KubeRay', 'ZonePartitionedStatefulSet', 'ZonalDeployments',
  'GpuInferenceDeployment', 'DisaggregatedInference',
];

describe.each(TRIED.map((name, index) => [name, `chaos-${index}`] as const))('%s', (name, namespace) => {
  test('each part has its pods chosen, and those of nobody else in its namespace', async () => {
    const workload = await applied(WORKLOADS[name], namespace);
    const count = workload.pods().least + 4;
    let pods = await running(namespace, count);
    const answers = answered(workload);
    expect(answers.length).toBeGreaterThan(0);
    for (const [index, { part, labels, names }] of answers.entries()) {
      const has = ({ metadata }: Manifest) => Object.entries(labels).every(([key, value]) => metadata.labels?.[key] === value);
      const meant = pods.filter(has).map(({ metadata }) => metadata.name).sort();
      // What lasts is recorded and undone, so that the pods stay for the next part.
      const asleep = experiment(workload, `asleep-${index}`, namespace, part, ChaosFault.failPod(Duration.seconds(3600)));
      await cluster.client.create(asleep);
      const chosen = await chosenBy('PodChaos', namespace, `asleep-${index}`);
      expect({ part, chosen }).toEqual({ part, chosen: meant });
      expect({ part, others: chosen.filter(each => /^others-/.test(each)) }).toEqual({ part, others: [] });
      expect(names.filter(each => !chosen.includes(each))).toEqual([]);
      await cluster.client.delete({ apiVersion: API, kind: 'PodChaos', metadata: { namespace, name: `asleep-${index}` } } as never);
      await eventually('it is undone', () => cluster.client.list<Manifest>(API, 'PodChaos', namespace), left => left.length === 0);
      pods = await running(namespace, count);
    }
  });
});

test('killed pods come back, and no budget was asked', async () => {
  const namespace = 'killed';
  const workload = await applied(WORKLOADS.ZonePartitionedStatefulSet, namespace);
  const before = await running(namespace, workload.pods().least + 4);
  await cluster.client.create(experiment(workload, 'kill', namespace, {}));
  const chosen = await chosenBy('PodChaos', namespace, 'kill');
  expect(chosen).toEqual([...workload.pods().names].sort());
  const uidsOf = (pods: Manifest[]) => new Map(pods.map(({ metadata }) => [metadata.name, metadata.uid]));
  const after = await eventually('others have taken their place', async () => uidsOf(await running(namespace, before.length)), uids => chosen.every(each => uids.get(each) !== uidsOf(before).get(each)));
  const untouched = before.map(({ metadata }) => metadata).filter(({ name }) => !chosen.includes(name));
  expect(untouched.map(({ name }) => after.get(name))).toEqual(untouched.map(({ uid }) => uid));
});

test('pods of a run that are done are left alone, and it is said that there are none', async () => {
  const namespace = 'done';
  const workload = await applied(WORKLOADS.IndexedTrainingJob, namespace);
  const ofRun = await eventually('the pods of the run are done', () => cluster.pods(namespace, 'cdk8s-ai-workloads/name=w'),
    pods => pods.length === workload.pods().least && pods.every(({ status }) => status.phase === 'Succeeded'));
  await cluster.client.create(experiment(workload, 'late', namespace, {}));
  const { status } = await eventually('nothing was chosen', () => cluster.client.get<Manifest>(API, 'PodChaos', namespace, 'late'),
    ({ status: now }) => now?.conditions?.some(({ type, status: is }: Manifest) => type === 'Selected' && is === 'False'));
  expect(status.experiment?.containerRecords ?? []).toEqual([]);
  expect(await cluster.pods(namespace, 'cdk8s-ai-workloads/name=w')).toHaveLength(ofRun.length);
});

describe('its webhooks', () => {
  const namespace = 'webhooks';
  const chaos = (spec: object): Manifest => ({
    apiVersion: API, kind: 'PodChaos', metadata: { name: 'x', namespace }, spec: { action: 'pod-kill', mode: 'one', selector: { labelSelectors: { app: 'x' } }, ...spec },
  });
  beforeAll(() => cluster.client.ensureNamespace(namespace));

  test('take the namespace of the experiment where none is named', async () => {
    const { body } = await cluster.client.dryRun(chaos({}));
    expect(body.spec.selector.namespaces).toEqual([namespace]);
  });

  test('leave the template of a Schedule as it is', async () => {
    const { metadata, spec } = chaos({});
    const { body } = await cluster.client.dryRun({ apiVersion: API, kind: 'Schedule', metadata, spec: { schedule: '@daily', type: 'PodChaos', historyLimit: 1, podChaos: spec } });
    expect(body.spec.podChaos.selector).toEqual(spec.selector);
    expect(body.spec.concurrencyPolicy).toBe('Forbid');
  });

  const FIXTURES = path.join(__dirname, '../../src/lint/rules/objects/chaos-refused/fixtures');
  const documents = (file: string) => (documentsIn(path.join(FIXTURES, file)) as Manifest[])
    .map(each => [each.metadata.name, { ...each, metadata: { ...each.metadata, namespace } }] as const);

  test.each(documents('bad.yaml'))('refuse what the check finds: %s', async (_, object) => {
    await expect(cluster.client.create(object)).rejects.toBeInstanceOf(ApiError);
  });

  test.each(documents('good.yaml'))('take what it lets pass: %s', async (_, object) => {
    expect((await cluster.client.dryRun(object)).body.metadata.name).toBe(object.metadata.name);
  });

  test.each<[what: string, spec: object]>([
    ['a number of pods that is none', { mode: 'fixed', value: '0' }],
    ['a number of pods that is missing', { mode: 'fixed' }],
    ['a share of more than all', { mode: 'fixed-percent', value: '101' }],
    ['no container to kill', { action: 'container-kill' }],
    ['a duration without a unit', { action: 'pod-failure', duration: '30' }],
  ])('refuse %s', async (_, spec) => {
    await expect(cluster.client.create(chaos(spec))).rejects.toBeInstanceOf(ApiError);
  });
});
