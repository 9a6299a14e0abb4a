import { Manifest } from '../harness/manifest';

const LABELS = { app: 'a' };
const CONTAINER = { name: 'a', image: 'a:1' };

function pod(restartPolicy?: string) {
  return { metadata: { labels: LABELS }, spec: { containers: [CONTAINER], ...(restartPolicy && { restartPolicy }) } };
}

/** An object of a name that every kind takes. */
export function object(apiVersion: string, kind: string, content: object): Manifest {
  return { apiVersion, kind, metadata: { name: 'a' }, ...content };
}

const selected = { selector: { matchLabels: LABELS }, template: pod() };
const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const devices = { devices: { requests: [{ name: 'a', exactly: { deviceClassName: 'a' } }] } };

/** A valid object of each kind that the library writes or its checks read. What a probe adds must be all that is new. */
export const KINDS: readonly Manifest[] = [
  object('apps/v1', 'DaemonSet', { spec: selected }),
  object('apps/v1', 'Deployment', { spec: selected }),
  object('apps/v1', 'ReplicaSet', { spec: selected }),
  object('apps/v1', 'StatefulSet', { spec: { serviceName: 'a', ...selected } }),
  object('autoscaling/v2', 'HorizontalPodAutoscaler', { spec: { maxReplicas: 9, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' } } }),
  object('batch/v1', 'CronJob', { spec: { schedule: '* * * * *', jobTemplate: { spec: { template: pod('Never') } } } }),
  object('batch/v1', 'Job', { spec: { template: pod('Never') } }),
  object('discovery.k8s.io/v1', 'EndpointSlice', { addressType: 'IPv4', endpoints: [{ addresses: ['10.1.2.3'] }] }),
  object('networking.k8s.io/v1', 'Ingress', { spec: { defaultBackend: { service: { name: 'a', port: { number: 80 } } } } }),
  object('networking.k8s.io/v1', 'NetworkPolicy', { spec: { podSelector: {} } }),
  object('node.k8s.io/v1', 'RuntimeClass', { handler: 'a' }),
  object('policy/v1', 'PodDisruptionBudget', { spec: { selector: { matchLabels: LABELS } } }),
  object('resource.k8s.io/v1', 'DeviceClass', { spec: {} }),
  object('resource.k8s.io/v1', 'ResourceClaim', { spec: devices }),
  object('resource.k8s.io/v1', 'ResourceClaimTemplate', { spec: { spec: devices } }),
  object('scheduling.k8s.io/v1', 'PriorityClass', { value: 7 }),
  object('storage.k8s.io/v1', 'StorageClass', { provisioner: 'a' }),
  object('v1', 'ConfigMap', {}),
  object('v1', 'PersistentVolume', { spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, nfs: { server: 'a', path: '/a' } } }),
  object('v1', 'PersistentVolumeClaim', { spec: claim }),
  object('v1', 'Pod', { ...pod(), metadata: { name: 'a', labels: LABELS } }),
  object('v1', 'Secret', {}),
  object('v1', 'Service', { spec: { selector: LABELS, ports: [{ port: 80 }] } }),
  object('v1', 'ServiceAccount', {}),
];

/** Probed as one: refused as a whole. */
export const WHOLE: readonly string[] = ['ephemeralContainers'];

/** Not probed: what names the type of the object, and what is written by servers and through subresources only. */
export const SKIPPED: readonly string[] = ['apiVersion', 'kind', 'managedFields', 'status'];
