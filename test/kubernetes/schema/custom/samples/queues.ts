import { podTemplate } from './pods';
import { PlainObject } from '../../../../../src/base/plain';

const metadata = { name: 'sample', namespace: 'default', labels: { team: 'a' } };
const global = { name: 'sample', labels: { team: 'a' } };

const kueue = (kind: string, names: PlainObject, spec: PlainObject, version = 'v1beta2'): PlainObject =>
  ({ apiVersion: `kueue.x-k8s.io/${version}`, kind, metadata: names, spec });

const resourceGroups = [{
  coveredResources: ['cpu', 'nvidia.com/gpu'],
  flavors: [{
    name: 'h100',
    resources: [
      { name: 'cpu', nominalQuota: 512, borrowingLimit: '64', lendingLimit: '64' },
      { name: 'nvidia.com/gpu', nominalQuota: 64 },
    ],
  }],
}];

const flavor: PlainObject = {
  nodeLabels: { 'cloud.example/gpu': 'h100' },
  nodeTaints: [{ key: 'nvidia.com/gpu', value: 'true', effect: 'NoSchedule' }],
  tolerations: [{ key: 'spot', operator: 'Exists', effect: 'NoSchedule' }],
  topologyName: 'racks',
};

const levels = { levels: [{ nodeLabel: 'cloud.example/block' }, { nodeLabel: 'cloud.example/rack' }, { nodeLabel: 'kubernetes.io/hostname' }] };

const clusterQueue: PlainObject = {
  namespaceSelector: { matchLabels: { team: 'a' }, matchExpressions: [{ key: 'tier', operator: 'In', values: ['gpu'] }] },
  queueingStrategy: 'BestEffortFIFO',
  resourceGroups,
  flavorFungibility: { whenCanBorrow: 'TryNextFlavor', whenCanPreempt: 'TryNextFlavor' },
  preemption: { reclaimWithinCohort: 'LowerPriority', withinClusterQueue: 'LowerPriority', borrowWithinCohort: { policy: 'LowerPriority', maxPriorityThreshold: 100 } },
  fairSharing: { weight: '1' },
  stopPolicy: 'None',
};

const KUEUE: readonly PlainObject[] = [
  kueue('ClusterQueue', global, { ...clusterQueue, cohortName: 'gpus', admissionChecksStrategy: { admissionChecks: [{ name: 'capacity', onFlavors: ['h100'] }] } }),
  kueue('ClusterQueue', global, { ...clusterQueue, cohort: 'gpus', admissionChecks: ['capacity'] }, 'v1beta1'),
  kueue('LocalQueue', metadata, { clusterQueue: 'gpus', stopPolicy: 'None', fairSharing: { weight: '2' } }),
  kueue('LocalQueue', metadata, { clusterQueue: 'gpus' }, 'v1beta1'),
  kueue('Cohort', global, { parentName: 'all', resourceGroups, fairSharing: { weight: 1 } }),
  kueue('ResourceFlavor', global, flavor),
  kueue('ResourceFlavor', global, flavor, 'v1beta1'),
  kueue('Topology', global, levels),
  kueue('AdmissionCheck', global, { controllerName: 'kueue.x-k8s.io/provisioning-request', parameters: { apiGroup: 'kueue.x-k8s.io', kind: 'ProvisioningRequestConfig', name: 'gpus' } }),
  { apiVersion: 'kueue.x-k8s.io/v1beta2', kind: 'WorkloadPriorityClass', metadata: global, value: 1000, description: 'training' },
  kueue('Workload', metadata, {
    active: true,
    queueName: 'training',
    podSets: [{ name: 'main', count: 4, minCount: 2, template: podTemplate('Never'), topologyRequest: { required: 'cloud.example/rack' } }],
    priority: 1000,
    priorityClassRef: { group: 'kueue.x-k8s.io', kind: 'WorkloadPriorityClass', name: 'training' },
    maximumExecutionTimeSeconds: 3600,
  }),
];

/** Queues, and gangs of the coscheduling plugin. */
export const QUEUES: readonly PlainObject[] = [
  ...KUEUE,
  { apiVersion: 'scheduling.x-k8s.io/v1alpha1', kind: 'PodGroup', metadata, spec: { minMember: 4, minResources: { 'cpu': '4', 'nvidia.com/gpu': 4 }, scheduleTimeoutSeconds: 60 } },
];
