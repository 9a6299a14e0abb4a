import { App, Chart, Duration, Size, Testing } from 'cdk8s';
import {
  Accelerator, Capacity, DeviceRequest, DisaggregatedInference, GpuInferenceDeployment, IndexedTrainingJob, InferenceEngine, InferenceRole,
  LeaderWorkerBackend, LeaderWorkerGroup, LocalityService, Memory, OnDemandFloor, ParameterServer, PrefillDecodeRouter, RayBackend, RayCluster,
  ResourceClaim, ResourceClaimTemplate, SpotInference, Sweep, SweepTable, TrainingBackend, ZonalDeployments, ZonePartitionedStatefulSet,
} from '../../src';

const METADATA = {
  labels: { team: 'a' },
  annotations: { 'example.com/note': 'b' },
  finalizers: ['example.com/backup'],
  ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: 'u-1' }],
};
const container = { image: 'registry.example.com/llm:1', memory: Memory.fromSize(Size.gibibytes(9)), portNumber: 80 };
const accelerator = Accelerator.nvidia(1);
const group = { metadata: METADATA, groups: 2, size: 2, container: { ...container, command: ['serve'] }, accelerator };
const ray = { metadata: METADATA, rayVersion: '2.53.0', container: { image: container.image, cpu: '1', memory: container.memory }, workers: [{ replicas: 1 }] };
const run = { metadata: METADATA, runId: 'a', workers: 2, container: { ...container, command: ['train'] }, accelerator };

/** What is given, and the kind of the object that was meant by it. */
test.each<[pattern: string, kind: string, make: (chart: Chart) => unknown]>([
  ['LeaderWorkerGroup of StatefulSets', 'StatefulSet', chart => new LeaderWorkerGroup(chart, 'llm', group)],
  ['LeaderWorkerGroup of a LeaderWorkerSet', 'LeaderWorkerSet', chart =>
    new LeaderWorkerGroup(chart, 'llm', { ...group, backend: LeaderWorkerBackend.leaderWorkerSet() })],
  ['IndexedTrainingJob', 'Job', chart => new IndexedTrainingJob(chart, 'llm', run)],
  ['IndexedTrainingJob of a JobSet', 'JobSet', chart => new IndexedTrainingJob(chart, 'llm', { ...run, backend: TrainingBackend.jobSet() })],
  ['ParameterServer', 'JobSet', chart => new ParameterServer(chart, 'llm', { metadata: METADATA, container, accelerator, ps: { replicas: 1 }, worker: { replicas: 2 } })],
  ['RayCluster of StatefulSets', 'StatefulSet', chart => new RayCluster(chart, 'llm', ray)],
  ['RayCluster of KubeRay', 'RayCluster', chart => new RayCluster(chart, 'llm', { ...ray, backend: RayBackend.rayCluster() })],
  ['Sweep', 'Job', chart => new Sweep(chart, 'llm', { metadata: METADATA, runs: SweepTable.grid({ RATE: ['1', '2'] }), container, accelerator })],
  ['ZonePartitionedStatefulSet', 'StatefulSet', chart =>
    new ZonePartitionedStatefulSet(chart, 'llm', { metadata: METADATA, zones: [{ zone: 'eu-1a', replicas: 1 }, { zone: 'eu-1b', replicas: 1 }], container })],
  ['GpuInferenceDeployment', 'Deployment', chart =>
    new GpuInferenceDeployment(chart, 'llm', { metadata: METADATA, engine: InferenceEngine.vllm({ version: '0.11.0', model: 'a/b' }), container: { image: container.image, memory: container.memory }, accelerator })],
  ['SpotInference', 'Deployment', chart => new SpotInference(chart, 'llm', {
    metadata: METADATA,
    engine: InferenceEngine.vllm({ version: '0.11.0', model: 'a/b', longestStream: Duration.seconds(60) }),
    container: { image: container.image, memory: container.memory },
    accelerator,
    replicas: 2,
    floor: OnDemandFloor.replicas(1),
    capacity: Capacity.spotKarpenter(),
  })],
  ['DisaggregatedInference', 'Deployment', chart => {
    const role = InferenceRole.deployment({ engine: InferenceEngine.vllm({ version: '0.11.0', model: 'a/b' }), container: { image: container.image, memory: container.memory }, accelerator });
    new DisaggregatedInference(chart, 'llm', { metadata: { ...METADATA, namespace: 'ml' }, prefill: role, decode: role, router: PrefillDecodeRouter.vllmRouter({ image: 'r:1' }) });
  }],
  ['LocalityService', 'Service', chart => new LocalityService(chart, 'llm', {
    metadata: METADATA,
    target: new ZonalDeployments(chart, 'pods', { zones: ['eu-1a', 'eu-1b'], container }),
    port: 80,
  })],
  ['ZonalDeployments', 'Deployment', chart =>
    new ZonalDeployments(chart, 'llm', { metadata: METADATA, zones: ['eu-1a', 'eu-1b'], container })],
  ['ResourceClaim', 'ResourceClaim', chart => new ResourceClaim(chart, 'llm', { metadata: METADATA, requests: [DeviceRequest.nvidia()] })],
  ['ResourceClaimTemplate', 'ResourceClaimTemplate', chart => new ResourceClaimTemplate(chart, 'llm', { metadata: METADATA, requests: [DeviceRequest.nvidia()] })],
])('what metadata of %s holds stands on each %s', (_, kind, make) => {
  const chart = new Chart(new App(), 'prod');
  make(chart);
  const objects = Testing.synth(chart).filter(object => object.kind === kind);
  expect(objects.length).toBeGreaterThan(0);
  objects.forEach(({ metadata }) => expect(metadata).toMatchObject(METADATA));
});

test('what carries no pods has no finalizer: whoever set it takes it off the object that was meant', () => {
  const chart = new Chart(new App(), 'prod');
  new LeaderWorkerGroup(chart, 'llm', group);
  const others = Testing.synth(chart).filter(({ kind }) => kind !== 'StatefulSet');
  expect(others.map(({ kind }) => kind)).toContain('Service');
  others.forEach(({ metadata }) => expect(metadata).not.toHaveProperty('finalizers'));
});
