import { spawnSync } from 'child_process';
import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { CONTAINER, MACHINES, Run, startTrainingCluster, TrainingCluster, ZONES } from './indexed-training-job/run';
import { endpointsIn, slicesOf } from '../harness/endpoints';
import { eachOf, eventually } from '../harness/eventually';
import { Manifest } from '../harness/manifest';
import { Oracle } from '../harness/oracle';
import { startedWith } from '../harness/process-environment';
import { Accelerator, IndexedTrainingJobProps, Placement, Rendezvous } from 'cdk8s-ai-workloads';

const GPUS = 8;
const ONE_A_MACHINE = { accelerator: Accelerator.nvidia(GPUS) };
const OUT_OF_SERVICE = { key: 'node.kubernetes.io/out-of-service', value: 'nodeshutdown', effect: 'NoExecute' };

const uidsOf = (pods: readonly Manifest[]) => pods.map(({ metadata }) => metadata.uid);
const hostnameOf = ({ spec }: Manifest) => spec.hostname;

/** What the library does not let anybody write. */
function replaceAtOnce(job: Manifest): void {
  job.spec.podReplacementPolicy = 'TerminatingOrFailed';
  delete job.spec.podFailurePolicy;
}

/** Both runs lose the pod of index 1 to a deletion; the machine has not stopped it yet. Returns those pods. */
async function deleteIndexOne(on: TrainingCluster, runs: readonly Run[]): Promise<Manifest[]> {
  return eachOf(runs, 2, async run => {
    const [, pod] = await on.kubelets.startAll(run.namespace, run.construct.workers);
    await on.cluster.client.delete(pod);
    return pod;
  });
}

let on: TrainingCluster;
let older: TrainingCluster;
let oracle: Oracle;
beforeAll(async () => {
  [on, older, oracle] = await Promise.all([startTrainingCluster('1.36'), startTrainingCluster('1.33'), Oracle.start()]);
});
afterAll(() => Promise.all([on?.stop(), older?.stop(), oracle?.stop()]));

describe('a pod that is told to stop', () => {
  // At 1.33 the policy was a beta. Both at once: what takes time is the controller's delay after a failure.
  test('is not replaced until it has ended, while the other policy starts its index twice', () => eachOf([on, older], 2, async each => {
    const waits = await Run.start(each, { namespace: 'waits' });
    const doubles = await Run.start(each, { namespace: 'doubles', change: replaceAtOnce });
    const [old, oldOfOther] = await deleteIndexOne(each, [waits, doubles]);

    await doubles.successorOf(oldOfOther);
    expect(await doubles.podsOf(1)).toMatchObject([{ status: { phase: 'Running' } }, { spec: { hostname: 'train-1-1' } }]);
    expect(uidsOf(await waits.podsOf(1))).toEqual(uidsOf([old]));
    expect((await waits.job()).status).toMatchObject({ active: 2, terminating: 1 });

    await each.kubelets.terminate(old);
    const next = await waits.successorOf(old);
    expect(hostnameOf(next)).toBe(waits.construct.worker(1).hostname);
    await waits.jobWhen('all three are there', ({ active, terminating }) => active === 3 && terminating === 0);
  }));

  test('has the policy of the library, and the API server refuses the other one beside the failure rules', () => eachOf([on, older], 2, async each => {
    const run = await Run.start(each, { namespace: 'written' });
    const [job] = run.sent.filter(({ kind }) => kind === 'Job');
    expect(job.spec).toMatchObject({ podReplacementPolicy: 'Failed', podFailurePolicy: { rules: [{ action: 'Ignore' }] } });
    const other = Run.start(each, { namespace: 'refused', change: ({ spec }) => spec.podReplacementPolicy = 'TerminatingOrFailed' });
    await expect(other).rejects.toThrow(/422 .*spec.podReplacementPolicy: Unsupported value: "TerminatingOrFailed": supported values: "Failed"/);
  }));
});

