import { Run, startTrainingCluster, TrainingCluster } from './run';
import { eachOf, eventually } from '../../harness/eventually';
import { Manifest } from '../../harness/manifest';
import { isLive } from '../../harness/manual-kubelets';
import { IndexedTrainingJobProps, Rendezvous, TrainingBackend } from 'cdk8s-ai-workloads';

/*
 * A gang under the real JobSet controller and its webhooks. The ends of pods are set through the API, as a kubelet sets them; what is tested is which
 * restarts of the gang the set counts, and when it gives up.
 */
let on: TrainingCluster;
beforeAll(async () => {
  on = await startTrainingCluster('1.36', { jobSet: true });
});
afterAll(() => on?.stop());

const WORKERS = 3;

async function gang(namespace: string, props: Partial<IndexedTrainingJobProps>): Promise<{ run: Run; pods: Manifest[] }> {
  const backend = TrainingBackend.jobSet();
  const run = await Run.start(on, { namespace, props: { workers: WORKERS, restarts: 1, rendezvous: Rendezvous.torchrun(), backend, ...props } });
  return { run, pods: await on.kubelets.startAll(namespace, WORKERS) };
}

const setOf = ({ namespace, construct }: Run): Promise<Manifest> => on.cluster.client.get('jobset.x-k8s.io/v1alpha2', 'JobSet', namespace, construct.jobName);

function reread({ metadata }: Manifest): Promise<Manifest> {
  return on.cluster.client.get('v1', 'Pod', metadata.namespace, metadata.name);
}

async function evict({ metadata }: Manifest): Promise<void> {
  await eventually(`${metadata.name} may be evicted`, () => on.cluster.client.evict(metadata.namespace!, metadata.name), ({ status }) => status === 201);
}

/** Ends what is told to stop, as its kubelets do, until all pods are others. */
async function nextGang(run: Run, before: readonly Manifest[]): Promise<Manifest[]> {
  const known = new Set(before.map(({ metadata }) => metadata.uid));
  await eventually(`a new gang of ${run.namespace}`, async () => {
    const pods = await on.cluster.pods(run.namespace);
    await eachOf(pods.filter(({ metadata, status }) => metadata.deletionTimestamp !== undefined && status.phase === 'Running'), 4,
      pod => on.kubelets.terminate(pod).catch(() => undefined));
    return pods;
  }, pods => pods.length === WORKERS && pods.every(pod => isLive(pod) && !known.has(pod.metadata.uid)));
  return on.kubelets.startAll(run.namespace, WORKERS);
}

const countOf = async (run: Run) => {
  const { restarts = 0, restartsCountTowardsMax = 0 } = (await setOf(run)).status ?? {};
  return { restarts, counted: restartsCountTowardsMax };
};

const evictedFirst = async ([first, ...peers]: readonly Manifest[]) => {
  await evict(first);
  await on.kubelets.terminate(await reread(first));
  await eachOf(peers, 2, async pod => on.kubelets.end(await reread(pod), 1).catch(() => undefined));
};
/** The evicted pod still saves when the Job has seen its peers: the controller looks once a second, and a save takes longer. */
const peersFirst = async ([first, ...peers]: readonly Manifest[]) => {
  await evict(first);
  await eachOf(peers, 2, async pod => on.kubelets.end(await reread(pod), 1));
  const { namespace, labels } = first.metadata;
  await eventually('the Job has failed', () => on.cluster.client.get('batch/v1', 'Job', namespace, labels!['batch.kubernetes.io/job-name']),
    ({ status }) => status.conditions?.some(({ type, reason }: any) => type === 'FailureTarget' && reason === 'BackoffLimitExceeded'));
};
const deleted = async ([first]: readonly Manifest[]) => {
  await on.cluster.client.delete(first);
  await on.kubelets.terminate(await reread(first));
};

