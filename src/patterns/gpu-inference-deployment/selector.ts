import { forbidden, invalid, required } from '../../base/errors/invalid-input';
import { Labels, OWN_LABEL_PREFIX } from '../../base/labels';
import { checkLabels } from '../../kubernetes/refused/labels';

/** Pure. The selector of a Deployment that runs already, checked: pods that it does not select are refused by the API server, or belong to others too. */
export function existingSelector(podSelector: Labels, podLabels: { readonly [key: string]: unknown } = {}): Labels {
  const keys = Object.keys(podSelector);
  if (keys.length === 0) {
    throw required('podSelector', 'an empty selector selects every pod of the namespace', 'give the labels of spec.selector.matchLabels as they are deployed, or leave it out');
  }
  checkLabels('podSelector', podSelector);
  const own = keys.find(key => key.startsWith(OWN_LABEL_PREFIX));
  if (own !== undefined) {
    throw forbidden(`podSelector[${own}]`, 'labels of this library are written by the pattern that they are of', 'leave podSelector out: the name selects the pods then');
  }
  const clash = keys.find(key => podLabels[key] !== undefined && podLabels[key] !== podSelector[key]);
  if (clash !== undefined) {
    throw invalid(`podMetadata.labels[${clash}]`, podLabels[clash], `the pods are selected by ${clash}=${podSelector[clash]} (podSelector), so a pod with another value is not found`,
      'leave the label out: the pods carry those of podSelector');
  }
  return { ...podSelector };
}
