import { ZonePlan, ZonePartitionPlan } from './partition-plan';
import { ZonePartitionedStatefulSetProps } from './props';
import { showRanges } from './ranges';
import { Explanation, alignedRows } from '../../base/text/explanation';
import { claimOperation } from '../../pod/devices/claim-spec';
import { ClaimPolicy } from '../../pod/storage/claim';
import { explainFabric, explainFabricLimits } from '../fabric-texts';
import { nodeLostOfSet } from '../loss-texts';
import { explainModel } from '../model-texts';

/** What `explain()` prints of a plan. */
export function explainZonePartition(plan: ZonePartitionPlan, props: ZonePartitionedStatefulSetProps, rollout: string): string {
  const explanation = new Explanation(`ZonePartitionedStatefulSet ${plan.name}: ${plan.replicas} pods in ${plan.zones.length} zones`);
  explainNumbers(explanation, plan);
  explainChoices(explanation, plan, props);
  explainConsequences(explanation, plan, props);
  explainLimits(explanation, plan, props);
  explainOperation(explanation, plan, props, rollout);
  return explanation.toString();
}

function explainNumbers(explanation: Explanation, plan: ZonePartitionPlan): void {
  explanation.sum('zones', zoneTable(plan.zones));
  plan.zones.forEach(zone => explanation.sum(`range ${zone.zone}`, zone.sum));
  if (plan.reserved.length > 0) {
    explanation.sum('reserved', showRanges([], plan.reserved));
  }
  explanation
    .sum('replicas', `${plan.zones.map(zone => zone.replicas).join(' + ')} = ${plan.replicas}`)
    .sum('memory', plan.pod.memory.sum)
    .sum('grace period', plan.pod.graceSum);
}

function zoneTable(zones: readonly ZonePlan[]): string {
  return alignedRows([['zone', 'ordinals', 'replicas', 'pods', 'free', 'StatefulSet'], ...zones.map(zone => [
    zone.zone,
    `${zone.first}-${zone.last}`,
    String(zone.replicas),
    zone.replicas === 0 ? 'none' : `${zone.first}-${zone.first + zone.replicas - 1}`,
    String(zone.last - zone.first + 1 - zone.replicas),
    zone.setName,
  ])]);
}

function explainChoices(explanation: Explanation, plan: ZonePartitionPlan, props: ZonePartitionedStatefulSetProps): void {
  explanation.choice('order', plan.podManagementPolicy === 'Parallel'
    ? 'Parallel: with OrderedReady one pod that does not get ready keeps all later ones of its zone from being started again'
    : 'OrderedReady, as asked: one pod that does not get ready keeps all later ones of its zone from being started again');
  explanation.choice('drains', plan.budgetText);
  if (props.claims?.length) {
    explanation.choice('storage', props.storage?._perZone
      ? `a class for each zone (${plan.zones.map(zone => zone.storageClassName).join(', ')}): volumes only in that zone, bound late`
      : 'existing classes, which must bind late (WaitForFirstConsumer): the volume is then made in the zone of its pod');
    explanation.choice('claims', `${retentionText('whenScaled', 'an emptied or smaller zone', props)}; ${retentionText('whenDeleted', 'a deleted workload', props)}`);
  }
  const empty = plan.zones.filter(zone => zone.replicas === 0);
  if (empty.length > 0) {
    explanation.choice('empty zones', `${empty.map(zone => zone.zone).join(', ')}: the StatefulSet stays with 0 replicas and keeps range and claims; its Service has no endpoints`);
  }
  explanation.choice('spread', plan.spread.text);
  explainFabric(explanation, [{ pods: plan.replicas, fabric: plan.pod.fabric }]);
  explainModel(explanation, plan.pod.model, 'Always');
}

function retentionText(when: 'whenScaled' | 'whenDeleted', what: string, props: ZonePartitionedStatefulSetProps): string {
  return props.claimRetention?.[when] === ClaimPolicy.DELETE ? `${what} loses its claims` : `${what} keeps its claims`;
}

/** A member keeps its name, its zone and what it stores. */
export function memberLost({ claims = [] }: ZonePartitionedStatefulSetProps): string {
  return `it comes back under its name, in its zone${claims.length > 0 ? ', with its claims' : ''}; where the zone has no room it waits, and no other is tried`;
}

/** A pod is bound to its zone, and so is what it stores. */
function explainConsequences(explanation: Explanation, { zones, replicas }: ZonePartitionPlan, props: ZonePartitionedStatefulSetProps): void {
  const stores = (props.claims?.length ?? 0) > 0;
  const counts = zones.filter(zone => zone.replicas > 0).map(zone => `${zone.zone} ${zone.replicas}`).join(', ');
  explanation
    .consequence('pod lost', memberLost(props))
    .consequence('node lost', nodeLostOfSet(props.deadNodeTolerance?.toSeconds()))
    .consequence('zone lost', `takes its pods (${counts} of ${replicas})${stores ? ' and their volumes' : ''}; nothing starts in their place elsewhere, so the others must have a copy of what they serve`);
}

function explainLimits(explanation: Explanation, plan: ZonePartitionPlan, props: ZonePartitionedStatefulSetProps): void {
  explainFabricLimits(explanation, plan.pod.fabric);
  if (plan.rollout.updateStrategy.type === 'RollingUpdate') {
    explanation.limit('update in turn', 'zones whose template changes in one apply are updated at the same time, each one pod after the other; no budget holds that back, since updates do not ask it');
  }
  explanation
    .limit('partition', 'updateStrategy.rollingUpdate.partition counts from the first replica of one set, not from an absolute ordinal: use Rollout.staged')
    .limit('renumber', 'pods below a raised ordinals.start, and above the last, go; none gets another number, nor the claims of one: to another namespace or cluster OrdinalMigration moves them')
    .limit('move a pod', 'a pod never changes its zone; what it stores must be copied by the application');
  if (props.claims?.length) {
    explanation.limit('change claims', 'volumeClaimTemplates are immutable, and claims do not follow them: patch each claim (its class needs allowVolumeExpansion), then delete each StatefulSet with --cascade=orphan and apply');
  }
}

function explainOperation(explanation: Explanation, plan: ZonePartitionPlan, props: ZonePartitionedStatefulSetProps, rollout: string): void {
  explanation.operate('roll-out', rollout);
  if (plan.rollout.previous) {
    explanation.operate('between stages', `wait until the zone is done: kubectl rollout status statefulset/${plan.name}-<zone>`);
  }
  const claims = claimOperation(props.accelerator);
  if (claims) {
    explanation.operate('devices', claims);
  }
}
