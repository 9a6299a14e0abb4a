import { Duration } from 'cdk8s';
import { Run, startTrainingCluster, TrainingCluster } from './run';
import { build as spotTraining } from '../../../examples/spot-training/main';
import { eachOf, eventually } from '../../harness/eventually';
import { Manifest } from '../../harness/manifest';
import { ManualKubelets } from '../../harness/manual-kubelets';
import { Capacity, DisruptionBudget, IndexedTrainingJobProps, Rendezvous } from 'cdk8s-ai-workloads';

/*
 * One worker is evicted and its peers crash, again and again. The ends of pods are set through the API, as a kubelet sets them; what is tested is
 * what the Job controller counts, and that the run outlives it as explain() says.
 *
 * After each crash the controller of Jobs is started again, as in a fail-over: it forgets the delay before the next start (600 s from the second crash
 * on, which explain() says and failures.test.ts measures), and nothing that the API server has.
 */
let on: TrainingCluster;
beforeAll(async () => {
  on = await startTrainingCluster('1.36', { jobControllerApart: true });
});
afterAll(() => on?.stop());

const spot = Capacity.spot({ nodeLabels: { 'topology.kubernetes.io/zone': 'eu-1a' }, notice: Duration.seconds(120) });

/** What happens to a run at once. Pods that are named in neither list crash. */
interface Disruption {
  readonly evicted?: readonly number[];
  /** Deleted as by `kubectl delete pod`, which marks nothing. */
  readonly deleted?: readonly number[];
  /** Exit code of the peers. */
  readonly peers: number;
  /** Whether the peers notice before the disrupted pod has ended. */
  readonly peersFirst?: boolean;
}

function reread({ apiVersion, kind, metadata }: Manifest): Promise<Manifest> {
  return on.cluster.client.get(apiVersion, kind, metadata.namespace, metadata.name);
}

async function evict({ metadata }: Manifest): Promise<void> {
  await eventually(`${metadata.name} may be evicted`, () => on.cluster.client.evict(metadata.namespace!, metadata.name), ({ status }) => status === 201);
}

async function disrupt(pods: readonly Manifest[], { evicted = [], deleted = [], peers, peersFirst }: Disruption): Promise<void> {
  const gone = [...evicted, ...deleted].map(index => pods[index]);
  await eachOf(evicted, 1, index => evict(pods[index]));
  await eachOf(deleted, 1, index => on.cluster.client.delete(pods[index]));
  const crash = () => eachOf(pods.filter(pod => !gone.includes(pod)), 4, async pod => on.kubelets.end(await reread(pod), peers));
  const stop = () => eachOf(gone, 4, async pod => on.kubelets.terminate(await reread(pod)));
  await (peersFirst ? crash() : stop());
  await (peersFirst ? stop() : crash());
}

/** Waits until all is counted, and spares the test the delay. */
async function counted(run: Run, failed: number): Promise<void> {
  await run.jobWhen(`${failed} failures`, status => (status.failed ?? 0) === failed && (status.active ?? 0) + (status.terminating ?? 0) === 0
    && (status.uncountedTerminatedPods?.failed ?? []).length === 0);
  await on.cluster.restartControllers();
}

/** The costs of one disruption and the whole count, as explain() says them. */
function explained(run: Run): { readonly evicted: number; readonly deleted: number; readonly limit: number; readonly restarts: number } {
  const text = run.construct.explain();
  const [, evicted, limit] = /^ +(?:up to )?(\d+) of (\d+) each time, so the run survives/m.exec(text)!;
  const [, deleted] = /is counted too: (?:up to )?(\d+) of \d+ each time/.exec(text)!;
  const [, restarts] = /crashes in every start is started again \d+ \/ \d+ = (\d+) times/.exec(text)!;
  return { evicted: Number(evicted), deleted: Number(deleted), limit: Number(limit), restarts: Number(restarts) };
}

