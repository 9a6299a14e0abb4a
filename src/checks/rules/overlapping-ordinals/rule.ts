import { firstOrdinal, replicasOf } from '../../facts/carriers';
import { Facts } from '../../facts/facts';
import { Manifest } from '../../facts/manifest';
import { isPresent, objectAt } from '../../facts/reading';
import { Report, Rule } from '../rule';

/** Stateful sets that share a numbering, by their start ordinals, and give one number twice. */
export const overlappingOrdinals: Rule = {
  id: 'AIW2131',
  title: 'ordinals of two stateful sets overlap behind one service',
  class: 'risky',
  reason: 'Sets behind one Service that begin at different ordinals share a numbering; where the ranges overlap, two pods have the same index, rank or shard.',
  source: 'KEP-3335 (StatefulSet start ordinal); pkg/controller/statefulset/stateful_set_utils.go (v1.36): pod-index is ordinals.start plus the number',
  remedy: 'Begin each set after the last ordinal that the one before it can reach.',
  appliesTo: ['StatefulSet'],
  check: (facts, report) => {
    const reported = new Set<Manifest>();
    for (const service of facts.ofType('Service')) {
      const sets = facts.selectedBy(service).map(pods => pods.carrier).filter(each => each.type === 'apps/StatefulSet');
      if (sets.length > 1 && sets.some(set => isPresent(objectAt(set.spec, 'ordinals').start))) {
        checkRanges(facts, report, service, sets, reported);
      }
    }
  },
};

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
function checkRanges(facts: Facts, report: Report, service: Manifest, sets: readonly Manifest[], reported: Set<Manifest>): void {
  const ranges = sets.map(set => rangeOf(facts, set)).filter(range => range.to >= range.from).sort((one, other) => one.from - other.from);
  let furthest: Range | undefined;
  for (const range of ranges) {
    if (furthest && meet(furthest, range) && !reported.has(range.set)) {
      reported.add(range.set);
      report(range.set, complaintAbout(service, range, furthest));
    }
    furthest = !furthest || range.to > furthest.to ? range : furthest;
  }
}

/** As many as the manifest says: how far an autoscaler goes, nobody can number in advance. */
function rangeOf(facts: Facts, set: Manifest): Range {
  const from = firstOrdinal(set);
  const scaler = facts.scalerOf(set)?.scaler;
  const most = scaler?.spec.maxReplicas ?? scaler?.spec.maxReplicaCount;
  return { set, from, to: from + (typeof most === 'number' ? most : replicasOf(set) ?? 1) - 1 };
}

function complaintAbout(service: Manifest, { set, from, to }: Range, other: Range) {
  return {
    field: 'spec.ordinals.start',
    message: `Invalid value: ${from}: ordinals ${from} to ${to} of ${set.name} meet ${other.from} to ${other.to} of ${other.set.name}`,
    notes: [`${service.toString()} selects the pods of both`],
    help: `begin at ${other.to + 1} or later, with room for growth`,
  };
}
