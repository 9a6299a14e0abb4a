import * as fc from 'fast-check';
import { Expressions, Setting, absent, calls, lists, literals, mostly, never, oneOf, rarely, sometimes, struct, values } from './combinators';
import { vllm } from './engines';
import { scaling } from './gpu-inference-deployment';
import { counts, durations } from './numbers';
import { inOrder } from './pod-methods';
import { fresh, labels } from './references';
import { formed, names, paths } from './texts';
import { EngineMonitorProps, FlaggerCanaryProps, FlaggerGatewayOptions, FlaggerMetric, GpuMonitorProps, IndexCanaryProps, MigrationClusters, ModelVariant, ModelVariantsProps, MonitoredPort, NamedWorkload, OrdinalMigrationProps, PodPart, QueuedWorkloadProps, RouteGateway, WorkloadAutoscalerProps } from '../../../src';
import { Expression, Statement, construct, list, literal, object, path } from '../expression';

/** What is put around the pattern of a program, or around the workload of somebody else. */
export function surroundings(setting: Setting, constant: string): fc.Arbitrary<Statement[]> {
  return fc.oneof(
    { weight: 3, arbitrary: around(setting, constant, fc.constant(path(constant))) },
    { weight: 1, arbitrary: around(setting, constant, calls('Workload.named', named(setting))) },
    { weight: 1, arbitrary: inOrder(deployment(`${constant}Other`), around(setting, constant, calls('Workload.of', fc.constant(path(`${constant}Other`))))) });
}

function around(setting: Setting, constant: string, workload: Expressions): fc.Arbitrary<Statement[]> {
  return fc.oneof(
    { weight: 2, arbitrary: monitor(setting, workload) },
    { weight: 1, arbitrary: autoscaler(setting, workload) },
    { weight: 1, arbitrary: queue(setting, workload) },
    { weight: 1, arbitrary: gpuMonitor(setting, workload) },
    { weight: 1, arbitrary: flagger(setting, workload) },
    { weight: 1, arbitrary: indexCanary(setting, workload) },
    { weight: 1, arbitrary: variants(setting, workload) },
    { weight: 1, arbitrary: migration(setting, constant) });
}

/** A store of its own, in another namespace than the chart: patterns of a program have most often no set that may move. */
function migration(setting: Setting, constant: string): fc.Arbitrary<Statement[]> {
  const name = `moved-${constant}`;
  return fc.tuple(fresh, fresh, struct<OrdinalMigrationProps>({
    workload: fc.constant(path(`${constant}Moved`)),
    set: sometimes(fc.constant(literal(`${name}-eu-1a`))),
    firstMoved: counts(setting, 0, 2),
    stage: counts(setting, 0, 5),
    atOnce: sometimes(counts(setting, 1, 2)),
    volumes: movedVolumes([0, 1, 2].map(ordinal => `data-${name}-eu-1a-${ordinal}`)),
    clusters: rarely(struct<MigrationClusters>({ source: formed(setting, fc.constantFrom('blue')), target: formed(setting, fc.constantFrom('green')) })),
  })).map(([store, id, props]) => [
    { name: `${constant}Moved`, value: construct('ZonePartitionedStatefulSet', path('chart'), store, movedStore(name)) },
    { value: construct('OrdinalMigration', path('chart'), id, props) },
  ]);
}

const ELSEWHERE = 'elsewhere';

function movedStore(name: string): Expression {
  return object({
    name: literal(name),
    metadata: object({ namespace: literal(ELSEWHERE) }),
    zones: list([object({ zone: literal('eu-1a'), replicas: literal(3) })]),
    container: object({ image: literal('registry.example/store:1'), portNumber: literal(5432) }),
    claims: list([object({ name: literal('data'), size: literal('1Gi'), mountPath: literal('/data') })]),
  });
}

function movedVolumes(claims: readonly string[]): Expressions {
  return oneOf(
    calls('MovedVolumes.named', fc.constant(object(Object.fromEntries(claims.map(claim => [claim, literal(`of-${claim}`)]))))),
    calls('MovedVolumes.fromManifests', fc.constant(list(claims.map(boundVolume)))));
}

