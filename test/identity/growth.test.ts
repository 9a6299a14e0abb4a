import { App, Chart } from 'cdk8s';
import {
  Accelerator, Capacity, DisaggregatedInference, GpuInferenceDeployment, InferenceEngine, InferenceRole, KubernetesVersion, LeaderWorkerBackend,
  LeaderWorkerGroup, Memory, OnDemandFloor, Placement, PrefillDecodeRouter, RayCluster, SpotInference, SynthesizedObjects, Target, ZonalDeployments,
  ZonePartitionedStatefulSet,
} from '../../src';

/*
 * More of the same must not restart what runs: whoever adds a group, a replica or a zone does so because those that are there have enough to do.
 */

type Grown = (chart: Chart, count: number) => void;

const vllm = (tensorParallel: number, pipelineParallel: number = 1) => InferenceEngine.vllm({ version: '0.18', model: 'org/model', tensorParallel, pipelineParallel });
const container = { image: 'serve:1', command: ['serve'], memory: Memory.of('64Gi'), ports: [{ number: 8000 }] };
const devices = Accelerator.nvidia(8);
const model = { engine: vllm(8), accelerator: devices };
const claims = [{ name: 'data', size: '10Gi', mountPath: '/data' }];

const ZONES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map(each => `eu-1${each}`);

const GROWN: { readonly [what: string]: Grown } = {
  'groups': (chart, groups) => new LeaderWorkerGroup(chart, 'Llm', { groups, size: 2, container, accelerator: devices }),
  'groups of one pod': (chart, groups) => new LeaderWorkerGroup(chart, 'Llm', { groups, size: 1, container, accelerator: devices }),
  'groups with an engine': (chart, groups) => new LeaderWorkerGroup(chart, 'Llm', { groups, size: 2, engine: vllm(8, 2), accelerator: devices }),
  'groups with claims': (chart, groups) => new LeaderWorkerGroup(chart, 'Llm', { groups, size: 2, container, accelerator: devices, claims }),
  'groups in one set each': (chart, groups) => new LeaderWorkerGroup(chart, 'Llm', { groups, size: 2, container, accelerator: devices, backend: LeaderWorkerBackend.singleStatefulSet() }),
  'groups of a LeaderWorkerSet': (chart, groups) => new LeaderWorkerGroup(chart, 'Llm', { groups, size: 2, container, accelerator: devices, backend: LeaderWorkerBackend.leaderWorkerSet() }),
  'groups anywhere': (chart, groups) => new LeaderWorkerGroup(chart, 'Llm', { groups, size: 2, container, accelerator: devices, placement: Placement.anywhere() }),
  'replicas': (chart, replicas) => new GpuInferenceDeployment(chart, 'Llm', { ...model, replicas }),
  'most replicas': (chart, maxReplicas) => new GpuInferenceDeployment(chart, 'Llm', { ...model, autoscaling: { minReplicas: 1, maxReplicas: maxReplicas + 1, queueDepth: 8, runningRequests: 64 } }),
  'least replicas': (chart, minReplicas) => new GpuInferenceDeployment(chart, 'Llm', { ...model, autoscaling: { minReplicas, maxReplicas: 9, queueDepth: 8, runningRequests: 64 } }),
  'replicas on spot nodes': (chart, more) => new SpotInference(chart, 'Llm', { ...model, replicas: 1 + more, floor: OnDemandFloor.replicas(1), capacity: Capacity.spotKarpenter() }),
  'replicas that stay': (chart, floor) => new SpotInference(chart, 'Llm', { ...model, replicas: 4 + floor, floor: OnDemandFloor.replicas(floor), capacity: Capacity.spotKarpenter() }),
  'what prefills': (chart, replicas) => disaggregated(chart, replicas, 1, 1),
  'what decodes': (chart, replicas) => disaggregated(chart, 1, replicas, 1),
  'routers': (chart, replicas) => disaggregated(chart, 1, 1, replicas),
  'workers of Ray': (chart, replicas) => new RayCluster(chart, 'Lab', { container: { image: 'rayproject/ray:2.53.0', cpu: '16', memory: Memory.of('128Gi') }, workers: [{ name: 'gpu', replicas, accelerator: devices }] }),
  'replicas of each zone': (chart, replicas) => new ZonalDeployments(chart, 'Near', { container, replicas }),
  'members of a zone': (chart, replicas) => new ZonePartitionedStatefulSet(chart, 'Db', { zones: [{ zone: 'eu-1a', replicas }], container, claims }),
  'zones with members': (chart, count) => new ZonePartitionedStatefulSet(chart, 'Db', { zones: ZONES.slice(0, count).map(zone => ({ zone, replicas: 2 })), container, claims }),
  'zones with replicas': (chart, count) => new ZonalDeployments(chart, 'Near', { zones: ZONES.slice(0, count), container, replicas: 2 }),
};

function disaggregated(chart: Chart, prefill: number, decode: number, routers: number): void {
  new DisaggregatedInference(chart, 'Llm', {
    prefill: InferenceRole.deployment({ ...model, replicas: prefill }),
    decode: InferenceRole.deployment({ ...model, replicas: decode }),
    router: PrefillDecodeRouter.vllmRouter({ image: 'vllm/vllm-router:v0.1.9', replicas: routers }),
  });
}

function objects(build: Grown, count: number): SynthesizedObjects {
  const chart = new Chart(new App(), 'app', { namespace: 'ml' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: ZONES.slice(0, Math.max(3, count)) });
  build(chart, count);
  return SynthesizedObjects.of(chart);
}

describe.each(Object.entries(GROWN))('%s', (_, build) => {
  test.each([[1, 2], [2, 3], [3, 9]])('more, from %i to %i', (fewer, more) => {
    const { restarts, refused, lost, removed } = objects(build, more).changesFrom(objects(build, fewer));
    expect({ restarts, refused, lost, removed }).toEqual({ restarts: [], refused: [], lost: [], removed: [] });
  });

  test.each([[9, 3], [3, 2], [2, 1]])('fewer, from %i to %i: those that stay are left alone', (more, fewer) => {
    const { restarts, refused } = objects(build, fewer).changesFrom(objects(build, more));
    expect({ restarts: restarts.filter(({ isRemoved }) => !isRemoved), refused }).toEqual({ restarts: [], refused: [] });
  });
});
