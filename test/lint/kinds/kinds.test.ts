import { PlainObject } from '../../../src/base/plain';
import { podSetsOf } from '../../../src/lint/facts/carried-pods';
import { PodSet } from '../../../src/lint/facts/pod-set';
import { kindOfType, typesWith, workloadKindOf } from '../../../src/lint/kinds';
import { WorkloadKind } from '../../../src/lint/kinds/kind';
import { factsOf, object, pods } from '../facts/objects';

/* What is known of each kind, by property: a kind that loses one is noticed by no other test. */

const APPS = ['apps/Deployment', 'apps/ReplicaSet', 'apps/StatefulSet'];
const RAY = ['ray.io/RayCluster', 'ray.io/RayJob', 'ray.io/RayService'];
const KUBEFLOW = ['JAXJob', 'MPIJob', 'PaddleJob', 'PyTorchJob', 'TFJob', 'XGBoostJob'].map(kind => `kubeflow.org/${kind}`);
const OTHER_KUBEFLOW = ['kubeflow.org/MXJob', 'kubeflow.org/Notebook'];
const [JOB, CRON_JOB, JOB_SET, TRAIN_JOB] = ['batch/Job', 'batch/CronJob', 'jobset.x-k8s.io/JobSet', 'trainer.kubeflow.org/TrainJob'];
const [LWS, DISAGGREGATED, VOLCANO] = ['leaderworkerset.x-k8s.io/LeaderWorkerSet', 'disaggregatedset.x-k8s.io/DisaggregatedSet', 'batch.volcano.sh/Job'];
const [LLM, INFERENCE, ROLLOUT, SANDBOX] = ['serving.kserve.io/LLMInferenceService', 'serving.kserve.io/InferenceService', 'argoproj.io/Rollout', 'agents.x-k8s.io/Sandbox'];

test.each<[string, (kind: WorkloadKind) => unknown, readonly string[]]>([
  ['are strangers to each other', ({ together }) => together === 'strangers', [
    'apps/Deployment', 'apps/ReplicaSet', 'apps/DaemonSet', 'Pod', 'ReplicationController', ROLLOUT, INFERENCE, SANDBOX,
  ]],
  ['form groups', ({ together }) => together === 'group', [
    'apps/StatefulSet', JOB, CRON_JOB, LWS, DISAGGREGATED, JOB_SET, VOLCANO, ...KUBEFLOW, ...OTHER_KUBEFLOW, ...RAY,
  ]],
  ['are started again when they have finished', ({ alwaysRestarts }) => alwaysRestarts, [
    ...APPS, 'apps/DaemonSet', 'ReplicationController', ROLLOUT,
  ]],
  ['end, or stay where a node is drained', ({ ends }) => ends, [
    'apps/DaemonSet', 'Pod', JOB, CRON_JOB, JOB_SET, VOLCANO, ...KUBEFLOW, ...OTHER_KUBEFLOW, 'ray.io/RayJob', TRAIN_JOB,
  ]],
  ['have a selector that must match', ({ selector }) => selector === 'required', [...APPS, 'apps/DaemonSet']],
  ['have a selector that need not match', ({ selector }) => selector === 'free', ['ReplicationController', ROLLOUT]],
  ['have a deadline of roll-outs', ({ hasProgressDeadline }) => hasProgressDeadline, ['apps/Deployment', ROLLOUT]],
  ['keep from making pods by spec.suspend', ({ suspends }) => suspends, [JOB, JOB_SET, 'ray.io/RayJob']],
  ['are runs', ({ isRun }) => isRun, [JOB, JOB_SET]],
  ['fill in one replica', ({ fillsInReplicas }) => fillsInReplicas, [...APPS, LWS]],
  ['number pods of each group anew', ({ numbersEachGroup }) => numbersEachGroup, [LWS, DISAGGREGATED]],
  ['set no variables but those that are known', ({ hasAllVariables }) => hasAllVariables, [
    ...APPS, 'apps/DaemonSet', 'Pod', 'ReplicationController', JOB, CRON_JOB, LWS, DISAGGREGATED, JOB_SET, SANDBOX,
  ]],
  ['are told how to wait', ({ howToWait }) => howToWait, ['apps/Deployment', 'apps/StatefulSet', 'apps/DaemonSet', LWS]],
  ['replace pods by themselves', ({ pace }) => pace, [
    'apps/Deployment', 'apps/StatefulSet', 'apps/DaemonSet', ROLLOUT, LWS, DISAGGREGATED, 'ray.io/RayCluster', 'ray.io/RayService', LLM,
  ]],
  ['have claims by ordinal', ({ claims }) => claims, ['apps/StatefulSet', LWS]],
  ['make Jobs', ({ jobs }) => jobs, [JOB, CRON_JOB, JOB_SET]],
  ['have numbered pods', ({ numbered }) => numbered, ['apps/StatefulSet', 'Pod', JOB, LWS, JOB_SET, VOLCANO, ...KUBEFLOW, SANDBOX]],
  ['retry by exit code', ({ retriesByCode }) => retriesByCode, KUBEFLOW],
  ['have webhooks that refuse changes', ({ refuses }) => refuses, [LWS, JOB_SET]],
  ['describe pods of others', ({ pods: read, together }) => read !== undefined && together === undefined, [
    TRAIN_JOB, 'trainer.kubeflow.org/TrainingRuntime', 'trainer.kubeflow.org/ClusterTrainingRuntime', LLM, 'serving.kserve.io/ServingRuntime', 'serving.kserve.io/ClusterServingRuntime',
  ]],
])('these %s', (_, has, types) => {
  expect(typesWith(has).sort()).toEqual([...types].sort());
});

