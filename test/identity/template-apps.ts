/*
 * Apps whose pods were recorded under the first default set. They ask for little, so that what is emitted are the library's own choices. They are frozen:
 * a new app may be added (and recorded by a checkout from before the next set), an old one is never edited.
 */
import { Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Accelerator, Capacity, Checkpoint, DeviceRequest, FailureScope, GpuInferenceDeployment, GroupRestart, IndexedTrainingJob, InferenceEngine,
  LeaderWorkerBackend, LeaderWorkerGroup, Memory, ModelCache, ModelLoad, ModelPreload, Placement, Rendezvous, Rollout, SharedMemory,
  TrainingBackend, ZonalDeployments, ZonePartitionedStatefulSet,
} from '../../src';

const vllm = (version: string, pipelineParallel: number = 2) => InferenceEngine.vllm({ version, model: 'org/model', tensorParallel: 8, pipelineParallel });
const program = { image: 'train:1', command: ['torchrun', 'train.py'], memory: Memory.of('64Gi') };
const sidecars = [{ name: 'log', image: 'log:1' }];

/** The frozen apps, by name. Every chart has its Target, with the set that is asked for. */
export const TEMPLATE_APPS: { readonly [name: string]: (chart: Chart) => void } = {
  'groups of an engine': chart => {
    new LeaderWorkerGroup(chart, 'Plain', { groups: 2, size: 2, engine: vllm('0.18'), accelerator: Accelerator.nvidia(8), sidecars });
    new LeaderWorkerGroup(chart, 'Single', {
      size: 2, engine: vllm('0.18'), accelerator: Accelerator.nvidia(8), backend: LeaderWorkerBackend.singleStatefulSet(),
    });
    new LeaderWorkerGroup(chart, 'Lws', {
      groups: 2, size: 2, engine: vllm('0.18'), accelerator: Accelerator.nvidia(8), backend: LeaderWorkerBackend.leaderWorkerSet(),
    });
    new LeaderWorkerGroup(chart, 'Ray', { size: 2, engine: vllm('0.11'), accelerator: Accelerator.nvidia(8) });
    new LeaderWorkerGroup(chart, 'One', { groups: 2, size: 1, engine: vllm('0.18', 1), accelerator: Accelerator.nvidia(8) });
    new LeaderWorkerGroup(chart, 'Shared', {
      size: 2,
      engine: vllm('0.18'),
      accelerator: Accelerator.nvidia(8),
      restart: GroupRestart.fateSharing({ port: 8000 }),
      modelLoad: ModelLoad.of({ weights: '405Gi', loadBandwidth: '2Gi' }),
      sharedMemory: SharedMemory.of('16Gi'),
      container: { memory: Memory.derived({ weights: '420Gi' }), cpu: '8' },
    });
  },
  'groups of a container': chart => {
    const container = { image: 'serve:1', command: ['serve'], ports: [{ number: 8000 }] };
    new LeaderWorkerGroup(chart, 'Plain', { groups: 3, size: 3, container, accelerator: Accelerator.nvidia(4), sidecars, claims: [{ name: 'data', size: '10Gi', mountPath: '/data' }] });
    new LeaderWorkerGroup(chart, 'Unknown', { size: 2, container: { image: 'serve:1' } });
    new LeaderWorkerGroup(chart, 'Single', { size: 2, container, backend: LeaderWorkerBackend.singleStatefulSet(), placement: Placement.anywhere() });
    new LeaderWorkerGroup(chart, 'Ray', { size: 3, container: { image: 'rayproject/ray:2.40.0' }, rendezvous: Rendezvous.ray() });
    new LeaderWorkerGroup(chart, 'Torchrun', { size: 2, container: program, rendezvous: Rendezvous.torchrun(), restartsAfterSuccess: true, accelerator: Accelerator.nvidia(8) });
    new LeaderWorkerGroup(chart, 'TensorFlow', {
      size: 4, container: { image: 'tf:1', command: ['python', 'ps.py'] }, rendezvous: Rendezvous.tensorFlow({ parameterServers: 1 }), restartsAfterSuccess: true,
    });
    new LeaderWorkerGroup(chart, 'Mpi', { size: 2, container: { image: 'mpi:1', command: ['run'] }, rendezvous: Rendezvous.mpi({ sshSecretName: 'ssh' }), restartsAfterSuccess: true });
    new LeaderWorkerGroup(chart, 'Staged', { groups: 2, size: 2, container, rollout: Rollout.staged({ stage: 1, previous: { image: 'serve:0' } }) });
  },
  'training': chart => {
    const job = { workers: 4, accelerator: Accelerator.nvidia(8), container: program, sidecars };
    new IndexedTrainingJob(chart, 'Torchrun', { ...job, rendezvous: Rendezvous.torchrun() });
    new IndexedTrainingJob(chart, 'Spot', { ...job, rendezvous: Rendezvous.torchrun(), restarts: 1, capacity: Capacity.spotKarpenter() });
    new IndexedTrainingJob(chart, 'Jax', { ...job, rendezvous: Rendezvous.jax(), container: { image: 'jax:1', command: ['python', 'train.py'] } });
    new IndexedTrainingJob(chart, 'Mpi', { ...job, rendezvous: Rendezvous.mpi({ sshSecretName: 'ssh' }) });
    new IndexedTrainingJob(chart, 'TensorFlow', { ...job, rendezvous: Rendezvous.tensorFlow({ parameterServers: 1 }) });
    new IndexedTrainingJob(chart, 'Independent', { workers: 4, container: program, failureScope: FailureScope.independent({ retriesPerIndex: 2 }) });
    new IndexedTrainingJob(chart, 'JobSet', { ...job, rendezvous: Rendezvous.torchrun(), backend: TrainingBackend.jobSet(), restarts: 2 });
    new IndexedTrainingJob(chart, 'Queued', { ...job, rendezvous: Rendezvous.torchrun(), queueName: 'team-a', runId: 'r2' });
    new IndexedTrainingJob(chart, 'Saved', {
      ...job,
      rendezvous: Rendezvous.torchrun(),
      capacity: Capacity.spotKarpenter(),
      checkpoint: Checkpoint.onClaim(kplus.PersistentVolumeClaim.fromClaimName(chart, 'Ckpt', 'ckpt'), '/ckpt', { saveTime: Duration.seconds(20) }),
    });
  },
  'zones': chart => {
    const zones = ['eu-1a', 'eu-1b', 'eu-1c'].map(zone => ({ zone, replicas: 3 }));
    const container = { image: 'store:1', ports: [{ name: 'sql', number: 26257 }], memory: Memory.of('8Gi') };
    new ZonePartitionedStatefulSet(chart, 'Store', { zones, container, claims: [{ name: 'data', size: '10Gi', mountPath: '/data' }], sidecars });
    new ZonePartitionedStatefulSet(chart, 'Staged', { zones, container, rollout: Rollout.staged({ stage: 1, previous: { image: 'store:0' } }) });
    new ZonalDeployments(chart, 'Embedder', { container, replicas: 2, sidecars });
  },
  'inference': chart => {
    const llama = { engine: vllm('0.18', 1), accelerator: Accelerator.nvidia(8) };
    new GpuInferenceDeployment(chart, 'Least', llama);
    new GpuInferenceDeployment(chart, 'Old', { ...llama, engine: vllm('0.16', 1), replicas: 2, sidecars });
    new GpuInferenceDeployment(chart, 'Loaded', { ...llama, modelLoad: ModelLoad.of({ weights: '132Gi', loadBandwidth: '500Mi' }) });
    new GpuInferenceDeployment(chart, 'Measured', { ...llama, modelLoad: ModelLoad.measured(Duration.minutes(4)) });
    new GpuInferenceDeployment(chart, 'Scaled', { ...llama, autoscaling: { minReplicas: 2, maxReplicas: 8, queueDepth: 8 } });
    new GpuInferenceDeployment(chart, 'Cached', {
      ...llama, modelLoad: ModelLoad.of({ weights: '132Gi', loadBandwidth: '2Gi' }), modelCache: ModelCache.hostPath('/mnt/models'), preload: ModelPreload.fromHub(),
    });
    new GpuInferenceDeployment(chart, 'Claimed', { engine: vllm('0.18', 1), accelerator: Accelerator.claim(DeviceRequest.nvidia({ product: 'H100' })), capacity: Capacity.onDemand() });
  },
};
