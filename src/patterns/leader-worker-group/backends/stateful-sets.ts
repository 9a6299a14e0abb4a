import { Backend, BackendContext } from './backend';
import { LABEL_GROUP, LABEL_NAME, LABEL_POD_INDEX, LABEL_ROLE, Labels, standardLabels } from '../../../base/labels';
import { PlainObject } from '../../../base/plain';
import { containerPorts, mpiHostFile, mpiVolumes, rendezvousEnvironment } from '../../../engines/world';
import { EnvVariable, fieldVariable, labelPath } from '../../../pod/container/environment';
import { placementTerms, spreadOverZones } from '../../../pod/scheduling/affinity';
import { placementAnnotations } from '../../../pod/scheduling/placement';
import { claimMounts, renderClaims, renderRetention } from '../../../pod/storage/claim';
import { createObject, metadataBesideNames } from '../../../pod/template/plain-api-object';
import { PodVariation } from '../../../pod/template/pod-spec';
import { PodTemplate } from '../../../pod/template/pod-template';
import { createStatefulSet } from '../../../workloads/indexed-stateful-set';
import { GangPlan, createPodGroup, planGang } from '../../../workloads/pod-group';
import { RolledSet, rolledAnnotations } from '../../rollout/rolled-set';
import { rolloutPodLabels } from '../../rollout/rollout-plan';
import { startOf, worldOfGroup } from '../entrypoints';
import { fateSharingProbes } from '../fate-sharing';
import { LeaderWorkerGroupPlan } from '../group-plan';
import { groupSetName, leaderSetName, workerSetName } from '../identity';
import { GROUP_VARIABLES, leaderAddress } from '../plan';
import { GroupRole } from '../props';

/** One StatefulSet to create. */
interface SetPlan {
  readonly name: string;
  readonly id: string;
  readonly group: number;
  readonly role: GroupRole | 'both';
  readonly replicas: number;
  readonly firstOrdinal: number;
}

/** Both plain backends: two StatefulSets for each group, or one whose pod 0 leads. Group and role are labels in template and selector. */
export function createPlainGroups(context: BackendContext): Backend {
  const sets = Array.from({ length: context.plan.groups }, (_, group) => {
    const created = setsOf(context.plan, group).map(set => createSet(context, set));
    createHostFile(context, group);
    createGang(context, group);
    return created;
  });
  return { objects: sets.flat().map(({ object }) => object), objectsOfGroup: group => sets[group].map(({ object }) => object), sets: sets.flat() };
}

function setsOf(plan: LeaderWorkerGroupPlan, group: number): SetPlan[] {
  if (plan.backend === 'singleStatefulSet') {
    return [{ name: groupSetName(plan.name, group), id: `Group${group}`, group, role: 'both', replicas: plan.size, firstOrdinal: 0 }];
  }
  return [
    { name: leaderSetName(plan.name, group), id: `Group${group}Leader`, group, role: GroupRole.LEADER, replicas: 1, firstOrdinal: 0 },
    ...(plan.size > 1 ? [{
      name: workerSetName(plan.name, group), id: `Group${group}Worker`, group, role: GroupRole.WORKER, replicas: plan.size - 1, firstOrdinal: 1,
    }] : []),
  ];
}

/** What a group is rendered from: the group of now, or the one of before where it is not due. */
function sourceOf(context: BackendContext, group: number): BackendContext {
  return context.previous && context.plan.rollout.previousParts.has(String(group)) ? sourceOf(context.previous, group) : context;
}

function createSet(context: BackendContext, set: SetPlan): RolledSet {
  const { plan, props } = context;
  const identity = identityLabels(plan, set.group, set.role);
  const part = String(set.group);
  const isKept = plan.rollout.previousParts.has(part);
  // At once: what cannot be started is refused where the group is made, in the template of now as in that of before.
  const now = templateOf(context, set);
  const before = context.previous && templateOf(sourceOf(context.previous, set.group), set);
  const { metadata } = sourceOf(context, set.group).props;
  const object = createStatefulSet(context.scope, set.id, {
    name: set.name,
    namespace: props.metadata?.namespace,
    labels: { ...context.objectLabels, ...metadata?.labels, ...identity, ...plan.rollout.labels },
    annotations: { ...metadata?.annotations as Labels | undefined, ...plan.rollout.annotations, ...rolledAnnotations(plan.rollout, isKept) },
    otherMetadata: metadataBesideNames(metadata),
    serviceName: plan.name,
    replicas: set.replicas,
    firstOrdinal: set.firstOrdinal,
    selector: identity,
    podManagementPolicy: 'Parallel',
    updateStrategy: plan.rollout.updateStrategy,
    template: isKept ? before! : now,
    volumeClaimTemplates: renderClaims(plan.claims, { [LABEL_NAME]: plan.name }),
    claimRetention: renderRetention(props.claims, props.claimRetention),
  });
  for (let each: BackendContext | undefined = context; each; each = each.previous) {
    podsOf(each, set)._carriedBy(object);
  }
  return { object, part, isKept, role: set.role === 'both' ? undefined : set.role, replicas: set.replicas, now, before };
}

