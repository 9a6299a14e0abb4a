import { Chart } from 'cdk8s';
import { CONTAINER, startTrainingCluster, TrainingCluster, ZONES } from './indexed-training-job/run';
import { synthesise } from '../harness/cluster';
import { eachOf, eventually } from '../harness/eventually';
import { Manifest } from '../harness/manifest';
import { isLive } from '../harness/manual-kubelets';
import { Accelerator, KubernetesVersion, ParameterServer, ParameterServerProps, Target } from 'cdk8s-ai-workloads';

/*
 * Roles under the real JobSet controller: who is started again when one is lost, and how the run ends. The ends of containers are set through the API, as
 * a kubelet sets them.
 */
let on: TrainingCluster;
beforeAll(async () => {
  on = await startTrainingCluster('1.36', { jobSet: true });
});
afterAll(() => on?.stop());

const ROLE = 'cdk8s-ai-workloads/role';
const PODS = 6;

/** A chief, two servers and three workers, which run. */
async function start(namespace: string, props: Partial<ParameterServerProps> = {}, count: number = PODS) {
  let construct: ParameterServer | undefined;
  await on.cluster.apply(synthesise(app => {
    const chart = new Chart(app, 'training', { namespace });
    Target.define(chart, { kubernetes: on.cluster.minor as KubernetesVersion, zones: ZONES, apis: ['jobset.x-k8s.io/v1alpha2'] });
    construct = new ParameterServer(chart, 'Ranker', {
      container: CONTAINER, chief: {}, ps: { replicas: 2 }, worker: { replicas: 3, accelerator: Accelerator.nvidia(1) }, ...props,
    });
  }));
  return { construct: construct!, pods: await on.kubelets.startAll(namespace, count) };
}

const inRole = (pods: readonly Manifest[], role: string) => pods.filter(({ metadata }) => metadata.labels![ROLE] === role);
const uids = (pods: readonly Manifest[]) => pods.map(({ metadata }) => metadata.uid!).sort();
const setOf = (namespace: string): Promise<Manifest> => on.cluster.client.get('jobset.x-k8s.io/v1alpha2', 'JobSet', namespace, 'ranker-1');
const live = async (namespace: string) => (await on.cluster.pods(namespace)).filter(isLive);

/** Ends what is told to stop, as kubelets do. */
async function stopDeleted(namespace: string): Promise<Manifest[]> {
  const pods = await on.cluster.pods(namespace);
  await eachOf(pods.filter(({ metadata, status }) => metadata.deletionTimestamp !== undefined && status.phase === 'Running'), 4,
    pod => on.kubelets.terminate(pod).catch(() => undefined));
  return pods;
}

/** All pods anew. */
function nextRun(namespace: string, before: readonly Manifest[]): Promise<Manifest[]> {
  const known = new Set(uids(before));
  return eventually(`a new run of ${namespace}`, () => stopDeleted(namespace), pods => pods.length === PODS && pods.every(pod => isLive(pod) && !known.has(pod.metadata.uid!)));
}

test('each pod has the address that the others are told', async () => {
  const { construct, pods } = await start('addresses');
  for (const [role, replicas] of [['chief', 1], ['ps', 2], ['worker', 3]] as const) {
    const names = inRole(pods, role).map(({ spec }) => `${spec.hostname}.${spec.subdomain}.addresses`).sort();
    expect(names).toEqual(Array.from({ length: replicas }, (_, index) => construct.address(role, index)));
  }
});

test('the success of the chief completes the run, and servers and workers are told to stop', async () => {
  const { pods } = await start('chief-ends');
  await on.kubelets.end(inRole(pods, 'chief')[0], 0);
  await eventually('the set is complete', () => setOf('chief-ends'), ({ status }) => status?.terminalState === 'Completed');
  // A pod that was stopped is still there, and does not run, until its Job has counted it.
  const left = await eventually('one pod is left', () => stopDeleted('chief-ends').then(() => on.cluster.pods('chief-ends')), all => all.length === 1);
  expect(left.map(({ metadata }) => metadata.labels![ROLE])).toEqual(['chief']);
});

test('without a chief the run ends with its last worker, not its first', async () => {
  const { pods } = await start('workers-end', { chief: undefined }, PODS - 1);
  const [first, ...others] = inRole(pods, 'worker');
  await on.kubelets.end(first, 0);
  await eventually('the Job has seen it', () => on.cluster.client.list<Manifest>('batch/v1', 'Job', 'workers-end'), jobs => jobs.some(({ status }) => status?.succeeded === 1));
  expect((await setOf('workers-end')).status?.terminalState).toBeUndefined();
  expect(inRole(await live('workers-end'), 'ps')).toHaveLength(2);
  await eachOf(others, 2, pod => on.kubelets.end(pod, 0));
  await eventually('the set is complete', () => setOf('workers-end'), ({ status }) => status?.terminalState === 'Completed');
  await eventually('the servers are gone', () => stopDeleted('workers-end'), all => inRole(all, 'ps').length === 0);
});

test.each(['ps', 'chief'])('a %s that is lost takes the whole run along, under the same addresses', async role => {
  const namespace = `lost-${role}`;
  const { pods } = await start(namespace);
  await on.kubelets.end(inRole(pods, role)[0], 1);
  const next = await nextRun(namespace, pods);
  expect(next.map(({ spec }) => spec.hostname).sort()).toEqual(pods.map(({ spec }) => spec.hostname).sort());
  expect((await setOf(namespace)).status.restarts).toBe(1);
});

test('a worker that fails is replaced alone', async () => {
  const { pods } = await start('lost-worker');
  const [lost] = inRole(pods, 'worker');
  await on.kubelets.end(lost, 1);
  const now = await eventually('it has a successor', () => live('lost-worker'), all => all.length === PODS && !uids(all).includes(lost.metadata.uid!));
  const others = pods.filter(pod => pod !== lost);
  expect(uids(now)).toEqual(expect.arrayContaining(uids(others)));
  expect(now.find(({ metadata }) => !uids(others).includes(metadata.uid!))!.spec.hostname).toBe(lost.spec.hostname);
  expect((await setOf('lost-worker')).status.restarts ?? 0).toBe(0);
});
