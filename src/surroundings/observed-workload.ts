import { Duration } from 'cdk8s';
import { UnknownSeries, measuredEngine, unknownSeries } from './measured-engine';
import { podNamesOfAll } from './pod-names';
import { LABEL_FORM, LabelMatcher, matchersText } from './promql';
import { invalid, required } from '../base/errors/invalid-input';
import { wholeSeconds } from '../base/seconds';
import { InferenceEngine } from '../engines/inference-engine';
import { EngineMetrics } from '../knowledge/engines/engine-metric';
import { UNKNOWN_START_SECONDS } from '../pod/lifecycle/load-times';
import { Workload } from '../workloads/handle/workload';

/*
 * A workload as queries see it: by the names of its objects and pods, which every exporter says alike, whoever scrapes it.
 */

/** What a user may say of it where the workload itself does not. */
export interface ObservedOptions {
  readonly podNames?: string;
  readonly engine?: InferenceEngine;
  readonly startTime?: Duration;
}

/** What queries about a workload need. */
export interface Observed {
  readonly workload: Workload;
  readonly name: string;
  readonly namespace: string;
  /** Names of its pods, as a regular expression. */
  readonly podNames: string;
  /** Matchers of series that name a pod: `namespace="ml",pod=~"llama-[0-9]+"`. */
  readonly pods: string;
  /** Until a started pod answers. */
  readonly startSeconds: number;
  /** Whether somebody says how long that takes. */
  readonly isStartKnown: boolean;
  /** What its engine exports; absent where nothing says which one runs. */
  readonly series?: EngineMetrics;
  /** Engine and version, for messages. */
  readonly engine?: string;
  /** Why there are no series of an engine; absent where there are. */
  readonly unknown?: UnknownSeries;
}

/** Pure: refuses what cannot be told from others. */
export function observe(workload: Workload, options: ObservedOptions): Observed {
  const { name, roles, metrics } = workload;
  const namespace = requireNamespace(workload);
  const podNames = checkedNames(workload, options.podNames);
  const role = roles.find(each => each.name === metrics?.role) ?? roles.find(each => each.startSeconds !== undefined) ?? roles[0];
  const given = options.startTime && wholeSeconds('startTime', options.startTime, 1);
  return {
    workload,
    name,
    namespace,
    podNames,
    pods: matchersText([inNamespace(namespace), { label: 'pod', value: podNames, isPattern: true }]),
    startSeconds: given ?? role?.startSeconds ?? UNKNOWN_START_SECONDS,
    isStartKnown: given !== undefined || role?.startSeconds !== undefined,
    ...engineOf(workload, options.engine),
  };
}

export function inNamespace(namespace: string): LabelMatcher {
  return { label: 'namespace', value: namespace };
}

function engineOf(workload: Workload, engine: InferenceEngine | undefined): Pick<Observed, 'series' | 'engine' | 'unknown'> {
  const measured = measuredEngine(workload, engine);
  return measured ? { series: measured.metrics, engine: measured.title } : { unknown: unknownSeries(workload, engine) };
}

/** Series of all namespaces are in one Prometheus, and names are unique in one namespace. */
function requireNamespace({ name, namespace }: Workload): string {
  if (namespace === undefined) {
    throw required('workload', `nothing says in which namespace ${name} is, and its series are told by namespace and name`, 'give the chart a namespace');
  }
  return namespace;
}

function checkedNames({ name, apiObjects }: Workload, given: string | undefined): string {
  if (given !== undefined) {
    return checkPattern(given);
  }
  if (apiObjects.length === 0) {
    throw required('podNames', `the app holds no object of ${name}, so nothing says how its pods are called`, "give a regular expression of their names: podNames: 'web-[a-z0-9]+-[a-z0-9]{5}'");
  }
  return podNamesOfAll('workload', apiObjects);
}

/** As RE2 and ECMAScript read it alike; an odd one would choose other pods, or none. */
function checkPattern(given: string): string {
  if (!/^[a-z0-9.\-[\](){}|+*?,\\d]+$/.test(given) || given.includes('.*.*') || !isPattern(given)) {
    throw invalid('podNames', given, 'is no regular expression of names of pods', "write it like 'web-[a-z0-9]+-[a-z0-9]{5}'; Prometheus anchors it at both ends");
  }
  return given;
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text).source !== '';
  } catch {
    return false;
  }
}

/** A label of series. */
export function checkLabelName(field: string, name: string): string {
  if (!LABEL_FORM.test(name)) {
    throw invalid(field, name, 'is no name of a label of series: letters, digits and underscores, and no digit first', "for example 'zone'");
  }
  return name;
}
