import { fieldOf, podReferencesTo } from '../../../facts/pod-references';
import { Rule } from '../../rule';
import { BUT_ELSEWHERE, reportMissing } from '../../wording';

/** The account under which pods run. Every namespace has `default`. */
export const serviceAccountNotFound: Rule = {
  id: 'AIW2116',
  title: 'service account not found',
  class: 'broken',
  reason: 'Pods under a service account that does not exist are refused, so their controller makes none.',
  source: 'plugin/pkg/admission/serviceaccount/admission.go (v1.36)',
  remedy: 'Create the ServiceAccount in the namespace of the pods, or leave the name out to use default.',
  appliesTo: ['every carrier of pods'],
  but: BUT_ELSEWHERE,
  check: (facts, report) => {
    for (const reference of podReferencesTo(facts, 'ServiceAccount')) {
      const { pods, name } = reference;
      if (name !== 'default') {
        reportMissing(facts, report, {
          subject: pods.carrier,
          field: fieldOf(reference),
          type: 'ServiceAccount',
          place: pods.place,
          name,
          usuallyElsewhere: true,
        });
      }
    }
  },
};
