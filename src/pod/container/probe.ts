import * as kplus from 'cdk8s-plus-28';
import { actionOf, checkAction } from './lifecycle-checks';
import { InvalidInput, translated, wholeNumber } from '../../base/errors/invalid-input';
import { PlainObject, plain } from '../../base/plain';
import { refusePart } from '../../kubernetes/refused/pod';
import { Path } from '../../kubernetes/validation/path';

/** Which of the three probes of a container. */
export type ProbeKind = 'readiness' | 'liveness' | 'startup';

/** Least value of each figure. The API server replaces a 0 by the default, which is not what somebody meant who wrote it. Source: pkg/apis/core/v1/defaults.go SetDefaults_Probe (v1.36) */
const LEAST = { initialDelaySeconds: 0, periodSeconds: 1, timeoutSeconds: 1, successThreshold: 1, failureThreshold: 1 };

/** A probe as it will stand in the manifest; figures that the API server refuses or replaces are refused here. */
export function renderProbe(field: string, kind: ProbeKind, probe: kplus.Probe, container: kplus.Container): PlainObject {
  const at = `${field}.${kind}`;
  const rendered = convert(at, probe, container);
  for (const [figure, min] of Object.entries(LEAST)) {
    if (rendered[figure] !== undefined) {
      wholeNumber(`${at}.${figure}`, rendered[figure] as number, { min });
    }
  }
  checkAction(at, rendered);
  refusePart(error => ({ ...actionOf(at, error.field), ...(error.field.endsWith('.successThreshold') ? { because: `one success ends what a ${kind} probe waits for` } : {}) }),
    ({ validateProbes }, scope) => validateProbes({ [`${kind}Probe`]: rendered }, scope, Path.root('')));
  return rendered;
}

/** cdk8s throws a conversion error that names no property. */
function convert(field: string, probe: kplus.Probe, container: kplus.Container): PlainObject {
  return translated(() => plain(probe._toKube(container)) as PlainObject, message => new InvalidInput({
    field, reason: 'Invalid value', detail: message.replace(/\.$/, ''), help: 'the durations of a probe are whole seconds',
  }));
}
