import { asList, asShown, asText, isPresent } from '../../../../base/reading';
import { templates } from '../../../facts/carried-pods';
import { PodSet } from '../../../facts/pod-set';
import { labelSelector, maySelect } from '../../../facts/selector';
import { Report, Rule } from '../../rule';

/** A spread constraint that counts other pods than those that it stands on. */
export const spreadMissesOwnPods: Rule = {
  id: 'AIW2140',
  title: 'spread does not count its own pods',
  class: 'risky',
  reason: 'The scheduler spreads the pods that labelSelector selects. A pod that it does not select, or that names no selector at all, is placed as if the constraint were not there.',
  source: 'pkg/scheduler/framework/plugins/podtopologyspread/filtering.go selfMatchNum, common.go countPodsMatchSelector (v1.36)',
  remedy: 'Give labelSelector labels that the pod template itself carries.',
  appliesTo: ['every carrier of pods'],
  check: (facts, report) => {
    facts.get(templates).forEach(pods => checkPods(pods, report));
  },
};

function checkPods(pods: PodSet, report: Report): void {
  asList(pods.spec.topologySpreadConstraints).forEach((constraint, index) => {
    if (isPresent(constraint.labelSelector) && maySelect(labelSelector(constraint.labelSelector), pods)) {
      return;
    }
    const field = pods.at(`topologySpreadConstraints[${index}]`);
    const selector = labelSelector(constraint.labelSelector);
    const topology = asText(constraint.topologyKey) ?? 'the topology';
    report(pods.carrier, isPresent(constraint.labelSelector)
      ? { field: `${field}.labelSelector`, message: `Invalid value: ${selector.text}: matches no pod of this template, so they are not spread over ${topology}`, ...hints(pods) }
      : { field, message: `Required value: labelSelector: without it no pod counts, so the pods are not spread over ${topology}`, ...hints(pods) });
  });
}

function hints(pods: PodSet): { readonly notes: readonly string[]; readonly help: string } {
  const labels = Object.entries(pods.labels).filter(([, value]) => typeof value === 'string');
  const [key, value] = labels.find(([each]) => each === 'app' || each === 'app.kubernetes.io/name') ?? labels[0] ?? [];
  return key === undefined
    ? { notes: ['the template carries no labels'], help: 'label the template, and write the same labels under labelSelector' }
    : { notes: [], help: `the template carries ${key}: ${asShown(value)}; write labelSelector: {matchLabels: {${key}: ${asShown(value)}}}` };
}