describe('a gang', () => {
  test.each<[string, string, (pods: readonly Manifest[]) => Promise<void>, number]>([
    ['is not counted where the evicted pod is the first to fail', 'evicted-first', evictedFirst, 0],
    ['is counted where its peers are', 'peers-first', peersFirst, 1],
    ['is counted where nothing marked the deletion', 'deleted', deleted, 1],
  ])('starts again as a whole after a disruption, which %s', async (_, namespace, disrupt, counted) => {
    const { run, pods } = await gang(namespace, {});
    await disrupt(pods);
    const next = await nextGang(run, pods);
    expect(next.map(({ spec }) => spec.hostname)).toEqual(pods.map(({ spec }) => spec.hostname));
    expect(await countOf(run)).toEqual({ restarts: 1, counted });
  });

  test('outlives more disruptions than it has restarts, and completes', async () => {
    const { run, pods } = await gang('outlives', {});
    const [, sum] = /maxRestarts 1 restarts \+ 20 disruptions = (\d+)/.exec(run.construct.explain())!;
    expect((await setOf(run)).spec.failurePolicy.maxRestarts).toBe(Number(sum));
    let current = pods;
    for (let disruption = 1; disruption <= 3; disruption++) {
      await peersFirst(current);
      current = await nextGang(run, current);
      expect(await countOf(run)).toEqual({ restarts: disruption, counted: disruption });
    }
    await eachOf(current, 3, pod => on.kubelets.end(pod, 0));
    await eventually('the set is complete', () => setOf(run), ({ status }) => status.terminalState === 'Completed');
  });

  test('gives up after its restarts where none are kept for disruptions', async () => {
    const { run, pods } = await gang('gives-up', { toleratedDisruptions: 0 });
    await peersFirst(pods);
    await peersFirst(await nextGang(run, pods));
    const { status: last } = await eventually('the set has failed', async () => {
      const left = (await on.cluster.pods('gives-up')).filter(({ metadata, status }) => metadata.deletionTimestamp !== undefined && status.phase === 'Running');
      await eachOf(left, 4, pod => on.kubelets.terminate(pod).catch(() => undefined));
      return setOf(run);
    }, ({ status }) => status.conditions?.some(({ type, reason }: any) => type === 'Failed' && reason === 'ReachedMaxRestarts'));
    expect(last.terminalState).toBe('Failed');
  });

  test('is suspended and started as a set: by applying it again, and by the command of explain()', async () => {
    const props = { backend: TrainingBackend.jobSet(), workers: WORKERS, suspended: true };
    const run = await Run.start(on, { namespace: 'waits', props });
    const { metadata } = await eventually('its Job is suspended', () => on.cluster.client.list<Manifest>('batch/v1', 'Job', 'waits').then(([job]) => job),
      job => job?.spec.suspend === true);
    expect(await on.cluster.pods('waits')).toEqual([]);
    await Run.start(on, { namespace: 'waits', props: { ...props, suspended: undefined } });
    const pods = await on.kubelets.startAll('waits', WORKERS);
    await Run.start(on, { namespace: 'waits', props });
    await eachOf(pods, WORKERS, async pod => on.kubelets.terminate(await eventually('is told to stop', () => reread(pod), each => each.metadata.deletionTimestamp !== undefined)));
    await eventually('no pod is left', () => on.cluster.pods('waits'), left => left.length === 0);
    const [, patch] = /patch jobset train-1 --type merge -p '(.+?)'/.exec(run.construct.explain())!;
    await on.cluster.client.patch(await setOf(run), JSON.parse(patch));
    await on.kubelets.startAll('waits', WORKERS);
    expect(await countOf(run)).toEqual({ restarts: 0, counted: 0 });
    expect((await on.cluster.client.get('batch/v1', 'Job', 'waits', metadata.name)).metadata.uid).toBe(metadata.uid);
  });

  test('refuses other limits while it runs, as explain() says', async () => {
    await gang('immutable', {});
    await expect(gang('immutable', { toleratedDisruptions: 30 })).rejects.toThrow(/422 .*failurePolicy/);
  });
});
