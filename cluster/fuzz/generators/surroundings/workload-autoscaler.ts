import * as fc from 'fast-check';
import {
  DescribedObject, EndpointPicker, ExternalMetricsOptions, KedaOptions, ObjectMetricsOptions, PickerQueueOptions, PrometheusAuthentication,
  PrometheusAuthenticationMode, ScalingQueryOptions, ScalingSeriesOptions, WorkloadAutoscalerProps,
} from '../../../../src';
import { Statement, construct, path } from '../../expression';
import { Expressions, Setting, absent, calls, flag, lists, literals, maps, members, mostly, never, oneOf, rarely, sometimes, struct, values } from '../combinators';
import { vllm } from '../engines';
import { scaling } from '../gpu-inference-deployment';
import { counts, durations } from '../numbers';
import { fresh } from '../references';
import { formed, names } from '../texts';

export function autoscaler(setting: Setting, workload: Expressions): fc.Arbitrary<Statement[]> {
  return fc.tuple(fresh, scaling(setting).chain(fields => struct<WorkloadAutoscalerProps>({
    ...fields,
    minReplicas: absent(1, fc.oneof({ weight: 5, arbitrary: fields.minReplicas as Expressions }, { weight: 1, arbitrary: values(0) })),
    workload,
    name: rarely(literals(names(setting, 'scaler'))),
    backend: absent(40, backend(setting)),
    series: absent(60, lists(series(setting), 0, 2)),
    engine: absent(60, vllm(setting, { tensor: 1, pipeline: 1, data: 1 })),
    scrapeInterval: rarely(durations(setting, 1, 120)),
    startTime: sometimes(durations(setting, 1, 2000)),
  }))).map(([id, props]) => [{ value: construct('WorkloadAutoscaler', path('chart'), id, props) }]);
}

function backend(setting: Setting): Expressions {
  return oneOf(
    calls('ScalingBackend.podMetrics'),
    calls('ScalingBackend.objectMetrics', sometimes(struct<ObjectMetricsOptions>({ object: sometimes(described(setting)) }))),
    calls('ScalingBackend.externalMetrics', sometimes(struct<ExternalMetricsOptions>({ seriesLabels: sometimes(seriesLabels(setting)) }))),
    calls('ScalingBackend.keda', keda(setting)),
    calls('ScalingBackend.keda', keda(setting)));
}

function described(setting: Setting): Expressions {
  return struct<DescribedObject>({
    apiVersion: formed(setting, fc.constant('v1')),
    kind: formed(setting, fc.constant('Service')),
    name: literals(names(setting, 'llama')),
    label: sometimes(formed(setting, fc.constantFrom('service', 'job'))),
  });
}

function keda(setting: Setting): Expressions {
  return struct<KedaOptions>({
    serverAddress: formed(setting, fc.constantFrom('http://prometheus.monitoring.svc:9090', 'https://metrics.example/prometheus/')),
    authentication: absent(20, struct<PrometheusAuthentication>({
      name: literals(names(setting, 'prometheus')),
      isClusterWide: sometimes(flag),
      modes: absent(10, lists(members('PrometheusAuthenticationMode', PrometheusAuthenticationMode), 1, 3)),
    })),
    fallbackReplicas: rarely(counts(setting, 1, 3)),
    seriesLabels: rarely(seriesLabels(setting)),
  });
}

const labelNames = (setting: Setting) => mostly(setting, fc.constantFrom('cdk8s_ai_workloads_name', 'namespace', 'job', 'cluster'), fc.constantFrom('a-b', '1a', '', '__name__', 'constructor'));

function seriesLabels(setting: Setting): Expressions {
  return maps(labelNames(setting), formed(setting, fc.constantFrom('llama', 'ml', 'eu')), 2, 1);
}

function series(setting: Setting): Expressions {
  const options = struct<ScalingSeriesOptions>({
    name: formed(setting, fc.constantFrom('rabbitmq_queue_messages_ready', 'requests_total', 'kafka_consumergroup_lag')),
    labels: seriesLabels(setting),
    perReplica: counts(setting, 1, 100),
    survivesZero: absent(20, flag),
    activation: rarely(counts(setting, 0, 5)),
  });
  const oneOfBoth = fc.boolean().chain(isLoad => struct<ScalingQueryOptions>({
    name: formed(setting, fc.constantFrom('gateway', 'queue-age')),
    query: formed(setting, fc.constantFrom('sum(gateway_waiting{route="llama"})', 'max(up)')),
    perReplica: isLoad ? counts(setting, 1, 9) : mostly(setting, never, counts(setting, 1, 9)),
    atMost: isLoad ? never : counts(setting, 1, 9),
    survivesZero: absent(20, flag),
    activation: rarely(counts(setting, 0, 5)),
  }));
  return oneOf(
    calls('ScalingSeries.gauge', options),
    calls('ScalingSeries.counter', options),
    calls('ScalingSeries.query', oneOfBoth),
    calls('ScalingSeries.endpointPickerQueue', struct<PickerQueueOptions>({
      pool: literals(names(setting, 'llama')), perReplica: counts(setting, 1, 50), picker: absent(20, members('EndpointPicker', EndpointPicker)), labels: rarely(seriesLabels(setting)),
    })));
}