describe('a run', () => {
  test('has a pod for each handle, with its index, host name and address, known to the Service before it is ready', async () => {
    const run = await Run.start(on, { namespace: 'names', props: { workers: 4, rendezvous: Rendezvous.torchrun() } });
    const { construct } = run;
    const handles = [0, 1, 2, 3].map(index => construct.worker(index));
    const pods = await on.kubelets.startAll(run.namespace, 4, false);
    expect(pods.map(({ metadata }) => metadata.labels!['batch.kubernetes.io/job-completion-index'])).toEqual(handles.map(({ index }) => String(index)));
    expect(pods.map(hostnameOf)).toEqual(handles.map(({ hostname }) => hostname));
    expect(pods.map(({ metadata, spec }) => [spec.hostname, spec.subdomain, metadata.namespace].join('.'))).toEqual(handles.map(({ dns }) => dns));

    const slices = await eventually('the Service knows four names', () => slicesOf(on.cluster.client, run.namespace, construct.service.name),
      all => all.flatMap(({ endpoints }) => endpoints ?? []).length === 4);
    expect(slices.flatMap(({ endpoints }) => endpoints).map(({ hostname }: any) => hostname).sort()).toEqual(handles.map(({ hostname }) => hostname));
    // `ready` of an endpoint is what DNS goes by, and says yes for pods that are not.
    expect(endpointsIn(slices).map(({ pod, ready }) => [pod, ready])).toEqual(pods.map(({ metadata }) => [metadata.name, true]).sort());
    expect(pods.every(({ status }) => status.conditions.some((each: any) => each.type === 'Ready' && each.status === 'False'))).toBe(true);
  });

  test('stays in one zone: a worker for which the zone has no room waits, although the other zone is empty', async () => {
    const props = { workers: MACHINES + 1, ...ONE_A_MACHINE };
    const together = await Run.start(on, { namespace: 'one-zone', props });
    const full = await eventually('four are placed and the fifth is not', () => on.cluster.pods('one-zone'),
      pods => pods.length === 5 && pods.filter(({ spec }) => spec.nodeName).length === MACHINES && pods.some(unschedulable));
    expect(zonesOf(full)).toHaveLength(1);
    await together.clear();

    const anywhere = await Run.start(on, { namespace: 'any-zone', props: { ...props, placement: Placement.anywhere() } });
    expect(zonesOf(await on.kubelets.startAll('any-zone', 5))).toEqual(ZONES);
    await anywhere.clear();
  });

  describe('every process starts with its rank, its size and its leader', () => {
    const launched: [string, Partial<IndexedTrainingJobProps>, (index: number, leader: string) => Record<string, string>][] = [
      ['torchrun', { rendezvous: Rendezvous.torchrun(), accelerator: Accelerator.nvidia(2) }, (index, leader) => ({
        PET_NNODES: '3', PET_NPROC_PER_NODE: '2', PET_NODE_RANK: String(index), PET_MASTER_ADDR: leader, PET_MASTER_PORT: '29500',
      })],
      ['elastic torchrun', { rendezvous: Rendezvous.torchrun(), elastic: { minWorkers: 2 } }, (_, leader) => ({
        PET_NNODES: '2:3', PET_RDZV_BACKEND: 'c10d', PET_RDZV_ENDPOINT: `${leader}:29500`, PET_RDZV_ID: 'train-1',
      })],
      ['JAX', { rendezvous: Rendezvous.jax() }, (index, leader) => ({
        JAX_COORDINATOR_ADDRESS: `${leader}:29500`, JAX_NUM_PROCESSES: '3', JAX_PROCESS_ID: String(index),
      })],
      ['no framework', {}, () => ({})],
    ];

    test.each(launched)('%s', async (name, props, expected) => {
      const container = {
        ...CONTAINER,
        args: ['--shard=$(JOB_COMPLETION_INDEX)', '--of=$(WORKER_COUNT)'],
        envVariables: { OUTPUT: kplus.EnvValue.fromValue('/out/$(RUN_ID)/$(JOB_COMPLETION_INDEX)') },
      };
      const namespace = `starts-${name.toLowerCase().replace(' ', '-')}`;
      const run = await Run.start(on, { namespace, props: { ...props, container } });
      const pods = await on.kubelets.startAll(namespace, 3);
      const started = await eachOf(pods, 1, pod => startedWith(oracle, pod));
      const leader = run.construct.leaderAddress;
      expect(started.map(({ env }) => env)).toMatchObject(pods.map((_, index) => ({
        JOB_COMPLETION_INDEX: String(index), LEADER_ADDRESS: leader, WORKER_COUNT: '3', RUN_ID: '1', OUTPUT: `/out/1/${index}`, ...expected(index, leader),
      })));
      expect(started.map(({ words }) => words.slice(-3))).toEqual(pods.map((_, index) => ['train', `--shard=${index}`, '--of=3']));
      // The controller adds the variable at the end unless the container has it.
      expect(pods.map(({ spec }) => spec.containers[0].env.filter(({ name: each }: any) => each === 'JOB_COMPLETION_INDEX').length)).toEqual([1, 1, 1]);
      await run.clear();
    });

    // The script that writes TF_CONFIG is run by the shell of this machine, with the words and variables of each pod.
    test('TensorFlow, whose entry point writes TF_CONFIG', async () => {
      const container = { ...CONTAINER, command: ['printenv', 'TF_CONFIG'] };
      const props = { workers: 5, container, rendezvous: Rendezvous.tensorFlow({ parameterServers: 2 }) };
      const run = await Run.start(on, { namespace: 'starts-tensorflow', props });
      const printed = await eachOf(await on.kubelets.startAll(run.namespace, 5), 1, async pod => {
        const { env, words } = await startedWith(oracle, pod);
        return JSON.parse(spawnSync(words[0], words.slice(1), { env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' }).stdout);
      });
      const [chief, ...others] = [0, 1, 2, 3, 4].map(index => `${run.construct.worker(index).dns}:2222`);
      expect(printed.map(({ cluster }) => cluster)).toEqual(Array(5).fill({ chief: [chief], ps: others.slice(0, 2), worker: others.slice(2) }));
      expect(printed.map(({ task }) => `${task.type} ${task.index}`)).toEqual(['chief 0', 'ps 0', 'ps 1', 'worker 0', 'worker 1']);
    });

    test('MPI, whose host file names the addresses of all pods', async () => {
      const run = await Run.start(on, { namespace: 'starts-mpi', props: { rendezvous: Rendezvous.mpi({ sshSecretName: 'ssh' }), accelerator: Accelerator.nvidia(2) } });
      const { data } = await on.cluster.client.get('v1', 'ConfigMap', run.namespace, 'train-1-hostfile');
      const pods = await on.kubelets.startAll(run.namespace, 3);
      expect(data.hostfile.trim().split('\n')).toEqual(pods.map(({ spec, metadata }) => `${spec.hostname}.${spec.subdomain}.${metadata.namespace} slots=2`));
      await run.clear();
    });
  });

  describe('on a machine that stops answering', () => {
    test('its index stays empty, also after a forced deletion, until the node is marked out of service', async () => {
      const run = await Run.start(on, { namespace: 'dead', props: { ...ONE_A_MACHINE, deadNodeTolerance: Duration.seconds(2), restarts: 0, toleratedDisruptions: 0 } });
      const [first, old] = await on.kubelets.startAll(run.namespace, 3);
      const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: old.spec.nodeName } };
      on.kubelets.silence(old.spec.nodeName);
      await run.jobWhen('the pod is told to stop', ({ active, terminating }) => active === 2 && terminating === 1);
      expect(uidsOf(await run.podsOf(1))).toEqual(uidsOf([old]));

      await on.cluster.client.delete(old, { gracePeriodSeconds: 0 });
      // Something that the controller has to write down, so that it must have seen the deletion.
      await on.kubelets.run(first, false);
      await run.jobWhen('one of two is ready', ({ ready }) => ready === 1);
      expect(await run.podsOf(1)).toMatchObject([{ metadata: { uid: old.metadata.uid, deletionGracePeriodSeconds: 0, finalizers: ['batch.kubernetes.io/job-tracking'] } }]);

      const { spec } = await on.cluster.client.get(node.apiVersion, node.kind, undefined, node.metadata.name);
      await on.cluster.client.patch(node, { spec: { taints: [...spec.taints, OUT_OF_SERVICE] } });
      await run.successorOf(old);
      const [, next] = await on.kubelets.startAll(run.namespace, 3);
      expect(hostnameOf(next)).toBe(hostnameOf(old));
      expect(next.spec.nodeName).not.toBe(old.spec.nodeName);
      // Without restarts a counted failure would have ended the Job.
      expect((await run.job()).status).toMatchObject({ active: 3, terminating: 0 });
      await on.kubelets.answer(old.spec.nodeName);
    });

    test('its index is freed by the commands of explain(), where a forced deletion alone does nothing', async () => {
      const run = await Run.start(on, { namespace: 'by-hand' });
      const [, old] = await on.kubelets.startAll(run.namespace, 3);
      await on.cluster.client.delete(old, { gracePeriodSeconds: 0 });
      await run.jobWhen('the pod is told to stop', ({ active, terminating }) => active === 2 && terminating === 1);
      expect(uidsOf(await run.podsOf(1))).toEqual(uidsOf([old]));

      const [, status] = /kubectl -n by-hand patch pod POD --subresource=status -p '(.+?)'/.exec(run.construct.explain())!;
      await on.cluster.client.patch(old, JSON.parse(status), 'status');
      expect(hostnameOf(await run.successorOf(old))).toBe(hostnameOf(old));
    });
  });
});

function unschedulable({ status }: Manifest): boolean {
  return (status.conditions ?? []).some((each: any) => each.type === 'PodScheduled' && each.reason === 'Unschedulable');
}

/** Zones of the machines, which are named after them. */
function zonesOf(pods: readonly Manifest[]): string[] {
  return [...new Set(pods.flatMap(({ spec }) => spec.nodeName === undefined ? [] : [spec.nodeName.replace(/-\d+$/, '')]))].sort();
}
