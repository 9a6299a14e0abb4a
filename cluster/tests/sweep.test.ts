import { Chart } from 'cdk8s';
import { CONTAINER, startTrainingCluster, TrainingCluster, ZONES } from './indexed-training-job/run';
import { synthesise } from '../harness/cluster';
import { eachOf, eventually } from '../harness/eventually';
import { Manifest } from '../harness/manifest';
import { isLive } from '../harness/manual-kubelets';
import { KubernetesVersion, Sweep, SweepProps, SweepResults, SweepTable, Target } from 'cdk8s-ai-workloads';

/*
 * Rows under the real Job controller: how many at once, who is tried again, how a sweep ends with rows that fail, and when the summary runs. The ends of
 * containers are set through the API, as a kubelet sets them.
 */
let on: TrainingCluster;
beforeAll(async () => {
  on = await startTrainingCluster();
});
afterAll(() => on?.stop());

const ROWS = 4;

async function start(namespace: string, props: Partial<SweepProps> = {}): Promise<Sweep> {
  let construct: Sweep | undefined;
  await on.cluster.apply(synthesise(app => {
    const chart = new Chart(app, 'tuning', { namespace });
    Target.define(chart, { kubernetes: on.cluster.minor as KubernetesVersion, zones: ZONES });
    construct = new Sweep(chart, 'Search', { runs: SweepTable.grid({ RATE: ['1', '2'], SEED: ['1', '2'] }), parallelism: 2, container: CONTAINER, ...props });
  }));
  return construct!;
}

const indexOf = ({ metadata }: Manifest) => Number(metadata.labels!['batch.kubernetes.io/job-completion-index']);
const live = async (namespace: string) => (await on.cluster.pods(namespace)).filter(isLive);
const jobOf = (namespace: string, name: string): Promise<Manifest> => on.cluster.client.get('batch/v1', 'Job', namespace, name);

/** The pod of a row that runs now. */
async function running(namespace: string, row: number, others: readonly Manifest[] = []): Promise<Manifest> {
  const known = new Set(others.map(({ metadata }) => metadata.uid));
  const isIt = (pod: Manifest) => indexOf(pod) === row && !known.has(pod.metadata.uid) && pod.spec.nodeName !== undefined;
  const pods = await eventually(`row ${row} of ${namespace} is on a node`, () => live(namespace), all => all.some(isIt));
  return on.kubelets.run(pods.find(isIt)!);
}

test('rows run as many at once as parallelism says, each index once, and the Job completes', async () => {
  const { jobName } = await start('at-once');
  const first = await on.kubelets.startAll('at-once', 2);
  expect(first.map(indexOf)).toEqual([0, 1]);
  await on.kubelets.end(first[0], 0);
  const third = await running('at-once', 2);
  expect((await live('at-once')).map(indexOf).sort()).toEqual([1, 2]);
  await eachOf([first[1], third], 2, pod => on.kubelets.end(pod, 0));
  await on.kubelets.end(await running('at-once', 3), 0);
  const { status } = await eventually('the Job is complete', () => jobOf('at-once', jobName), ({ status: now }) => now?.succeeded === ROWS);
  expect(status.completedIndexes).toBe('0-3');
});

test('a row that fails is tried once again and then given up, while the others go on', async () => {
  const { jobName } = await start('one-fails');
  const [bad, well] = await on.kubelets.startAll('one-fails', 2);
  await on.kubelets.end(bad, 1);
  const again = await running('one-fails', 0, [bad]);
  await on.kubelets.end(again, 1);
  await on.kubelets.end(well, 0);
  for (const row of [2, 3]) {
    await on.kubelets.end(await running('one-fails', row), 0);
  }
  const { status } = await eventually('the Job is over', () => jobOf('one-fails', jobName), ({ status: now }) => now?.conditions?.some(({ type }: any) => type === 'Failed'));
  expect(status).toMatchObject({ failedIndexes: '0', completedIndexes: '1-3', failed: 2 });
  expect(status.conditions.find(({ type }: any) => type === 'Failed').reason).toBe('FailedIndexes');
});

test('a row that is evicted is not counted, however often', async () => {
  const { jobName } = await start('evicted', { parallelism: 1, retriesPerRow: 0 });
  const gone: Manifest[] = [];
  for (const _ of [1, 2]) {
    const pod = await running('evicted', 0, gone);
    const { metadata } = pod;
    await eventually('it may be evicted', () => on.cluster.client.evict('evicted', metadata.name), ({ status }) => status === 201);
    await on.kubelets.terminate(await on.cluster.client.get('v1', 'Pod', 'evicted', metadata.name));
    gone.push(pod);
  }
  await on.kubelets.end(await running('evicted', 0, gone), 0);
  const { status } = await eventually('the row is done', () => jobOf('evicted', jobName), ({ status: now }) => now?.completedIndexes === '0');
  expect(status.failedIndexes ?? '').toBe('');
});

test('more failed rows than are borne end the sweep, and no other row begins', async () => {
  const { jobName } = await start('too-many', { parallelism: 1, retriesPerRow: 0, maxFailedRows: 1 });
  await on.kubelets.end(await running('too-many', 0), 1);
  await on.kubelets.end(await running('too-many', 1), 1);
  const { status } = await eventually('the Job is over', () => jobOf('too-many', jobName), ({ status: now }) => now?.conditions?.some(({ type }: any) => type === 'Failed'));
  expect(status.conditions.find(({ type }: any) => type === 'Failed').reason).toBe('MaxFailedIndexesExceeded');
  expect((await on.cluster.pods('too-many')).map(indexOf).sort()).toEqual([0, 1]);
});

test('the summary waits until it is released, by the command that explain() prints', async () => {
  const sweep = await start('summary', { results: SweepResults.onClaimName('results', '/results'), summary: CONTAINER, parallelism: ROWS });
  const name = `${sweep.jobName}-summary`;
  await eventually('the summary is suspended', () => jobOf('summary', name), ({ status }) => status?.conditions?.some(({ type, status: is }: any) => type === 'Suspended' && is === 'True'));
  const podsOfIt = () => on.cluster.pods('summary', `batch.kubernetes.io/job-name=${name}`);
  expect(await podsOfIt()).toEqual([]);
  const [, patch] = new RegExp(`patch job ${name} --type merge -p '(.+?)'`).exec(sweep.explain())!;
  await on.cluster.client.patch(await jobOf('summary', name), JSON.parse(patch));
  expect(await eventually('its pod is there', podsOfIt, pods => pods.length > 0)).toHaveLength(1);
});
