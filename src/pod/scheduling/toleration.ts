import { Duration } from 'cdk8s';
import { invalid, renamed } from '../../base/errors/invalid-input';
import { PlainObject, compact } from '../../base/plain';
import { wholeSeconds } from '../../base/seconds';
import { checkKey, checkLabels } from '../../kubernetes/refused/labels';

/**
 * A taint that the pods may ignore.
 */
export interface PodToleration {
  /**
   * Taint key.
   *
   * @default - every key
   */
  readonly key?: string;

  /**
   * Taint value.
   *
   * @default - any value
   */
  readonly value?: string;

  /**
   * Taint effect: `NoSchedule`, `PreferNoSchedule` or `NoExecute`.
   *
   * @default - every effect
   */
  readonly effect?: string;

  /**
   * For `NoExecute`: how long the pod stays on a node after the taint appears.
   *
   * @default - for ever
   */
  readonly duration?: Duration;
}

/** One toleration as the API takes it. */
export function renderToleration(toleration: PodToleration, field: string): PlainObject {
  const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];
  if (toleration.effect !== undefined && !effects.includes(toleration.effect)) {
    throw invalid(`${field}.effect`, toleration.effect, `supported values: ${effects.join(', ')}`, 'use one of them, or leave effect out to tolerate all');
  }
  if (toleration.value !== undefined && !toleration.key) {
    throw invalid(`${field}.value`, toleration.value, 'needs a key: without one every taint is tolerated, whatever its value', 'give the key of the taint, or leave value out');
  }
  if (toleration.key !== undefined) {
    checkKey(`${field}.key`, toleration.key);
  }
  if (toleration.value !== undefined) {
    renamed(() => `${field}.value`, () => checkLabels(field, { [toleration.key!]: toleration.value! }));
  }
  if (toleration.duration !== undefined && toleration.effect !== 'NoExecute') {
    throw invalid(`${field}.duration`, toleration.duration.toHumanString(), 'needs the effect NoExecute: only that effect ends running pods', "set effect: 'NoExecute'");
  }
  return compact({
    key: toleration.key,
    operator: toleration.value === undefined ? 'Exists' : 'Equal',
    value: toleration.value,
    effect: toleration.effect,
    tolerationSeconds: toleration.duration && wholeSeconds(`${field}.duration`, toleration.duration),
  });
}

/**
 * How long pods wait for a node that stopped answering. Kubernetes adds 300 s by itself.
 * Source: plugin/pkg/admission/defaulttolerationseconds (v1.36)
 */
export function deadNodeTolerations(wait: Duration | undefined): PlainObject[] {
  return wait === undefined ? [] : ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'].map(key => ({
    key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: wholeSeconds('deadNodeTolerance', wait),
  }));
}
