import { Call, Expression, call, member } from './expression';
import { Patch } from './patches';
import { Fields } from './pod';
import { NotAdopted, Proposal, Recognising, namesOf } from './proposal';
import { grouped } from '../../base/grouped';
import { PlainObject } from '../../base/plain';
import { asList, asNumber, asObject, asText, objectAt } from '../../base/reading';
import { vllmMetrics } from '../../engines/vllm/metrics';
import { EngineMetric } from '../../knowledge/engines/engine-metric';
import { SGLANG_GAUGES } from '../../knowledge/engines/sglang';
import { VLLM_METRICS } from '../../knowledge/engines/vllm-metrics';
import { NEWEST_RELEASE, parseRelease } from '../../knowledge/engines/vllm-releases';
import { Manifest } from '../../kubernetes/manifest';
import { quantityNumber } from '../../kubernetes/quantity';
import { Facts } from '../../lint/facts/facts';

/*
 * An autoscaler that is deployed, as a WorkloadAutoscaler around the workload: it takes any name, and what it does not say is a patch. Bounds, metrics and
 * targets are properties, never patches: where the construct would follow something else, the autoscaler stays as YAML.
 */

/** Autoscalers of the input that set the number of an object. */
export function scalersOf(object: Manifest, { facts }: Recognising): readonly Manifest[] {
  return (facts.get(scalersByTarget).get(targetKey(object.kind, object.name, object.place)) ?? []).filter(scaler => {
    const apiVersion = asText(asObject(scaler.spec.scaleTargetRef).apiVersion);
    return apiVersion === undefined || apiVersion.split('/')[0] === object.group;
  });
}

function scalersByTarget(facts: Facts): ReadonlyMap<string, readonly Manifest[]> {
  return grouped([...facts.ofType('autoscaling/HorizontalPodAutoscaler'), ...facts.ofType('keda.sh/ScaledObject')], scaler => {
    const { kind, name } = asObject(scaler.spec.scaleTargetRef);
    return targetKey(asText(kind) ?? 'Deployment', asText(name) ?? '', scaler.place);
  });
}

function targetKey(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}

/** The workload as it is with a construct for its autoscaler, and that construct. Throws `NotAdopted` with the reason. */
export function aroundOf(workload: Proposal, scalers: readonly Manifest[], context: Recognising): readonly Proposal[] {
  const [scaler, ...others] = scalers;
  if (others.length > 0) {
    throw new NotAdopted(`${scaler.kind} ${scaler.name} and ${others[0].kind} ${others[0].name} scale one ${workload.carrier.kind}: they undo each other's work, and a workload has one`);
  }
  const found = scaler.kind === 'ScaledObject' ? ofScaledObject(scaler) : ofAutoscaler(scaler);
  const { workload: measured, engine } = measuredBy(workload, found.exported);
  const { replicas, ...props } = measured.props;
  const names = namesOf(scaler.name === workload.carrier.name ? `${scaler.name}-autoscaler` : scaler.name, context);
  return [{ ...measured, props: workload.construct === 'GpuInferenceDeployment' ? props : measured.props, calls: [] }, {
    construct: 'WorkloadAutoscaler',
    ...names,
    carrier: scaler,
    calls: [],
    notes: [],
    props: {
      ...(names.id === scaler.name ? {} : { name: scaler.name }),
      workload: workload.variable,
      ...(engine ? { engine } : {}),
      ...found.props,
    },
    checkPatches: checkSpelling,
  }];
}

/** What an autoscaler follows, in the words of a WorkloadAutoscaler. */
interface Following {
  readonly props: Fields;
  /** Gauges of the engine that it reads, as an engine without data of the library has to declare them. */
  readonly exported?: Fields;
}

/** A workload whose series are known, by the engine that it has or that the autoscaler is given. */
interface Measured {
  readonly workload: Proposal;
  readonly engine?: Expression;
}

