import { GuardedPods, guardedPods, ofGuarded } from '../../../facts/guarded-pods';
import { PodSet } from '../../../facts/pod-set';
import { workloadKindOf } from '../../../kinds';
import { Rule } from '../../rule';

/** A budget that lets nobody go. */
export const budgetBlocksDrains: Rule = {
  id: 'AIW2711',
  title: 'disruption budget blocks every drain',
  class: 'risky',
  reason: 'No pod may be evicted even when all are well, so a node under one of them can never be drained: upgrades and autoscalers wait, or delete the pod without asking.',
  source: 'pkg/registry/core/pod/storage/eviction.go, pkg/controller/disruption/disruption.go (v1.36); karpenter#701; pdb-operator#82',
  remedy: 'Allow one pod: maxUnavailable: 1, or minAvailable as a number where the controller of the pods has no scale. A single replica takes no budget, or a second replica.',
  appliesTo: ['PodDisruptionBudget'],
  but: 'silent where AIW2712 says that the budget cannot count its pods',
  check: (facts, report) => {
    const end = ofGuarded(sets => sets.every(pods => workloadKindOf(pods.carrier).ends));
    for (const guarded of facts.get(guardedPods)) {
      const { budget, rule, value, spare, sets, total, unscaled, isUncountable } = guarded;
      if (spare !== undefined && spare <= 0 && !isUncountable && !end(guarded)) {
        report(budget, {
          field: `spec.${rule}`,
          message: `Invalid value: ${JSON.stringify(value)}: ${allOf(guarded)}`,
          notes: [`it guards ${namesOf(sets)}`],
          help: total === 1 ? 'remove the budget, or run a second pod' : unscaled ? `use minAvailable: ${total! - 1}` : 'use maxUnavailable: 1',
        });
      }
    }
  },
};

function allOf({ total }: GuardedPods): string {
  return total === undefined ? 'no pod may ever be evicted' : total === 1 ? 'the only pod may never be evicted' : `of ${total} pods none may ever be evicted`;
}

function namesOf(sets: readonly PodSet[]): string {
  return `${sets[0].toString()}${sets.length > 1 ? ` and ${sets.length - 1} more` : ''}`;
}
