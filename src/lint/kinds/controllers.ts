import { PlainObject } from '../../base/plain';
import { asList, asNumber, asObject, asText, objectAt } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';
import { ANY_VALUE, AddedLabels, ordinals, withOrdinal } from '../facts/labels';
import { PodSet } from '../facts/pod-set';
import { UNKNOWN, Variables } from '../facts/shell-arithmetic';

/** Names of claim templates: volumes that a controller adds to the pods. */
export function claimTemplateNames(templates: unknown): string[] {
  return asList(templates).map(template => asText(asObject(template.metadata).name) ?? '');
}

/** Source: pkg/controller/statefulset/stateful_set_utils.go (v1.36), updateIdentity and setPodRevision */
export function statefulSetLabels(name: string, first: number, count: number | undefined): AddedLabels {
  return {
    'apps.kubernetes.io/pod-index': ordinals(first, count),
    'statefulset.kubernetes.io/pod-name': withOrdinal(`${name}-`, first, count),
    'controller-revision-hash': ANY_VALUE,
  };
}

/** Source: pkg/registry/batch/job/strategy.go generateSelector, pkg/controller/job/indexed_job_utils.go (v1.36) */
export function jobLabels(spec: PlainObject, jobName: AddedLabels[string]): AddedLabels {
  return {
    'batch.kubernetes.io/job-name': jobName,
    'job-name': jobName,
    'batch.kubernetes.io/controller-uid': ANY_VALUE,
    'controller-uid': ANY_VALUE,
    ...(spec.completionMode === 'Indexed' ? { 'batch.kubernetes.io/job-completion-index': ordinals(0, asNumber(spec.completions)) } : {}),
  };
}

/** Pods of a Job that exist at a time. Source: pkg/apis/batch/v1/defaults.go (v1.36): parallelism defaults to 1 */
export function parallelPods(spec: PlainObject): number {
  const parallelism = asNumber(spec.parallelism) ?? 1;
  return Math.min(parallelism, asNumber(spec.completions) ?? parallelism);
}

/** How many replicas stand in the manifest. Without a number there is one, unless an autoscaler decides. */
export function replicasOf(object: Manifest): number | undefined {
  return asNumber(object.spec.replicas);
}

/** The first ordinal of a StatefulSet. */
export function firstOrdinal(object: Manifest): number {
  return asNumber(objectAt(object.spec, 'ordinals').start) ?? 0;
}

/** The last of a range of names; without end where an autoscaler decides. */
export function lastIndex(from: number, count: number | undefined, grows = false): number {
  return grows ? Infinity : from + (count ?? 1) - 1;
}

/** Pods of the template that stands in the spec. */
export function templated(object: Manifest, added: AddedLabels, pods: number | undefined): PodSet {
  return new PodSet({ carrier: object, template: asObject(object.spec.template), field: 'spec.template', added, pods });
}

/** Source: pkg/controller/job/indexed_job_utils.go (v1.36) addCompletionIndexEnvVariables */
const INDEX: Variables = new Map([['JOB_COMPLETION_INDEX', UNKNOWN]]);

/** Variables that the controller of Jobs sets. */
export function jobVariables(): Variables {
  return INDEX;
}

/** The type of a strategy, in whatever field it stands. */
export function strategyOf(strategy: unknown): string | undefined {
  return asText(objectAt(strategy).type);
}
