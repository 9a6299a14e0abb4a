import { LABEL_HOSTNAME, LABEL_ZONE_TOPOLOGY } from '../../../../base/labels';
import { asNumber, asTexts } from '../../../../base/reading';
import { scalerOf } from '../../../facts/autoscaling';
import { podSetsOf } from '../../../facts/carried-pods';
import { ClaimUse, claimUses } from '../../../facts/claims';
import { Facts } from '../../../facts/facts';
import { PlacedTerm, apartTerms, hardSpreads, togetherTerms } from '../../../facts/placement';
import { PodSet } from '../../../facts/pod-set';
import { Report, Rule } from '../../rule';

/** One volume that a single node can mount, for pods on several. */
export const claimSharedOverNodes: Rule = {
  id: 'AIW2624',
  title: 'ReadWriteOnce claim shared by several pods',
  class: 'risky',
  reason: 'A ReadWriteOnce volume is attached to one node, and its disk is in one zone. Pods on other nodes stay in ContainerCreating (Multi-Attach error); where the pods must be apart, they always do.',
  source: 'pkg/controller/volume/attachdetach/reconciler/reconciler.go (v1.36); kserve#3409, production-stack#107; kubernetes#39178 (zones)',
  remedy: 'Use a ReadWriteMany or ReadOnlyMany claim, a claim for each pod (volumeClaimTemplates, an ephemeral volume), or one pod.',
  appliesTo: ['every carrier of pods that names a PersistentVolumeClaim'],
  but: 'pods that must be on different nodes or in different zones: error',
  check: (facts, report) => {
    for (const claim of facts.ofType('PersistentVolumeClaim')) {
      const modes = asTexts(claim.spec.accessModes);
      if (modes.length > 0 && modes.every(mode => mode === 'ReadWriteOnce')) {
        const uses = facts.get(claimUses).get(`${claim.place}/${claim.name}`) ?? [];
        const users = new Set(uses.map(use => use.pods));
        uses.filter(use => !use.pods.isOurs).forEach(use => checkUse(facts, use, users, report));
      }
    }
  },
};

function checkUse(facts: Facts, { pods, claim, field }: ClaimUse, users: ReadonlySet<PodSet>, report: Report): void {
  const count = podsWith(facts, pods, users);
  if (count < 2 || togetherTerms(pods, LABEL_HOSTNAME).length > 0) {
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
function podsWith(facts: Facts, pods: PodSet, users: ReadonlySet<PodSet>): number {
  if (pods.open || pods.carrier.kind === 'CronJob') {
    return 0;
  }
  const written = podSetsOf(facts, pods.carrier).filter(set => users.has(set)).reduce((sum, set) => sum + (set.pods ?? Infinity), 0);
  const scaled = scalerOf(facts, pods.carrier)?.scaler.spec;
  return Math.max(written, asNumber(scaled?.maxReplicas ?? scaled?.maxReplicaCount) ?? 0);
}

function apartOver(pods: PodSet, count: number): PlacedTerm | undefined {
  const isNarrow = ({ term }: PlacedTerm) => (asNumber(term.maxSkew) ?? 1) < count && (asNumber(term.minDomains) ?? 1) > 1;
  const spreads = [...hardSpreads(pods, LABEL_HOSTNAME), ...hardSpreads(pods, LABEL_ZONE_TOPOLOGY)];
  return [...apartTerms(pods, LABEL_HOSTNAME), ...apartTerms(pods, LABEL_ZONE_TOPOLOGY)][0]
    ?? spreads.find(spread => isNarrow(spread) || spansZones(pods, spread, count));
}

/** Over declared zones a disk of one zone cannot serve all. */
function spansZones(pods: PodSet, { term }: PlacedTerm, count: number): boolean {
  return term.topologyKey === LABEL_ZONE_TOPOLOGY && (pods.carrier.zones?.length ?? 0) > 1 && (asNumber(term.maxSkew) ?? 1) < count;
}
