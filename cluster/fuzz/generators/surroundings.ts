import * as fc from 'fast-check';
import { Expressions, Setting, absent, calls, lists, literals, mostly, never, oneOf, rarely, sometimes, struct, values } from './combinators';
import { vllm } from './engines';
import { scaling } from './gpu-inference-deployment';
import { counts, durations } from './numbers';
import { inOrder } from './pod-methods';
import { fresh, labels } from './references';
import { formed, names, paths } from './texts';
import { EngineMonitorProps, GpuMonitorProps, IndexCanaryProps, ModelVariant, ModelVariantsProps, MonitoredPort, NamedWorkload, PodPart, QueuedWorkloadProps, RouteGateway, WorkloadAutoscalerProps } from '../../../src';
import { Statement, construct, list, literal, object, path } from '../expression';

/** What is put around the pattern of a program, or around the workload of somebody else. */
export function surroundings(setting: Setting, constant: string): fc.Arbitrary<Statement[]> {
  return fc.oneof(
    { weight: 3, arbitrary: around(setting, fc.constant(path(constant))) },
    { weight: 1, arbitrary: around(setting, calls('Workload.named', named(setting))) },
    { weight: 1, arbitrary: inOrder(deployment(`${constant}Other`), around(setting, calls('Workload.of', fc.constant(path(`${constant}Other`))))) });
}

function around(setting: Setting, workload: Expressions): fc.Arbitrary<Statement[]> {
  return fc.oneof(
    { weight: 2, arbitrary: monitor(setting, workload) },
    { weight: 1, arbitrary: autoscaler(setting, workload) },
    { weight: 1, arbitrary: queue(setting, workload) },
    { weight: 1, arbitrary: gpuMonitor(setting, workload) },
    { weight: 1, arbitrary: indexCanary(setting, workload) },
    { weight: 1, arbitrary: variants(setting, workload) });
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
    gateway: struct<RouteGateway>({
      name: literals(names(setting, 'gateway')), namespace: sometimes(literals(names(setting, 'gateways'))), listener: sometimes(literals(names(setting, 'http'))),
    }),
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
