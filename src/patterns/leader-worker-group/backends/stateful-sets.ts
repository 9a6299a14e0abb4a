import { ApiObject } from 'cdk8s';
import { Backend, BackendContext } from './backend';
import { containerPorts, mpiHostFile, mpiVolumes, rendezvousEnvironment } from '../../../engines/world';
import { placementTerms, spreadOverZones } from '../../../pod/affinity';
import { capacityTolerations } from '../../../pod/capacity';
import { claimMounts, claimsInOrder, renderClaims, renderRetention } from '../../../pod/claim';
import { ContainerSpec } from '../../../pod/container';
import { EnvVariable, fieldVariable, labelPath } from '../../../pod/environment';
import { LABEL_GROUP, LABEL_NAME, LABEL_POD_INDEX, LABEL_ROLE, Labels, standardLabels } from '../../../pod/labels';
import { placementAnnotations } from '../../../pod/placement';
import { PlainObject } from '../../../pod/plain';
import { PodVariation } from '../../../pod/pod-spec';
import { PodTemplate } from '../../../pod/pod-template';
import { Target } from '../../../target/target';
import { createStatefulSet } from '../../../workloads/indexed-stateful-set';
import { createObject } from '../../../workloads/objects';
import { PreviousTemplate } from '../../rollout';
import { previousMain, rolloutPodLabels } from '../../rollout-plan';
import { RoleCommand, startOf, worldOf } from '../entrypoints';
import { fateSharingProbes } from '../fate-sharing';
import { groupSetName, leaderSetName, workerSetName } from '../identity';
import { GROUP_VARIABLES, LeaderWorkerGroupPlan, addressOf } from '../plan';
import { GroupRole } from '../props';

/** One StatefulSet to create. */
interface SetPlan {
  readonly name: string;
  readonly id: string;
  readonly role: GroupRole | 'both';
  readonly template: PodTemplate;
  readonly replicas: number;
  readonly firstOrdinal: number;
}

/** Both plain backends: two StatefulSets for each group, or one whose pod 0 leads. Group and role are labels in template and selector. */
export function createPlainGroups(context: BackendContext): Backend {
  const objects = Array.from({ length: context.plan.groups }, (_, group) => {
    const created = setsOf(context, group).map(set => createSet(context, group, set));
    if (context.plan.rendezvous._kind === 'mpi') {
      createHostFile(context, group);
    }
    return created;
  });
  return { objects: objects.flat(), objectsOfGroup: group => objects[group] };
}

function setsOf(context: BackendContext, group: number): SetPlan[] {
  const { plan, leader, worker } = context;
  if (plan.backend === 'singleStatefulSet') {
    return [{ name: groupSetName(plan.name, group), id: `Group${group}`, role: 'both', template: leader, replicas: plan.size, firstOrdinal: 0 }];
  }
  return [
    { name: leaderSetName(plan.name, group), id: `Group${group}Leader`, role: GroupRole.LEADER, template: leader, replicas: 1, firstOrdinal: 0 },
    ...(worker ? [{
      name: workerSetName(plan.name, group), id: `Group${group}Worker`, role: GroupRole.WORKER, template: worker, replicas: plan.size - 1, firstOrdinal: 1,
    }] : []),
  ];
}

function createSet(context: BackendContext, group: number, set: SetPlan): ApiObject {
  const { plan, props } = context;
  const identity = identityLabels(plan, group, set.role);
  const variation = variationOf(context, group, set);
  const object = createStatefulSet(context.scope, set.id, {
    name: set.name,
    namespace: props.metadata?.namespace,
    labels: { ...context.objectLabels, ...props.metadata?.labels, ...identity, ...plan.rollout.labels },
    annotations: { ...props.metadata?.annotations as Labels | undefined, ...plan.rollout.annotations },
    serviceName: plan.name,
    replicas: set.replicas,
    firstOrdinal: set.firstOrdinal,
    selector: identity,
    podManagementPolicy: 'Parallel',
    updateStrategy: plan.rollout.updateStrategy,
    template: () => set.template._renderTemplate(variation),
    volumeClaimTemplates: renderClaims(claimsInOrder(props.claims, Target.of(context.scope)), { [LABEL_NAME]: plan.name }),
    claimRetention: renderRetention(props.claims, props.claimRetention),
  });
  set.template._carriedBy(object);
  return object;
}

function identityLabels(plan: LeaderWorkerGroupPlan, group: number, role: GroupRole | 'both'): Labels {
  return { [LABEL_NAME]: plan.name, [LABEL_GROUP]: String(group), ...(role === 'both' ? {} : { [LABEL_ROLE]: role }) };
}

