import { ADMISSION_SAMPLES } from './admission';
import { CERTIFICATE_SAMPLES } from './certificates';
import { CLUSTER_SAMPLES } from './cluster';
import { CONTROL_PLANE_SAMPLES } from './control-plane';
import { DEFINITION_SAMPLES } from './definitions';
import { FLOW_CONTROL_SAMPLES } from './flow-control';
import { MORE_SAMPLES } from './more-kinds';
import { STORAGE_SAMPLES } from './storage';

/*
 * Manifests that every server of 1.36 accepts, with each field of a kind in at least one of them. Pods are small here: they have a test
 * of their own.
 */
const pod = (restartPolicy?: string) => ({
  metadata: { labels: { app: 'llm', tier: 'x' }, annotations: { 'example.com/note': 'x' } },
  spec: { containers: [{ name: 'main', image: 'x' }], ...(restartPolicy !== undefined && { restartPolicy }) },
});
const selector = { matchLabels: { app: 'llm' }, matchExpressions: [{ key: 'tier', operator: 'In', values: ['x', 'y'] }, { key: 'app', operator: 'Exists' }] };
const metadata = { name: 'sample', namespace: 'default', labels: { app: 'llm' }, annotations: { 'example.com/note': 'x' }, finalizers: ['example.com/hold'] };
const clusterWide = { name: 'sample', labels: { app: 'llm' } };
const claimSpec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName: 'fast', volumeMode: 'Filesystem' };
const failurePolicy = {
  rules: [
    { action: 'FailJob', onExitCodes: { containerName: 'main', operator: 'In', values: [1, 42] } },
    { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
    { action: 'Count', onExitCodes: { operator: 'NotIn', values: [0, 3] } },
  ],
};
const job = { parallelism: 2, completions: 4, backoffLimit: 3, activeDeadlineSeconds: 600, ttlSecondsAfterFinished: 60, suspend: false, template: pod('Never') };
const indexedJob = {
  ...job,
  completionMode: 'Indexed',
  backoffLimitPerIndex: 1,
  maxFailedIndexes: 2,
  podReplacementPolicy: 'Failed',
  podFailurePolicy: { rules: [...failurePolicy.rules, { action: 'FailIndex', onExitCodes: { operator: 'In', values: [7] } }] },
  successPolicy: { rules: [{ succeededIndexes: '0,2-3', succeededCount: 2 }, { succeededCount: 1 }, { succeededIndexes: '1' }] },
};
const ports = [
  { name: 'http', port: 80, targetPort: 'web', protocol: 'TCP', appProtocol: 'kubernetes.io/h2c' }, { name: 'dns', port: 53, targetPort: 5353, protocol: 'UDP' },
];

type Sample = Readonly<Record<string, any>>;

const workloads: Readonly<Record<string, readonly Sample[]>> = {
  'apps/v1 Deployment': [
    {
      metadata,
      spec: {
        replicas: 2,
        selector,
        template: pod(),
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: '25%' } },
        minReadySeconds: 5,
        revisionHistoryLimit: 3,
        progressDeadlineSeconds: 700,
        paused: false,
      },
    },
    { metadata: { generateName: 'sample-' }, spec: { selector: { matchLabels: { app: 'llm' } }, template: pod('Always'), strategy: { type: 'Recreate' } } },
  ],
  'apps/v1 ReplicaSet': [{ metadata, spec: { replicas: 1, minReadySeconds: 1, selector, template: pod('Always') } }],
  'apps/v1 DaemonSet': [
    {
      metadata,
      spec: { selector, template: pod(), updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '10%', maxSurge: 0 } }, minReadySeconds: 5, revisionHistoryLimit: 3 },
    },
    { metadata: { name: 'sample' }, spec: { selector: { matchLabels: { app: 'llm' } }, template: pod('Always'), updateStrategy: { type: 'OnDelete' } } },
    { metadata: { name: 'sample' }, spec: { selector: { matchLabels: { app: 'llm' } }, template: pod(), updateStrategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } } } },
  ],
  'apps/v1 StatefulSet': [
    {
      metadata,
      spec: {
        replicas: 2,
        selector,
        template: pod(),
        serviceName: 'peers',
        podManagementPolicy: 'Parallel',
        minReadySeconds: 3,
        revisionHistoryLimit: 3,
        updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 1, maxUnavailable: 1 } },
        ordinals: { start: 3 },
        persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Delete' },
        volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claimSpec }],
      },
    },
    { metadata: { name: 'sample' }, spec: { serviceName: 'peers', selector: { matchLabels: { app: 'llm' } }, template: pod('Always'), updateStrategy: { type: 'OnDelete' } } },
  ],
  'batch/v1 Job': [
    { metadata, spec: indexedJob },
    { metadata: { name: 'sample' }, spec: { ...job, podFailurePolicy: failurePolicy, managedBy: 'example.com/mine' } },
    { metadata: { generateName: 'sample-' }, spec: { template: pod('OnFailure'), podReplacementPolicy: 'TerminatingOrFailed' } },
    { metadata: { name: 'sample' }, spec: { ...job, manualSelector: true, selector } },
  ],
  'batch/v1 CronJob': [
    {
      metadata,
      spec: {
        schedule: '*/5 1-3 1,15 jan-mar mon',
        timeZone: 'Europe/Berlin',
        concurrencyPolicy: 'Forbid',
        startingDeadlineSeconds: 30,
        suspend: false,
        successfulJobsHistoryLimit: 2,
        failedJobsHistoryLimit: 1,
        jobTemplate: { metadata: { labels: { app: 'llm' } }, spec: indexedJob },
      },
    },
    { metadata: { name: 'sample' }, spec: { schedule: '@every 1h30m', jobTemplate: { spec: { template: pod('OnFailure') } } } },
    { metadata: { name: 'sample' }, spec: { schedule: '@hourly', jobTemplate: { spec: { ...job, podFailurePolicy: failurePolicy } } } },
  ],
};

