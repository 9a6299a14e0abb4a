import { FindingClass } from '../../../../base/findings/finding';
import { isPresent } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { absenceOfPods, inPlace, selectedElsewhere } from '../../../facts/absence';
import { Facts } from '../../../facts/facts';
import { podIndex } from '../../../facts/pod-index';
import { isEverything, labelSelector } from '../../../facts/selector';
import { Report, Rule } from '../../rule';
import { BUT_UNSELECTED } from '../../wording';

/**
 * A disruption budget or network policy that guards nobody. A policy may be written for pods that another repository owns, so it is a warning;
 * a budget belongs to its workload.
 */
export const policySelectsNothing: Rule = {
  id: 'AIW2104',
  title: 'budget or network policy selects no pods',
  class: 'broken',
  reason: 'A budget that selects nothing lets a drain take every pod; a network policy that selects nothing restricts nobody.',
  source: 'pkg/controller/disruption/disruption.go getPodsForPdb (v1.36); kubernetes/api networking/v1 types.go NetworkPolicySpec',
  remedy: 'Copy the labels of the pod template into the selector.',
  appliesTo: ['PodDisruptionBudget', 'NetworkPolicy'],
  but: `a network policy, which may be written for pods of another repository: warning; ${BUT_UNSELECTED}`,
  check: (facts, report) => {
    facts.ofType('policy/PodDisruptionBudget').forEach(budget => checkSelector(facts, report, budget, 'selector', 'broken'));
    facts.ofType('networking.k8s.io/NetworkPolicy').forEach(policy => checkSelector(facts, report, policy, 'podSelector', 'risky'));
  },
};

function checkSelector(facts: Facts, report: Report, subject: Manifest, field: string, sure: FindingClass): void {
  const written = subject.spec[field];
  const selector = labelSelector(written);
  // In policy/v1 and networking.k8s.io/v1 an empty selector is every pod of the namespace; a budget without one has none.
  if (!isPresent(written) || isEverything(selector)
    || facts.get(podIndex).select(subject.place, selector).length > 0 || selectedElsewhere(facts, subject.place, selector)) {
    return;
  }
  report(subject, {
    field: `spec.${field}`,
    message: `Invalid value: ${selector.text}: matches no pod template in ${inPlace(subject.place)}`,
    ...absenceOfPods(facts, { subject, selector, sure }),
    help: 'take the selector from the workload it guards',
  });
}