function boundVolume(claim: string): Expression {
  return object({
    kind: literal('PersistentVolume'),
    metadata: object({ name: literal(`of-${claim}`) }),
    spec: object({
      capacity: object({ storage: literal('1Gi') }),
      accessModes: list([literal('ReadWriteOnce')]),
      persistentVolumeReclaimPolicy: literal('Delete'),
      csi: object({ driver: literal('disk.example'), volumeHandle: literal(claim) }),
      claimRef: object({ namespace: literal(ELSEWHERE), name: literal(claim) }),
    }),
  });
}

/** Labels of both kinds of Deployment, so that the selector is seldom what stands in the way. */
function flagger(setting: Setting, workload: Expressions): fc.Arbitrary<Statement[]> {
  return fc.tuple(fresh, struct<FlaggerCanaryProps>({
    workload,
    name: rarely(literals(names(setting, 'canary'))),
    provider: oneOf(
      calls('FlaggerProvider.kubernetes', counts(setting, 1, 10)),
      calls('FlaggerProvider.named', formed(setting, fc.constantFrom('istio', 'linkerd'))),
      calls('FlaggerProvider.gatewayApi', struct<FlaggerGatewayOptions>({
        gateways: lists(gateway(setting), 1, 2),
        hostnames: sometimes(lists(formed(setting, fc.constantFrom('models.example')), 1, 1)),
        requestTimeout: sometimes(durations(setting, 1, 3600)),
      }))),
    prometheus: formed(setting, fc.constantFrom('http://prometheus:9090')),
    primaryServes: values(true, false),
    selectorLabels: mostly(setting, fc.constant(list(['app', 'cdk8s-ai-workloads/name', 'cdk8s.io/metadata.addr'].map(literal))), never),
    autoscalerName: absent(40, literals(names(setting, 'scaler'))),
    port: absent(60, counts(setting, 80, 8000)),
    engine: absent(60, vllm(setting, { tensor: 1, pipeline: 1, data: 1 })),
    queueDepth: sometimes(counts(setting, 0, 100)),
    timeToFirstToken: rarely(durations(setting, 1, 60)),
    errorShare: rarely(values(0, 0.01)),
    metrics: sometimes(lists(struct<FlaggerMetric>({
      name: literals(names(setting, 'kv')), query: formed(setting, fc.constantFrom('max(up)')), min: sometimes(counts(setting, 0, 1)), max: sometimes(counts(setting, 1, 9)),
    }), 1, 1)),
    interval: sometimes(durations(setting, 30, 300)),
    failedChecks: sometimes(counts(setting, 1, 9)),
    stepWeight: sometimes(counts(setting, 1, 20)),
    maxWeight: sometimes(counts(setting, 20, 100)),
    startTime: rarely(durations(setting, 1, 3000)),
  })).map(([id, props]) => [{ value: construct('FlaggerCanary', path('chart'), id, props) }]);
}

function gateway(setting: Setting): Expressions {
  return struct<RouteGateway>({
    name: literals(names(setting, 'gateway')), namespace: sometimes(literals(names(setting, 'gateways'))), listener: sometimes(literals(names(setting, 'http'))),
  });
}

/** Mostly without an index, which suits any number of pods; ranges of zones and roles begin elsewhere. */
function indexCanary(setting: Setting, workload: Expressions): fc.Arbitrary<Statement[]> {
  return fc.tuple(fresh, struct<IndexCanaryProps>({
    workload,
    name: rarely(literals(names(setting, 'canary'))),
    part: sometimes(part(setting)),
    indexes: fc.oneof({ weight: 3, arbitrary: fc.constant(list([])) }, { weight: 1, arbitrary: lists(counts(setting, 0, 2), 1, 2) }),
    podsPerStep: sometimes(counts(setting, 1, 3)),
    port: sometimes(counts(setting, 80, 8000)),
  })).map(([id, props]) => [{ value: construct('IndexCanary', path('chart'), id, props) }]);
}

function variants(setting: Setting, workload: Expressions): fc.Arbitrary<Statement[]> {
  return fc.tuple(fresh, struct<ModelVariantsProps>({
    name: rarely(literals(names(setting, 'models'))),
    variants: fc.tuple(variant(setting, 'a', workload), variant(setting, 'b', calls('Workload.named', named(setting)))).map(both => list(both)),
    gateway: gateway(setting),
    hostnames: sometimes(lists(formed(setting, fc.constantFrom('models.example', '*.models.example')), 1, 2)),
    pathPrefix: sometimes(paths(setting, '/v1')),
    requestTimeout: sometimes(durations(setting, 0, 3600)),
  })).map(([id, props]) => [{ value: construct('ModelVariants', path('chart'), id, props) }]);
}

