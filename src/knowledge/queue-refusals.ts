import { RAY_CLUSTER_PATHS, RAY_GROUP } from './kube-ray';
import { InputProblem } from '../base/errors/invalid-input';
import { PlainObject } from '../base/plain';
import { asList, asText, objectAt } from '../base/reading';

/** Pod sets of one Workload: kinds of pods that are admitted together. Source: kueue apis/kueue/v1beta1/workload_types.go podSets, MaxItems (v0.13 to v0.15) */
const MOST_POD_SETS = 8;

/** Says of a RayCluster or a RayJob that its size may change while it runs. Source: kueue pkg/workloadslicing/workloadslicing.go EnabledAnnotationKey (v0.13) */
const ELASTIC = 'kueue.x-k8s.io/elastic-job';

const JOB_SET = 'jobset.x-k8s.io/JobSet';

/** Kinds of which `refusedInQueue` knows something. */
export const REFUSED_TYPES: readonly string[] = [...Object.keys(RAY_CLUSTER_PATHS).map(kind => `${RAY_GROUP}/${kind}`), JOB_SET];

/** A kind of pods, and what Kueue calls it. */
interface PodSet {
  readonly name: string;
  readonly field: string;
}

/**
 * What Kueue refuses of an object that names a queue: by its webhook, or because the Workload that it makes of it is refused by the server, so that the object waits
 * for ever.
 *
 * @param type `ray.io/RayCluster`.
 * @param object The manifest.
 */
export function refusedInQueue(type: string, { metadata, spec }: PlainObject): InputProblem[] {
  const [group, kind] = type.split('/');
  if (type === JOB_SET) {
    const jobs = asList(objectAt(spec).replicatedJobs);
    return tooMany('spec.replicatedJobs', jobs.length, MOST_POD_SETS, `each is a pod set of its Workload, which has at most ${MOST_POD_SETS}`);
  }
  const path = group === RAY_GROUP ? RAY_CLUSTER_PATHS[kind] : undefined;
  return path === undefined ? [] : refusedRay(kind, objectAt(spec), path, objectAt(metadata, 'annotations')[ELASTIC] === 'true');
}

/**
 * A RayService itself is no kind of Kueue's: KubeRay copies its labels and annotations to the RayCluster that it makes, and that is refused.
 *
 * Source: kueue pkg/controller/jobs/raycluster/raycluster_webhook.go, rayjob/rayjob_webhook.go validateCreate (v0.13 to v0.15); kuberay
 * ray-operator/controllers/ray/rayservice_controller.go constructRayClusterForRayService (v1.6.1)
 */
function refusedRay(kind: string, spec: PlainObject, path: readonly string[], isElastic: boolean): InputProblem[] {
  const cluster = objectAt(spec, ...path);
  const at = ['spec', ...path].join('.');
  if (kind === 'RayJob' && Object.keys(objectAt(spec, 'clusterSelector')).length > 0) {
    return spec.rayClusterSpec === undefined ? [] : [problem('spec.clusterSelector', 'Forbidden', 'the RayJob has a cluster of its own, and Kueue takes no other one', 'leave it out')];
  }
  return [
    ...(cluster.enableInTreeAutoscaling === true && !isElastic ? [scaled(at)] : []),
    ...(kind === 'RayJob' && spec.shutdownAfterJobFinishes !== true ? [
      problem('spec.shutdownAfterJobFinishes', 'Invalid value', 'the cluster would keep its quota after the run', 'set it to true', spec.shutdownAfterJobFinishes ?? false),
    ] : []),
    ...refusedGroups(asList(cluster.workerGroupSpecs), `${at}.workerGroupSpecs`, reservedOf(kind, spec)),
  ];
}

function scaled(at: string): InputProblem {
  return problem(`${at}.enableInTreeAutoscaling`, 'Invalid value', 'Kueue admits a fixed number of pods, and refuses a cluster that changes it',
    `leave the autoscaler out; Kueue 0.14 and newer, with its gate ElasticJobsViaWorkloadSlices, takes it where the object has the annotation ${ELASTIC}: "true"`, true);
}

/** Pod sets beside those of the workers. Source: kueue pkg/controller/jobs/rayjob/rayjob_controller.go PodSets; kuberay: K8sJobMode is the default */
function reservedOf(kind: string, { submissionMode }: PlainObject): PodSet[] {
  const isSubmitted = kind === 'RayJob' && (asText(submissionMode) ?? 'K8sJobMode') === 'K8sJobMode';
  return [{ name: 'head', field: 'the head' }, ...(isSubmitted ? [{ name: 'submitter', field: 'the pod that submits' }] : [])];
}

function refusedGroups(groups: readonly PlainObject[], field: string, reserved: readonly PodSet[]): InputProblem[] {
  const most = MOST_POD_SETS - reserved.length;
  const sum = `a Workload has at most ${MOST_POD_SETS} pod sets: ${[...reserved.map(each => each.field), `${most} groups of workers`].join(', ')}`;
  return [
    ...tooMany(field, groups.length, most, sum),
    ...groups.flatMap(({ groupName }, index) => (reserved.some(({ name }) => name === groupName)
      ? [problem(`${field}[${index}].groupName`, 'Invalid value', 'is a name that Kueue has for pods of its own account', 'call it otherwise: workers', groupName)] : [])),
  ];
}

function tooMany(field: string, count: number, most: number, why: string): InputProblem[] {
  return count <= most ? [] : [problem(field, 'Too many', `${count}: ${why}`, `put those that are alike together, down to ${most}, or make two of it`)];
}

function problem(field: string, reason: InputProblem['reason'], detail: string, help: string, value?: unknown): InputProblem {
  return { field, reason, detail, help, value };
}
