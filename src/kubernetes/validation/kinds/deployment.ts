import { intOrPercent, validateAllNonNegative, validateIntOrPercent } from './numbers';
import { validateEndlessPod, validateSelector, validateTemplate, validateTemplateLabels } from './workload';
import { intOf, mapOf, textOf } from '../values';
import { Subject, SPEC } from './subject';

const STRATEGY = SPEC.child('strategy');
const ROLLING_UPDATE = STRATEGY.child('rollingUpdate');
const MAX_UNAVAILABLE = ROLLING_UPDATE.child('maxUnavailable');
const MAX_SURGE = ROLLING_UPDATE.child('maxSurge');
const PROGRESS_DEADLINE = SPEC.child('progressDeadlineSeconds');

/** Source: pkg/apis/apps/validation/validation.go ValidateDeploymentSpec; pkg/apis/apps/v1/defaults.go (v1.36) */
export function validateDeployment(subject: Subject): void {
  const { spec, errors } = subject;
  validateAllNonNegative(spec, ['replicas', 'minReadySeconds', 'revisionHistoryLimit', 'progressDeadlineSeconds'], SPEC, errors);
  if (validateSelector(subject, 'deployment', 'invalid label selector')) {
    validateReplicaTemplate(subject);
  }
  validateStrategy(subject);
  const deadline = intOf(spec.progressDeadlineSeconds) ?? 600;
  if (deadline <= (intOf(spec.minReadySeconds) ?? 0)) {
    errors.invalid(PROGRESS_DEADLINE, deadline, 'must be greater than minReadySeconds');
  }
}

/** Source: pkg/apis/apps/validation/validation.go ValidateReplicaSetSpec (v1.36) */
export function validateReplicaSet(subject: Subject): void {
  validateAllNonNegative(subject.spec, ['replicas', 'minReadySeconds'], SPEC, subject.errors);
  if (validateSelector(subject, 'deployment', 'invalid label selector')) {
    validateReplicaTemplate(subject);
  }
}

function validateReplicaTemplate(subject: Subject): void {
  const template = mapOf(subject.spec.template) ?? {};
  validateTemplateLabels(subject.spec.selector, template, subject.errors);
  validateTemplate(template, subject);
  validateEndlessPod(template, 'ReplicaSet', subject.errors);
}

function validateStrategy({ spec, errors }: Subject): void {
  const strategy = mapOf(spec.strategy);
  if (strategy === undefined) {
    return;
  }
  const type = textOf(strategy.type) || 'RollingUpdate';
  const rollingUpdate = mapOf(strategy.rollingUpdate);
  if (type === 'Recreate') {
    if (rollingUpdate !== undefined) {
      errors.forbidden(ROLLING_UPDATE, "may not be specified when strategy `type` is 'Recreate'");
    }
  } else if (type !== 'RollingUpdate') {
    errors.unsupported(STRATEGY, strategy, ['Recreate', 'RollingUpdate']);
  } else if (rollingUpdate !== undefined) {
    const { maxUnavailable, maxSurge } = { maxUnavailable: rollingUpdate.maxUnavailable ?? '25%', maxSurge: rollingUpdate.maxSurge ?? '25%' };
    validateIntOrPercent(maxUnavailable, MAX_UNAVAILABLE, errors);
    validateSurge(maxSurge, errors);
    if (intOrPercent(maxUnavailable) === 0 && intOrPercent(maxSurge) === 0) {
      errors.invalid(MAX_UNAVAILABLE, maxUnavailable, 'may not be 0 when `maxSurge` is 0');
    }
  }
}

/** A surge may be more than 100 %. */
function validateSurge(maxSurge: unknown, errors: Subject['errors']): void {
  if (typeof maxSurge !== 'string' || intOrPercent(maxSurge) <= 100 || !maxSurge.endsWith('%')) {
    validateIntOrPercent(maxSurge, MAX_SURGE, errors);
  }
}
