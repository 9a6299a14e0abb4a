import { Backend, BackendContext } from './backend';
import { LABEL_NAME, LABEL_ROLE, Labels, standardLabels } from '../../../base/labels';
import { PlainObject, compact } from '../../../base/plain';
import { containerPorts, rendezvousEnvironment } from '../../../engines/world';
import { DISAGGREGATED_SET_LABELS } from '../../../knowledge/disaggregated-set';
import { EnvVariable, fieldVariable, labelPath } from '../../../pod/container/environment';
import { AffinityTerms, spreadOverZones, zoneTerm } from '../../../pod/scheduling/affinity';
import { placementAnnotations } from '../../../pod/scheduling/placement';
import { claimMounts, renderClaims, renderRetention } from '../../../pod/storage/claim';
import { createObject, metadataBesideNames } from '../../../pod/template/plain-api-object';
import { PodVariation } from '../../../pod/template/pod-spec';
import { templateOfCustomResource } from '../../../pod/template/stored-form';
import { startOf, worldOfGroup } from '../entrypoints';
import { LeaderWorkerGroupPlan } from '../group-plan';
import { GROUP_VARIABLES } from '../plan';
import { GroupRole } from '../props';
import { LWS_GROUP_INDEX, LWS_REVISION } from '../selectors';

export const LWS_API = 'leaderworkerset.x-k8s.io/v1';

const RESTART_POLICY = { recreateGroup: 'RecreateGroupOnPodRestart', none: 'None', fateSharing: 'None' } as const;

/** One LeaderWorkerSet. Its controller makes the headless Service and the StatefulSets; its pod webhook injects the `LWS_` variables. */
export function createLeaderWorkerSet(context: BackendContext, hasAutoscaler: () => boolean): Backend {
  const { plan, props, leader } = context;
  const worker = context.worker ?? leader;
  const exclusive: Labels = plan.placement._exclusive ? { 'leaderworkerset.sigs.k8s.io/exclusive-topology': plan.placement._topologyKey! } : {};
  const metadata = {
    labels: { ...context.objectLabels, ...props.metadata?.labels },
    annotations: { ...props.metadata?.annotations as Labels | undefined, ...exclusive },
  };
  const spec = () => compact({
    // Left out under an autoscaler from the start: an apply that asserts it would undo every scaling.
    replicas: hasAutoscaler() ? undefined : plan.groups,
    startupPolicy: 'LeaderCreated',
    networkConfig: { subdomainPolicy: 'Shared' },
    // Of a DisaggregatedSet what the server would add to an entry of the list: applied again, nothing changes.
    rolloutStrategy: { type: 'RollingUpdate', rollingUpdateConfiguration: plan.set ? { partition: 0, ...plan.set.rollingUpdate } : { partition: plan.partition, maxUnavailable: 1, maxSurge: 0 } },
    leaderWorkerTemplate: compact({
      size: plan.size,
      restartPolicy: RESTART_POLICY[plan.restart],
      leaderTemplate: templateOfCustomResource(leader._renderTemplate(variationOf(context, GroupRole.LEADER))),
      workerTemplate: templateOfCustomResource(worker._renderTemplate(variationOf(context, GroupRole.WORKER))),
      volumeClaimTemplates: renderClaims(plan.claims, { [LABEL_NAME]: plan.name }),
      persistentVolumeClaimRetentionPolicy: renderRetention(props.claims, props.claimRetention),
    }),
  });
  const object = plan.set?.carry(() => ({ name: plan.set!.role, metadata: roleMetadata(metadata), spec: spec() }))
    ?? createObject(context.scope, 'LeaderWorkerSet', LWS_API, 'LeaderWorkerSet', {
      name: plan.name, namespace: props.metadata?.namespace, ...metadata, otherMetadata: metadataBesideNames(props.metadata),
    }, { spec });
  leader._carriedBy(object);
  context.worker?._carriedBy(object);
  return { objects: [object], objectsOfGroup: () => [object], sets: [] };
}

/** As the controller copies it to the LeaderWorkerSet when it makes it. */
function roleMetadata({ labels, annotations }: { readonly labels: Labels; readonly annotations: Labels }): PlainObject {
  return { labels, ...(Object.keys(annotations).length > 0 ? { annotations } : {}) };
}

function variationOf(context: BackendContext, role: GroupRole): PodVariation {
  const { plan } = context;
  const start = startOf(plan, 0, role, context.wait, plan.leader.container, plan.worker.container);
  return {
    labels: { ...standardLabels(plan.name, role), [LABEL_NAME]: plan.name, [LABEL_ROLE]: role },
    annotations: queueAnnotations(plan),
    env: environment(plan),
    affinity: groupAffinity(plan),
    spread: role === GroupRole.LEADER && plan.spreadsLeaders
      ? [spreadOverZones({ [LABEL_NAME]: plan.name, [LABEL_ROLE]: role }, LWS_REVISION)]
      : undefined,
    capacity: plan.capacity,
    sidecars: start.waitingSidecar ? [start.waitingSidecar] : undefined,
    main: {
      entrypoint: start.entrypoint,
      extraMounts: claimMounts(plan.claims),
      extraPorts: containerPorts(plan.rendezvous),
    },
  };
}

/** The webhook puts its three variables first, so these may refer to them. The group's index it writes only as a label. */
function environment(plan: LeaderWorkerGroupPlan): EnvVariable[] {
  return [
    fieldVariable(GROUP_VARIABLES.groupIndex, labelPath(LWS_GROUP_INDEX)),
    ...plan.engine?.leader.env ?? [],
    ...rendezvousEnvironment(plan.rendezvous, worldOfGroup(plan, 0)),
  ];
}

/** Leader and workers are two pod sets to Kueue; the name of a group of pod sets has them placed as one. Source: kueue apis/kueue/v1beta2/topology_types.go PodSetGroupName */
function queueAnnotations({ name, placement, size }: LeaderWorkerGroupPlan): Labels {
  return { ...placementAnnotations(placement), ...(placement._byQueue && size > 1 ? { 'kueue.x-k8s.io/podset-group-name': name } : {}) };
}

/**
 * One template serves all groups, so the group stands in `matchLabelKeys`: the API server puts the pod's own value into the selector when
 * the pod is created, after the webhook wrote it. Source: pkg/registry/core/pod/strategy.go (v1.36); KEP-3633 (GA 1.33).
 * An exclusive domain is the controller's own annotation.
 */
function groupAffinity(plan: LeaderWorkerGroupPlan): AffinityTerms {
  const { _kind: kind, _topologyKey: topologyKey, _exclusive: isExclusive } = plan.placement;
  if (kind === 'zones') {
    return zoneTerm(plan.placement._zoneOf(0)!);
  }
  if (kind !== 'firstPod' || isExclusive) {
    return {};
  }
  const term: PlainObject = { topologyKey, labelSelector: { matchLabels: { [LABEL_NAME]: plan.name } }, matchLabelKeys: matchedKeys(plan) };
  return { podAffinity: [term] };
}

/** In a common set a group of the new revision has the index of an old one, and would follow it where there may be no room. */
function matchedKeys({ set }: LeaderWorkerGroupPlan): string[] {
  return [...(set ? [DISAGGREGATED_SET_LABELS.revision] : []), LWS_GROUP_INDEX];
}
