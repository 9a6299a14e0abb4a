import { ChangeRule } from '../changes';
import { hasClaims, inRanges, missingOrdinals, ordinalsOf } from '../sets';

/** Another first ordinal: other pods, with other claims, in place of those that run. */
export const ordinalsMove: ChangeRule = {
  id: 'AIW4002',
  title: 'ordinals of a set move',
  class: 'lossy',
  reason: 'Pods and their claims are known by their ordinal. Another start deletes pods at one end and makes new ones, with empty claims, at the other; ranks and shards move with them.',
  source: 'pkg/controller/statefulset/stateful_set_utils.go getStartOrdinal (v1.36); KEP-3335; measured: pods below the new start are deleted at once',
  remedy: 'Keep ordinals.start. To make room, scale the set; to move pods to another set, let that one start at the ordinals that this one gives up, and bind its claims to the volumes first '
    + '(docs/patterns/zone-partitioned-stateful-set.md). Accept the finding where the pods have handed over what they held.',
  appliesTo: ['StatefulSet'],
  check: ({ changed }, report) => {
    for (const { previous, next } of changed.filter(change => change.next.type === 'apps/StatefulSet')) {
      const [before, after] = [ordinalsOf(previous), ordinalsOf(next)];
      const [gone, made] = [missingOrdinals(before, after), missingOrdinals(after, before)];
      if (before.from !== after.from && gone.length > 0) {
        report(next, {
          field: 'spec.ordinals.start',
          message: `Invalid value: ${after.from}: was ${before.from}: the pods ${inRanges(gone)} are deleted${made.length > 0 ? ` and ${inRanges(made)} are made` : ', and none is made for them'}`,
          notes: hasClaims(next) && made.length > 0 ? ['the new pods have new, empty claims'] : [],
          help: `keep ordinals.start: ${before.from}, or move the data first`,
        });
      }
    }
  },
};
