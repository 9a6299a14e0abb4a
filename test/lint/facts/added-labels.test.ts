import { factsOf, object, pods } from './objects';
import { PlainObject } from '../../../src/base/plain';
import { podSets } from '../../../src/lint/facts/carried-pods';
import { AddedLabels } from '../../../src/lint/facts/labels';

/*
 * Every label that a controller is known to add, with what is known of its value: Services, budgets and monitors select by them, and a pod that lacks one of
 * them is told as not selected.
 */

const ANY = 'set by its controller';
const FROM_0 = '0 and up';
const text = (added: AddedLabels) => Object.fromEntries(Object.entries(added).map(([key, value]) => [key, value.text]));
/** By role. */
const labels = (...objects: readonly PlainObject[]) => Object.fromEntries(factsOf(...objects).get(podSets).map(set => [set.role ?? '', text(set.added)]));
const under = (domain: string, values: object) => Object.fromEntries(Object.entries(values).map(([key, value]) => [`${domain}/${key}`, value]));
/** What of a set is no label. */
const shapes = (...objects: readonly PlainObject[]) => factsOf(...objects).get(podSets).map(set => ({
  role: set.role, pods: set.pods, at: set.at('x'), isOpen: set.open, hasOpenLabels: set.hasOpenLabels, claims: set.claimTemplates,
}));

const job = (name: string, more: object = {}) => ({
  'batch.kubernetes.io/job-name': name, 'job-name': name, 'batch.kubernetes.io/controller-uid': ANY, 'controller-uid': ANY, ...more,
});

test.each<[string, string, object, object]>([
  ['v1', 'Pod', {}, {}],
  ['v1', 'ReplicationController', { template: pods() }, {}],
  ['apps/v1', 'ReplicaSet', { template: pods() }, {}],
  ['apps/v1', 'Deployment', { template: pods() }, { 'pod-template-hash': ANY }],
  ['apps/v1', 'DaemonSet', { template: pods() }, { 'controller-revision-hash': ANY, 'pod-template-generation': ANY }],
  ['apps/v1', 'StatefulSet', { replicas: 3, ordinals: { start: 5 }, template: pods() },
    { 'apps.kubernetes.io/pod-index': '5 to 7', 'statefulset.kubernetes.io/pod-name': 'a-5 to a-7', 'controller-revision-hash': ANY }],
  ['batch/v1', 'Job', { template: pods() }, job('"a"')],
  ['batch/v1', 'Job', { completionMode: 'Indexed', completions: 2, template: pods() }, job('"a"', { 'batch.kubernetes.io/job-completion-index': '0 to 1' })],
  ['argoproj.io/v1alpha1', 'Rollout', {
    template: pods(),
    strategy: {
      canary: { canaryMetadata: { labels: { a: '1' } }, stableMetadata: { labels: { b: '1' } } }, blueGreen: { activeMetadata: { labels: { c: '1' } }, previewMetadata: { labels: { d: '1' } } },
    },
  }, { 'rollouts-pod-template-hash': ANY, 'a': ANY, 'b': ANY, 'c': ANY, 'd': ANY }],
])('%s %s %j', (apiVersion, kind, spec, expected) => {
  expect(labels(object(apiVersion, kind, 'a', spec))).toEqual({ '': expected });
});