test('Kueue looks for the queue in the labels of the object, of a CronJob in those of its Jobs', () => {
  const queues = Object.fromEntries(typesWith(({ queueLabels }) => queueLabels).map(type => [type, kindOfType(type).queueLabels]));

  expect(queues).toEqual({
    ...Object.fromEntries(['apps/StatefulSet', JOB, LWS, JOB_SET, ...KUBEFLOW, 'ray.io/RayCluster', 'ray.io/RayJob', TRAIN_JOB].map(type => [type, 'metadata.labels'])),
    [CRON_JOB]: 'spec.jobTemplate.metadata.labels',
  });
});

test('a scale changes one field, and some kinds have none', () => {
  const scales = Object.fromEntries(typesWith(({ scale }) => scale).map(type => [type, kindOfType(type).scale]));

  expect(scales).toEqual({
    ...Object.fromEntries([...APPS, 'ReplicationController', ROLLOUT, LWS].map(type => [type, 'spec.replicas'])),
    ...Object.fromEntries(['apps/DaemonSet', 'Pod', JOB, CRON_JOB, DISAGGREGATED, JOB_SET, VOLCANO, ...RAY, TRAIN_JOB, LLM].map(type => [type, 'none'])),
    ...Object.fromEntries(['MPIJob', 'TFJob', 'XGBoostJob'].map(kind => [`kubeflow.org/${kind}`, 'none'])),
    'kubeflow.org/JAXJob': 'spec.jaxReplicaSpecs.Worker.replicas',
    'kubeflow.org/PaddleJob': 'spec.paddleReplicaSpecs.Worker.replicas',
    'kubeflow.org/PyTorchJob': 'spec.pytorchReplicaSpecs.Worker.replicas',
    'monitoring.coreos.com/Prometheus': 'spec.shards',
  });
});

test('owners without a scale are named', () => {
  const owners = Object.fromEntries(typesWith(({ unscaledOwner }) => unscaledOwner).map(type => [type, kindOfType(type).unscaledOwner]));

  expect(owners).toEqual({
    'apps/DaemonSet': 'a DaemonSet',
    'Pod': 'nobody',
    [JOB]: 'a Job',
    [CRON_JOB]: 'a Job',
    [JOB_SET]: 'a Job',
    [TRAIN_JOB]: 'a Job',
    [VOLCANO]: 'a Volcano Job',
    'kubeflow.org/MPIJob': 'an MPIJob',
    'kubeflow.org/TFJob': 'a TFJob',
    'kubeflow.org/XGBoostJob': 'an XGBoostJob',
    ...Object.fromEntries(RAY.map(type => [type, 'a RayCluster'])),
  });
});

test('the size of a group stands in one field', () => {
  expect(Object.fromEntries(typesWith(({ sizeField }) => sizeField).map(type => [type, kindOfType(type).sizeField]))).toEqual({
    'apps/StatefulSet': 'spec.replicas', [JOB]: 'spec.parallelism', [CRON_JOB]: 'spec.jobTemplate.spec.parallelism', [LWS]: 'spec.leaderWorkerTemplate.size',
  });
});