/** What this group's pods have that others' have not. */
function variationOf(context: BackendContext, group: number, set: SetPlan): PodVariation {
  const { plan, props } = context;
  const previous = plan.rollout.previousParts.has(String(group)) ? plan.previous : {};
  const leader = withPrevious(plan.leader.container, previous.leader);
  const worker = withPrevious(plan.worker.container, previous.worker);
  const own = set.role === GroupRole.WORKER ? { container: worker, previous: previous.worker } : { container: leader, previous: previous.leader };
  const start = startOf(plan, group, set.role, context.wait, leader, worker);
  const probes = plan.fateSharing && set.role === GroupRole.WORKER ? fateSharingProbes(plan.fateSharing) : undefined;
  const mpi = plan.rendezvous._kind === 'mpi' ? mpiVolumes(plan.rendezvous, hostFileName(plan, group)) : undefined;
  return {
    labels: {
      ...standardLabels(plan.name, set.role === 'both' ? undefined : set.role),
      ...rolloutPodLabels(plan.rollout, set.name),
      ...identityLabels(plan, group, set.role),
    },
    annotations: placementAnnotations(plan.placement),
    env: groupEnvironment(plan, group),
    subdomain: plan.name,
    affinity: placementTerms(plan.placement, { [LABEL_NAME]: plan.name, [LABEL_GROUP]: String(group) },
      { workload: { [LABEL_NAME]: plan.name }, groupKey: LABEL_GROUP, group: String(group) }, group),
    spread: spreadOfLeaders(plan, set.role),
    volumes: mpi?.volumes,
    nodeLabels: plan.capacityLabels,
    tolerations: capacityTolerations(plan.capacity),
    sidecars: start.waitingSidecar ? [start.waitingSidecar] : undefined,
    main: {
      ...previousMain(own.previous, own.container),
      ...(start.entrypoint ? { entrypoint: start.entrypoint } : {}),
      extraMounts: [...claimMounts(claimsInOrder(props.claims, Target.of(context.scope))), ...mpi?.mounts ?? []],
      extraPorts: containerPorts(plan.rendezvous),
      liveness: probes?.liveness,
      startup: probes?.startup,
    },
  };
}

/** What a role ran before the change, as far as the previous template names it. */
function withPrevious(container: ContainerSpec, previous: PreviousTemplate | undefined): RoleCommand {
  return {
    image: previous?.image ?? container.image,
    command: previous?.command ?? container.command,
    args: previous?.args ?? container.args,
  };
}

/** Literals of the group; the index comes from the pod's own ordinal, which is the rank. */
function groupEnvironment(plan: LeaderWorkerGroupPlan, group: number): EnvVariable[] {
  return [
    { name: GROUP_VARIABLES.leaderAddress, value: addressOf(plan, group, 0) },
    { name: GROUP_VARIABLES.groupSize, value: String(plan.size) },
    fieldVariable(GROUP_VARIABLES.workerIndex, labelPath(LABEL_POD_INDEX)),
    { name: GROUP_VARIABLES.groupIndex, value: String(group) },
    ...plan.engine?.leader.env ?? [],
    ...rendezvousEnvironment(plan.rendezvous, worldOf(plan, group)),
  ];
}

/**
 * Leaders spread over zones and workers follow their group. No revision key: the hash of a set's revision begins with the set's own name, so
 * every group would be alone in its count.
 */
function spreadOfLeaders(plan: LeaderWorkerGroupPlan, role: GroupRole | 'both'): PlainObject[] | undefined {
  if (plan.groups === 1 || role === GroupRole.WORKER || plan.placement._kind !== 'firstPod') {
    return undefined;
  }
  return [spreadOverZones({ [LABEL_NAME]: plan.name, ...(role === 'both' ? { [LABEL_POD_INDEX]: '0' } : { [LABEL_ROLE]: GroupRole.LEADER }) })];
}

function hostFileName(plan: LeaderWorkerGroupPlan, group: number): string {
  return `${plan.name}-${group}-hostfile`;
}

function createHostFile(context: BackendContext, group: number): void {
  const { plan, props } = context;
  createObject(context.scope, `Group${group}HostFile`, 'v1', 'ConfigMap', {
    name: hostFileName(plan, group),
    namespace: props.metadata?.namespace,
    labels: context.objectLabels,
  }, { data: { hostfile: mpiHostFile(worldOf(plan, group)) } });
}
