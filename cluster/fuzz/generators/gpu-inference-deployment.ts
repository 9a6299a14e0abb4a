import * as kplus from 'cdk8s-plus-28';
import * as fc from 'fast-check';
import { Expressions, Fields, Setting, absent, calls, lists, literals, mostly, never, oneOf, rarely, sometimes, struct, values } from './combinators';
import { images, memory, roleContainers } from './containers';
import { accelerators, claimed, nvidiaRequest } from './devices';
import { Cut, customEngine, modelLoad, sglang, tensorRtLlm, vllm } from './engines';
import { modelCache, preload } from './models';
import { counts, durations, ports } from './numbers';
import { inOrder, invoked, ownAutoscaler, perhaps, podMethods } from './pod-methods';
import { capacity, disruptionBudget, podFields } from './pods';
import { labels, namespaces } from './references';
import { locality, servingPorts } from './services';
import { formed, ids, names } from './texts';
import {
  EngineGauge, EngineMonitorOptions, GpuInferenceDeploymentProps, GpuMetricsSidecarOptions, InferenceAutoscaling,
  InferenceServiceOptions, LatencyTarget, NodeGpuExporterOptions,
} from '../../../src';
import { Expression, Statement, construct, literal, path } from '../expression';

export interface Shape {
  readonly cut: Cut;
  readonly replicas: number;
  readonly scales: boolean;
  readonly claims: boolean;
  readonly metrics: 'none' | 'sidecar' | 'node';
  readonly caches: boolean;
}

const CUTS: readonly Cut[] = [
  { tensor: 1, pipeline: 1, data: 1 }, { tensor: 4, pipeline: 1, data: 1 }, { tensor: 2, pipeline: 2, data: 1 }, { tensor: 2, pipeline: 1, data: 4 },
];

export function shapes(setting: Setting): fc.Arbitrary<Shape> {
  const canClaim = setting.minor !== '1.33';
  return fc.record({
    cut: fc.constantFrom(...CUTS),
    replicas: fc.integer({ min: 1, max: 4 }),
    scales: fc.boolean(),
    claims: canClaim ? fc.boolean() : fc.constant(false),
    metrics: fc.constantFrom<Shape['metrics']>('none', 'none', 'sidecar', 'node'),
    caches: fc.boolean(),
  }).map(({ cut, ...shape }) => ({ ...shape, cut: { ...cut, isPreloaded: shape.caches } }));
}

export function gpuInferenceDeployments(setting: Setting, constant: string): fc.Arbitrary<Statement[]> {
  return fc.tuple(shapes(setting), ids(setting, 'Llama', 'Chat70B')).chain(([shape, id]) => inOrder(
    properties(setting, shape).map(props => [{ name: constant, value: construct('GpuInferenceDeployment', path('chart'), literal(`${id}${constant === 'first' ? '' : '-b'}`), props) }]),
    podMethods(setting, `${constant}.pods`),
    perhaps(40, invoked(`${constant}.explain`)),
    perhaps(10, mostly(setting, shape.scales ? invoked(`${constant}.explain`) : ownAutoscaler(setting, constant), ownAutoscaler(setting, constant)))));
}

function properties(setting: Setting, shape: Shape): Expressions {
  return struct<GpuInferenceDeploymentProps>({ ...modelFields(setting, shape), podSelector: rarely(labels(setting)) });
}

/** What a deployment is made of, and whatever is made of several. */
export function modelFields(setting: Setting, shape: Shape): Fields<GpuInferenceDeploymentProps> {
  const { cut, replicas, scales, caches } = shape;
  return {
    ...podFields(setting),
    // Nobody says what TensorRT-LLM exports, so nothing scales by it.
    engine: oneOf(
      vllm(setting, cut), vllm(setting, cut), vllm(setting, cut), sglang(setting, cut), customEngine(setting, cut),
      scales ? mostly(setting, vllm(setting, cut), tensorRtLlm(setting, cut)) : tensorRtLlm(setting, cut)),
    accelerator: devices(setting, shape),
    name: sometimes(literals(names(setting, 'llama', 'chat'))),
    container: sometimes(modelContainers(setting, mostly<Expression | undefined>(setting, never, durations(setting, 1, 20)))),
    replicas: scales ? mostly<Expression | undefined>(setting, never, counts(setting, 1, 3)) : sometimes(counts(setting, 1, replicas)),
    autoscaling: scales ? autoscaling(setting) : mostly<Expression | undefined>(setting, never, autoscaling(setting)),
    modelLoad: sometimes(modelLoad(setting)),
    progressDeadline: rarely(durations(setting, 8000, 9000)),
    modelCache: caches ? modelCache(setting, scales ? 4 : replicas) : mostly<Expression | undefined>(setting, never, modelCache(setting, replicas)),
    preload: caches ? sometimes(preload(setting)) : mostly<Expression | undefined>(setting, never, preload(setting)),
    gpuMetrics: gpuMetrics(setting, shape),
    podMonitor: rarely(struct<EngineMonitorOptions>({ interval: sometimes(durations(setting, 1, 60)), labels: sometimes(labels(setting)) })),
    service: absent(50, service(setting)),
    spread: sometimes(setting.zones?.length === 0 ? mostly(setting, oneOf(...NODE_SPREADS), oneOf(...SPREADS)) : oneOf(...SPREADS)),
    capacity: rarely(capacity(setting)),
    disruptionBudget: sometimes(disruptionBudget(setting)),
    // Of a Deployment alone: what is made of several has its own.
    podSelector: never,
  };
}