function variant(setting: Setting, name: string, workload: Expressions): Expressions {
  return struct<ModelVariant>({
    name: literals(names(setting, name)),
    workload,
    part: rarely(part(setting)),
    indexes: rarely(lists(counts(setting, 0, 2), 1, 2)),
    port: absent(40, counts(setting, 80, 8000)),
    weight: sometimes(counts(setting, 0, 100)),
    headers: rarely(fc.constantFrom('a', 'b').map(value => object({ 'x-variant': literal(value) }))),
    cookie: rarely(formed(setting, fc.constantFrom('variant=a', 'variant=b'))),
  });
}

function gpuMonitor(setting: Setting, workload: Expressions): fc.Arbitrary<Statement[]> {
  return fc.tuple(fresh, struct<GpuMonitorProps>({
    workload,
    name: rarely(literals(names(setting, 'gpus'))),
    namespace: sometimes(literals(names(setting, 'gpu-operator'))),
    podLabels: sometimes(labels(setting)),
    portName: sometimes(formed(setting, fc.constantFrom('metrics', 'gpu-metrics'))),
    monitorLabels: sometimes(labels(setting)),
  })).map(([id, props]) => [{ value: construct('GpuMonitor', path('chart'), id, props) }]);
}

function queue(setting: Setting, workload: Expressions): fc.Arbitrary<Statement[]> {
  return fc.tuple(fresh, struct<QueuedWorkloadProps>({
    workload,
    queueName: literals(names(setting, 'queue')),
    priorityClass: sometimes(literals(names(setting, 'high'))),
  })).map(([id, props]) => [{ value: construct('QueuedWorkload', path('chart'), id, props) }]);
}

function autoscaler(setting: Setting, workload: Expressions): fc.Arbitrary<Statement[]> {
  return fc.tuple(fresh, scaling(setting).chain(fields => struct<WorkloadAutoscalerProps>({
    ...fields,
    workload,
    name: rarely(literals(names(setting, 'scaler'))),
    engine: absent(60, vllm(setting, { tensor: 1, pipeline: 1, data: 1 })),
    startTime: sometimes(durations(setting, 1, 2000)),
  }))).map(([id, props]) => [{ value: construct('WorkloadAutoscaler', path('chart'), id, props) }]);
}

function monitor(setting: Setting, workload: Expressions): fc.Arbitrary<Statement[]> {
  return fc.tuple(fresh, struct<EngineMonitorProps>({
    workload,
    name: rarely(literals(names(setting, 'watch'))),
    part: sometimes(part(setting)),
    ports: absent(40, lists(struct<MonitoredPort>({ name: formed(setting, fc.constantFrom('metrics', 'http')), path: sometimes(paths(setting, '/metrics')) }), 1, 2)),
    interval: sometimes(durations(setting, 1, 60)),
    labels: sometimes(labels(setting)),
  })).map(([id, props]) => [{ value: construct('EngineMonitor', path('chart'), id, props) }]);
}

function part(setting: Setting): Expressions {
  return struct<PodPart>({
    role: absent(40, formed(setting, fc.constantFrom('leader', 'worker', 'member', 'replica', 'row'))),
    group: rarely(counts(setting, 0, 1)),
    zone: rarely(formed(setting, fc.constantFrom('eu-1a'))),
    index: rarely(counts(setting, 0, 2)),
  });
}

function named(setting: Setting): Expressions {
  return struct<NamedWorkload>({
    name: formed(setting, fc.constantFrom('other')),
    podLabels: labels(setting),
    namespace: never,
    purpose: sometimes(oneOf(...['SERVE', 'RUN', 'UNKNOWN'].map(each => fc.constant(path(`WorkloadPurpose.${each}`))))),
    replicas: sometimes(counts(setting, 0, 5)),
    scaledApiVersion: mostly(setting, never, values('apps/v1')),
    scaledKind: mostly(setting, never, values('Deployment')),
  });
}

function deployment(name: string): fc.Arbitrary<Statement[]> {
  const container = object({ image: literal('registry.example/other:1'), resources: object({}) });
  return fc.tuple(fresh, fc.integer({ min: 1, max: 3 })).map(([id, replicas]) =>
    [{ name, value: construct('kplus.Deployment', path('chart'), id, object({ replicas: literal(replicas), containers: list([container]) })) }]);
}
