import { asText } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { scalerOf } from '../../../facts/autoscaling';
import { podSetsOf } from '../../../facts/carried-pods';
import { Facts } from '../../../facts/facts';
import { podIndex } from '../../../facts/pod-index';
import { PodSet, repositoriesOf } from '../../../facts/pod-set';
import { claimTemplateNames, firstOrdinal, replicasOf } from '../../../kinds/controllers';
import { Report, Rule } from '../../rule';

/** Stateful sets that share a numbering, by their start ordinals, and give one number twice. */
export const overlappingOrdinals: Rule = {
  id: 'AIW2131',
  title: 'ordinals of two stateful sets overlap',
  class: 'risky',
  reason: 'Sets behind one Service that begin at different ordinals share a numbering, and so do slices of one store in several namespaces; where the ranges overlap, two pods have the same index, rank or shard.',
  source: 'KEP-3335 (StatefulSet start ordinal, and the move of a set in slices); pkg/controller/statefulset/stateful_set_utils.go (v1.36): pod-index is ordinals.start plus the number',
  remedy: 'Begin each set after the last ordinal that the one before it can reach. Where a store moves, scale the set that gives up its highest ordinals before the other begins with them.',
  appliesTo: ['StatefulSet'],
  but: 'sets of one name in several namespaces, or under a governing Service that is not here, are slices of one where their images and claim templates are the same',
  check: (facts, report) => {
    const reported = new Set<Manifest>();
    // Services with one selector have one list of pods, of which the first says all.
    const seen = new Set<readonly PodSet[]>();
    for (const service of facts.ofType('Service')) {
      const selected = facts.get(podIndex).selectedBy(service);
      if (seen.has(selected)) {
        continue;
      }
      seen.add(selected);
      const sets = selected.map(pods => pods.carrier).filter(each => each.type === 'apps/StatefulSet');
      checkRanges(facts, report, { sets, bond: `${service.toString()} selects the pods of both` }, reported);
    }
    slicesIn(facts).forEach(numbering => checkRanges(facts, report, numbering, reported));
  },
};

/** Sets that may number their members together, and why. */
interface Numbering {
  readonly sets: readonly Manifest[];
  readonly bond: string;
}

/** Sets with claims that are the same store in several places: by name, or by their governing Service. */
function slicesIn(facts: Facts): Numbering[] {
  const groups = new Map<string, Numbering & { readonly sets: Manifest[] }>();
  for (const set of facts.ofType('apps/StatefulSet')) {
    const likeness = `${claimTemplateNames(set.spec.volumeClaimTemplates).sort().join()} ${repositoriesOf(podSetsOf(facts, set)).join()}`;
    const service = asText(set.spec.serviceName);
    const bonds = [[`name ${set.name}`, `both are called ${set.name}`], ...(service ? [[`service ${set.place}/${service}`, `${service} governs both`]] : [])];
    for (const [key, bond] of likeness.startsWith(' ') ? [] : bonds) {
      const group = groups.get(`${key} ${likeness}`) ?? { sets: [], bond: `${bond}, and their images and claim templates are the same` };
      groups.set(`${key} ${likeness}`, group);
      group.sets.push(set);
    }
  }
  return [...groups.values()];
}

interface Range {
  readonly set: Manifest;
  readonly from: number;
  readonly to: number;
}

/**
 * Sets with one begin share a numbering only where it is a number that nobody begins at by himself: zero is the default, and groups number their workers
 * from one, behind a leader.
 */
function meet(one: Range, other: Range): boolean {
  return other.from <= one.to && (one.from !== other.from || one.from > 1);
}

/** Sorted by their begin, each range can only meet the one that reaches furthest. */
function checkRanges(facts: Facts, report: Report, numbering: Numbering, reported: Set<Manifest>): void {
  const ranges = numbering.sets.map(set => rangeOf(facts, set)).filter(range => range.to >= range.from).sort((one, other) => one.from - other.from);
  let furthest: Range | undefined;
  for (const range of ranges) {
    if (furthest && meet(furthest, range) && !reported.has(range.set)) {
      reported.add(range.set);
      report(range.set, complaintAbout(numbering, range, furthest));
    }
    furthest = !furthest || range.to > furthest.to ? range : furthest;
  }
}

/** As many as the manifest says: how far an autoscaler goes, nobody can number in advance. */
function rangeOf(facts: Facts, set: Manifest): Range {
  const from = firstOrdinal(set);
  const scaler = scalerOf(facts, set)?.scaler;
  const most = scaler?.spec.maxReplicas ?? scaler?.spec.maxReplicaCount;
  return { set, from, to: from + (typeof most === 'number' ? most : replicasOf(set) ?? 1) - 1 };
}

function complaintAbout({ bond }: Numbering, { set, from, to }: Range, other: Range) {
  // Of one name, the namespace tells them apart.
  const isSlice = set.name === other.set.name;
  const [name, otherName] = [set, other.set].map(each => (isSlice ? `${each.place}/${each.name}` : each.name));
  return {
    field: 'spec.ordinals.start',
    message: `Invalid value: ${from}: ordinals ${from} to ${to} of ${name} meet ${other.from} to ${other.to} of ${otherName}`,
    notes: [bond],
    help: `begin at ${other.to + 1} or later, with room for growth${isSlice ? `; or let ${otherName} have ${from - other.from} replicas first, which gives up its highest ordinals` : ''}`,
  };
}
