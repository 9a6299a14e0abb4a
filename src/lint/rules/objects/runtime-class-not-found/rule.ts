import { fieldOf, podReferencesTo } from '../../../facts/pod-references';
import { Rule } from '../../rule';
import { BUT_ELSEWHERE, reportMissing } from '../../wording';

/** The runtime class of pods: `nvidia`, `gvisor`. */
export const runtimeClassNotFound: Rule = {
  id: 'AIW2118',
  title: 'runtime class not found',
  class: 'broken',
  reason: 'Pods of a runtime class that does not exist are refused, so their controller makes none.',
  source: 'plugin/pkg/admission/runtimeclass/admission.go (v1.36)',
  remedy: 'Create the RuntimeClass, leave it to the GPU operator, or correct the name.',
  appliesTo: ['every carrier of pods'],
  but: BUT_ELSEWHERE,
  check: (facts, report) => {
    for (const reference of podReferencesTo(facts, 'RuntimeClass')) {
      const { pods, name } = reference;
      reportMissing(facts, report, {
        subject: pods.carrier, field: fieldOf(reference), type: 'node.k8s.io/RuntimeClass', place: '', name, usuallyElsewhere: true,
      });
    }
  },
};
