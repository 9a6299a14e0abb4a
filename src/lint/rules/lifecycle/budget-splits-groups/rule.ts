import { objectAt } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { guardedPods, ofGuarded } from '../../../facts/guarded-pods';
import { PodSet } from '../../../facts/pod-set';
import { leaderWorkerSize } from '../../../kinds/leader-worker-set';
import { Rule } from '../../rule';

/** A budget that counts pods where groups live or die. */
export const budgetSplitsGroups: Rule = {
  id: 'AIW2713',
  title: 'disruption budget counts pods, not groups',
  class: 'risky',
  reason: 'A group is lost with one of its pods. A budget that lets several pods go at once lets one of each group go, also where the number is that of whole groups: measured, all groups were broken.',
  source: 'measured on a cluster of 1.36 with lws 0.8: leaders 2 of 3 and workers 6 of 9 available, one pod of each group evicted; kubernetes/enhancements#5671; pdb-operator#81',
  remedy: 'One budget over all pods of the set with maxUnavailable: 1: while a group is broken, no other loses a pod.',
  appliesTo: ['PodDisruptionBudget over a LeaderWorkerSet'],
  check: (facts, report) => {
    const groupedBy = ofGuarded(sets => sets.find(pods => isGrouped(pods.carrier) && isWorker(pods))?.carrier);
    for (const guarded of facts.get(guardedPods)) {
      const { spare } = guarded;
      const set = spare !== undefined && spare > 1 ? groupedBy(guarded) : undefined;
      if (set) {
        const { groups, size } = groupsOf(set);
        report(guarded.budget, {
          field: `spec.${guarded.rule}`,
          message: `Invalid value: ${JSON.stringify(guarded.value)}: lets ${spare} pods go at once, which may be of ${Math.min(spare!, groups)} of the ${groups} groups of ${size} of ${set.toString()}`,
          help: 'use maxUnavailable: 1 over all pods of the set',
        });
      }
    }
  },
};

/** Leaders alone are one pod of each group: a budget over them counts groups. */
function isWorker({ role }: PodSet): boolean {
  return role === 'worker';
}

/** Source: lws api/leaderworkerset/v1/leaderworkerset_types.go: there is one group, and restartPolicy is RecreateGroupOnPodRestart, unless they are given */
function groupsOf(carrier: Manifest): { readonly groups: number; readonly size: number } {
  const { groups = 1, size } = leaderWorkerSize(carrier);
  return { groups, size };
}

function isGrouped(carrier: Manifest): boolean {
  return carrier.type === 'leaderworkerset.x-k8s.io/LeaderWorkerSet' && objectAt(carrier.spec, 'leaderWorkerTemplate').restartPolicy !== 'None'
    && groupsOf(carrier).groups > 1;
}
