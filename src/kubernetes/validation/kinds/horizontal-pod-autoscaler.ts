import { validateMetric } from './autoscaler-metrics';
import { validateReference } from './references';
import { PlainObject } from '../../../base/plain';
import { Errors } from '../errors';
import { Path } from '../path';
import { isNegative, parseQuantity } from '../quantities';
import { intOf, isGiven, listOf, mapOf, textOf } from '../values';
import { Subject, SPEC } from './subject';

const MIN = SPEC.child('minReplicas');
const MAX = SPEC.child('maxReplicas');
const TARGET = SPEC.child('scaleTargetRef');
const METRICS = SPEC.child('metrics');
const BEHAVIOR = SPEC.child('behavior');
const [LONGEST_WINDOW, LONGEST_PERIOD] = [3600, 1800];
const SELECTIONS = ['Disabled', 'Max', 'Min'];
const POLICIES = ['Percent', 'Pods'];

/** Source: pkg/apis/autoscaling/validation/validation.go validateHorizontalPodAutoscalerSpec (v1.36) */
export function validateHorizontalPodAutoscaler(subject: Subject): void {
  validateAutoscaler(subject.body.apiVersion === 'autoscaling/v1' ? { ...subject, spec: asSecondVersion(subject.spec) } : subject);
}

function validateAutoscaler(subject: Subject): void {
  const { spec, errors } = subject;
  const least = validateReplicas(subject);
  const target = mapOf(spec.scaleTargetRef) ?? {};
  validateReference(target, textOf(target.kind) === 'ReplicationController', TARGET, errors);
  const metrics = listOf(spec.metrics).map(each => mapOf(each) ?? {});
  metrics.forEach((metric, index) => validateMetric(metric, METRICS.index(index), errors));
  if (least === 0 && !metrics.some(({ type }) => type === 'Object' || type === 'External')) {
    errors.forbidden(METRICS, 'must specify at least one Object or External metric to support scaling to zero replicas');
  }
  const behavior = mapOf(spec.behavior);
  for (const direction of behavior === undefined ? [] : ['scaleUp', 'scaleDown']) {
    const rules = mapOf(behavior![direction]);
    if (rules !== undefined) {
      validateRules(rules, BEHAVIOR.child(direction), subject);
    }
  }
}

/** The smallest number of replicas. */
function validateReplicas({ spec, errors, context }: Subject): number {
  const [min, max] = [intOf(spec.minReplicas) ?? 1, intOf(spec.maxReplicas) ?? 0];
  const bound = context.gate('HPAScaleToZero') ? 0 : 1;
  if (min < bound) {
    errors.invalid(MIN, min, `must be greater than or equal to ${bound}`);
  }
  if (max === 0) {
    errors.required(MAX, 'must be set and greater than 0');
  } else if (max < 0) {
    errors.invalid(MAX, max, 'must be greater than or equal to 1');
  }
  if (max < min) {
    errors.invalid(MAX, max, 'must be greater than or equal to `minReplicas`');
  }
  return min;
}

/** What is not given is a default, which is valid. */
function validateRules(rules: PlainObject, path: Path, { errors, context }: Subject): void {
  const window = intOf(rules.stabilizationWindowSeconds);
  if (window !== undefined && (window < 0 || window > LONGEST_WINDOW)) {
    errors.invalid(path.child('stabilizationWindowSeconds'), window,
      window < 0 ? 'must be greater than or equal to zero' : `must be less than or equal to ${LONGEST_WINDOW}`);
  }
  if (isGiven(rules.selectPolicy) && !SELECTIONS.includes(textOf(rules.selectPolicy))) {
    errors.unsupported(path.child('selectPolicy'), rules.selectPolicy, SELECTIONS);
  }
  if (Array.isArray(rules.policies) && rules.policies.length === 0) {
    errors.required(path.child('policies'), 'must specify at least one Policy');
  }
  listOf(rules.policies).forEach((policy, index) => validatePolicy(mapOf(policy) ?? {}, path.child('policies').index(index), errors));
  const tolerance = context.gate('HPAConfigurableTolerance') ? parseQuantity(rules.tolerance) : undefined;
  if (tolerance !== undefined && isNegative(tolerance)) {
    errors.invalid(path.child('tolerance'), rules.tolerance, 'must be greater than or equal to 0');
  }
}

function validatePolicy(policy: PlainObject, path: Path, errors: Errors): void {
  const period = intOf(policy.periodSeconds) ?? 0;
  if (!POLICIES.includes(textOf(policy.type))) {
    errors.unsupported(path.child('type'), textOf(policy.type), POLICIES);
  }
  if ((intOf(policy.value) ?? 0) <= 0) {
    errors.invalid(path.child('value'), intOf(policy.value) ?? 0, 'must be greater than zero');
  }
  if (period <= 0 || period > LONGEST_PERIOD) {
    errors.invalid(path.child('periodSeconds'), period, period <= 0 ? 'must be greater than zero' : `must be less than or equal to ${LONGEST_PERIOD}`);
  }
}

/**
 * Version 1 has one metric, the use of CPU; what else its annotations say is not looked at.
 * Source: pkg/apis/autoscaling/v1/conversion.go (v1.36)
 */
function asSecondVersion({ scaleTargetRef, minReplicas, maxReplicas, targetCPUUtilizationPercentage: percentage }: PlainObject): PlainObject {
  const cpu: PlainObject = { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: percentage } } };
  return { scaleTargetRef, minReplicas, maxReplicas, metrics: isGiven(percentage) ? [cpu] : [] };
}
