import { intOrPercent, validateAllNonNegative, validateIntOrPercent } from './numbers';
import { validateEndlessPod, validateTemplate, validateTemplateLabels } from './workload';
import { isEmptySelector, validateLabelSelector } from '../labels';
import { mapOf, textOf } from '../values';
import { Subject, SPEC, SELECTOR } from './subject';

const STRATEGY = SPEC.child('updateStrategy');
const ROLLING_UPDATE = STRATEGY.child('rollingUpdate');
const MAX_UNAVAILABLE = ROLLING_UPDATE.child('maxUnavailable');
const MAX_SURGE = ROLLING_UPDATE.child('maxSurge');

/** Source: pkg/apis/apps/validation/validation.go ValidateDaemonSetSpec (v1.36) */
export function validateDaemonSet(subject: Subject): void {
  const { spec, errors } = subject;
  const template = mapOf(spec.template) ?? {};
  const before = errors.list.length;
  validateLabelSelector(spec.selector, SELECTOR, errors);
  if (errors.list.length === before) {
    validateTemplateLabels(spec.selector, template, errors);
  }
  if (isEmptySelector(spec.selector)) {
    errors.invalid(SELECTOR, spec.selector, 'empty selector is invalid for daemonset');
  }
  validateTemplate(template, subject);
  validateEndlessPod(template, 'DaemonSet', errors);
  validateAllNonNegative(spec, ['minReadySeconds', 'revisionHistoryLimit'], SPEC, errors);
  validateStrategy(subject);
}

function validateStrategy({ spec, errors }: Subject): void {
  const strategy = mapOf(spec.updateStrategy) ?? {};
  const type = textOf(strategy.type) || 'RollingUpdate';
  if (type === 'OnDelete') {
    return;
  }
  if (type !== 'RollingUpdate') {
    errors.unsupported(STRATEGY, strategy, ['RollingUpdate', 'OnDelete']);
    return;
  }
  const rollingUpdate = mapOf(strategy.rollingUpdate) ?? {};
  const { maxUnavailable, maxSurge } = { maxUnavailable: rollingUpdate.maxUnavailable ?? 1, maxSurge: rollingUpdate.maxSurge ?? 0 };
  validateIntOrPercent(maxUnavailable, MAX_UNAVAILABLE, errors);
  validateIntOrPercent(maxSurge, MAX_SURGE, errors);
  const [goes, comes] = [intOrPercent(maxUnavailable) !== 0, intOrPercent(maxSurge) !== 0];
  if (goes && comes) {
    errors.invalid(MAX_SURGE, maxSurge, 'may not be set when maxUnavailable is non-zero');
  } else if (!goes && !comes) {
    errors.required(MAX_UNAVAILABLE, 'cannot be 0 when maxSurge is 0');
  }
}
