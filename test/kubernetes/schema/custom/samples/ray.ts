import { podTemplate } from './pods';
import { PlainObject } from '../../../../../src/base/plain';

const metadata = { name: 'sample', namespace: 'default' };

const clusterSpec: PlainObject = {
  rayVersion: '2.46.0',
  enableInTreeAutoscaling: true,
  autoscalerOptions: { idleTimeoutSeconds: 60, upscalingMode: 'Default', imagePullPolicy: 'Always', resources: { limits: { cpu: '500m' } }, env: [{ name: 'A', value: 'b' }] },
  headGroupSpec: { rayStartParams: { 'dashboard-host': '0.0.0.0' }, serviceType: 'ClusterIP', enableIngress: false, template: podTemplate() },
  workerGroupSpecs: [{ groupName: 'gpu', replicas: 1, minReplicas: 0, maxReplicas: 4, numOfHosts: 1, rayStartParams: { 'num-gpus': '8' }, template: podTemplate() }],
};

const jobSpec: PlainObject = {
  entrypoint: 'python train.py',
  runtimeEnvYAML: 'pip: []\n',
  shutdownAfterJobFinishes: true,
  ttlSecondsAfterFinished: 60,
  submissionMode: 'K8sJobMode',
  backoffLimit: 1,
  metadata: { team: 'a' },
  entrypointNumCpus: 1.5,
  rayClusterSpec: clusterSpec,
};

const serviceSpec: PlainObject = {
  serveConfigV2: 'applications: []\n',
  serviceUnhealthySecondThreshold: 300,
  rayClusterConfig: clusterSpec,
  serveService: { metadata: { name: 'serve', labels: { a: 'b' } }, spec: { ports: [{ name: 'http', port: 8000, targetPort: 8000, protocol: 'TCP' }], type: 'ClusterIP' } },
};

const of = (version: string, kind: string, spec: PlainObject): PlainObject => ({ apiVersion: `ray.io/${version}`, kind, metadata, spec });

export const RAY: readonly PlainObject[] = [
  of('v1', 'RayCluster', clusterSpec),
  of('v1alpha1', 'RayCluster', { headGroupSpec: { rayStartParams: {}, template: podTemplate() }, autoscalerOptions: { idleTimeoutSeconds: 60 } }),
  of('v1', 'RayJob', jobSpec),
  of('v1', 'RayService', { ...serviceSpec, upgradeStrategy: { type: 'NewCluster' } }),
  of('v1', 'RayCronJob', { schedule: '0 * * * *', suspend: false, jobTemplate: jobSpec }),
];
