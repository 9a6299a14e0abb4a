import * as kplus from 'cdk8s-plus-28';
import { PlainObject, plain } from '../../base/plain';
import { amountText, requestsOfPod } from '../../kubernetes/pod-requests';

/** Memory of a pod as its containers state it when it is asked for; undefined where none of them does. */
export function memoryOf(template: kplus.AbstractPod): string | undefined {
  const memory = requestsOfPod(plain(template._toPodSpec()) as PlainObject).get('memory');
  return memory === undefined ? undefined : amountText('memory', memory);
}
