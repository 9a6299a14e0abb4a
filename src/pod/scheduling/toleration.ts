import { Duration } from 'cdk8s';
import { invalid } from '../../base/errors/invalid-input';
import { PlainObject, compact } from '../../base/plain';
import { wholeSeconds } from '../../base/seconds';
import { checkKey } from '../../kubernetes/refused/labels';
import { refusePart } from '../../kubernetes/refused/pod';
import { Written } from '../../kubernetes/refused/refused';
import { FieldError } from '../../kubernetes/validation/errors';
import { Path } from '../../kubernetes/validation/path';

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
  const { key, value, effect, duration } = toleration;
  if (value !== undefined && !key) {
    throw invalid(`${field}.value`, value, 'needs a key: without one every taint is tolerated, whatever its value', 'give the key of the taint, or leave value out');
  }
  // The API server takes an empty one, and tolerates every taint.
  if (key !== undefined) {
    checkKey(`${field}.key`, key);
  }
  const rendered = compact({
    key,
    operator: value === undefined ? 'Exists' : 'Equal',
    value,
    effect,
    tolerationSeconds: duration && wholeSeconds(`${field}.duration`, duration),
  });
  refusePart(error => writtenOf(error, toleration, field), ({ validateTolerations }, scope) => validateTolerations([rendered], scope, Path.root('')));
  return rendered;
}

/** A bad value is reported at the operator, and seconds without their effect at the effect, by slips of the API server. */
function writtenOf({ field: at, reason }: FieldError, { duration }: PodToleration, field: string): Written {
  if (at.endsWith('.operator')) {
    return { field: `${field}.value`, help: 'give the value as kubectl describe node prints it' };
  }
  return reason === 'FieldValueNotSupported' ? { field: `${field}.effect`, help: 'use one of them, or leave effect out to tolerate all' }
    : { field: `${field}.duration`, value: duration?.toHumanString(), because: 'only that effect ends running pods', help: "set effect: 'NoExecute'" };
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