/** What users say of the container of an engine. */
export function modelContainers(setting: Setting, preStopSleep: fc.Arbitrary<Expression | undefined>): Expressions {
  return roleContainers(setting, {
    command: unsaid(setting),
    args: unsaid(setting),
    preStopSleep,
    lifecycle: never,
    // The engine's own is declared.
    portNumber: mostly<Expression | undefined>(setting, never, ports(setting)),
    ports: rarely(lists(struct<kplus.ContainerPort>({ name: values('extra'), number: counts(setting, 9500, 9600), protocol: never, hostPort: never, hostIp: never }), 1, 1)),
  });
}

/** The engine's own matter. */
function unsaid(setting: Setting): fc.Arbitrary<Expression | undefined> {
  return mostly<Expression | undefined>(setting, never, lists(values('serve'), 0, 1));
}

const NODE_SPREADS = [calls('ReplicaSpread.overNodes'), calls('ReplicaSpread.anywhere')];
const SPREADS = [...NODE_SPREADS, calls('ReplicaSpread.overZones'), calls('ReplicaSpread.overZonesAndNodes')];

function devices(setting: Setting, { cut, claims, metrics }: Shape): Expressions {
  const count = cut.tensor * cut.pipeline * cut.data;
  if (metrics === 'none' && !claims) {
    return accelerators(setting, count);
  }
  return claims ? claimed(setting, nvidiaRequest(setting, never), count) : calls('Accelerator.nvidia', counts(setting, count, count));
}

function autoscaling(setting: Setting): Expressions {
  return scaling(setting).chain(fields => struct<InferenceAutoscaling>(fields));
}

/** Bounds and metrics, for whatever an autoscaler is made of. */
export function scaling(setting: Setting): fc.Arbitrary<Fields<InferenceAutoscaling>> {
  const odd = fc.constantFrom(0, 1, -1, 0.0001, 80, NaN, Infinity, 1e-9);
  const share = (...usual: number[]) => literals(mostly(setting, fc.constantFrom(...usual), odd));
  return fc.boolean().map(byQueue => ({
    minReplicas: counts(setting, 1, 3),
    maxReplicas: counts(setting, 3, 20),
    queueDepth: byQueue ? counts(setting, 1, 300) : mostly<Expression | undefined>(setting, never, counts(setting, 0, 300)),
    runningRequests: byQueue ? sometimes(counts(setting, 1, 300)) : mostly<Expression | undefined>(setting, never, counts(setting, 1, 300)),
    kvCacheUsage: byQueue ? sometimes(share(0.8, 0.333333)) : share(0.7),
    tokensPerSecond: rarely(share(2000, 0.5)),
    timeToFirstToken: rarely(latency(setting)),
    interTokenLatency: rarely(latency(setting)),
    gauges: rarely(lists(struct<EngineGauge>({
      name: formed(setting, fc.constantFrom('vllm:num_requests_waiting_by_reason', 'vllm:engine_sleep_state'), fc.constantFrom('', 'vllm:num_preemptions_total', 'vllm:nothing', 'vllm:gpu_cache_usage_perc', 'constructor')),
      average: share(0.5, 3, 12.5),
    }), 0, 1)),
  }));
}

function latency(setting: Setting): Expressions {
  return struct<LatencyTarget>({
    atMost: mostly(setting, calls('Duration.millis', values(50, 200, 1500)), durations(setting, 1, 60)),
    percentile: sometimes(literals(mostly(setting, fc.constantFrom(50, 95, 99.9), fc.constantFrom(0.95, 100, 0, 99.99, NaN)))),
  });
}

function gpuMetrics(setting: Setting, { metrics, claims }: Shape): fc.Arbitrary<Expression | undefined> {
  const sidecar = calls('GpuMetrics.sidecar', sometimes(struct<GpuMetricsSidecarOptions>({
    image: sometimes(images(setting, 'registry.example/dcgm:4')), interval: sometimes(durations(setting, 1, 60)), memory: sometimes(memory(setting)),
  })));
  const node = calls('GpuMetrics.nodeExporter', sometimes(struct<NodeGpuExporterOptions>({
    namespace: sometimes(namespaces(setting)), podLabels: sometimes(labels(setting)), portName: sometimes(formed(setting, fc.constantFrom('metrics'))), monitorLabels: sometimes(labels(setting)),
  })));
  return metrics === 'none' ? mostly<Expression | undefined>(setting, never, oneOf(sidecar, node)) : metrics === 'node' || !claims ? node : sidecar;
}

function service(setting: Setting): Expressions {
  return struct<InferenceServiceOptions>({
    name: sometimes(literals(names(setting, 'llama-front'))),
    ports: mostly<Expression | undefined>(setting, absent(70, servingPorts(setting, 'http')), servingPorts(setting)),
    clientAffinity: rarely(durations(setting, 1, 3600)),
    prefer: absent(50, locality(setting)),
  });
}
