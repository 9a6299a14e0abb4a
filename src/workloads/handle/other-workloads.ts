import { ApiObject, Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { memoryOf } from './memory';
import { PodCount, WorkloadPods } from './pods';
import { ScaleUnit, WorkloadFacts, WorkloadPurpose, WorkloadRole, WorkloadScale } from './workload-facts';
import { invalid } from '../../base/errors/invalid-input';
import { LABEL_POD_INDEX, Labels } from '../../base/labels';
import { PlainObject, plain } from '../../base/plain';
import { checkLabels } from '../../kubernetes/refused/labels';
import { workloadName } from '../../kubernetes/refused/names';
import { DEFAULT_GRACE_SECONDS } from '../../pod/lifecycle/drain';
import { Capacity } from '../../pod/scheduling/capacity';

/**
 * A workload that no construct of the app stands for: made by hand, by a chart, or by an operator.
 */
export interface NamedWorkload {
  /** Its name. */
  readonly name: string;

  /** Labels by which its pods, and no others, are selected. At least one. */
  readonly podLabels: { [key: string]: string };

  /**
   * Its namespace.
   *
   * @default - the namespace of what is put around it
   */
  readonly namespace?: string;

  /**
   * What it is there for.
   *
   * @default WorkloadPurpose.UNKNOWN
   */
  readonly purpose?: WorkloadPurpose;

  /**
   * How many pods it has.
   *
   * @default - nobody says
   */
  readonly replicas?: number;

  /**
   * `apiVersion` of the object of that name which an autoscaler may scale: `apps/v1`. Goes with `scaledKind`.
   *
   * @default - nothing may scale it
   */
  readonly scaledApiVersion?: string;

  /**
   * Its kind: `Deployment`.
   *
   * @default - nothing may scale it
   */
  readonly scaledKind?: string;
}

const POD = 'pod';
/** Facts of a workload that is known by its labels alone. */
export function factsOfNamed(given: NamedWorkload): WorkloadFacts {
  const name = workloadName('', given.name);
  if (Object.keys(given.podLabels).length === 0) {
    throw invalid('podLabels', given.podLabels, 'names no label, so every pod of the namespace would be meant', 'give the labels of its pods');
  }
  checkLabels('podLabels', given.podLabels);
  if ((given.scaledApiVersion === undefined) !== (given.scaledKind === undefined)) {
    throw invalid(given.scaledKind === undefined ? 'scaledKind' : 'scaledApiVersion', undefined, 'an autoscaler needs both, apiVersion and kind', 'give both, or neither');
  }
  return {
    name,
    namespace: given.namespace,
    isNamed: true,
    purpose: given.purpose ?? WorkloadPurpose.UNKNOWN,
    roles: [],
    pods: { zones: [], count: () => ({ least: given.replicas ?? 0, most: given.replicas }), labels: () => ({ ...given.podLabels }) },
    scale: () => (given.scaledKind === undefined
      ? { unit: ScaleUnit.POD, refusal: 'it does not say what object may be scaled: scaledApiVersion and scaledKind' }
      : { unit: ScaleUnit.POD, target: { apiVersion: given.scaledApiVersion!, kind: given.scaledKind, name, containers: [] } }),
    carriers: () => [],
    templates: () => [],
  };
}

/** Facts of a workload of cdk8s-plus-28, as they are when they are asked for. */
export function factsOfKplus(workload: kplus.Workload): WorkloadFacts {
  const isRun = workload instanceof kplus.Job || workload instanceof kplus.CronJob;
  return {
    scope: workload,
    name: workload.name,
    namespace: workload.metadata.namespace ?? Chart.of(workload).namespace,
    purpose: isRun ? WorkloadPurpose.RUN : WorkloadPurpose.UNKNOWN,
    get roles() {
      return rolesOf(workload);
    },
    pods: podsOf(workload),
    scale: () => scaleOf(workload),
    markScaled: () => (workload as Partial<kplus.IScalable>).markHasAutoscaler?.(),
    carriers: () => [carrierOf(workload)],
    templates: () => [workload],
    ...(isRun ? { lost: () => [LOST] } : {}),
    ...(workload instanceof kplus.StatefulSet ? {} : { starts: () => ALONE }),
  };
}

/** Of a StatefulSet nobody knows whether its pods need each other; those of other kinds of cdk8s-plus-28 are alike, or one. */
const ALONE = { refusal: 'its pods work each by itself, so nothing is gained when they wait for each other', help: 'leave it out; pods that need each other are a LeaderWorkerGroup or an IndexedTrainingJob' };

/** Source: pkg/controller/job/job_controller.go trackJobStatusAndRemoveFinalizers (v1.36): a pod that is deleted counts once it has failed */
const LOST = { topic: 'pod lost', text: 'it counts as failed: its Job makes another one, which begins anew, until backoffLimit is used up; then the run has failed' };

function carrierOf(workload: kplus.Workload): ApiObject {
  return (workload as unknown as { readonly apiObject: ApiObject }).apiObject;
}

function rolesOf(workload: kplus.Workload): WorkloadRole[] {
  return workload.containers.slice(0, 1).map(({ name }) => ({
    name: POD,
    container: name,
    hostNetwork: workload.hostNetwork ?? false,
    devicesPerPod: 0,
    get memory() {
      return memoryOf(workload);
    },
    capacity: Capacity.onDemand(),
    graceSeconds: workload.terminationGracePeriod?.toSeconds() ?? DEFAULT_GRACE_SECONDS,
  }));
}

function podsOf(workload: kplus.Workload): WorkloadPods {
  const isSet = workload instanceof kplus.StatefulSet;
  return {
    zones: [],
    ...(isSet && { members: () => Array.from({ length: countOf(workload).least }, (_, index) => ({ role: POD, index, name: `${workload.name}-${index}` })) }),
    count: () => countOf(workload),
    isScaled: () => 'hasAutoscaler' in workload && workload.hasAutoscaler === true,
    labels: ({ index }) => ({ ...labelsOf(workload), ...(index === undefined ? {} : { [LABEL_POD_INDEX]: String(index) }) }),
  };
}

/** Of a DaemonSet the nodes decide; a CronJob has pods while a run is on, as many runs as may be at once. */
function countOf(workload: kplus.Workload): PodCount {
  if (workload instanceof kplus.CronJob) {
    return { least: 0, most: workload.concurrencyPolicy === kplus.ConcurrencyPolicy.ALLOW ? undefined : 1 };
  }
  const pods = workload instanceof kplus.Job ? 1 : replicasOf(workload);
  return { least: pods ?? 0, most: pods };
}

/** Source: cdk8s-plus-28 lib/deployment.js, lib/stateful-set.js _toKube (2.5.6): with an autoscaler it writes none, and the API server takes one */
function replicasOf(workload: kplus.Workload): number | undefined {
  if (workload instanceof kplus.Deployment) {
    return workload.replicas ?? (workload.hasAutoscaler ? 1 : 2);
  }
  return workload instanceof kplus.StatefulSet ? workload.replicas ?? 1 : undefined;
}

function labelsOf(workload: kplus.Workload): Labels {
  const selector = plain(workload.toPodSelectorConfig().labelSelector._toKube()) as { matchLabels?: Labels; matchExpressions?: PlainObject[] };
  const { matchLabels = {}, matchExpressions = [] } = selector;
  if (matchExpressions.length > 0) {
    throw invalid('workload', matchExpressions, 'selects its pods by expressions, and what surrounds it knows equal labels only', 'select by labels');
  }
  return matchLabels;
}

function scaleOf(workload: kplus.Workload): WorkloadScale {
  return workload instanceof kplus.Deployment || workload instanceof kplus.StatefulSet
    ? { unit: ScaleUnit.POD, target: workload.toScalingTarget() }
    : { unit: ScaleUnit.POD, refusal: 'an object of its kind has no scale that an autoscaler could set' };
}
