import { DAEMON_SETS } from './daemon-set';
import { DEPLOYMENTS } from './deployment';
import { INFERENCE_SERVICES } from './inference-service';
import { JOBS } from './job';
import { JOB_SETS } from './job-set';
import { Family, GangKind, WorkloadKind } from './kind';
import { KSERVE } from './kserve';
import { KUBEFLOW_JOBS } from './kubeflow';
import { KUEUE_POD_GROUPS } from './kueue';
import { LEADER_WORKER_SETS } from './leader-worker-set';
import { OPERATORS } from './operators';
import { PODS } from './pod';
import { POD_GROUPS } from './pod-group';
import { RAY_CLUSTERS } from './ray';
import { ROLLOUTS } from './rollout';
import { SANDBOXES } from './sandbox';
import { STATEFUL_SETS } from './stateful-set';
import { TRAIN_JOBS } from './trainer';
import { VOLCANO_JOBS } from './volcano';
import { Manifest } from '../../kubernetes/manifest';

/** Every family; findings come in this order. */
const FAMILIES: readonly Family[] = [
  DEPLOYMENTS,
  STATEFUL_SETS,
  DAEMON_SETS,
  PODS,
  ROLLOUTS,
  JOBS,
  LEADER_WORKER_SETS,
  JOB_SETS,
  OPERATORS,
  VOLCANO_JOBS,
  KUBEFLOW_JOBS,
  RAY_CLUSTERS,
  TRAIN_JOBS,
  KSERVE,
  INFERENCE_SERVICES,
  SANDBOXES,
  POD_GROUPS,
  KUEUE_POD_GROUPS,
];

/** Every kind of workload. */
export const WORKLOAD_KINDS: readonly WorkloadKind[] = FAMILIES.flatMap(family => family.kinds ?? []);

/** Every kind of gang. */
export const GANGS: readonly GangKind[] = FAMILIES.flatMap(family => family.gangs ?? []);

const BY_TYPE: ReadonlyMap<string, WorkloadKind> = new Map(WORKLOAD_KINDS.map(kind => [kind.type, kind]));

/** Has nothing: of other kinds nothing is known. */
const OTHER: WorkloadKind = { type: '' };

/** What is known of a type, in the form of `Manifest.type`. */
export function kindOfType(type: string): WorkloadKind {
  return BY_TYPE.get(type) ?? OTHER;
}

/** What is known of the kind of an object. */
export function workloadKindOf(object: Manifest): WorkloadKind {
  return kindOfType(object.type);
}

/** Types of the kinds that have something, in the order of the families. */
export function typesWith(has: (kind: WorkloadKind) => unknown): string[] {
  return WORKLOAD_KINDS.filter(has).map(({ type }) => type);
}
