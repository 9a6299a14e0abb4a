import * as kplus from 'cdk8s-plus-28';
import * as fc from 'fast-check';
import { Expressions, Setting, absent, calls, literals, mostly, never, sometimes, struct, values } from './combinators';
import { plainContainers, sidecars } from './containers';
import { variableNames } from './environment';
import { counts, durations, ports } from './numbers';
import { chart, fresh, labels } from './references';
import { formed, names, paths, texts } from './texts';
import { mountOptions, volumes } from './volumes';
import { Expression, Statement, call, literal, path } from '../expression';

type Statements = fc.Arbitrary<Statement>;

/** What users do to the pods of a pattern after they made it, with cdk8s-plus-28's API. */
export function podMethods(setting: Setting, pods: string): fc.Arbitrary<Statement[]> {
  const each = fc.oneof(
    { weight: 3, arbitrary: addition(setting, pods) },
    { weight: 3, arbitrary: container(setting, pods) },
    { weight: 2, arbitrary: scheduling(setting, pods) },
    { weight: 1, arbitrary: meeting(setting, pods) });
  return fc.oneof({ weight: 3, arbitrary: fc.constant<Statement[]>([]) }, { weight: 2, arbitrary: fc.array(each, { minLength: 1, maxLength: 3 }) });
}

/** A method of something, called as a statement. */
export function invoked(receiver: string, ...args: readonly fc.Arbitrary<Expression | undefined>[]): Statements {
  return fc.tuple(...args).map(given => ({ value: call(receiver, ...given) }));
}

const firstOf = (list: Expressions) => list.map(each => (each.is === 'list' ? each.items[0] : each));

function addition(setting: Setting, pods: string): Statements {
  return fc.oneof(
    invoked(`${pods}.addContainer`, firstOf(plainContainers(setting, 'beside'))),
    invoked(`${pods}.addInitContainer`, firstOf(plainContainers(setting, 'init'))),
    invoked(`${pods}.addSidecar`, firstOf(sidecars(setting))),
    invoked(`${pods}.addVolume`, volumes(setting)));
}

function container(setting: Setting, pods: string): Statements {
  const main = `${pods}.mainContainer`;
  return fc.oneof(
    invoked(`${main}.mount`, paths(setting, '/late', '/data'), volumes(setting), sometimes(struct<kplus.MountOptions>(mountOptions(setting)))),
    invoked(`${main}.env.addVariable`, literals(variableNames(setting)), calls('kplus.EnvValue.fromValue', literals(texts(setting)))),
    invoked(`${main}.addPort`, struct<kplus.ContainerPort>({
      number: ports(setting), name: absent(40, formed(setting, fc.constantFrom('late'), fc.constantFrom('http', '', 'LATE'))), protocol: never, hostPort: never, hostIp: never,
    })));
}

function scheduling(setting: Setting, pods: string): Statements {
  const key = formed(setting, fc.constantFrom('pool', 'example.com/rack'));
  const value = formed(setting, fc.constantFrom('a', '1'));
  const label = fc.oneof(
    calls('kplus.NodeLabelQuery.is', key, value), calls('kplus.NodeLabelQuery.exists', key), calls('kplus.NodeLabelQuery.doesNotExist', key),
    calls('kplus.NodeLabelQuery.in', key, value.map(each => ({ is: 'list', items: [each] }))));
  const effect = sometimes(struct<kplus.NodeTaintQueryOptions>({
    effect: values('NoExecute').map(() => path('kplus.TaintEffect.NO_EXECUTE')), evictAfter: sometimes(durations(setting, 1, 600)),
  }));
  return fc.oneof(
    invoked(`${pods}.scheduling.attract`, calls('kplus.Node.labeled', label), sometimes(struct<kplus.PodSchedulingAttractOptions>({ weight: sometimes(counts(setting, 1, 100)) }))),
    invoked(`${pods}.scheduling.tolerate`, calls('kplus.Node.tainted', fc.oneof(calls('kplus.NodeTaintQuery.exists', key, effect), calls('kplus.NodeTaintQuery.is', key, value, effect)))),
    mostly(setting, invoked(`${pods}.scheduling.tolerate`, calls('kplus.Node.tainted', calls('kplus.NodeTaintQuery.any'))),
      invoked(`${pods}.scheduling.assign`, calls('kplus.Node.named', formed(setting, fc.constantFrom('node-1'))))));
}

/** Pods of another workload, that these keep close to, away from, or talk to. */
function meeting(setting: Setting, pods: string): Statements {
  const others = calls('kplus.Pods.select', chart, fresh, struct<kplus.PodsSelectOptions>({ labels: labels(setting), expressions: never, namespaces: never }));
  const topology = fc.constantFrom('HOSTNAME', 'ZONE').map(name => path(`kplus.Topology.${name}`));
  return fc.oneof(
    invoked(`${pods}.scheduling.separate`, others, sometimes(struct<kplus.PodSchedulingSeparateOptions>({ topology: sometimes(topology), weight: sometimes(counts(setting, 1, 100)) }))),
    invoked(`${pods}.scheduling.colocate`, others, sometimes(struct<kplus.PodSchedulingColocateOptions>({ topology: sometimes(topology), weight: sometimes(counts(setting, 1, 100)) }))),
    invoked(`${pods}.podMetadata.addLabel`, literals(mostly(setting, fc.constantFrom('team', 'tier'), fc.constantFrom('cdk8s-ai-workloads/name', '', 'a b'))), literals(names(setting, 'a'))),
    invoked(`${pods}.podMetadata.addAnnotation`, values('example.com/note'), literals(texts(setting))));
}

/** `kplus.Metric.pods({ … })` and its like. */
export function metrics(setting: Setting): Expressions {
  const utilization = calls('kplus.MetricTarget.averageUtilization', counts(setting, 1, 100));
  const average = calls('kplus.MetricTarget.averageValue', counts(setting, 1, 100));
  const named = struct<kplus.MetricOptions>({ name: formed(setting, fc.constantFrom('vllm_num_requests_waiting', 'queue')), target: average, labelSelector: never });
  return fc.oneof(
    calls('kplus.Metric.resourceCpu', utilization), calls('kplus.Metric.resourceMemory', utilization), calls('kplus.Metric.pods', named),
    calls('kplus.Metric.external', named));
}

/** An autoscaler of the user's own on something that scales. It is cdk8s-plus-28's own object, so nothing in it is odd. */
export function ownAutoscaler(setting: Setting, target: string): Statements {
  return struct<Pick<kplus.HorizontalPodAutoscalerProps, 'target' | 'maxReplicas' | 'minReplicas' | 'metrics'>>({
    target: fc.constant(path(target)),
    maxReplicas: values(2, 8),
    minReplicas: sometimes(values(1, 2)),
    metrics: metrics({ ...setting, oddPerMille: 0 }).map(metric => ({ is: 'list', items: [metric] })),
  }).map(props => ({ value: { is: 'new', type: path('kplus.HorizontalPodAutoscaler'), args: [path('chart'), literal('\u0001'), props] } }));
}

/** All of them, in order. */
export function inOrder(...parts: readonly fc.Arbitrary<readonly Statement[]>[]): fc.Arbitrary<Statement[]> {
  return fc.tuple(...parts).map(each => each.flat());
}

/** The statement in so many of a hundred cases. */
export function perhaps(percent: number, statement: Statements): fc.Arbitrary<Statement[]> {
  return fc.oneof({ weight: 100 - percent, arbitrary: fc.constant<Statement[]>([]) }, { weight: percent, arbitrary: statement.map(each => [each]) });
}
