import { podTemplate } from './pods';
import { PlainObject } from '../../../../../src/base/plain';

const metadata = { name: 'sample', namespace: 'default', labels: { 'kueue.x-k8s.io/queue-name': 'research' } };

const runPolicy: PlainObject = {
  suspend: true,
  cleanPodPolicy: 'Running',
  backoffLimit: 3,
  activeDeadlineSeconds: 86400,
  ttlSecondsAfterFinished: 3600,
  managedBy: 'kubeflow.org/training-operator',
  schedulingPolicy: { minAvailable: 3, queue: 'research', priorityClass: 'high', scheduleTimeoutSeconds: 600, minResources: { 'cpu': 8, 'nvidia.com/gpu': '16' } },
};

const role = (replicas: number): PlainObject => ({ replicas, restartPolicy: 'OnFailure', template: podTemplate() });
const metrics = [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } }];

function trainingJob(kind: string, spec: PlainObject, apiVersion = 'kubeflow.org/v1'): PlainObject {
  return { apiVersion, kind, metadata, spec: { runPolicy, ...spec } };
}

export const TRAINING: readonly PlainObject[] = [
  trainingJob('PyTorchJob', {
    nprocPerNode: 'auto',
    elasticPolicy: { minReplicas: 1, maxReplicas: 4, maxRestarts: 10, rdzvBackend: 'c10d', rdzvHost: 'sample-worker-0', rdzvPort: 29400, rdzvConf: [{ key: 'timeout', value: '900' }], metrics },
    pytorchReplicaSpecs: { Master: role(1), Worker: role(2) },
  }),
  trainingJob('TFJob', { successPolicy: 'AllWorkers', enableDynamicWorker: true, tfReplicaSpecs: { Chief: role(1), PS: role(2), Worker: role(4) } }),
  trainingJob('JAXJob', { jaxReplicaSpecs: { Worker: role(2) } }),
  trainingJob('XGBoostJob', { xgbReplicaSpecs: { Master: role(1), Worker: role(2) } }),
  trainingJob('PaddleJob', { elasticPolicy: { minReplicas: 1, maxReplicas: 4, maxRestarts: 3, metrics }, paddleReplicaSpecs: { Master: role(1), Worker: role(2) } }),
  trainingJob('MPIJob', { slotsPerWorker: 8, cleanPodPolicy: 'All', mainContainer: 'main', mpiReplicaSpecs: { Launcher: role(1), Worker: role(2) } }),
  trainingJob('MPIJob', {
    slotsPerWorker: 8,
    mpiImplementation: 'Intel',
    sshAuthMountPath: '/home/mpi/.ssh',
    launcherCreationPolicy: 'WaitForWorkersReady',
    runLauncherAsWorker: true,
    runPolicy: { ...runPolicy, managedBy: 'kueue.x-k8s.io/multikueue' },
    mpiReplicaSpecs: { Launcher: role(1), Worker: role(2) },
  }, 'kubeflow.org/v2beta1'),
];