describe('a LeaderWorkerSet', () => {
  const lws = (spec: object, template: object = {}) => object('leaderworkerset.x-k8s.io/v1', 'LeaderWorkerSet', 'llm', { leaderWorkerTemplate: { workerTemplate: pods(), ...template }, ...spec });
  const group = (more: object = {}) => under('leaderworkerset.sigs.k8s.io', { 'name': '"llm"', 'group-index': '0 to 1', 'group-key': ANY, 'template-revision-hash': ANY, ...more });

  test('adds what tells groups and pods apart', () => {
    expect(labels(lws({ replicas: 2 }, { size: 3 }))).toEqual({
      leader: {
        ...group({ 'worker-index': '"0"' }),
        'apps.kubernetes.io/pod-index': '0 to 1',
        'statefulset.kubernetes.io/pod-name': 'llm-0 to llm-1',
        'controller-revision-hash': ANY,
      },
      worker: {
        ...group({ 'worker-index': '1 to 2' }),
        'apps.kubernetes.io/pod-index': '1 to 2',
        'statefulset.kubernetes.io/pod-name': 'llm-<group>-<worker>',
        'controller-revision-hash': ANY,
      },
    });
    const [, worker] = factsOf(lws({ replicas: 2 }, { size: 3 })).get(podSets);
    expect(['llm-0-1', 'llm-12-34', 'llm-0', 'llm-0-1-2', 'x-llm-0-1', 'llm-a-1'].map(worker.added['statefulset.kubernetes.io/pod-name'].allows)).toEqual([true, true, false, false, false, false]);
  });

  test('adds what tells sub-groups apart, where it has some', () => {
    expect(labels(lws({ replicas: 2 }, { size: 1, subGroupPolicy: { subGroupSize: 1 } })).leader).toMatchObject(group({ 'subgroup-index': ANY, 'subgroup-key': ANY }));
  });

  test('has any number of groups where it says none', () => {
    expect(labels(lws({})).leader).toMatchObject({ 'leaderworkerset.sigs.k8s.io/group-index': FROM_0, 'statefulset.kubernetes.io/pod-name': 'llm-0 and up' });
  });

  test('has leaders of their own template, or of that of workers, and claims', () => {
    const volumeClaimTemplates = [{ metadata: { name: 'data' } }];
    expect(shapes(lws({ replicas: 2 }, { size: 3, leaderTemplate: pods(), volumeClaimTemplates }))).toEqual([
      { role: 'leader', pods: 2, at: 'spec.leaderWorkerTemplate.leaderTemplate.spec.x', isOpen: false, hasOpenLabels: false, claims: ['data'] },
      { role: 'worker', pods: 4, at: 'spec.leaderWorkerTemplate.workerTemplate.spec.x', isOpen: false, hasOpenLabels: false, claims: ['data'] },
    ]);
    expect(shapes(lws({})).map(each => [each.role, each.pods, each.at])).toEqual([['leader', 1, 'spec.leaderWorkerTemplate.workerTemplate.spec.x']]);
  });
});

test('a DisaggregatedSet adds those of its LeaderWorkerSets, whose names hold a revision', () => {
  const set = object('disaggregatedset.x-k8s.io/v1alpha1', 'DisaggregatedSet', 'llm', { roles: [{ name: 'prefill', spec: { replicas: 2, leaderWorkerTemplate: { size: 2, workerTemplate: pods() } } }] });
  const common = {
    ...under('leaderworkerset.sigs.k8s.io', { 'name': 'llm-<revision>-prefill', 'group-index': '0 to 1', 'group-key': ANY, 'template-revision-hash': ANY }),
    ...under('disaggregatedset.x-k8s.io', { name: '"llm"', role: '"prefill"', revision: ANY, slice: ANY }),
    'app': '"llm-prefill"',
    'controller-revision-hash': ANY,
    'statefulset.kubernetes.io/pod-name': ANY,
  };
  expect(labels(set)).toEqual({
    'prefill, leader': { ...common, 'leaderworkerset.sigs.k8s.io/worker-index': '"0"', 'apps.kubernetes.io/pod-index': '0 to 1' },
    'prefill, worker': { ...common, 'leaderworkerset.sigs.k8s.io/worker-index': '1 to 1', 'apps.kubernetes.io/pod-index': '1 to 1' },
  });
  const { allows } = factsOf(set).get(podSets)[0].added['leaderworkerset.sigs.k8s.io/name'];
  expect(['llm-5f6-prefill', 'llm-5-f6-prefill', 'llm-5f6-prefill-x', 'x-llm-5f6-prefill'].map(allows)).toEqual([true, false, false, false]);
});