describe('a run whose peers crash with each disrupted worker', () => {
  const runs: [string, Partial<IndexedTrainingJobProps>][] = [
    ['torchrun-spot', { rendezvous: Rendezvous.torchrun(), capacity: spot }],
    ['jax-drained', { rendezvous: Rendezvous.jax() }],
    ['mpi-spot', { rendezvous: Rendezvous.mpi({ sshSecretName: 'ssh' }), capacity: spot }],
    ['tensorflow-drained', { rendezvous: Rendezvous.tensorFlow({ parameterServers: 1 }) }],
    ['plain-drained', {}],
  ];

  test.each(runs)('%s: outlives them all, counts what explain() says, and completes', async (namespace, props) => {
    const run = await Run.start(on, { namespace, props: { workers: 4, restarts: 1, disruptionBudget: DisruptionBudget.atMost(2), ...props } });
    const costs = explained(run);
    const disruptions: readonly Disruption[] = [
      { evicted: [2], peers: 1 },
      { evicted: [2], peers: 1 },
      { evicted: [0], peers: 134, peersFirst: true },
      { evicted: [1, 3], peers: 137 },
      { deleted: [3], peers: 143, peersFirst: true },
    ];
    let failed = 0;
    for (const disruption of disruptions) {
      await disrupt(await on.kubelets.startAll(namespace, 4), disruption);
      failed += disruption.deleted ? costs.deleted : costs.evicted - (disruption.evicted!.length - 1);
      await counted(run, failed);
    }
    expect(failed).toBeGreaterThan(4);
    await eachOf(await on.kubelets.startAll(namespace, 4), 4, pod => on.kubelets.end(pod, 0));
    await expect(run.end()).resolves.toMatchObject({ type: expect.stringMatching(/^(Complete|SuccessCriteriaMet)$/) });
    expect((await run.job()).status.failed).toBe(failed);
    await run.clear();
  });

  test('dies from two of them where nothing is kept for disruptions, as explain() says', async () => {
    const run = await Run.start(on, { namespace: 'none-kept', props: { workers: 4, restarts: 1, toleratedDisruptions: 0, rendezvous: Rendezvous.torchrun(), capacity: spot } });
    expect(run.construct.explain()).toContain('3 of 4 each time, so the run survives 4 / 3 = 1 of them');
    await disrupt(await on.kubelets.startAll('none-kept', 4), { evicted: [2], peers: 1 });
    await counted(run, 3);
    await disrupt(await on.kubelets.startAll('none-kept', 4), { evicted: [2], peers: 1 });
    await expect(run.end()).resolves.toMatchObject({ reason: 'BackoffLimitExceeded' });
    await run.clear();
  });

  test('may be given more of them while it runs', async () => {
    const props = { workers: 2, restarts: 0, rendezvous: Rendezvous.torchrun() };
    const run = await Run.start(on, { namespace: 'raised', props: { ...props, toleratedDisruptions: 1 } });
    const pods = await on.kubelets.startAll('raised', 2);
    await Run.start(on, { namespace: 'raised', props: { ...props, toleratedDisruptions: 3 } });
    expect((await run.job()).spec.backoffLimit).toBe(6);
    expect((await on.kubelets.startAll('raised', 2)).map(({ metadata }) => metadata.uid)).toEqual(pods.map(({ metadata }) => metadata.uid));
    await run.clear();
  });
});

test('sixteen workers outlive the eviction of each in turn, as a roll-out of their nodes does it', async () => {
  const run = await Run.start(on, { namespace: 'sixteen', props: { workers: 16, restarts: 0, rendezvous: Rendezvous.torchrun() } });
  const { evicted } = explained(run);
  for (let index = 0; index < 16; index++) {
    await disrupt(await on.kubelets.startAll('sixteen', 16), { evicted: [index], peers: 1 });
    await counted(run, (index + 1) * evicted);
  }
  expect(await on.kubelets.startAll('sixteen', 16)).toHaveLength(16);
  await run.clear();
}, 400_000);

describe('the example of training on spot nodes', () => {
  test('goes on after as many evictions of one pod as used up its restarts before there were others for disruptions', async () => {
    const zone = 'us-west-2a';
    const nodes = Array.from({ length: 5 }, (_, index) => ({ name: `spot-${index}`, zone, labels: { 'karpenter.sh/capacity-type': 'spot' } }));
    const kubelets = await ManualKubelets.start(on.cluster, nodes);
    const sent = await on.cluster.applyApp(spotTraining);
    const { metadata: { namespace, name }, spec } = sent.find(({ kind }) => kind === 'Job')!;
    const job = () => on.cluster.client.get('batch/v1', 'Job', namespace, name);
    const [restarts, workers] = [6, spec.parallelism];
    const evictions = Math.floor(restarts * workers / (workers - 1)) + 1;
    for (let eviction = 1; eviction <= evictions; eviction++) {
      await disrupt(await kubelets.startAll(namespace!, workers), { evicted: [1], peers: 1 });
      await eventually(`${eviction} evictions are counted`, job, ({ status }) => status.failed === eviction * (workers - 1) && !status.active && !status.terminating);
      await on.cluster.restartControllers();
    }
    expect(evictions * (workers - 1)).toBeGreaterThan(restarts * workers);
    await eachOf(await kubelets.startAll(namespace!, workers), 4, pod => kubelets.end(pod, 0));
    await eventually('the run is complete', job, ({ status }) => status.conditions?.some(({ type }: any) => type === 'Complete'));
    kubelets.stop();
  }, 400_000);
});

describe('a program that never works', () => {
  test('is started as often as explain() says, and then the Job fails', async () => {
    const run = await Run.start(on, { namespace: 'broken', props: { workers: 3, restarts: 1, toleratedDisruptions: 2, rendezvous: Rendezvous.torchrun() } });
    const { restarts, limit } = explained(run);
    expect([restarts, limit]).toEqual([3, 9]);
    for (let crash = 1; crash <= restarts; crash++) {
      await disrupt(await on.kubelets.startAll('broken', 3), { peers: 1 });
      await counted(run, crash * 3);
    }
    const [pod] = await on.kubelets.startAll('broken', 3);
    await on.kubelets.end(pod, 1);
    await expect(run.end()).resolves.toMatchObject({ reason: 'BackoffLimitExceeded' });
    await run.clear();
  });
});