const rest: Readonly<Record<string, readonly Sample[]>> = {
  'v1 Service': [
    { metadata, spec: { selector: { app: 'llm' }, ports, sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 60 } }, internalTrafficPolicy: 'Local' } },
    { metadata: { name: 'sample' }, spec: { clusterIP: 'None', clusterIPs: ['None'], selector: { app: 'llm' }, publishNotReadyAddresses: true, ports: [{ port: 80 }], trafficDistribution: 'PreferClose' } },
    { metadata: { name: 'sample' }, spec: { type: 'ExternalName', externalName: 'db.example.com' } },
    {
      metadata: { name: 'sample', annotations: { 'service.kubernetes.io/topology-mode': 'Auto' } },
      spec: {
        type: 'LoadBalancer',
        ports: [{ ...ports[0], nodePort: 30_080 }, { ...ports[1], nodePort: 30_053 }],
        selector: { app: 'llm' },
        allocateLoadBalancerNodePorts: false,
        loadBalancerClass: 'example.com/lb',
        loadBalancerSourceRanges: ['10.0.0.0/8', '192.168.0.0/16'],
        externalTrafficPolicy: 'Local',
        healthCheckNodePort: 30_900,
      },
    },
    { metadata: { name: 'sample' }, spec: { type: 'NodePort', ports: [{ ...ports[0], nodePort: 30_080 }], selector: { app: 'llm' }, externalTrafficPolicy: 'Cluster', externalIPs: ['1.2.3.4'] } },
    { metadata: { name: 'sample' }, spec: { clusterIP: '10.96.7.7', clusterIPs: ['10.96.7.7'], ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack', ports: [{ port: 80 }], externalIPs: ['1.2.3.4'] } },
  ],
  'v1 PersistentVolumeClaim': [
    { metadata, spec: { ...claimSpec, selector, volumeName: 'pv', volumeAttributesClassName: 'gold' } },
    { metadata: { name: 'sample' }, spec: { ...claimSpec, accessModes: ['ReadWriteMany', 'ReadOnlyMany'], dataSource: { kind: 'PersistentVolumeClaim', name: 'other' } } },
    { metadata: { name: 'sample' }, spec: { ...claimSpec, accessModes: ['ReadWriteOncePod'], dataSourceRef: { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 'other' } } },
  ],
  'policy/v1 PodDisruptionBudget': [
    { metadata, spec: { minAvailable: 1, selector, unhealthyPodEvictionPolicy: 'AlwaysAllow' } }, { metadata: { name: 'sample' }, spec: { maxUnavailable: '50%', selector: {} } },
  ],
  'autoscaling/v2 HorizontalPodAutoscaler': [
    {
      metadata,
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'llm' },
        minReplicas: 2,
        maxReplicas: 5,
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
          { type: 'ContainerResource', containerResource: { name: 'memory', container: 'main', target: { type: 'AverageValue', averageValue: '1Gi' } } },
          { type: 'Pods', pods: { metric: { name: 'queue', selector: { matchLabels: { app: 'llm' } } }, target: { type: 'AverageValue', averageValue: '10' } } },
          { type: 'Object', object: { describedObject: { apiVersion: 'v1', kind: 'Service', name: 'llm' }, metric: { name: 'hits' }, target: { type: 'Value', value: '100' } } },
          { type: 'External', external: { metric: { name: 'depth' }, target: { type: 'AverageValue', averageValue: '30' } } },
        ],
        behavior: {
          scaleUp: { stabilizationWindowSeconds: 0, selectPolicy: 'Max', policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }, { type: 'Pods', value: 4, periodSeconds: 15 }] },
          scaleDown: { stabilizationWindowSeconds: 300, selectPolicy: 'Min', policies: [{ type: 'Percent', value: 10, periodSeconds: 60 }] },
        },
      },
    },
    { metadata: { name: 'sample' }, spec: { scaleTargetRef: { kind: 'ReplicationController', name: 'llm', apiVersion: 'v1' }, maxReplicas: 5, behavior: { scaleUp: { tolerance: '0.1' } } } },
  ],
  'autoscaling/v1 HorizontalPodAutoscaler': [
    { metadata, spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'llm' }, minReplicas: 2, maxReplicas: 5, targetCPUUtilizationPercentage: 70 } },
  ],
  'v1 ConfigMap': [{ metadata, data: { 'a.yaml': 'x', 'B_c': 'y' }, binaryData: { raw: 'AAEC' }, immutable: true }],
  'v1 Secret': [
    { metadata, type: 'Opaque', data: { token: 'eA==' }, stringData: { other: 'x' }, immutable: false },
    { metadata: { name: 'sample' }, type: 'kubernetes.io/tls', data: { 'tls.crt': 'eA==', 'tls.key': 'eA==' } },
    { metadata: { name: 'sample' }, type: 'kubernetes.io/basic-auth', stringData: { username: 'x', password: 'y' } },
    { metadata: { name: 'sample' }, type: 'kubernetes.io/ssh-auth', stringData: { 'ssh-privatekey': 'x' } },
    { metadata: { name: 'sample' }, type: 'kubernetes.io/dockerconfigjson', stringData: { '.dockerconfigjson': '{"auths":{}}' } },
    { metadata: { name: 'sample' }, type: 'kubernetes.io/dockercfg', stringData: { '.dockercfg': '{}' } },
    { metadata: { name: 'sample', annotations: { 'kubernetes.io/service-account.name': 'default' } }, type: 'kubernetes.io/service-account-token' },
  ],
  'scheduling.k8s.io/v1 PriorityClass': [{ metadata: clusterWide, value: 1000, globalDefault: false, preemptionPolicy: 'Never', description: 'x' }],
  'v1 ServiceAccount': [{ metadata, automountServiceAccountToken: false, imagePullSecrets: [{ name: 'pull' }] }],
};