describe('a JobSet', () => {
  const jobSet = (spec: object) => object('jobset.x-k8s.io/v1alpha2', 'JobSet', 'sim', spec);
  const ofJobSet = (replicas: number, more: object = {}) => under('jobset.sigs.k8s.io', {
    'jobset-name': '"sim"',
    'replicatedjob-name': '"w"',
    'replicatedjob-replicas': `"${replicas}"`,
    'job-index': `0 to ${replicas - 1}`,
    ...Object.fromEntries(['jobset-uid', 'restart-attempt', 'job-restart-attempt', 'global-replicas', 'job-key', 'job-global-index', 'group-name', 'group-replicas',
      'job-group-index', 'coordinator'].map(key => [key, ANY])),
    ...more,
  });

  test('adds those of its Jobs, which have indexes', () => {
    const replicated = { name: 'w', replicas: 2, template: { spec: { completions: 4, parallelism: 3, template: pods() } } };
    expect(labels(jobSet({ replicatedJobs: [replicated] }))).toEqual({
      w: { ...job('sim-w-0 to sim-w-1', { 'batch.kubernetes.io/job-completion-index': '0 to 3' }), ...ofJobSet(2) },
    });
    const volumeClaimPolicies = [{ templates: [{ metadata: { name: 'data' } }] }, { templates: [{ metadata: { name: 'logs' } }] }];
    expect(shapes(jobSet({ replicatedJobs: [{}, replicated], volumeClaimPolicies }))).toEqual([
      { role: '', pods: 1, at: 'spec.replicatedJobs[0].template.spec.template.spec.x', isOpen: false, hasOpenLabels: false, claims: ['data', 'logs'] },
      { role: 'w', pods: 6, at: 'spec.replicatedJobs[1].template.spec.template.spec.x', isOpen: false, hasOpenLabels: false, claims: ['data', 'logs'] },
    ]);
  });

  test('adds no index where somebody wants none', () => {
    expect(labels(jobSet({ replicatedJobs: [{ name: 'w', template: { spec: { completionMode: 'NonIndexed', template: pods() } } }] })))
      .toEqual({ w: { ...job('sim-w-0 to sim-w-0'), ...ofJobSet(1) } });
  });
});

describe('Ray', () => {
  const spec = { headGroupSpec: { template: pods() }, workerGroupSpecs: [{ groupName: 'gpu', replicas: 2, numOfHosts: 4, template: pods() }, { template: pods() }] };
  const ray = (kind: string, body: object) => object('ray.io/v1', kind, 'ray', body);
  const added = (cluster: string, type: string, group: string) => under('ray.io', {
    'cluster': cluster, 'node-type': `"${type}"`, 'group': `"${group}"`, 'is-ray-node': '"yes"', 'identifier': cluster === ANY ? ANY : `"ray-${type}"`, 'serve': ANY,
  });

  test.each<[string, object, string]>([
    ['RayCluster', spec, '"ray"'], ['RayJob', { rayClusterSpec: spec }, ANY], ['RayService', { rayClusterConfig: spec }, ANY],
  ])('a %s', (kind, body, cluster) => {
    expect(labels(ray(kind, body))).toEqual({ head: added(cluster, 'head', 'headgroup'), gpu: added(cluster, 'worker', 'gpu'), worker: added(cluster, 'worker', '') });
  });

  test('has as many workers as replicas and hosts, none where it says none, and nobody knows how many where it scales by itself', () => {
    expect(shapes(ray('RayCluster', spec))).toEqual([
      { role: 'head', pods: 1, at: 'spec.headGroupSpec.template.spec.x', isOpen: true, hasOpenLabels: true, claims: [] },
      { role: 'gpu', pods: 8, at: 'spec.workerGroupSpecs[0].template.spec.x', isOpen: true, hasOpenLabels: true, claims: [] },
      { role: 'worker', pods: 0, at: 'spec.workerGroupSpecs[1].template.spec.x', isOpen: true, hasOpenLabels: true, claims: [] },
    ]);
    expect(shapes(ray('RayCluster', { ...spec, enableInTreeAutoscaling: true })).map(each => each.pods)).toEqual([1, undefined, undefined]);
    expect(factsOf(ray('RayCluster', spec)).get(podSets).map(each => each.podsOfReplica)).toEqual([undefined, 4, 1]);
    expect(shapes(ray('RayJob', { rayClusterSpec: spec }))[1].at).toBe('spec.rayClusterSpec.workerGroupSpecs[0].template.spec.x');
    expect(shapes(ray('RayService', { rayClusterConfig: spec }))[0].at).toBe('spec.rayClusterConfig.headGroupSpec.template.spec.x');
  });
});

