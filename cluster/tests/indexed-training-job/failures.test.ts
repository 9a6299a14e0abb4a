import { Run, startTrainingCluster, TrainingCluster } from './run';
import { eachOf, eventually } from '../../harness/eventually';
import { Manifest } from '../../harness/manifest';
import { FailureScope, IndexedTrainingJobProps, Rendezvous, SuccessPolicy, TrainingBackend } from 'cdk8s-ai-workloads';

/*
 * Exit codes and ends of pods are set through the API, as a kubelet sets them: what is tested is the Job controller, and that the library's
 * rules make it do what they say.
 */
let on: TrainingCluster;
beforeAll(async () => {
  on = await startTrainingCluster();
});
afterAll(() => on?.stop());

/** A run whose pods all run. */
async function running(namespace: string, props: Partial<IndexedTrainingJobProps>): Promise<{ run: Run; pods: Manifest[] }> {
  const run = await Run.start(on, { namespace, props });
  return { run, pods: await on.kubelets.startAll(namespace, run.construct.workers) };
}

/** Asks to evict a pod until the answer is yes, as a drain does: the disruption controller counts ready pods a little later than the test. */
async function evict({ metadata }: Manifest): Promise<void> {
  await eventually(`${metadata.name} may be evicted`, () => on.cluster.client.evict(metadata.namespace!, metadata.name), ({ status }) => status === 201);
}

/** Evicts a pod, and stops it on its machine. */
async function evicted(pod: Manifest): Promise<void> {
  await evict(pod);
  await on.kubelets.terminate(await reread(pod));
}

function reread({ apiVersion, kind, metadata }: Manifest): Promise<Manifest> {
  return on.cluster.client.get(apiVersion, kind, metadata.namespace, metadata.name);
}

const failedOf = async (run: Run) => (await run.job()).status.failed ?? 0;

describe('a disruption', () => {
  test('is not counted: a run without restarts goes on after an eviction, and ends with a crash', async () => {
    const { run, pods } = await running('eviction', { restarts: 0, toleratedDisruptions: 0 });
    await evicted(pods[1]);
    await run.successorOf(pods[1]);
    expect(await failedOf(run)).toBe(0);

    await on.kubelets.end(pods[2], 143);
    await expect(run.end()).resolves.toMatchObject({ reason: 'BackoffLimitExceeded' });
  });

  test('takes one worker at a time', async () => {
    const { run, pods } = await running('drain', {});
    await evict(pods[0]);
    expect(await on.cluster.client.evict('drain', pods[1].metadata.name)).toMatchObject({ status: 429, body: { details: { causes: [{ reason: 'DisruptionBudget' }] } } });
    await on.kubelets.terminate(await reread(pods[0]));
    await run.successorOf(pods[0]);
    await on.kubelets.startAll('drain', 3);
    await evict(pods[1]);
  });
});

describe('restarts', () => {
  test('are counted in crashes of the whole run, and wait as long as explain() says', async () => {
    const { run, pods } = await running('crashes', { workers: 2, restarts: 1, toleratedDisruptions: 0 });
    expect(run.construct.explain()).toContain('backoffLimit 1 restarts x 2 pods = 2');
    const delay = Number(/after a crash of all 2 pods (\d+) s/.exec(run.construct.explain())![1]);
    await eachOf(pods, 2, pod => on.kubelets.end(pod, 1));
    await run.jobWhen('two are counted', ({ failed }) => failed === 2);
    const [next] = await on.kubelets.startAll('crashes', 2);
    // The controller counts from the last end that was reported, in whole seconds.
    const ends = await eachOf(pods, 2, async pod => (await reread(pod)).status.containerStatuses[0].state.terminated.finishedAt);
    const waited = (Date.parse(next.metadata.creationTimestamp) - Math.max(...ends.map(Date.parse))) / 1000;
    expect([delay, delay + 1, delay + 2]).toContain(waited);

    await on.kubelets.end(next, 1);
    await expect(run.end()).resolves.toMatchObject({ reason: 'BackoffLimitExceeded' });
  });
});

describe('exit codes', () => {
  test('that fail the run end it at once, whatever restarts are left, and others do not', async () => {
    const { run, pods } = await running('fatal', { restarts: 9, exitCodes: { fail: [42] } });
    await on.kubelets.end(pods[0], 43);
    await run.jobWhen('43 is counted', ({ failed, conditions = [] }) => failed === 1 && conditions.length === 0);
    await on.kubelets.end(pods[1], 42);
    await expect(run.end()).resolves.toMatchObject({ reason: 'PodFailurePolicy', message: expect.stringMatching(/^Container main .* exit code 42 matching FailJob rule at index 1$/) });
    await eventually('the last pod is told to stop', () => reread(pods[2]), ({ metadata }) => metadata.deletionTimestamp !== undefined);
  });

  test('of independent indexes fail their own index, are tried again for ever, or use up its retries', async () => {
    const failureScope = FailureScope.independent({ retriesPerIndex: 0, maxFailedIndexes: 1 });
    const props = { workers: 4, failureScope, exitCodes: { failIndex: [65], ignore: [75] } };
    const { run, pods } = await running('codes', props);
    await on.kubelets.end(pods[0], 75);
    await on.kubelets.end(pods[1], 65);
    await run.jobWhen('index 1 has failed alone', ({ failedIndexes, failed, conditions = [] }) => failedIndexes === '1' && failed === 1 && conditions.length === 0);
    await run.successorOf(pods[0]);
    await on.kubelets.end(pods[2], 1);
    await expect(run.end()).resolves.toMatchObject({ reason: 'MaxFailedIndexesExceeded' });
    expect((await run.job()).status.failedIndexes).toBe('1,2');
  });
});

