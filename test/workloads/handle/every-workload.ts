import { Chart, Cron, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Accelerator, Capacity, DisaggregatedBackend, DisaggregatedInference, GpuInferenceDeployment, IWorkload, IndexedTrainingJob, InferenceEngine,
  InferenceRole, LeaderWorkerBackend, LeaderWorkerGroup, Memory, OnDemandFloor, ParameterServer, ParameterServerFramework, PodPart,
  PrefillDecodeRouter, RayBackend, RayCluster, RowEnvironment, SpotInference, Sweep, SweepResults, SweepTable, TrainingBackend,
  Workload, ZonalDeployments, ZonePartitionedStatefulSet, VllmLoadBalancing,
} from '../../../src';

export const container = { image: 'registry.example/server:1', portNumber: 8000, resources: { memory: { limit: Size.gibibytes(1), request: Size.gibibytes(1) } } };
const ray = { rayVersion: '2.53.0', container: { image: 'registry.example/ray:1', cpu: '1', memory: Memory.of('16Gi') }, servingPort: 8000 };
const engine = InferenceEngine.vllm({ version: '0.18', model: 'meta-llama/Llama-3.1-8B-Instruct', tensorParallel: 2 });
const llmd = PrefillDecodeRouter.llmdSidecar({ image: 'registry.example/sidecar:1', endpointPicker: 'picker' });