describe('training', () => {
  test.each([
    ['JAXJob', 'jaxReplicaSpecs'], ['MPIJob', 'mpiReplicaSpecs'], ['PaddleJob', 'paddleReplicaSpecs'], ['PyTorchJob', 'pytorchReplicaSpecs'], ['TFJob', 'tfReplicaSpecs'],
    ['XGBoostJob', 'xgbReplicaSpecs'],
  ])('a %s', (kind, field) => {
    const training = object('kubeflow.org/v1', kind, 'train', { [field]: { Worker: { replicas: 2, template: pods() }, Master: { template: pods() } } });
    const added = (role: string, index: string) => under('training.kubeflow.org', { 'job-name': '"train"', 'replica-type': `"${role}"`, 'replica-index': index, 'operator-name': ANY, 'job-role': ANY });
    expect(labels(training)).toEqual({ worker: added('worker', '0 to 1'), master: added('master', '0 to 0') });
    expect(shapes(training)).toEqual([
      { role: 'worker', pods: 2, at: `spec.${field}.Worker.template.spec.x`, isOpen: true, hasOpenLabels: kind === 'MPIJob', claims: [] },
      { role: 'master', pods: 1, at: `spec.${field}.Master.template.spec.x`, isOpen: true, hasOpenLabels: kind === 'MPIJob', claims: [] },
    ]);
  });

  test('a Job of Volcano, whose plugins add ports and volumes', () => {
    const volcano = (spec: object) => object('batch.volcano.sh/v1alpha1', 'Job', 'mpi', { tasks: [{ name: 'master', replicas: 2, template: pods() }, { template: pods() }], ...spec });
    const added = (task: string, index: string) => under('volcano.sh', {
      'job-name': '"mpi"', 'job-namespace': '"ml"', 'task-spec': `"${task}"`, 'task-index': index, 'queue-name': ANY, 'partition-id': ANY,
    });
    expect(labels(volcano({}))).toEqual({ master: added('master', '0 to 1'), default1: added('default1', '0 to 0') });
    expect(shapes(volcano({ plugins: {} })).map(({ pods: count, at, isOpen, hasOpenLabels }) => [count, at, isOpen, hasOpenLabels])).toEqual([
      [2, 'spec.tasks[0].template.spec.x', false, false], [1, 'spec.tasks[1].template.spec.x', false, false],
    ]);
    const open = shapes(volcano({ plugins: { svc: [] } })).map(({ isOpen, hasOpenLabels }) => [isOpen, hasOpenLabels]);
    expect(open).toEqual([[true, false], [true, false]]);
  });

  const step = (value: string) => ({ metadata: { labels: { 'trainer.kubeflow.org/trainjob-ancestor-step': value } } });
  const replicated = (name: string, metadata: object = {}) => ({ name, template: { ...metadata, spec: { template: pods() } } });
  const runtime = (mlPolicy: object, kind = 'TrainingRuntime') => object('trainer.kubeflow.org/v1alpha1', kind, 'torch', {
    mlPolicy, template: { spec: { replicatedJobs: [replicated('init', step('dataset-initializer')), replicated('main', step('trainer')), replicated('node')] } },
  });
  const trainJob = (trainer: object, runtimeRef: object = { kind: 'TrainingRuntime', name: 'torch' }) => object('trainer.kubeflow.org/v1alpha1', 'TrainJob', 'tune', { runtimeRef, trainer });

  test.each<[string, object, object, number]>([
    ['its own number of nodes', { numNodes: 4 }, { numNodes: 2 }, 4], ['that of its runtime', {}, { numNodes: 2 }, 2], ['one', {}, {}, 1],
  ])('a TrainJob has %s', (_, trainer, policy, nodes) => {
    const all = [runtime(policy), trainJob(trainer)];
    expect(shapes(...all).map(({ role, pods: count }) => [role, count])).toEqual([['init', 1], ['main', nodes], ['node', nodes]]);
    expect(shapes(...all)[0]).toEqual({ role: 'init', pods: 1, at: 'spec.runtimeRef', isOpen: true, hasOpenLabels: false, claims: [] });
    expect(labels(...all).node).toMatchObject({
      'jobset.sigs.k8s.io/jobset-name': '"tune"', 'batch.kubernetes.io/job-name': 'tune-node-0 to tune-node-0', 'batch.kubernetes.io/job-completion-index': `0 to ${nodes - 1}`,
    });
  });

  test('a TrainJob names a runtime of the cluster unless it says otherwise', () => {
    const cluster = { ...runtime({}, 'ClusterTrainingRuntime'), metadata: { name: 'torch' } };
    expect(shapes(cluster, trainJob({}, { name: 'torch' }))).toHaveLength(3);
    expect(shapes(cluster, trainJob({}, { name: 'torch', kind: 'TrainingRuntime' }))).toEqual([]);
    expect(shapes(runtime({}), trainJob({}, { name: 'torch' }))).toEqual([]);
    expect(shapes(runtime({}), trainJob({}, { name: 'torch', kind: 'TrainingRuntime', apiGroup: 'example.org' }))).toEqual([]);
  });
});

