import { guardedPods } from '../../../facts/guarded-pods';
import { workloadKindOf } from '../../../kinds';
import { Rule } from '../../rule';

/** A budget that cannot count what it guards. */
export const budgetWithoutScale: Rule = {
  id: 'AIW2712',
  title: 'disruption budget cannot count its pods',
  class: 'broken',
  reason: 'maxUnavailable and percentages are of the scale of the pods\' controller. One without a scale makes the budget fail its sync, and then it allows no eviction at all.',
  source: 'pkg/controller/disruption/disruption.go (v1.36) getExpectedScale, getScaleController ("does not implement the scale subresource"), updatePdbStatus',
  remedy: 'Give minAvailable as a number: that needs no scale.',
  appliesTo: ['PodDisruptionBudget'],
  check: (facts, report) => {
    for (const { budget, rule, value, unscaled: pods, isUncountable } of facts.get(guardedPods)) {
      if (pods && isUncountable) {
        report(budget, {
          field: `spec.${rule}`,
          message: `Invalid value: ${JSON.stringify(value)}: pods of ${pods.toString()} belong to ${workloadKindOf(pods.carrier).unscaledOwner!}: there is no scale to count from, so no eviction is ever allowed`,
          help: 'give minAvailable as a number of pods',
        });
      }
    }
  },
};
