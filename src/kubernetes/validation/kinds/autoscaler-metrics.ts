import { validateReference } from './references';
import { validateContainerResourceName } from './resource-names';
import { PlainObject } from '../../../base/plain';
import { Errors } from '../errors';
import { dnsLabel, pathSegment } from '../names';
import { Path } from '../path';
import { isNegative, isZero, parseQuantity } from '../quantities';
import { intOf, isGiven, mapOf, textOf } from '../values';

type ValidateSource = (source: PlainObject, path: Path, errors: Errors) => void;

/** In the order in which the API server looks: only the first that stands there is looked into. */
const SOURCES: ReadonlyArray<readonly [field: string, type: string, validate: ValidateSource]> = [
  ['object', 'Object', validateObject],
  ['external', 'External', validateExternal],
  ['pods', 'Pods', validatePods],
  ['resource', 'Resource', validateResource],
  ['containerResource', 'ContainerResource', validateContainerResource],
];
const TYPES = SOURCES.map(([, type]) => type).sort();

/** Source: pkg/apis/autoscaling/validation/validation.go validateMetricSpec (v1.36) */
export function validateMetric(metric: PlainObject, path: Path, errors: Errors): void {
  const type = textOf(metric.type);
  if (type === '') {
    errors.required(path.child('type'), 'must specify a metric source type');
  }
  const expected = SOURCES.find(([, each]) => each === type)?.[0];
  if (expected === undefined) {
    errors.unsupported(path.child('type'), type, TYPES);
  }
  const present = SOURCES.filter(([field]) => mapOf(metric[field]) !== undefined);
  for (const [field, , validate] of present.slice(0, 1)) {
    validate(mapOf(metric[field])!, path.child(field), errors);
  }
  if (expected !== undefined && mapOf(metric[expected]) === undefined) {
    errors.required(path.child(expected), 'must populate information for the given metric source');
  }
  if (present.length !== 1) {
    for (const [field] of present.filter(([each]) => each !== expected)) {
      errors.forbidden(path.child(field), 'must populate the given metric source only');
    }
  }
}

function validateObject(source: PlainObject, path: Path, errors: Errors): void {
  validateReference(mapOf(source.describedObject) ?? {}, true, path.child('describedObject'), errors);
  validateIdentifier(source, path, errors);
  const { value, averageValue } = validateTarget(source, path, errors);
  if (!isGiven(value) && !isGiven(averageValue)) {
    errors.required(path.child('target').child('averageValue'), 'must set either a target value or averageValue');
  }
}

function validateExternal(source: PlainObject, path: Path, errors: Errors): void {
  validateIdentifier(source, path, errors);
  const { value, averageValue } = validateTarget(source, path, errors);
  if (!isGiven(value) && !isGiven(averageValue)) {
    errors.required(path.child('target').child('averageValue'), 'must set either a target value for metric or a per-pod target');
  } else if (isGiven(value) && isGiven(averageValue)) {
    errors.forbidden(path.child('target').child('value'), 'may not set both a target value for metric and a per-pod target');
  }
}

function validatePods(source: PlainObject, path: Path, errors: Errors): void {
  validateIdentifier(source, path, errors);
  if (!isGiven(validateTarget(source, path, errors).averageValue)) {
    errors.required(path.child('target').child('averageValue'), 'must specify a positive target averageValue');
  }
}

function validateResource(source: PlainObject, path: Path, errors: Errors): void {
  if (textOf(source.name) === '') {
    errors.required(path.child('name'), 'must specify a resource name');
  }
  validateUse(source, path, errors);
}

function validateContainerResource(source: PlainObject, path: Path, errors: Errors): void {
  const [name, container] = [textOf(source.name), textOf(source.container)];
  if (name === '') {
    errors.required(path.child('name'), 'must specify a resource name');
  } else {
    validateContainerResourceName(name, path.child('name'), errors);
  }
  if (container === '') {
    errors.required(path.child('container'), 'must specify a container');
  } else {
    errors.invalidAll(path.child('container'), container, dnsLabel(container));
  }
  validateUse(source, path, errors);
}

function validateUse(source: PlainObject, path: Path, errors: Errors): void {
  const { averageUtilization, averageValue } = validateTarget(source, path, errors);
  if (!isGiven(averageUtilization) && !isGiven(averageValue)) {
    errors.required(path.child('target').child('averageUtilization'), 'must set either a target raw value or a target utilization');
  } else if (isGiven(averageUtilization) && isGiven(averageValue)) {
    errors.forbidden(path.child('target').child('averageValue'), 'may not set both a target raw value and a target utilization');
  }
}

function validateIdentifier(source: PlainObject, path: Path, errors: Errors): void {
  const name = textOf(mapOf(source.metric)?.name);
  const at = path.child('metric').child('name');
  if (name === '') {
    errors.required(at, 'must specify a metric name');
  } else {
    errors.invalidAll(at, name, pathSegment(name, false));
  }
}

const TARGETS = ['Utilization', 'Value', 'AverageValue'];

/** The target, for what each source demands of it. */
function validateTarget(source: PlainObject, path: Path, errors: Errors): PlainObject {
  const [target, at] = [mapOf(source.target) ?? {}, path.child('target')];
  const type = textOf(target.type);
  if (type === '') {
    errors.required(at.child('type'), 'must specify a metric target type');
  }
  if (!TARGETS.includes(type)) {
    errors.invalid(at.child('type'), type, 'must be either Utilization, Value, or AverageValue');
  }
  for (const name of ['value', 'averageValue']) {
    const quantity = isGiven(target[name]) ? parseQuantity(target[name]) : undefined;
    if (quantity !== undefined && (isZero(quantity) || isNegative(quantity))) {
      errors.invalid(at.child(name), target[name], 'must be positive');
    }
  }
  const utilization = intOf(target.averageUtilization);
  if (utilization !== undefined && utilization < 1) {
    errors.invalid(at.child('averageUtilization'), utilization, 'must be greater than 0');
  }
  return target;
}