describe('success', () => {
  test('of the chief ends a run with parameter servers, which never end by themselves', async () => {
    const { run, pods } = await running('chief', { workers: 4, rendezvous: Rendezvous.tensorFlow({ parameterServers: 1 }) });
    await on.kubelets.end(pods[0], 0);
    await expect(run.end()).resolves.toMatchObject({ type: 'SuccessCriteriaMet', reason: 'SuccessPolicy' });
    await eachOf(pods.slice(1), 4, async pod =>
      on.kubelets.terminate(await eventually('the others are told to stop', () => reread(pod), ({ metadata }) => metadata.deletionTimestamp !== undefined)));
    await run.jobWhen('complete', ({ conditions = [] }) => conditions.some(({ type }: any) => type === 'Complete'));
    expect((await run.job()).status).toMatchObject({ succeeded: 1, completedIndexes: '0' });
  });

  test('of as many indexes as the policy counts is enough, and of fewer is not', async () => {
    const { run, pods } = await running('two-of-three', { successPolicy: SuccessPolicy.count(2, '1-2') });
    await on.kubelets.end(pods[0], 0);
    await on.kubelets.end(pods[1], 0);
    await run.jobWhen('two have succeeded', ({ completedIndexes, conditions = [] }) => completedIndexes === '0,1' && conditions.length === 0);
    await on.kubelets.end(pods[2], 0);
    await expect(run.end()).resolves.toMatchObject({ reason: 'SuccessPolicy' });
  });

  test('takes all indexes unless said otherwise', async () => {
    const { run, pods } = await running('all', {});
    await on.kubelets.end(pods[0], 0);
    await on.kubelets.end(pods[2], 0);
    await run.jobWhen('two have succeeded', ({ completedIndexes, conditions = [] }) => completedIndexes === '0,2' && conditions.length === 0);
    await on.kubelets.end(pods[1], 0);
    await expect(run.end()).resolves.toMatchObject({ reason: 'CompletionsReached' });
  });
});

/*
 * What the rules of a set read: reasons and messages of the Job controller, for the Job that a set creates. That the set acts on them is seen in
 * job-set.test.ts.
 */
describe('the Job inside a JobSet', () => {
  async function childJob(namespace: string): Promise<{ run: Run; pods: Manifest[]; rules: any[]; name: string }> {
    const props = { backend: TrainingBackend.jobSet(), exitCodes: { fail: [42], ignore: [75] } };
    const run = await Run.start(on, { namespace, props });
    const { metadata, spec } = await on.cluster.client.get('jobset.x-k8s.io/v1alpha2', 'JobSet', namespace, run.construct.jobName);
    const [{ name: replicated, template }] = spec.replicatedJobs;
    const name = `${metadata.name}-${replicated}-0`;
    await on.cluster.client.create({ apiVersion: 'batch/v1', kind: 'Job', metadata: { namespace, name }, spec: template.spec });
    return { run, name, pods: await on.kubelets.startAll(namespace, 3), rules: spec.failurePolicy.rules };
  }

  /**
   * The first rule of the set that takes how its Job ended. The set waits for the condition Failed, which repeats reason and message of FailureTarget
   * once all pods are gone. Source: jobset pkg/controllers/failure_policy.go (v0.10)
   */
  async function ruleFor(namespace: string, name: string, rules: any[]): Promise<string | undefined> {
    const { status } = await eventually('the Job has failed', () => on.cluster.client.get('batch/v1', 'Job', namespace, name),
      job => job.status.conditions?.some(({ type }: any) => type === 'FailureTarget'));
    const { reason, message } = status.conditions.find(({ type }: any) => type === 'FailureTarget');
    const takes = ({ onJobFailureReasons: reasons, onJobFailureMessagePatterns: patterns = [''] }: any) =>
      reasons.includes(reason) && patterns.some((pattern: string) => new RegExp(pattern).test(message));
    return rules.find(takes)?.action;
  }

  test('has the pods of the handles', async () => {
    const { run, pods } = await childJob('set-names');
    const addresses = pods.map(({ spec, metadata }) => `${spec.hostname}.${spec.subdomain}.${metadata.namespace}`);
    expect(addresses).toEqual([0, 1, 2].map(index => run.construct.worker(index).dns));
  });

  test.each<[string, string, (pod: Manifest) => Promise<unknown>, string | undefined]>([
    ['a declared code', 'set-fatal', pod => on.kubelets.end(pod, 42), 'FailJobSet'],
    ['an ignored code', 'set-ignored', pod => on.kubelets.end(pod, 75), 'RestartJobSetAndIgnoreMaxRestarts'],
    ['an eviction', 'set-evicted', pod => evicted(pod), 'RestartJobSetAndIgnoreMaxRestarts'],
    ['any other code', 'set-counted', pod => on.kubelets.end(pod, 1), undefined],
  ])('fails with the first pod, and %s is told apart by what the set reads', async (_, namespace, fail, action) => {
    const { pods, rules, name } = await childJob(namespace);
    await fail(pods[1]);
    // Without a rule the set restarts, and counts it.
    await expect(ruleFor(namespace, name, rules)).resolves.toBe(action);
  });
});
