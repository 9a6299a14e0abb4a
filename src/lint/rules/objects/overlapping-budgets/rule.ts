import { isPresent } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { podIndex } from '../../../facts/pod-index';
import { PodSet } from '../../../facts/pod-set';
import { Selector, labelSelector } from '../../../facts/selector';
import { Report, Rule } from '../../rule';
import { helpFor } from '../../wording';

/** Budgets of one set of pods, by what they ask of labels that differ from pod to pod. */
type Owners = Map<string, Manifest>;

/** Two budgets over one pod. */
export const overlappingBudgets: Rule = {
  id: 'AIW2112',
  title: 'two budgets select the same pod',
  class: 'broken',
  reason: 'The eviction API refuses a pod that more than one PodDisruptionBudget selects, so its node can never be drained.',
  source: 'pkg/registry/core/pod/storage/eviction.go (v1.36)',
  remedy: 'Keep one budget for each pod.',
  appliesTo: ['PodDisruptionBudget'],
  check: (facts, report) => {
    const owners = new Map<PodSet, Owners>();
    for (const budget of facts.ofType('policy/PodDisruptionBudget')) {
      if (!isPresent(budget.spec.selector)) {
        continue;
      }
      const selector = labelSelector(budget.spec.selector);
      // One collision says it all; looking further would cost a product of budgets and pods.
      const clash = facts.get(podIndex).select(budget.place, selector).find(pods => !pods.open && !claimPods(owners, pods, selector, budget));
      if (clash) {
        reportClash(report, budget, other(owners, clash, selector), clash);
      }
    }
  },
};

/** Notes that the budget guards the set; false when another one guards the same pods. */
function claimPods(owners: Map<PodSet, Owners>, pods: PodSet, selector: Selector, budget: Manifest): boolean {
  const known = owners.get(pods) ?? new Map<string, Manifest>();
  owners.set(pods, known);
  const part = partOf(pods, selector);
  if (known.has(part) || known.has('') || (part === '' && known.size > 0)) {
    return false;
  }
  known.set(part, budget);
  return true;
}

/** `pod-index=3`: budgets over different ordinals of one set do not meet. Empty for the whole set. */
function partOf(pods: PodSet, selector: Selector): string {
  const told = selector.equals.filter(([key]) => Object.hasOwn(pods.added, key));
  return told.map(([key, value]) => `${key}=${value}`).sort().join(',');
}

function other(owners: Map<PodSet, Owners>, pods: PodSet, selector: Selector): Manifest {
  const known = owners.get(pods)!;
  return known.get(partOf(pods, selector)) ?? [...known.values()][0];
}

function reportClash(report: Report, budget: Manifest, first: Manifest, pods: PodSet): void {
  report(budget, {
    field: 'spec.selector',
    message: `Invalid value: ${labelSelector(budget.spec.selector).text}: selects pods of ${pods.toString()}, which ${first.toString()} selects too`,
    notes: ['an eviction of a pod with two budgets fails with "does not support more than one pod disruption budget"'],
    help: helpFor(budget, 'keep one budget for each pod',
      'keep one budget for each pod: the patterns make one (disruptionBudget: DisruptionBudget.none() leaves it out)'),
  });
}