test('an LLMInferenceService adds those of KServe, in each of its roles', () => {
  const service = (spec: object) => object('serving.kserve.io/v1alpha1', 'LLMInferenceService', 'llama', spec);
  const written = { containers: [{ name: 'main' }] };
  const all = service({ replicas: 3, template: written, worker: written, prefill: { template: written, worker: written } });
  const added = {
    ...under('app.kubernetes.io', { 'name': '"llama"', 'part-of': '"llminferenceservice"', 'component': 'llminferenceservice-workload…' }), 'kserve.io/component': '"workload"', 'llm-d.ai/role': ANY,
  };
  expect(labels(all)).toEqual({ 'decode': added, 'decode worker': added, 'prefill': added, 'prefill worker': added });
  expect(shapes(all).map(({ pods: count, at, isOpen }) => [count, at, isOpen])).toEqual([
    [3, 'spec.template.x', true], [undefined, 'spec.worker.x', true], [1, 'spec.prefill.template.x', true], [undefined, 'spec.prefill.worker.x', true],
  ]);
  expect(factsOf(all).get(podSets).map(set => set.containers.map(({ name }) => name))).toEqual([['main'], ['main'], ['main'], ['main']]);
  expect(shapes(service({ worker: written })).map(({ role, pods: count }) => [role, count])).toEqual([['decode', 1], ['decode worker', undefined]]);
  const { allows } = factsOf(all).get(podSets)[0].added['app.kubernetes.io/component'];
  expect(['llminferenceservice-workload', 'llminferenceservice-workload-prefill', 'x-llminferenceservice-workload'].map(allows)).toEqual([true, true, false]);
});

describe('a Sandbox', () => {
  const sandbox = (spec: object = {}, version = 'v1beta1') => object(`agents.x-k8s.io/${version}`, 'Sandbox', 'agent', { podTemplate: pods(), ...spec });
  const CREATED_BY = 'agents.x-k8s.io/created-by';

  test('adds a hash of its name, and who made it where it says so', () => {
    expect(labels(sandbox())).toEqual({ '': { 'agents.x-k8s.io/sandbox-name-hash': ANY } });
    const made = { ...sandbox(), metadata: { name: 'agent', namespace: 'ml', labels: { [CREATED_BY]: 'client' } } };
    expect(labels(made)).toEqual({ '': { 'agents.x-k8s.io/sandbox-name-hash': ANY, [CREATED_BY]: ANY } });
  });

  test.each<[string, object, string, number]>([
    ['one pod', {}, 'v1beta1', 1], ['one pod, said in words', { operatingMode: 'Running' }, 'v1beta1', 1], ['no pod while it is suspended', { operatingMode: 'Suspended' }, 'v1beta1', 0],
    ['one pod by its number', { replicas: 1 }, 'v1alpha1', 1], ['no pod by its number', { replicas: 0 }, 'v1alpha1', 0],
  ])('has %s', (_, spec, version, count) => {
    expect(shapes(sandbox({ volumeClaimTemplates: [{ metadata: { name: 'home' } }], ...spec }, version))).toEqual([
      { role: undefined, pods: count, at: 'spec.podTemplate.spec.x', isOpen: false, hasOpenLabels: false, claims: ['home'] },
    ]);
  });
});
