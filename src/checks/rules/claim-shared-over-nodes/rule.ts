import { LABEL_ZONE_TOPOLOGY } from '../../../pod/labels';
import { ClaimUse } from '../../facts/claims';
import { Facts } from '../../facts/facts';
import { PlacedTerm, apartTerms, hardSpreads, togetherTerms } from '../../facts/placement';
import { PodSet } from '../../facts/pod-set';
import { asNumber, asTexts } from '../../facts/reading';
import { Report, Rule } from '../rule';

const HOST = 'kubernetes.io/hostname';

/** One volume that a single node can mount, for pods on several. */
export const claimSharedOverNodes: Rule = {
  id: 'AIW2624',
  title: 'ReadWriteOnce claim shared by several pods',
  class: 'risky',
  reason: 'A ReadWriteOnce volume is attached to one node, and its disk is in one zone. Pods on other nodes stay in ContainerCreating (Multi-Attach error); where the pods must be apart, they always do.',
  source: 'pkg/controller/volume/attachdetach/reconciler/reconciler.go (v1.36); kserve#3409, llm-d-modelservice#243, production-stack#107; kubernetes#39178 (zones)',
  remedy: 'Use a ReadWriteMany or ReadOnlyMany claim, a claim for each pod (volumeClaimTemplates, an ephemeral volume), or one pod.',
  appliesTo: ['every carrier of pods that names a PersistentVolumeClaim'],
  but: 'pods that must be on different nodes or in different zones: error',
  check: (facts, report) => {
    for (const claim of facts.ofType('PersistentVolumeClaim')) {
      const modes = asTexts(claim.spec.accessModes);
      if (modes.length > 0 && modes.every(mode => mode === 'ReadWriteOnce')) {
        const seen = new Set<string>();
        for (const use of facts.claimUses.get(`${claim.place}/${claim.name}`) ?? []) {
          // One template of leaders and workers names the claim once.
          if (!use.pods.isOurs && !seen.has(`${use.pods.carrier.toString()} ${use.field}`)) {
            seen.add(`${use.pods.carrier.toString()} ${use.field}`);
            checkUse(facts, use, report);
          }
        }
      }
    }
  },
};

function checkUse(facts: Facts, { pods, claim, field }: ClaimUse, report: Report): void {
  const count = podsWith(facts, pods, claim);
  if (count < 2 || togetherTerms(pods, HOST).length > 0) {
    return;
  }
  const apart = apartOver(pods, count);
  report(pods.carrier, {
    field,
    message: `Invalid value: "${claim}": ReadWriteOnce, which one node mounts, and ${count === Infinity ? 'every node' : `${count} pods`} of ${pods.carrier.kind} ${pods.carrier.name} ${count === Infinity ? 'mounts' : 'mount'} it`,
    class: apart ? 'broken' : 'risky',
    notes: apart ? [`the pods must be apart: ${apart.field}`] : [],
    help: 'use ReadWriteMany, or a claim for each pod',
  });
}

/** All pods of the object that mount it: leaders and workers, or those of an autoscaler at its most. */
function podsWith(facts: Facts, pods: PodSet, claim: string): number {
  const sets = facts.podSetsOf(pods.carrier).filter(set => (facts.claimUses.get(`${set.place}/${claim}`) ?? []).some(use => use.pods === set));
  const most = facts.scalerOf(pods.carrier)?.scaler.spec;
  const scaled = most && asNumber(most.maxReplicas ?? most.maxReplicaCount);
  return pods.open || pods.carrier.kind === 'CronJob' ? 0 : sets.reduce((sum, set) => sum + (set.pods ?? Infinity), 0) || scaled || 0;
}

function apartOver(pods: PodSet, count: number): PlacedTerm | undefined {
  const isNarrow = ({ term }: PlacedTerm) => (asNumber(term.maxSkew) ?? 1) < count && (asNumber(term.minDomains) ?? 1) > 1;
  return [...apartTerms(pods, HOST), ...apartTerms(pods, LABEL_ZONE_TOPOLOGY)][0]
    ?? [...hardSpreads(pods, HOST), ...hardSpreads(pods, LABEL_ZONE_TOPOLOGY)].find(spread => isNarrow(spread) || spansZones(pods, spread, count));
}

/** Over declared zones a disk of one zone cannot serve all. */
function spansZones(pods: PodSet, { term }: PlacedTerm, count: number): boolean {
  return term.topologyKey === LABEL_ZONE_TOPOLOGY && (pods.carrier.zones?.length ?? 0) > 1 && (asNumber(term.maxSkew) ?? 1) < count;
}
