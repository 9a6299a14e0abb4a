import { factsOf, object, pods, selectedBy } from './objects';
import { podSets, foreignMaker } from '../../../src/lint/facts/carried-pods';

const LWS = 'leaderworkerset.sigs.k8s.io';

describe('pods of a DisaggregatedSet', () => {
  const role = (name: string, replicas: number) => ({ name, spec: { replicas, leaderWorkerTemplate: { size: 2, workerTemplate: pods({ app: 'mine', tier: name }) } } });
  const facts = factsOf(object('disaggregatedset.x-k8s.io/v1', 'DisaggregatedSet', 'llm', { roles: [role('prefill', 2), role('decode', 4)] }));

  test.each<[string, { [key: string]: string }, string[]]>([
    ['a role', { 'disaggregatedset.x-k8s.io/role': 'prefill' }, ['DisaggregatedSet ml/llm (prefill, leader)', 'DisaggregatedSet ml/llm (prefill, worker)']],
    ['the leaders of a role', { 'disaggregatedset.x-k8s.io/role': 'decode', [`${LWS}/worker-index`]: '0' }, ['DisaggregatedSet ml/llm (decode, leader)']],
    ['the label that the controller writes over the template', { app: 'llm-decode', [`${LWS}/worker-index`]: '1' }, ['DisaggregatedSet ml/llm (decode, worker)']],
    ['a set of any revision', { [`${LWS}/name`]: 'llm-5f6d8c-prefill', [`${LWS}/worker-index`]: '0' }, ['DisaggregatedSet ml/llm (prefill, leader)']],
    ['the label that the template had', { app: 'mine' }, []],
    ['a group that a role does not have', { 'disaggregatedset.x-k8s.io/role': 'prefill', [`${LWS}/group-index`]: '2' }, []],
    ['a set of another name', { [`${LWS}/name`]: 'llm-prefill' }, []],
  ])('are selected by %s', (_, labels, expected) => {
    expect(selectedBy(facts, labels)).toEqual(expected);
  });

  test('are found where they stand', () => {
    expect(facts.get(podSets).map(each => each.at('containers[0]'))[2]).toBe('spec.roles[1].spec.leaderWorkerTemplate.workerTemplate.spec.containers[0]');
  });
});

describe('pods of training jobs', () => {
  const torch = object('kubeflow.org/v1', 'PyTorchJob', 'train', {
    pytorchReplicaSpecs: { Master: { replicas: 1, template: pods({ app: 'train' }) }, Worker: { replicas: 3, template: pods({ app: 'train' }) } },
  });
  const volcano = object('batch.volcano.sh/v1alpha1', 'Job', 'mpi', {
    tasks: [{ name: 'master', replicas: 1, template: pods() }, { replicas: 2, template: pods() }],
  });
  const runtime = object('trainer.kubeflow.org/v1alpha1', 'TrainingRuntime', 'torch', {
    mlPolicy: { numNodes: 2 },
    template: { spec: { replicatedJobs: [{ name: 'node', template: { spec: { template: pods({ app: 'runtime' }) } } }] } },
  });
  const trainJob = object('trainer.kubeflow.org/v1alpha1', 'TrainJob', 'tune', { runtimeRef: { kind: 'TrainingRuntime', name: 'torch' }, trainer: { numNodes: 4 } });
  const facts = factsOf(torch, volcano, runtime, trainJob);

  test.each<[string, { [key: string]: string }, string[]]>([
    ['a replica of a PyTorchJob', { 'training.kubeflow.org/job-name': 'train', 'training.kubeflow.org/replica-index': '2' }, ['PyTorchJob ml/train (worker)']],
    ['a replica beyond its number', { 'training.kubeflow.org/job-name': 'train', 'training.kubeflow.org/replica-index': '3' }, []],
    ['the type of a replica, in small letters', { 'training.kubeflow.org/replica-type': 'Worker' }, []],
    ['a Volcano task by its name', { 'volcano.sh/job-name': 'mpi', 'volcano.sh/task-spec': 'master' }, ['Job ml/mpi (master)']],
    ['a Volcano task without a name, by its place', { 'volcano.sh/task-spec': 'default1', 'volcano.sh/task-index': '1' }, ['Job ml/mpi (default1)']],
    ['a Volcano index beyond the replicas', { 'volcano.sh/task-spec': 'master', 'volcano.sh/task-index': '1' }, []],
    ['the JobSet of a TrainJob', { 'jobset.sigs.k8s.io/jobset-name': 'tune' }, ['TrainJob ml/tune (node)']],
    ['the last node of a TrainJob', { 'app': 'runtime', 'batch.kubernetes.io/job-completion-index': '3' }, ['TrainJob ml/tune (node)']],
    ['a node that a TrainJob does not ask for', { 'app': 'runtime', 'batch.kubernetes.io/job-completion-index': '4' }, []],
  ])('are selected by %s', (_, labels, expected) => {
    expect(selectedBy(facts, labels)).toEqual(expected);
  });

  test('of a TrainJob are reported at its reference, since they are written elsewhere', () => {
    expect(facts.get(podSets).filter(each => each.carrier.kind === 'TrainJob').map(each => [each.at('containers[0].image'), each.labelsField, each.pods]))
      .toEqual([['spec.runtimeRef', 'spec.runtimeRef', 4]]);
  });

  test('of a TrainJob are unknown without its runtime', () => {
    const alone = factsOf(trainJob);
    expect(alone.get(podSets)).toEqual([]);
    expect(foreignMaker(alone, 'Pod', 'ml')?.name).toBe('tune');
  });
});

