import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { groupLosses } from './consequences';
import { LeaderWorkerGroupPlan, servesOnEveryPod } from './group-plan';
import { groupSetName, memberName } from './identity';
import { UNSCALED_IN_SET } from './in-common-set';
import { GroupRole } from './props';
import { checkSelection, selectorOf } from './selectors';
import { exportedMetrics } from '../../engines/exported-metrics';
import { PodTemplate } from '../../pod/template/pod-template';
import { WorkloadMember } from '../../workloads/handle/pods';
import { claimNames, roleOf } from '../../workloads/handle/role';
import { servedBy } from '../../workloads/handle/serving';
import { Workload } from '../../workloads/handle/workload';
import { ScaleUnit, StartFacts, StartsAlone, WorkloadPurpose, WorkloadRole, WorkloadScale } from '../../workloads/handle/workload-facts';
import { ServiceHandle } from '../../workloads/service';

/** What the handle needs of the pattern besides its plan. */
interface GroupObjects extends Construct {
  readonly leader: PodTemplate;
  readonly worker?: PodTemplate;
  readonly servingService?: ServiceHandle;
  readonly apiObjects: readonly ApiObject[];
  readonly hasAutoscaler: boolean;
  toScalingTarget(): kplus.ScalingTarget;
  markHasAutoscaler(): void;
  group(index: number): { readonly apiObjects: ApiObject[] };
}

/** Groups of a leader and its workers; clients reach leaders. */
export function groupWorkload(pattern: GroupObjects, plan: LeaderWorkerGroupPlan, engine: string | undefined): Workload {
  const { servingService: service } = pattern;
  const answering = servesOnEveryPod(plan) ? undefined : GroupRole.LEADER;
  return Workload._of({
    scope: pattern,
    name: plan.name,
    namespace: plan.namespace,
    purpose: service ? WorkloadPurpose.SERVE : WorkloadPurpose.UNKNOWN,
    roles: rolesOf(pattern, plan),
    pods: {
      zones: [],
      groups: plan.groups,
      members: () => membersOf(plan),
      isScaled: () => pattern.hasAutoscaler,
      labels: part => {
        const selection = { ...part, role: part.role as GroupRole | undefined };
        checkSelection(selection, plan.groups, plan.size);
        return selectorOf(plan.backend, plan.name, selection);
      },
    },
    serving: () => servedBy(service, answering, plan.engine?.leader),
    ...(engine === undefined ? {} : exportedMetrics(engine, plan.engine!.leader, answering)),
    scale: () => scaleOf(pattern, plan),
    speaksWithin: plan.size > 1,
    lost: role => groupLosses(plan, role),
    markScaled: () => pattern.markHasAutoscaler(),
    carriers: () => pattern.apiObjects,
    ...(plan.set ? { queuedRoles: [plan.set.role] } : {}),
    templates: () => [pattern.leader, ...(pattern.worker ? [pattern.worker] : [])],
    starts: () => startsOf(pattern, plan),
    placement: plan.placement,
  });
}

function rolesOf(pattern: GroupObjects, plan: LeaderWorkerGroupPlan): WorkloadRole[] {
  const common = { capacity: plan.capacity, startSeconds: plan.engine?.startup.expectedSeconds };
  return [
    roleOf({ ...common, name: GroupRole.LEADER, template: pattern.leader, props: plan.leader, pod: plan.leaderPod }),
    ...(pattern.worker ? [roleOf({ ...common, name: GroupRole.WORKER, template: pattern.worker, props: plan.worker, pod: plan.workerPod })] : []),
  ];
}

function membersOf({ backend, name, set, groups, size, claims }: LeaderWorkerGroupPlan): WorkloadMember[] {
  return Array.from({ length: groups }, (_, group) => Array.from({ length: size }, (__, index): WorkloadMember => {
    const role = index === 0 ? GroupRole.LEADER : GroupRole.WORKER;
    // In a common set the names hold a revision.
    const pod = set ? undefined : memberName(backend, name, group, index);
    return { role, group, index, ...(pod === undefined ? {} : { name: pod, claims: claimNames(claims, pod) }) };
  })).flat();
}

function startsOf(pattern: GroupObjects, { backend, name, set, groups, size }: LeaderWorkerGroupPlan): StartFacts | StartsAlone {
  if (size === 1) {
    return { refusal: 'a group of one pod waits for nobody', help: 'leave it out' };
  }
  if (set) {
    return {
      refusal: 'each revision of the common DisaggregatedSet makes LeaderWorkerSets of other names, and pods of the old one serve until those of the new one do',
      help: 'use QueuedWorkload, of which Kueue admits each group as one, or groups of their own',
    };
  }
  const isOne = backend === 'leaderWorkerSet';
  return {
    unit: 'group',
    because: 'a group works when all its pods do',
    units: Array.from({ length: groups }, (_, group) => (
      { name: groupSetName(name, group), pods: size, least: size, objects: isOne ? pattern.apiObjects : pattern.group(group).apiObjects })),
    ...(isOne ? { madeBy: 'LeaderWorkerSet' } : {}),
  };
}

function scaleOf(pattern: GroupObjects, plan: LeaderWorkerGroupPlan): WorkloadScale {
  if (plan.set) {
    return { unit: ScaleUnit.GROUP, refusal: UNSCALED_IN_SET };
  }
  return plan.backend === 'leaderWorkerSet'
    ? { unit: ScaleUnit.GROUP, target: pattern.toScalingTarget() }
    : { unit: ScaleUnit.GROUP, refusal: 'an autoscaler scales one object, and a plain group is several: use LeaderWorkerBackend.leaderWorkerSet()' };
}