/** Who says what the engine exports: the library by its version, or else the manifest, in which the autoscaler names it. */
function measuredBy(workload: Proposal, exported: Fields | undefined): Measured {
  const { engine } = workload.props;
  if (exported === undefined || engine instanceof Call && engine.callee !== 'InferenceEngine.custom') {
    return { workload };
  }
  const declaring = ({ callee, args }: Call) => call(callee, { ...args![0] as Fields, metrics: exported });
  if (engine instanceof Call) {
    return { workload: { ...workload, props: { ...workload.props, engine: declaring(engine) } } };
  }
  if (workload.server === undefined) {
    throw new NotAdopted(`nothing says which engine runs in ${workload.carrier.name}, so its series are not known`);
  }
  return { workload, engine: declaring(workload.server()) };
}

/** Source: staging/src/k8s.io/api/autoscaling/v2/types.go (v1.36): one replica at least by default, and without metrics 80 % of the CPU */
function ofAutoscaler({ apiVersion, spec }: Manifest): Following {
  if (apiVersion !== 'autoscaling/v2') {
    throw new NotAdopted(`it is written for ${apiVersion}, and WorkloadAutoscaler writes autoscaling/v2`);
  }
  const metrics = asList(spec.metrics);
  if (metrics.length === 0) {
    throw new NotAdopted('it names no metrics and so follows the CPU: WorkloadAutoscaler follows what the engine says');
  }
  const followed = metrics.map(followedBy);
  const { props: targets, exported } = targetsOf(followed);
  const bounds = boundsOf(spec.minReplicas ?? 1, spec.maxReplicas);
  return { exported, props: { ...bounds, ...targets, ...backendOf(followed.map(({ backend }) => backend)) } };
}

function boundsOf(least: unknown, most: unknown): Fields {
  return { minReplicas: asNumber(least) ?? 1, maxReplicas: asNumber(most) ?? 1 };
}

/** A gauge of an engine, with the property of an autoscaler that is for it. */
interface KnownGauge {
  readonly series: EngineMetric;
  readonly property?: 'queueDepth' | 'runningRequests' | 'kvCacheUsage';
}

/** One metric of an autoscaler. */
interface Followed extends KnownGauge {
  readonly target: number;
  readonly backend?: Call;
}

function followedBy(metric: PlainObject): Followed {
  switch (metric.type) {
    case 'Pods': return { ...gaugeIn(objectAt(metric, 'pods')), target: targetIn(objectAt(metric, 'pods'), 'AverageValue') };
    case 'Object': return inObject(objectAt(metric, 'object'));
    case 'External': return inSeries(objectAt(metric, 'external'));
    default: {
      const { name } = objectAt(metric, metric.type === 'ContainerResource' ? 'containerResource' : 'resource');
      throw new NotAdopted(`it follows ${asText(name) ?? 'resources'} of the pods, and WorkloadAutoscaler what the engine says`);
    }
  }
}

function inObject(metric: PlainObject): Followed {
  const { apiVersion, kind, name } = asObject(metric.describedObject);
  if (apiVersion !== 'v1' || kind !== 'Service' || asText(name) === undefined) {
    throw new NotAdopted(`it follows a metric of ${asText(kind) ?? 'an object'} ${asText(name) ?? ''}, and nothing in it says which label of the series names that`);
  }
  return ofAll(metric, call('ScalingBackend.objectMetrics', { object: { apiVersion, kind, name: name! } }));
}

function inSeries(metric: PlainObject): Followed {
  const { matchLabels, matchExpressions } = objectAt(metric, 'metric', 'selector');
  const labels = asObject(matchLabels);
  if (Object.keys(labels).length === 0 || asList(matchExpressions).length > 0) {
    throw new NotAdopted(`${nameIn(metric)} is chosen ${matchExpressions ? 'by expressions' : 'without labels'}, and WorkloadAutoscaler chooses series by labels`);
  }
  return ofAll(metric, call('ScalingBackend.externalMetrics', { seriesLabels: labels as Fields }));
}

/** One number for all pods: a load is divided by them, a share is compared as it is. */
function ofAll(metric: PlainObject, backend: Call): Followed {
  const gauge = gaugeIn(metric);
  return { ...gauge, target: targetIn(metric, isShare(gauge) ? 'Value' : 'AverageValue'), backend };
}

function isShare({ series }: KnownGauge): boolean {
  return series.unit.startsWith('ratio');
}

function nameIn(metric: PlainObject): string {
  return asText(objectAt(metric, 'metric').name) ?? '';
}