describe('pods that are numbered', () => {
  /** By role: parts, first number, count, names of the first two and the field with the domain. */
  const numbers = (...objects: PlainObject[]) => {
    const facts = factsOf(...objects);
    return podSetsOf(facts, facts.objects[0]).map((set: PodSet) => {
      const found = workloadKindOf(set.carrier).numbered?.(set);
      return found && [
        found.parts && `${found.parts.count} x ${found.parts.noun} from ${found.parts.from}`, found.from, found.count,
        found.nameOf(found.from, 1), found.nameOf(found.from + 1, 0), [found.isDrawn && 'drawn', found.isAlone && 'alone', found.domain?.field, found.domain?.value].filter(Boolean).join(' '),
      ];
    });
  };
  const training = (kind: string, field: string, roles: object) => object('kubeflow.org/v1', kind, 'a', { [field]: roles });

  test.each<[string, PlainObject, unknown[]]>([
    ['a StatefulSet', object('apps/v1', 'StatefulSet', 'a', { replicas: 3, ordinals: { start: 5 }, serviceName: 's', template: pods() }), [[undefined, 5, 3, 'a-5', 'a-6', 'serviceName s']]],
    ['a Pod', object('v1', 'Pod', 'a'), [[undefined, 0, 1, 'a', 'a', 'alone']]],
    ['an Indexed Job', object('batch/v1', 'Job', 'a', { completionMode: 'Indexed', completions: 4, template: pods() }), [[undefined, 0, 4, 'a-0', 'a-1', 'drawn subdomain']]],
    ['an Indexed Job of one', object('batch/v1', 'Job', 'a', { completionMode: 'Indexed', template: { spec: { subdomain: 'd', containers: [] } } }), [[undefined, 0, 1, 'a-0', 'a-1', 'drawn subdomain d']]],
    ['another Job', object('batch/v1', 'Job', 'a', { completions: 4, template: pods() }), [undefined]],
    ['a LeaderWorkerSet', object('leaderworkerset.x-k8s.io/v1', 'LeaderWorkerSet', 'a', { replicas: 3, leaderWorkerTemplate: { size: 4, workerTemplate: pods() } }), [
      ['3 x group from 0', 0, 1, 'a-1', 'a-0-1', ''], ['3 x group from 0', 1, 3, 'a-1-1', 'a-0-2', ''],
    ]],
    ['a JobSet', object('jobset.x-k8s.io/v1alpha2', 'JobSet', 'a', {
      replicatedJobs: [
        { name: 'w', replicas: 2, template: { spec: { parallelism: 3, completions: 5, template: pods() } } },
        { name: 'v', template: { spec: { parallelism: 3, template: pods() } } },
        { name: 'u', template: { spec: { completionMode: 'NonIndexed', template: pods() } } },
      ],
    }), [['2 x job from 0', 0, 5, 'a-w-1-0', 'a-w-0-1', 'drawn'], ['1 x job from 0', 0, 3, 'a-v-1-0', 'a-v-0-1', 'drawn'], undefined]],
    ['a Job of Volcano', object('batch.volcano.sh/v1alpha1', 'Job', 'a', { tasks: [{ name: 'w', replicas: 2, template: pods() }, { template: pods() }] }), [
      [undefined, 0, 2, 'a-w-0', 'a-w-1', ''], [undefined, 0, 1, 'a-default1-0', 'a-default1-1', ''],
    ]],
    ['a PyTorchJob', training('PyTorchJob', 'pytorchReplicaSpecs', { Worker: { replicas: 2, template: pods() }, Master: { template: pods() } }), [
      [undefined, 0, 2, 'a-worker-0', 'a-worker-1', ''], [undefined, 0, 1, 'a-master-0', 'a-master-1', ''],
    ]],
    ['an MPIJob', training('MPIJob', 'mpiReplicaSpecs', { Launcher: { template: pods() }, Worker: { replicas: 2, template: pods() } }), [undefined, [undefined, 0, 2, 'a-worker-0', 'a-worker-1', '']]],
    ['a Sandbox', object('agents.x-k8s.io/v1beta1', 'Sandbox', 'a', { podTemplate: pods() }), [[undefined, 0, 1, 'a', 'a', 'alone']]],
    ['a Sandbox that sleeps', object('agents.x-k8s.io/v1beta1', 'Sandbox', 'a', { operatingMode: 'Suspended', podTemplate: pods() }), [[undefined, 0, 0, 'a', 'a', 'alone']]],
  ])('%s', (_, body, expected) => {
    expect(numbers(body)).toEqual(expected);
  });
});

