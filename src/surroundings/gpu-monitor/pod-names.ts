import { asList, asText, objectAt } from '../../base/reading';
import { quotedPattern } from '../../base/text/pattern';
import { REVISION_LENGTH } from '../../knowledge/disaggregated-set';
import { RAY_CLUSTER_PATHS } from '../../knowledge/kube-ray';

const LETTER = '[a-z0-9]';
/** Five characters that each start chooses. Source: apiserver/pkg/storage/names/generate.go (v1.36) */
const LETTERS = `${LETTER}{5}`;
/** What stands before them is cut there. */
const CUT = 58;
/** The hash of a template, or an index, between two dashes. */
const LONGEST_HASH = 12;
/** Names of objects up to this length stand whole in those of their pods. */
export const LONGEST_UNCUT = CUT - LONGEST_HASH;

/** What a controller puts behind the name of its object to name a pod. */
const ENDS: { readonly [kind: string]: string } = {
  // The hash of the template, and letters.
  Deployment: `[a-z0-9]+-${LETTERS}`,
  DaemonSet: LETTERS,
  StatefulSet: '[0-9]+',
  // A leader by its group; a worker by its group and its place in it.
  LeaderWorkerSet: '[0-9]+(-[0-9]+)?',
  // With the index of an indexed one.
  Job: `([0-9]+-)?${LETTERS}`,
  // Of each Job the minute of its schedule.
  CronJob: `[0-9]+-([0-9]+-)?${LETTERS}`,
  // The Job of a role, its number, and the index.
  JobSet: `[a-z0-9-]+-[0-9]+-[0-9]+-${LETTERS}`,
};

/** As much of an object as the names of its pods need. */
export interface NamingObject {
  readonly kind: string;
  readonly name: string;
  /** The object itself, of a kind whose groups are part of the names. */
  readonly toJson?: () => { readonly spec?: unknown };
}

/** The names that pods of an object can have, as a regular expression of Prometheus; undefined where nobody knows. */
export function podNamesOf(object: NamingObject): string | undefined {
  const { kind, name } = object;
  if (RAY_CLUSTER_PATHS[kind]) {
    return rayPodNames(object);
  }
  if (kind === 'DisaggregatedSet') {
    return disaggregatedPodNames(object);
  }
  const end = ENDS[kind];
  if (end === undefined) {
    return undefined;
  }
  return end.endsWith(LETTERS) && name.length > LONGEST_UNCUT ? `${quotedPattern(name.slice(0, CUT))}[a-z0-9-]*${LETTERS}` : `${quotedPattern(name)}-${end}`;
}

/** Those of a LeaderWorkerSet of each role, whose name holds a revision. Source: kubernetes-sigs/lws pkg/utils/disaggregatedset/utils.go GenerateName (v0.9.0) */
function disaggregatedPodNames(object: NamingObject): string {
  const roles = asList(objectAt(object.toJson?.().spec).roles).map(role => quotedPattern(asText(role.name) ?? ''));
  return `${quotedPattern(object.name)}-${LETTER}{${REVISION_LENGTH}}-(${roles.join('|')})-${ENDS.LeaderWorkerSet}`;
}

/** Where KubeRay cuts what stands before `-head` and `-worker`. */
const RAY_CUT = 50;

/**
 * Pods of a group are called after the cluster and the group; the head after the cluster, in an operator that is told so without the letters.
 * The cluster of a RayJob and of a RayService has a name of its own each time.
 *
 * Source: kuberay ray-operator/controllers/ray/utils/util.go PodName, GenerateRayClusterName; raycluster_controller.go buildHeadPod, buildWorkerPod (v1.6.1)
 */
function rayPodNames(object: NamingObject): string {
  const { kind, name } = object;
  const groups = asList(objectAt(object.toJson?.().spec, ...RAY_CLUSTER_PATHS[kind]).workerGroupSpecs).map(({ groupName }) => asText(groupName) ?? '');
  const cluster = [...characters(name), ...(kind === 'RayCluster' ? [] : characters('-').concat(Array<string>(5).fill(LETTER)))];
  const prefix = (parts: readonly string[]) => parts.slice(0, RAY_CUT).join('').replace(/(?:\[a-z0-9\]){2,}/g, letters => `${LETTER}{${letters.length / LETTER.length}}`);
  const workers = groups.map(group => `${prefix([...cluster, ...characters(`-${group.toLowerCase()}`)])}-worker-${LETTERS}`);
  return [`${prefix(cluster)}-head(-${LETTERS})?`, ...new Set(workers), ...submitterNames(object)].join('|');
}

/** What submits the program of a RayJob is the pod of a Job of its name. Source: kuberay ray-operator/controllers/ray/rayjob_controller.go createNewK8sJob (v1.6.1) */
function submitterNames(object: NamingObject): string[] {
  const { kind, name } = object;
  const isJob = kind === 'RayJob' && [undefined, 'K8sJobMode'].includes(asText(objectAt(object.toJson?.().spec).submissionMode));
  return isJob ? [podNamesOf({ kind: 'Job', name })!] : [];
}

/** Each as it stands in a regular expression. */
function characters(text: string): string[] {
  return [...text].map(quotedPattern);
}