function targetIn(metric: PlainObject, wanted: 'Value' | 'AverageValue'): number {
  const { type, value, averageValue } = asObject(metric.target);
  const target = wanted === 'Value' ? value : averageValue;
  if (type !== wanted || target === undefined) {
    throw new NotAdopted(`${nameIn(metric)} is compared as ${asText(type) ?? 'nothing'}, and WorkloadAutoscaler compares it as ${wanted}`);
  }
  return quantityNumber('metrics', String(target));
}

/** How Managed Service for Prometheus of Google Cloud calls a series in the metrics API. Source: cloud.google.com/stackdriver/docs/managed-prometheus/hpa */
const GOOGLE_NAME = /^prometheus\.googleapis\.com\|(.+)\|gauge$/;

/** The name of a series in a metrics API, whichever adapter serves it: a colon is no part of it. */
function plainName(name: string): string {
  return (GOOGLE_NAME.exec(name)?.[1] ?? name).replace(/:/g, '_');
}

function gaugeIn(metric: PlainObject): KnownGauge {
  const name = nameIn(metric);
  const known = gauges().get(plainName(name));
  if (known === undefined) {
    throw new NotAdopted(`it follows ${name || 'a metric without a name'}, which is no gauge of an engine that is known here`);
  }
  return known;
}

let knownGauges: ReadonlyMap<string, KnownGauge> | undefined;

/** Gauges of engines that the library has data of, by their names in a metrics API. */
function gauges(): ReadonlyMap<string, KnownGauge> {
  const { waiting, running, kvCacheUsage } = vllmMetrics(parseRelease('version', NEWEST_RELEASE), undefined);
  const byPurpose = [{ waiting: waiting!, running: running!, kvCacheUsage: kvCacheUsage! }, SGLANG_GAUGES].flatMap((each): KnownGauge[] => [
    { series: each.waiting, property: 'queueDepth' }, { series: each.running, property: 'runningRequests' }, { series: each.kvCacheUsage, property: 'kvCacheUsage' },
  ]);
  const others = VLLM_METRICS.filter(({ type }) => type === 'gauge').map((series): KnownGauge => ({ series }));
  knownGauges ??= new Map([...others, ...byPurpose].map(gauge => [plainName(gauge.series.name), gauge]));
  return knownGauges;
}

const DECLARED = { queueDepth: 'waiting', runningRequests: 'running', kvCacheUsage: 'kvCacheUsage' } as const;

/** Targets by their own properties where the construct then writes the metrics in the order of the input, and as gauges otherwise. */
function targetsOf(followed: readonly Followed[]): Following {
  const purposes = followed.map(({ property }) => Object.keys(DECLARED).indexOf(property ?? ''));
  const sorted = [...purposes.filter(each => each >= 0).sort(), ...purposes.filter(each => each < 0)];
  const ofPurpose = sorted.every((each, index) => each === purposes[index]) ? followed.filter(({ property }) => property !== undefined) : [];
  const others = followed.filter(each => !ofPurpose.includes(each));
  return {
    props: {
      ...Object.fromEntries(ofPurpose.map(({ property, target }) => [property!, target])),
      ...(others.length > 0 ? { gauges: others.map(({ series, target }) => ({ name: series.name, average: target })) } : {}),
    },
    exported: {
      ...Object.fromEntries(ofPurpose.map(({ property, series }) => [DECLARED[property!], { name: series.name }])),
      ...(others.length > 0 ? { gauges: others.map(({ series: { name, unit } }) => ({ name, unit })) } : {}),
    },
  };
}

/** One for all metrics. */
function backendOf(backends: readonly (Call | undefined)[]): Fields {
  const [first, ...rest] = backends;
  if (rest.some(each => JSON.stringify(each) !== JSON.stringify(first))) {
    throw new NotAdopted('its metrics are of several objects or kinds, and a WorkloadAutoscaler reads them in one way');
  }
  return first ? { backend: first } : {};
}

/** Source: keda apis/keda/v1alpha1/scaledobject_types.go (v2.21): from 0 to 100 replicas by default */
const KEDA_MOST = 100;

