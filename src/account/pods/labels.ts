import { asText, ownValue } from '../../base/reading';
import { PodSet } from '../../lint/facts/pod-set';

export const LABEL_COMPONENT = 'app.kubernetes.io/component';

/** A label that all pods of a set have: of their template, or of the object that carries them. */
export function labelOf({ labels, carrier }: PodSet, key: string): string | undefined {
  return asText(ownValue(labels, key)) ?? asText(ownValue(carrier.labels, key));
}
