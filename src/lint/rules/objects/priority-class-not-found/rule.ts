import { fieldOf, podReferencesTo } from '../../../facts/pod-references';
import { Rule } from '../../rule';
import { BUT_ELSEWHERE, reportMissing } from '../../wording';

/** Made by the API server itself. */
const BUILT_IN: ReadonlySet<string> = new Set(['system-cluster-critical', 'system-node-critical']);

/** The priority class of pods. */
export const priorityClassNotFound: Rule = {
  id: 'AIW2117',
  title: 'priority class not found',
  class: 'broken',
  reason: 'Pods of a priority class that does not exist are refused, so their controller makes none.',
  source: 'plugin/pkg/admission/priority/admission.go, pkg/apis/scheduling/v1/helpers.go SystemPriorityClasses (v1.36)',
  remedy: 'Create the PriorityClass, or correct the name.',
  appliesTo: ['every carrier of pods'],
  but: BUT_ELSEWHERE,
  check: (facts, report) => {
    for (const reference of podReferencesTo(facts, 'PriorityClass')) {
      const { pods, name } = reference;
      if (!BUILT_IN.has(name)) {
        reportMissing(facts, report, {
          subject: pods.carrier,
          field: fieldOf(reference),
          type: 'scheduling.k8s.io/PriorityClass',
          place: '',
          name,
          usuallyElsewhere: true,
        });
      }
    }
  },
};