describe('pods of built-in kinds', () => {
  test.each([['v1', 'ReplicationController'], ['apps/v1', 'Deployment'], ['apps/v1', 'ReplicaSet'], ['apps/v1', 'StatefulSet'], ['argoproj.io/v1alpha1', 'Rollout']])(
    '%s %s: as many as it says, or one', (apiVersion, kind) => {
      expect([{ replicas: 3 }, { replicas: 0 }, {}].map(spec => factsOf(object(apiVersion, kind, 'a', { ...spec, template: pods() })).get(podSets)[0].pods)).toEqual([3, 0, 1]);
    });

  test('of a CronJob are selected by the name of a job, which ends in its minute', () => {
    const facts = factsOf(object('batch/v1', 'CronJob', 'nightly', { jobTemplate: { spec: { template: pods() } } }));
    const by = (name: string) => selectedBy(facts, { 'batch.kubernetes.io/job-name': name }).length;
    expect(['nightly-29000000', 'nightly', 'nightly-x', 'nightly-1-2', 'my-nightly-1'].map(by)).toEqual([1, 0, 0, 0, 0]);
  });

  test('of an unknown kind are found in lists too, at some depth', () => {
    const facts = factsOf(object('example.org/v1', 'Fleet', 'a', { tasks: [{ name: 'x' }, { template: pods() }] }));
    expect(facts.get(podSets).map(each => each.at('containers[0]'))).toEqual(['spec.tasks[1].template.spec.containers[0]']);
  });
});

describe('pods of a JobSet', () => {
  test('have completion indexes even where no mode is written', () => {
    const facts = factsOf(object('jobset.x-k8s.io/v1alpha2', 'JobSet', 'sim', {
      replicatedJobs: [{ name: 'w', template: { spec: { completions: 2, parallelism: 2, template: pods({}) } } }],
    }));
    const index = 'batch.kubernetes.io/job-completion-index';
    expect([selectedBy(facts, { [index]: '1' }).length, selectedBy(facts, { [index]: '2' }).length]).toEqual([1, 0]);
  });
});

describe('pods of serving kinds', () => {
  const rollout = (spec: object) => object('argoproj.io/v1alpha1', 'Rollout', 'llm', spec);
  const canary = { canary: { canaryMetadata: { labels: { stage: 'canary' } } } };

  test('of a Rollout carry the hash and the labels of their stage', () => {
    const facts = factsOf(rollout({ replicas: 3, template: pods({ app: 'llm' }), strategy: canary }));
    expect(selectedBy(facts, { 'app': 'llm', 'rollouts-pod-template-hash': 'abc', 'stage': 'canary' })).toEqual(['Rollout ml/llm']);
  });

  test('of a Rollout that refers to a Deployment are read there, and unknown when it is not here', () => {
    const reference = rollout({ workloadRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'llm' } });
    const deployment = object('apps/v1', 'Deployment', 'llm', { replicas: 0, selector: {}, template: pods({ app: 'llm' }) });
    expect(selectedBy(factsOf(reference, deployment), { app: 'llm' })).toEqual(['Deployment ml/llm']);
    expect(foreignMaker(factsOf(reference), 'Pod', 'ml')?.kind).toBe('Rollout');
    expect(foreignMaker(factsOf(reference, deployment), 'Pod', 'ml')).toBeUndefined();
    expect(foreignMaker(factsOf(rollout({ workloadRef: { name: 'llm' } }), deployment), 'Pod', 'ml')).toBeUndefined();
    expect(foreignMaker(factsOf(rollout({ workloadRef: { kind: 'ReplicaSet', name: 'llm' } }), deployment), 'Pod', 'ml')?.kind).toBe('Rollout');
  });

  test('of an LLMInferenceService exist even where nothing is written, under the labels of KServe', () => {
    const facts = factsOf(object('serving.kserve.io/v1alpha1', 'LLMInferenceService', 'llama', {
      template: { containers: [{ name: 'main' }] }, prefill: { template: { containers: [{ name: 'main' }] } },
    }), object('serving.kserve.io/v1alpha1', 'LLMInferenceService', 'bare', { model: { uri: 'hf://meta/llama' } }));
    expect(selectedBy(facts, { 'app.kubernetes.io/name': 'llama', 'llm-d.ai/role': 'prefill' })).toHaveLength(2);
    expect(selectedBy(facts, { 'app.kubernetes.io/name': 'bare', 'app.kubernetes.io/part-of': 'llminferenceservice' })).toHaveLength(1);
    expect(selectedBy(facts, { 'app.kubernetes.io/name': 'llamas' })).toEqual([]);
    expect(facts.get(podSets)[1].at('containers[0]')).toBe('spec.prefill.template.containers[0]');
  });
});