function podsOf({ leader, worker }: BackendContext, { role }: SetPlan): PodTemplate {
  return role === GroupRole.WORKER ? worker! : leader;
}

function templateOf(context: BackendContext, set: SetPlan): () => PlainObject {
  const variation = variationOf(context, set);
  return () => podsOf(context, set)._renderTemplate(variation);
}

function identityLabels(plan: LeaderWorkerGroupPlan, group: number, role: GroupRole | 'both'): Labels {
  return { [LABEL_NAME]: plan.name, [LABEL_GROUP]: String(group), ...(role === 'both' ? {} : { [LABEL_ROLE]: role }) };
}

/** What this group's pods have that others' have not. */
function variationOf({ plan, wait }: BackendContext, { group, role, name }: SetPlan): PodVariation {
  const start = startOf(plan, group, role, wait, plan.leader.container, plan.worker.container);
  const probes = plan.fateSharing && role === GroupRole.WORKER ? fateSharingProbes(plan.fateSharing) : undefined;
  const mpi = plan.rendezvous._kind === 'mpi' ? mpiVolumes(plan.rendezvous, hostFileName(plan, group)) : undefined;
  return {
    labels: {
      ...standardLabels(plan.name, role === 'both' ? undefined : role),
      ...rolloutPodLabels(plan.rollout, name),
      ...identityLabels(plan, group, role),
    },
    annotations: placementAnnotations(plan.placement),
    env: groupEnvironment(plan, group),
    subdomain: plan.name,
    podGroup: gangOf(plan, group)?.name,
    affinity: placementTerms(plan.placement, { [LABEL_NAME]: plan.name, [LABEL_GROUP]: String(group) },
      { workload: { [LABEL_NAME]: plan.name }, groupKey: LABEL_GROUP, group: String(group) }, group),
    spread: spreadOfLeaders(plan, role),
    volumes: mpi?.volumes,
    capacity: plan.capacity,
    sidecars: start.waitingSidecar ? [start.waitingSidecar] : undefined,
    main: {
      entrypoint: start.entrypoint,
      extraMounts: [...claimMounts(plan.claims), ...mpi?.mounts ?? []],
      extraPorts: containerPorts(plan.rendezvous),
      liveness: probes?.liveness,
      startup: probes?.startup,
    },
  };
}

/** Literals of the group; the index comes from the pod's own ordinal, which is the rank. */
function groupEnvironment(plan: LeaderWorkerGroupPlan, group: number): EnvVariable[] {
  return [
    { name: GROUP_VARIABLES.leaderAddress, value: leaderAddress(plan, group, 0) },
    { name: GROUP_VARIABLES.groupSize, value: String(plan.size) },
    fieldVariable(GROUP_VARIABLES.workerIndex, labelPath(LABEL_POD_INDEX)),
    { name: GROUP_VARIABLES.groupIndex, value: String(group) },
    ...plan.engine?.leader.env ?? [],
    ...rendezvousEnvironment(plan.rendezvous, worldOfGroup(plan, group)),
  ];
}

/**
 * Leaders spread over zones and workers follow their group. No revision key: the hash of a set's revision begins with the set's own name, so
 * every group would be alone in its count.
 */
function spreadOfLeaders(plan: LeaderWorkerGroupPlan, role: GroupRole | 'both'): PlainObject[] | undefined {
  if (!plan.spreadsLeaders || role === GroupRole.WORKER) {
    return undefined;
  }
  return [spreadOverZones({ [LABEL_NAME]: plan.name, ...(role === 'both' ? { [LABEL_POD_INDEX]: '0' } : { [LABEL_ROLE]: GroupRole.LEADER }) })];
}

function hostFileName(plan: LeaderWorkerGroupPlan, group: number): string {
  return `${plan.name}-${group}-hostfile`;
}

/** Of the world that the group runs: a group that is not due keeps the slots of before. */
function createHostFile(context: BackendContext, group: number): void {
  const { plan } = sourceOf(context, group);
  if (plan.rendezvous._kind === 'mpi') {
    createObject(context.scope, `Group${group}HostFile`, 'v1', 'ConfigMap', {
      name: hostFileName(plan, group),
      namespace: context.props.metadata?.namespace,
      labels: context.objectLabels,
    }, { data: { hostfile: mpiHostFile(worldOfGroup(plan, group)) } });
  }
}

/** The pods of one group, leader and workers together. */
function gangOf(plan: LeaderWorkerGroupPlan, group: number): GangPlan | undefined {
  return planGang(groupSetName(plan.name, group), plan.placement, plan.size);
}

/** Of the template that the group runs: while it keeps the one of before, its pods name the gang of before. */
function createGang(context: BackendContext, group: number): void {
  const gang = gangOf(sourceOf(context, group).plan, group);
  if (gang) {
    createPodGroup(context.scope, `Group${group}Gang`, { namespace: context.props.metadata?.namespace, labels: context.objectLabels }, gang);
  }
}
