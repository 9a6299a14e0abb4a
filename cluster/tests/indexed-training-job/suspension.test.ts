import { Run, startTrainingCluster, TrainingCluster } from './run';
import { eachOf, eventually } from '../../harness/eventually';
import { IndexedTrainingJobProps, Rendezvous } from 'cdk8s-ai-workloads';

/* Who stops and starts a run from outside: spec.suspend of its Job. The ends of pods are set through the API, as a kubelet sets them. */
let on: TrainingCluster;
beforeAll(async () => {
  on = await startTrainingCluster();
});
afterAll(() => on?.stop());

const NAMESPACE = 'suspended';
const apply = (props: Partial<IndexedTrainingJobProps>) =>
  Run.start(on, { namespace: NAMESPACE, props: { restarts: 0, rendezvous: Rendezvous.torchrun(), ...props } });
const isSuspended = ({ conditions = [] }: any) => conditions.some(({ type, status }: any) => type === 'Suspended' && status === 'True');

test('a suspended run has no pods until it is applied without the property, and is stopped by applying it again, which counts no failure', async () => {
  const run = await apply({ suspended: true });
  await run.jobWhen('is suspended', isSuspended);
  expect(await on.cluster.pods(NAMESPACE)).toEqual([]);

  await apply({});
  const pods = await on.kubelets.startAll(NAMESPACE, 3);
  await apply({ suspended: true });
  await eachOf(pods, 3, async pod => on.kubelets.terminate(await eventually(`${pod.metadata.name} is told to stop`,
    () => on.cluster.client.get('v1', 'Pod', NAMESPACE, pod.metadata.name), ({ metadata }) => metadata.deletionTimestamp !== undefined)));
  await run.jobWhen('is suspended and empty', status => isSuspended(status) && (status.active ?? 0) + (status.terminating ?? 0) === 0);
  expect((await run.job()).status.failed ?? 0).toBe(0);

  // The command that explain() prints.
  const [, patch] = /patch job train-1 --type merge -p '(.+?)'/.exec(run.construct.explain())!;
  await on.cluster.client.patch(await run.job(), JSON.parse(patch));
  await eachOf(await on.kubelets.startAll(NAMESPACE, 3), 3, pod => on.kubelets.end(pod, 0));
  await expect(run.end()).resolves.toMatchObject({ reason: 'CompletionsReached' });
});

test('labels and annotations of the run are those of its Job, and a finalizer keeps it until somebody takes it off', async () => {
  const metadata = { labels: { 'kueue.x-k8s.io/priority-class': 'high' }, annotations: { 'example.com/owner': 'jo' }, finalizers: ['example.com/report'] };
  const run = await Run.start(on, { namespace: 'labelled', props: { metadata, suspended: true } });
  expect((await run.job()).metadata).toMatchObject(metadata);
  await on.cluster.client.delete(await run.job(), { propagationPolicy: 'Background' });
  expect((await run.job()).metadata).toMatchObject({ deletionTimestamp: expect.anything(), finalizers: ['example.com/report'] });
  await on.cluster.client.patch(await run.job(), { metadata: { finalizers: [] } });
  await eventually('it is gone', () => on.cluster.client.list('batch/v1', 'Job', 'labelled'), jobs => jobs.length === 0);
});