const request = {
  deviceClassName: 'gpu.nvidia.com',
  allocationMode: 'ExactCount',
  count: 2,
  selectors: [{ cel: { expression: 'device.driver == "gpu.nvidia.com"' } }],
  tolerations: [{ key: 'example.com/t', operator: 'Equal', value: 'v', effect: 'NoSchedule' }, { operator: 'Exists', effect: 'NoExecute' }],
};
const devices = {
  requests: [
    { name: 'gpu', exactly: request }, { name: 'any', firstAvailable: [{ ...request, name: 'big' }, { name: 'small', deviceClassName: 'mig.nvidia.com', allocationMode: 'All' }] },
  ],
  constraints: [{ requests: ['gpu', 'any/big'], matchAttribute: 'gpu.nvidia.com/productName' }],
  config: [{ requests: ['gpu'], opaque: { driver: 'gpu.nvidia.com', parameters: { apiVersion: 'x/v1', kind: 'Y' } } }],
};

/** Served from 1.34 on. */
const deviceKinds: Readonly<Record<string, readonly Sample[]>> = {
  'resource.k8s.io/v1 ResourceClaim': [{ metadata, spec: { devices } }],
  'resource.k8s.io/v1 ResourceClaimTemplate': [{ metadata, spec: { metadata: { labels: { app: 'llm' }, annotations: { 'example.com/note': 'x' } }, spec: { devices } } }],
  'resource.k8s.io/v1 DeviceClass': [
    {
      metadata: clusterWide,
      spec: { selectors: [{ cel: { expression: 'device.driver == "gpu.nvidia.com"' } }], config: [{ opaque: { driver: 'gpu.nvidia.com', parameters: {} } }], extendedResourceName: 'nvidia.com/gpu' },
    },
  ],
};

const all = {
  ...workloads,
  ...rest,
  ...deviceKinds,
  ...MORE_SAMPLES,
  ...ADMISSION_SAMPLES,
  ...CONTROL_PLANE_SAMPLES,
  ...CLUSTER_SAMPLES,
  ...DEFINITION_SAMPLES,
  ...FLOW_CONTROL_SAMPLES,
  ...CERTIFICATE_SAMPLES,
  ...STORAGE_SAMPLES,
};

export const SAMPLES: ReadonlyMap<string, readonly any[]> = new Map(Object.entries(all)
  .map(([type, bodies]) => [type, bodies.map(body => ({ apiVersion: type.split(' ')[0], kind: type.split(' ')[1], ...JSON.parse(JSON.stringify(body)) }))]));

/** Words that some field of some kind knows, so that a right word comes to a wrong place. */
export const CHOICES = ['Always', 'Never', 'OnFailure', 'RollingUpdate', 'Recreate', 'OnDelete', 'Parallel', 'OrderedReady', 'Retain', 'Delete', 'Indexed', 'NonIndexed', 'Failed',
  'TerminatingOrFailed', 'In', 'NotIn', 'Exists', 'DoesNotExist', 'Cluster', 'Local', 'ClientIP', 'None', 'NodePort', 'LoadBalancer', 'ExternalName', 'ClusterIP', 'TCP', 'SCTP', 'PreferClose',
  'PreferSameNode', 'ReadWriteOncePod', 'ReadWriteMany', 'Block', 'AlwaysAllow', 'Resource', 'Object', 'External', 'Pods', 'Percent', 'Utilization', 'Value', 'AverageValue', 'Max', 'Disabled',
  'All', 'Equal', 'NoExecute', 'FailIndex', 'Ignore', 'Count', 'Allow', 'Replace', 'Nonsense'];
