import { forbidden } from '../base/errors/invalid-input';
import { OWN_LABEL_PREFIX } from '../base/labels';
import { QUEUE_NAME } from '../knowledge/queue';

/** Labels of `metadata` that the pattern sets itself are not set twice. Where it has `queueName`, the queue is one of them. */
export function checkOwnLabels(labels: { readonly [key: string]: unknown } = {}, hasQueue = false): void {
  const own = Object.keys(labels).find(key => key.startsWith(OWN_LABEL_PREFIX) || (hasQueue && key === QUEUE_NAME));
  if (own) {
    throw forbidden(`metadata.labels[${own}]`, 'is set by the pattern', own === QUEUE_NAME ? 'use queueName' : 'use a label of your own');
  }
}
