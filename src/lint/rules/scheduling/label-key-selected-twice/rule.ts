import { asList, asObject, asTexts } from '../../../../base/reading';
import { minorNumber } from '../../../../kubernetes/cluster';
import { templates } from '../../../facts/carried-pods';
import { PlacedTerm, podTerms, spreadTerms } from '../../../facts/placement';
import { PodSet } from '../../../facts/pod-set';
import { Rule } from '../../rule';

/** A template that the API server takes, with pods that it refuses. */
export const labelKeySelectedTwice: Rule = {
  id: 'AIW2646',
  title: 'label key in matchLabelKeys and in the selector beside it',
  class: 'broken',
  reason: 'The API server adds the value of each key in matchLabelKeys to the selector of a pod, and then refuses a pod whose selector has the key already. It adds nothing to a template, so the workload is taken and no pod of it is ever made (FailedCreate).',
  source: 'pkg/registry/core/pod/strategy.go applyMatchLabelKeysAndMismatchLabelKeys, pkg/apis/core/validation/validation.go ValidateMatchLabelKeysAndMismatchLabelKeys (v1.36): exists in both matchLabelKeys and labelSelector',
  remedy: 'Say the key once: take it out of labelSelector, or out of matchLabelKeys.',
  appliesTo: ['every carrier of pods'],
  check: (facts, report) => {
    for (const pods of facts.get(templates).filter(({ carrier }) => carrier.type !== 'Pod')) {
      for (const { term, field } of termsOf(pods)) {
        const selected = asObject(asObject(term.labelSelector).matchLabels);
        const expressions = asList(asObject(term.labelSelector).matchExpressions).map(({ key }) => key);
        const isSelected = (key: string) => Object.hasOwn(selected, key) || expressions.includes(key);
        const index = asTexts(term.matchLabelKeys).findIndex(key => hasLabel(pods, key) && isSelected(key));
        if (index >= 0) {
          report(pods.carrier, {
            field: `${field}.matchLabelKeys[${index}]`,
            message: `Invalid value: ${JSON.stringify(asTexts(term.matchLabelKeys)[index])}: exists in both matchLabelKeys and labelSelector, which is found when the pods are made`,
            help: 'take the key out of one of them',
          });
        }
      }
    }
  },
};

/** Also one that its controller gives the pods, as pod-template-hash. */
function hasLabel(pods: PodSet, key: string): boolean {
  return Object.hasOwn(pods.labels, key) || Object.hasOwn(pods.added, key);
}

/** Where the API server adds to selectors; before 1.34 a spread was refused with its template. */
function termsOf(pods: PodSet): PlacedTerm[] {
  const spreads = minorNumber(pods.carrier.cluster) > 33 ? spreadTerms(pods) : [];
  return [...spreads, ...podTerms(pods, 'podAffinity'), ...podTerms(pods, 'podAntiAffinity')];
}
