import { requiredLabels } from './node-demands';
import { togetherTerms } from './placement';
import { PodSet } from './pod-set';
import { LABEL_HOSTNAME } from '../../base/labels';
import { isPresent } from '../../base/reading';

/** Path of what binds all pods of a set to one node: its name, its label, or an affinity to each other; undefined where nothing does. */
export function oneNodeOf(pods: PodSet): string | undefined {
  const label = requiredLabels(pods).find(({ key, values }) => key === LABEL_HOSTNAME && values.length === 1);
  return isPresent(pods.spec.nodeName) ? pods.at('nodeName') : label?.field ?? togetherTerms(pods, LABEL_HOSTNAME)[0]?.field;
}