/** Queries stay as they are: KEDA asks Prometheus itself, so nobody needs to know what exports the series. */
function ofScaledObject({ spec }: Manifest): Following {
  const triggers = asList(spec.triggers);
  const other = triggers.find(({ type }) => type !== 'prometheus');
  if (triggers.length === 0 || other) {
    throw new NotAdopted(other ? `it has a trigger of type ${asText(other.type) ?? 'none'}, and WorkloadAutoscaler asks Prometheus` : 'it has no trigger');
  }
  const asked = triggers.map(prometheusOf);
  if (asked.some(each => JSON.stringify(each) !== JSON.stringify(asked[0]))) {
    throw new NotAdopted('its triggers ask several servers or in several names, and a WorkloadAutoscaler asks one');
  }
  const fallback = asNumber(asObject(spec.fallback).replicas);
  return {
    props: {
      ...boundsOf(spec.minReplicaCount ?? 0, spec.maxReplicaCount ?? KEDA_MOST),
      series: triggers.map(queryOf),
      backend: call('ScalingBackend.keda', { ...asked[0], ...(fallback === undefined ? {} : { fallbackReplicas: fallback }) }),
    },
  };
}

function prometheusOf({ metadata, authenticationRef }: PlainObject): Fields {
  const { serverAddress, authModes } = asObject(metadata);
  const { name, kind } = asObject(authenticationRef);
  const modes = (asText(authModes) ?? '').split(',').map(each => each.trim()).filter(each => each !== '');
  return {
    serverAddress: asText(serverAddress) ?? '',
    ...(asText(name) ? {
      authentication: {
        name: name!,
        ...(kind === 'ClusterTriggerAuthentication' ? { isClusterWide: true } : {}),
        ...(modes.length > 0 ? { modes: modes.map(modeOf) } : {}),
      },
    } : {}),
  };
}

const MODES: ReadonlySet<string> = new Set(['bearer', 'basic', 'tls', 'custom', 'oauth']);

function modeOf(mode: string): Call {
  if (!MODES.has(mode)) {
    throw new NotAdopted(`it shows who asks by ${mode}, which WorkloadAutoscaler has no word for`);
  }
  return member(`PrometheusAuthenticationMode.${mode.toUpperCase()}`);
}

function queryOf(trigger: PlainObject, index: number): Expression {
  const { query, threshold, metricName } = asObject(trigger.metadata);
  const comparison = asText(trigger.metricType) ?? 'AverageValue';
  const target = Number(asText(threshold) ?? NaN);
  if (asText(query) === undefined || !Number.isFinite(target) || !['AverageValue', 'Value'].includes(comparison)) {
    throw new NotAdopted(`trigger ${index + 1} has no query, no threshold, or is compared as ${comparison}`);
  }
  const name = (asText(trigger.name) ?? asText(metricName) ?? '').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return call('ScalingSeries.query', { name: name || `query-${index + 1}`, query: query!, [comparison === 'Value' ? 'atMost' : 'perReplica']: target });
}

/** What it does is said by properties; of what it reads a patch may say another adapter's name. */
const SAID: ReadonlySet<string> = new Set(['minReplicas', 'maxReplicas', 'minReplicaCount', 'maxReplicaCount', 'threshold', 'query', 'serverAddress']);

function isSaid(path: string): boolean {
  const words = path.split('/');
  const [before, last] = words.slice(-2);
  return SAID.has(last) || words.includes('target') || before === 'scaleTargetRef' && (last === 'kind' || last === 'name');
}

function checkSpelling(patches: readonly Patch[]): void {
  const other = patches.find(({ path, value, instead }) => (
    value !== undefined && instead !== undefined && (isSaid(path) && !isSameText(value, instead) || path.endsWith('/metric/name') && plainName(String(value)) !== plainName(String(instead)))
    || path === '/spec/metrics' || path === '/spec/triggers'));
  if (other) {
    throw new NotAdopted(`WorkloadAutoscaler would say ${JSON.stringify(other.instead)} at ${other.path.slice(1).replace(/\//g, '.')}, which is ${JSON.stringify(other.value)}`);
  }
}

/** Blanks around a query, and the notation of a number. */
function isSameText(one: unknown, other: unknown): boolean {
  return String(one).trim() === String(other).trim() || Number(one) === Number(other);
}
