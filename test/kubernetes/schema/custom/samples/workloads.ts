import { podSpec, podTemplate } from './pods';
import { PlainObject } from '../../../../../src/base/plain';

const metadata = { name: 'sample', namespace: 'default', labels: { app: 'llm' }, annotations: { 'example.org/note': 'x' } };

const leaderWorkerSpec: PlainObject = {
  replicas: 2,
  startupPolicy: 'LeaderCreated',
  networkConfig: { subdomainPolicy: 'Shared' },
  rolloutStrategy: { type: 'RollingUpdate', rollingUpdateConfiguration: { maxUnavailable: 1, maxSurge: '50%', partition: 0 } },
  leaderWorkerTemplate: {
    size: 2,
    restartPolicy: 'RecreateGroupOnPodRestart',
    leaderTemplate: podTemplate(),
    workerTemplate: podTemplate(),
    subGroupPolicy: { subGroupSize: 2, subGroupPolicyType: 'LeaderWorker' },
  },
};

const groupClaims: PlainObject = {
  volumeClaimTemplates: [{ metadata: { name: 'cache' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '10Gi' } }, storageClassName: 'fast' } }],
};

const LEADER_WORKER_SET: PlainObject = {
  apiVersion: 'leaderworkerset.x-k8s.io/v1',
  kind: 'LeaderWorkerSet',
  metadata,
  spec: { ...leaderWorkerSpec, leaderWorkerTemplate: { ...leaderWorkerSpec.leaderWorkerTemplate as PlainObject, ...groupClaims } },
};

const DISAGGREGATED_SET: PlainObject = {
  apiVersion: 'disaggregatedset.x-k8s.io/v1',
  kind: 'DisaggregatedSet',
  metadata,
  spec: {
    roles: [
      { name: 'prefill', metadata: { labels: { role: 'prefill' } }, spec: leaderWorkerSpec },
      { name: 'decode', spec: { replicas: 1, leaderWorkerTemplate: { size: 1, workerTemplate: podTemplate() } } },
    ],
  },
};

const JOB_SET: PlainObject = {
  apiVersion: 'jobset.x-k8s.io/v1alpha2',
  kind: 'JobSet',
  metadata,
  spec: {
    replicatedJobs: [{
      name: 'workers',
      replicas: 2,
      groupName: 'default',
      template: {
        metadata: { labels: { role: 'worker' } },
        spec: {
          parallelism: 2,
          completions: 2,
          backoffLimit: 0,
          completionMode: 'Indexed',
          podFailurePolicy: { rules: [{ action: 'FailJob', onExitCodes: { containerName: 'main', operator: 'In', values: [1] } }] },
          template: podTemplate('Never'),
        },
      },
    }, {
      name: 'driver',
      template: { spec: { template: podTemplate('OnFailure') } },
      dependsOn: [{ name: 'workers', status: 'Ready' }],
    }],
    network: { enableDNSHostnames: true, subdomain: 'jobs', publishNotReadyAddresses: true },
    successPolicy: { operator: 'All', targetReplicatedJobs: ['driver'] },
    failurePolicy: { maxRestarts: 3, rules: [{ name: 'host', action: 'FailJobSet', onJobFailureReasons: ['PodFailurePolicy'], targetReplicatedJobs: ['workers'] }] },
    suspend: false,
    coordinator: { replicatedJob: 'driver', jobIndex: 0, podIndex: 0 },
    ttlSecondsAfterFinished: 600,
  },
};

const VOLCANO_JOB: PlainObject = {
  apiVersion: 'batch.volcano.sh/v1alpha1',
  kind: 'Job',
  metadata,
  spec: {
    minAvailable: 3,
    schedulerName: 'volcano',
    queue: 'default',
    maxRetry: 3,
    plugins: { ssh: [], svc: ['--disable-network-policy=true'] },
    policies: [{ event: 'PodEvicted', action: 'RestartJob', timeout: '10m' }],
    tasks: [{ name: 'worker', replicas: 3, minAvailable: 2, template: podTemplate('Never'), policies: [{ event: 'TaskCompleted', action: 'CompleteJob' }] }],
    volumes: [{ mountPath: '/data', volumeClaimName: 'data' }],
    ttlSecondsAfterFinished: 60,
    networkTopology: { mode: 'hard', highestTierAllowed: 1 },
  },
};

const POD_GROUP: PlainObject = {
  apiVersion: 'scheduling.volcano.sh/v1beta1',
  kind: 'PodGroup',
  metadata,
  spec: { minMember: 3, queue: 'default', priorityClassName: 'high', minResources: { cpu: '3', memory: '3Gi' }, minTaskMember: { worker: 2 } },
};

const QUEUE: PlainObject = {
  apiVersion: 'scheduling.volcano.sh/v1beta1',
  kind: 'Queue',
  metadata: { name: 'sample' },
  spec: {
    weight: 1,
    capability: { cpu: '10', memory: 10 },
    reclaimable: true,
    deserved: { cpu: 2 },
    guarantee: { resource: { cpu: '1' } },
    affinity: { nodeGroupAffinity: { requiredDuringSchedulingIgnoredDuringExecution: ['a', 'b'] } },
  },
};

const trainingRuntimeSpec: PlainObject = {
  mlPolicy: { numNodes: 2, torch: {} },
  podGroupPolicy: { coscheduling: { scheduleTimeoutSeconds: 60 } },
  template: {
    metadata: { labels: { a: 'b' } },
    spec: { replicatedJobs: [{ name: 'node', replicas: 1, template: { spec: { template: { metadata: { labels: { a: 'b' } }, spec: podSpec('Never') } } } }] },
  },
};

const TRAINING_RUNTIMES: readonly PlainObject[] = [
  { apiVersion: 'trainer.kubeflow.org/v1alpha1', kind: 'TrainingRuntime', metadata, spec: trainingRuntimeSpec },
  { apiVersion: 'trainer.kubeflow.org/v1alpha1', kind: 'ClusterTrainingRuntime', metadata: { name: 'sample' }, spec: trainingRuntimeSpec },
];

const TRAIN_JOB: PlainObject = {
  apiVersion: 'trainer.kubeflow.org/v1alpha1',
  kind: 'TrainJob',
  metadata,
  spec: {
    runtimeRef: { name: 'torch', kind: 'ClusterTrainingRuntime', apiGroup: 'trainer.kubeflow.org' },
    suspend: false,
    initializer: { model: { storageUri: 'hf://meta/llama', env: [{ name: 'A', value: 'b' }], secretRef: { name: 'hf' } } },
    trainer: {
      image: 'registry.example/train:1',
      command: ['torchrun'],
      args: ['train.py'],
      numNodes: 2,
      numProcPerNode: 8,
      env: [{ name: 'LR', value: '0.1' }],
      resourcesPerNode: { limits: { 'nvidia.com/gpu': 8 } },
    },
    managedBy: 'trainer.kubeflow.org/trainjob-controller',
  },
};

export const WORKLOADS: readonly PlainObject[] = [
  LEADER_WORKER_SET, DISAGGREGATED_SET, JOB_SET, VOLCANO_JOB, POD_GROUP, QUEUE, ...TRAINING_RUNTIMES, TRAIN_JOB,
];
