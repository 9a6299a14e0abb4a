import { Yaml } from 'cdk8s';
import { BackendPlan } from './backend-plan';
import { AutoscalingPlan } from './scaling-plan';
import { numberOf, numberOfAll, numberOfPod, storedName } from './signals';
import { MetricPlan } from './targets';
import { PlainObject, compact } from '../../base/plain';

/** Rules of an adapter: of the custom metrics API, and of the external one. */
interface Rules {
  readonly custom: readonly PlainObject[];
  readonly external: readonly PlainObject[];
}

const SERIES = '<<.Series>>';
const MATCHERS = '<<.LabelMatchers>>';
const BY = '<<.GroupBy>>';

/** A new one each time: YAML would refer to the first one. */
function namespaceLabel(): PlainObject {
  return { namespace: { resource: 'namespace' } };
}

/**
 * What the Prometheus adapter needs to serve the metrics, as its own configuration: a rule for each series, which makes one value of its series for each
 * pod, for an object, or for all of them.
 *
 * Source: kubernetes-sigs/prometheus-adapter docs/config.md, docs/externalmetrics.md (v0.12)
 */
export function adapterRules(plan: AutoscalingPlan, backend: BackendPlan = { kind: 'Pods' }): string {
  const { custom, external } = rulesOf(plan, backend);
  return custom.length + external.length === 0 ? '' : Yaml.stringify(compact({ rules: [...custom], externalRules: [...external] }));
}

/** The same as values of its Helm chart. Source: prometheus-community/helm-charts charts/prometheus-adapter/values.yaml, rules */
export function adapterValues(plan: AutoscalingPlan, backend: BackendPlan): string {
  const { custom, external } = rulesOf(plan, backend);
  const rules = compact({ custom: [...custom], external: [...external] });
  return custom.length + external.length === 0 ? '' : Yaml.stringify({ rules });
}

/** KEDA asks Prometheus without an adapter. */
function rulesOf({ metrics }: AutoscalingPlan, backend: BackendPlan): Rules {
  if (backend.kind === 'ScaledObject') {
    return { custom: [], external: [] };
  }
  const own = metrics.filter(({ others }) => others === undefined);
  const others = metrics.filter(each => each.others !== undefined).map(ofOthers);
  if (backend.kind === 'External') {
    return { custom: [], external: [...own.map(ofAll), ...others] };
  }
  return { custom: own.map(metric => (backend.kind === 'Object' ? ofObject(metric, backend) : ofPods(metric))), external: others };
}

function ofPods({ name, signal }: MetricPlan): PlainObject {
  return {
    seriesQuery: `${storedName(signal!)}{namespace!="",pod!=""}`,
    resources: { overrides: { ...namespaceLabel(), pod: { resource: 'pod' } } },
    name: { as: name },
    metricsQuery: numberOfPod(signal!, { series: SERIES, matchers: MATCHERS, by: BY }),
  };
}

function ofObject({ name, signal }: MetricPlan, { object }: BackendPlan): PlainObject {
  const { apiVersion, kind, label } = object!;
  const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : undefined;
  return {
    seriesQuery: `${storedName(signal!)}{namespace!="",${label}!=""}`,
    resources: { overrides: { ...namespaceLabel(), [label]: compact({ group, resource: kind.toLowerCase() }) } },
    name: { as: name },
    metricsQuery: numberOf(signal!, { series: SERIES, matchers: MATCHERS, by: BY }),
  };
}

function ofAll({ name, signal }: MetricPlan): PlainObject {
  return {
    seriesQuery: `${storedName(signal!)}{namespace!="",pod!=""}`,
    resources: { overrides: { ...namespaceLabel() } },
    name: { as: name },
    metricsQuery: numberOfAll(signal!, { series: SERIES, matchers: MATCHERS }),
  };
}

/** Others may be in another namespace than the workload: their labels say which are meant, and no namespace is added. */
function ofOthers({ name, signal }: MetricPlan): PlainObject {
  return {
    seriesQuery: storedName(signal!),
    resources: { namespaced: false },
    name: { as: name },
    metricsQuery: numberOf(signal!, { series: SERIES, matchers: MATCHERS }),
  };
}