/** Each pattern in each form that numbers or names its pods in another way, always called `w`. */
export const WORKLOADS: { readonly [name: string]: (chart: Chart) => IWorkload } = {
  'LeaderWorkerGroup, sets by role': chart => new LeaderWorkerGroup(chart, 'w', { groups: 2, size: 3, container, backend: LeaderWorkerBackend.statefulSets() }),
  'LeaderWorkerGroup, one set a group': chart => new LeaderWorkerGroup(chart, 'w', { groups: 2, size: 3, container, backend: LeaderWorkerBackend.singleStatefulSet() }),
  'LeaderWorkerGroup, LeaderWorkerSet': chart => new LeaderWorkerGroup(chart, 'w', { groups: 2, size: 3, container, backend: LeaderWorkerBackend.leaderWorkerSet() }),
  'LeaderWorkerGroup whose pods all answer': chart => new LeaderWorkerGroup(chart, 'w', {
    groups: 2,
    size: 2,
    accelerator: Accelerator.nvidia(2),
    container: { memory: Memory.of('20Gi') },
    engine: InferenceEngine.vllm({ version: '0.22', model: 'org/moe', dataParallel: 4, expertParallel: true, loadBalancing: VllmLoadBalancing.HYBRID }),
  }),
  'LeaderWorkerGroup of one': chart => new LeaderWorkerGroup(chart, 'w', { groups: 3, size: 1, container }),
  'IndexedTrainingJob': chart => new IndexedTrainingJob(chart, 'w', { workers: 4, container }),
  'IndexedTrainingJob, JobSet': chart => new IndexedTrainingJob(chart, 'w', { workers: 4, container, backend: TrainingBackend.jobSet() }),
  'ParameterServer with a chief': chart => new ParameterServer(chart, 'w', { container, chief: {}, ps: { replicas: 2 }, worker: { replicas: 3 } }),
  'ParameterServer, DMLC': chart => new ParameterServer(chart, 'w', { container, framework: ParameterServerFramework.dmlc(), ps: { replicas: 1 }, worker: { replicas: 2 } }),
  'RayCluster': chart => new RayCluster(chart, 'w', { ...ray, workers: [{ replicas: 3 }, { name: 'gpu', replicas: 1, accelerator: Accelerator.nvidia(2) }] }),
  'RayCluster of ranges': chart => new RayCluster(chart, 'w', { ...ray, workers: [{ replicas: 2, firstOrdinal: 100 }, { name: 'gpu', replicas: 1, firstOrdinal: 200, lastOrdinal: 209 }] }),
  'RayCluster, KubeRay': chart => new RayCluster(chart, 'w', { ...ray, workers: [{ replicas: 2 }], backend: RayBackend.rayCluster() }),
  'RayCluster, RayService': chart => new RayCluster(chart, 'w', {
    ...ray, workers: [{ replicas: 2 }], backend: RayBackend.rayService({ serveConfig: 'applications:\n- name: app\n  import_path: app:app\n' }),
  }),
  'RayCluster, RayJob': chart => new RayCluster(chart, 'w', { ...ray, servingPort: undefined, workers: [{ replicas: 2 }], backend: RayBackend.rayJob({ entrypoint: 'python program.py', runId: 'one' }) }),
  'Sweep': chart => new Sweep(chart, 'w', {
    runs: SweepTable.rows([{ parameters: { SEED: '1' } }, { parameters: { SEED: '2' } }, { parameters: { SEED: '3' } }]),
    parallelism: 3,
    container,
    rowEnvironment: RowEnvironment.fileOnly(),
    results: SweepResults.onClaimName('results', '/results'),
    summary: container,
  }),
  'ZonePartitionedStatefulSet': chart => new ZonePartitionedStatefulSet(chart, 'w', {
    zones: [{ zone: 'eu-1a', replicas: 3 }, { zone: 'eu-1b', replicas: 2 }], container, claims: [{ name: 'data', size: '10Gi', mountPath: '/data' }],
  }),
  'ZonalDeployments': chart => new ZonalDeployments(chart, 'w', { zones: ['eu-1a', 'eu-1b'], replicas: 2, container }),
  'GpuInferenceDeployment': chart => new GpuInferenceDeployment(chart, 'w', { engine, accelerator: Accelerator.nvidia(2), replicas: 3, container: { resources: { memory: { limit: Size.gibibytes(20), request: Size.gibibytes(20) } } } }),
  'SpotInference': chart => new SpotInference(chart, 'w', {
    engine, accelerator: Accelerator.nvidia(2), replicas: 5, floor: OnDemandFloor.replicas(2), capacity: Capacity.spotKarpenter(), container: { memory: Memory.of('20Gi') },
  }),
  'DisaggregatedInference': chart => new DisaggregatedInference(chart, 'w', {
    prefill: InferenceRole.deployment({ engine, accelerator: Accelerator.nvidia(2), replicas: 2, container: { memory: Memory.of('20Gi') } }),
    decode: InferenceRole.deployment({ engine, accelerator: Accelerator.nvidia(2), container: { memory: Memory.of('20Gi') } }),
    metadata: { namespace: chart.namespace ?? 'ml' },
    router: PrefillDecodeRouter.vllmRouter({ image: 'registry.example/router:1' }),
  }),
  'DisaggregatedInference, production stack': chart => new DisaggregatedInference(chart, 'w', {
    prefill: InferenceRole.deployment({ engine, accelerator: Accelerator.nvidia(2), replicas: 2, container: { memory: Memory.of('20Gi') } }),
    decode: InferenceRole.deployment({ engine, accelerator: Accelerator.nvidia(2), container: { memory: Memory.of('20Gi') } }),
    metadata: { namespace: chart.namespace ?? 'ml' },
    router: PrefillDecodeRouter.productionStack({ image: 'registry.example/router:1' }),
  }),
  'DisaggregatedInference, llm-d': chart => new DisaggregatedInference(chart, 'w', {
    prefill: InferenceRole.deployment({ engine, accelerator: Accelerator.nvidia(2), container: { memory: Memory.of('20Gi') } }),
    decode: InferenceRole.deployment({ engine, accelerator: Accelerator.nvidia(2), replicas: 2, container: { memory: Memory.of('20Gi') } }),
    router: llmd,
  }),
  'DisaggregatedInference of groups, llm-d': chart => new DisaggregatedInference(chart, 'w', {
    prefill: InferenceRole.deployment({ engine, accelerator: Accelerator.nvidia(2), container: { memory: Memory.of('20Gi') } }),
    decode: InferenceRole.groups({ engine, groups: 2, size: 2, accelerator: Accelerator.nvidia(1), container: { memory: Memory.of('20Gi') } }),
    router: llmd,
  }),
  'DisaggregatedInference of pools, llm-d': chart => new DisaggregatedInference(chart, 'w', {
    prefill: InferenceRole.deployment({ engine, accelerator: Accelerator.nvidia(2), container: { memory: Memory.of('20Gi') } }),
    decode: InferenceRole.deployment({ engine, accelerator: Accelerator.nvidia(2), container: { memory: Memory.of('20Gi') } }),
    decodePools: { long: InferenceRole.groups({ engine, size: 2, accelerator: Accelerator.nvidia(1), container: { memory: Memory.of('20Gi') } }) },
    router: llmd,
  }),
  'DisaggregatedInference of groups': chart => new DisaggregatedInference(chart, 'w', {
    prefill: InferenceRole.deployment({ engine, accelerator: Accelerator.nvidia(2), container: { memory: Memory.of('20Gi') } }),
    decode: InferenceRole.groups({ engine, groups: 2, size: 2, accelerator: Accelerator.nvidia(1), container: { memory: Memory.of('20Gi') } }),
    router: PrefillDecodeRouter.none(),
  }),
  'DisaggregatedInference of pools': chart => new DisaggregatedInference(chart, 'w', {
    prefill: InferenceRole.deployment({ engine, accelerator: Accelerator.nvidia(2), container: { memory: Memory.of('20Gi') } }),
    decode: InferenceRole.deployment({ engine, accelerator: Accelerator.nvidia(2), replicas: 2, container: { memory: Memory.of('20Gi') } }),
    decodePools: { long: InferenceRole.groups({ engine, size: 2, accelerator: Accelerator.nvidia(1), container: { memory: Memory.of('20Gi') } }) },
    router: PrefillDecodeRouter.none(),
  }),
  'DisaggregatedInference, DisaggregatedSet': chart => new DisaggregatedInference(chart, 'w', {
    backend: DisaggregatedBackend.disaggregatedSet(),
    prefill: InferenceRole.groups({ engine, groups: 2, size: 1, accelerator: Accelerator.nvidia(2), container: { memory: Memory.of('20Gi') } }),
    decode: InferenceRole.groups({ engine, groups: 2, size: 2, accelerator: Accelerator.nvidia(1), container: { memory: Memory.of('20Gi') } }),
    decodePools: { long: InferenceRole.groups({ engine, size: 2, accelerator: Accelerator.nvidia(1), container: { memory: Memory.of('20Gi') } }) },
    router: PrefillDecodeRouter.none(),
  }),
  'DisaggregatedInference, DisaggregatedSet, llm-d': chart => new DisaggregatedInference(chart, 'w', {
    backend: DisaggregatedBackend.disaggregatedSet(),
    prefill: InferenceRole.groups({ engine, groups: 2, size: 1, accelerator: Accelerator.nvidia(2), container: { memory: Memory.of('20Gi') } }),
    decode: InferenceRole.groups({ engine, groups: 2, size: 2, accelerator: Accelerator.nvidia(1), container: { memory: Memory.of('20Gi') } }),
    router: llmd,
  }),
  'kplus Deployment': chart => Workload.of(new kplus.Deployment(chart, 'w', { replicas: 2, containers: [container] })),
  'kplus StatefulSet': chart => Workload.of(new kplus.StatefulSet(chart, 'w', { replicas: 2, containers: [container], service: new kplus.Service(chart, 's', { ports: [{ port: 80 }] }) })),
  'kplus DaemonSet': chart => Workload.of(new kplus.DaemonSet(chart, 'w', { containers: [container] })),
  'kplus Job': chart => Workload.of(new kplus.Job(chart, 'w', { containers: [container] })),
  'kplus CronJob': chart => Workload.of(new kplus.CronJob(chart, 'w', { schedule: Cron.everyMinute(), containers: [container] })),
};

/** Every combination of role, group, zone and index, those too that there are not. */
export function partsOf(workload: Workload): PodPart[] {
  const pick = <T>(values: readonly T[]): (T | undefined)[] => [undefined, ...values];
  return pick(workload.roles.map(role => role.name)).flatMap(role =>
    pick(Array.from({ length: workload.groups ?? 0 }, (_, group) => group)).flatMap(group =>
      pick(workload.zones).flatMap(zone =>
        pick([0, 1, 2, 3, 100, 101, 102, 200]).map(index => ({ role, group, zone, index })))));
}
