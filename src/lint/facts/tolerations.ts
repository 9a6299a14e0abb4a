import { PlainObject } from '../../base/plain';
import { asText } from '../../base/reading';

/**
 * Whether a toleration of a pod lets it onto a node with a taint. Without a key all taints are meant, without an effect all effects; `Exists` asks for no value.
 *
 * Source: component-helpers scheduling/corev1/helpers.go; k8s.io/api core/v1/toleration.go ToleratesTaint (v0.36)
 */
export function tolerates({ key, operator, value, effect }: PlainObject, taint: PlainObject): boolean {
  const isOfKey = (asText(key) ?? '') === '' ? operator === 'Exists' : key === taint.key;
  const isOfEffect = (asText(effect) ?? '') === '' || effect === taint.effect;
  return isOfKey && isOfEffect && (operator === 'Exists' || (asText(value) ?? '') === (asText(taint.value) ?? ''));
}
