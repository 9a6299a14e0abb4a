import * as fc from 'fast-check';
import { gateway } from './workloads';
import { FlaggerCanaryProps, FlaggerGatewayOptions, FlaggerMetric } from '../../../../src';
import { Statement, construct, list, literal, path } from '../../expression';
import { Expressions, Setting, absent, calls, lists, literals, mostly, never, oneOf, rarely, sometimes, struct, values } from '../combinators';
import { vllm } from '../engines';
import { counts, durations } from '../numbers';
import { fresh } from '../references';
import { formed, names } from '../texts';

/** Labels of both kinds of Deployment, so that the selector is seldom what stands in the way. */
export function flagger(setting: Setting, workload: Expressions): fc.Arbitrary<Statement[]> {
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