describe('groups', () => {
  const ask = <Answer>(body: PlainObject, question: (kind: WorkloadKind, set: PodSet) => Answer): Answer[] => {
    const facts = factsOf(body);
    return podSetsOf(facts, facts.objects[0]).map(set => question(workloadKindOf(set.carrier), set));
  };
  const spec = (size: number, more: object = {}) => ({ replicas: 3, leaderWorkerTemplate: { size, workerTemplate: pods(), ...more } });
  const lws = (size: number, more: object = {}) => object('leaderworkerset.x-k8s.io/v1', 'LeaderWorkerSet', 'a', spec(size, more));
  const roles = object('disaggregatedset.x-k8s.io/v1', 'DisaggregatedSet', 'a', { roles: [{ name: 'prefill', spec: spec(2) }, { name: 'decode', spec: spec(4) }] });
  const variables = (kind: WorkloadKind, set: PodSet) => Object.fromEntries(kind.variables?.(set) ?? []);

  test('one leader, and the others are workers', () => {
    expect(ask(lws(4), (kind, set) => kind.podsOfGroup?.(set))).toEqual([1, 3]);
    expect(ask(roles, (kind, set) => kind.podsOfGroup?.(set))).toEqual([1, 1, 1, 3]);
    expect(ask(roles, (kind, set) => kind.crew?.(set))).toEqual(['0', '0', '1', '1']);
  });

  test('pods are told their group, and their place where it is known', () => {
    const told = (size: number, index: string) => ({ LWS_LEADER_ADDRESS: '\0', LWS_GROUP_SIZE: String(size), LWS_WORKER_INDEX: index });

    expect(ask(lws(4), variables)).toEqual([told(4, '\0'), told(4, '\0')]);
    expect(ask(lws(4, { leaderTemplate: pods() }), variables)).toEqual([told(4, '0'), told(4, '\0')]);
    expect(ask(lws(1), variables)).toEqual([told(1, '0')]);
    expect(ask(roles, variables)).toEqual([told(2, '\0'), told(2, '\0'), told(4, '\0'), told(4, '\0')]);
  });

  test('pods of Jobs are told their index', () => {
    const job = { spec: { template: pods() } };
    const all = [
      object('batch/v1', 'Job', 'a', { template: pods() }), object('batch/v1', 'CronJob', 'a', { jobTemplate: job }),
      object('jobset.x-k8s.io/v1alpha2', 'JobSet', 'a', { replicatedJobs: [{ name: 'w', template: job }] }), object('apps/v1', 'StatefulSet', 'a', { template: pods() }),
    ];

    expect(all.map(each => ask(each, variables)[0])).toEqual([{ JOB_COMPLETION_INDEX: '\0' }, { JOB_COMPLETION_INDEX: '\0' }, { JOB_COMPLETION_INDEX: '\0' }, {}]);
  });

  test('exit codes from 128 on are retried where the role says so', () => {
    const body = object('kubeflow.org/v1', 'TFJob', 'a', { tfReplicaSpecs: { PS: { restartPolicy: 'OnFailure', template: pods() }, Worker: { restartPolicy: 'ExitCode', template: pods() } } });

    expect(ask(body, (kind, set) => kind.retriesByCode?.(set))).toEqual([undefined, { field: 'spec.tfReplicaSpecs.Worker.restartPolicy', policy: 'ExitCode', least: 128 }]);
  });

  test('a Job inside an object has a place', () => {
    const jobs = (body: PlainObject) => {
      const [found] = factsOf(body).objects;
      return workloadKindOf(found).jobs!(found).map(({ field, isIndexed, isEndedByOthers }) => [field, isIndexed, isEndedByOthers]);
    };
    const replicatedJobs = [{ name: 'a', template: { spec: {} } }, { name: 'b', template: { spec: { completionMode: 'NonIndexed' } } }];

    expect(jobs(object('batch/v1', 'Job', 'a', { completionMode: 'Indexed' }))).toEqual([['spec', true, false]]);
    expect(jobs(object('batch/v1', 'CronJob', 'a', { jobTemplate: { spec: {} } }))).toEqual([['spec.jobTemplate.spec', false, false]]);
    expect(jobs(object('jobset.x-k8s.io/v1alpha2', 'JobSet', 'a', { replicatedJobs }))).toEqual([
      ['spec.replicatedJobs[0].template.spec', true, false], ['spec.replicatedJobs[1].template.spec', false, false],
    ]);
    expect(jobs(object('jobset.x-k8s.io/v1alpha2', 'JobSet', 'a', { successPolicy: { operator: 'Any' }, replicatedJobs }))[1]).toEqual(['spec.replicatedJobs[1].template.spec', false, true]);
  });

  test('workers of Ray move between numbers of pods, each replica with all of its hosts', () => {
    const group = (more: object) => ({ groupName: 'gpu', numOfHosts: 4, template: pods(), ...more });
    const workerGroupSpecs = [group({ minReplicas: 1, maxReplicas: 3 }), group({})];
    const cluster = (enableInTreeAutoscaling: boolean) => object('ray.io/v1', 'RayCluster', 'a', { enableInTreeAutoscaling, headGroupSpec: { template: pods() }, workerGroupSpecs });

    expect(ask(cluster(true), (_, set) => set.between)).toEqual([undefined, { least: 4, most: 12 }, { least: 0 }]);
    expect(ask(cluster(false), (_, set) => set.between)).toEqual([undefined, undefined, undefined]);
  });
});
