import { validateImages } from './containers';
import { scopeOf, validateSpec } from './pod-template';
import { PodScope } from './scope';
import { PlainObject } from '../../../base/plain';
import { ServerContext } from '../context';
import { Errors } from '../errors';
import { generatedName, validateObjectMeta } from '../metadata';
import { Path } from '../path';
import { intOf, isGiven, listOf, mapOf, textOf } from '../values';

const [METADATA, SPEC] = [Path.root('metadata'), Path.root('spec')];

/** A pod on its own. Source: pkg/apis/core/validation/validation.go ValidatePodCreate (v1.36) */
export function validatePod(body: PlainObject, context: ServerContext, errors: Errors): void {
  const metadata = mapOf(body.metadata) ?? {};
  const scope = scopeOf(body, generatedName(metadata), true, context, errors);
  if (!validatePriority(scope)) {
    return;
  }
  validateObjectMeta(metadata, {}, METADATA, errors);
  validateSpec(scope, METADATA.child('annotations'), SPEC);
  const { spec } = scope;
  validateImages(listOf(spec.containers), scope, SPEC.child('containers'));
  validateImages(listOf(spec.initContainers), scope, SPEC.child('initContainers'));
  if (listOf(spec.ephemeralContainers).length > 0) {
    errors.forbidden(SPEC.child('ephemeralContainers'), 'cannot be set on create');
  }
  if (textOf(spec.nodeName) !== '' && listOf(spec.schedulingGates).length > 0) {
    errors.forbidden(SPEC.child('nodeName'), 'cannot be set until all schedulingGates have been cleared');
  }
  validateOverheadOwner(scope);
}

/** Overhead is the runtime class's to say. Source: plugin/pkg/admission/runtimeclass (v1.36), which comes after the validation */
function validateOverheadOwner({ spec, errors }: PodScope): void {
  if (errors.list.length === 0 && !isGiven(spec.runtimeClassName) && isGiven(spec.overhead)) {
    errors.forbidden(SPEC.child('overhead'), 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead');
  }
}

/** Classes that every cluster has. */
const SYSTEM_CLASSES: ReadonlyMap<string, number> = new Map([['system-node-critical', 2_000_001_000], ['system-cluster-critical', 2_000_000_000]]);

/**
 * The admission plugin Priority runs before the validation: number and preemption policy of a pod are those of its class. Without a class they
 * are 0 and PreemptLowerPriority, unless the cluster has a default class, which few have. Source: plugin/pkg/admission/priority (v1.36)
 */
function validatePriority({ spec, errors }: PodScope): boolean {
  const name = textOf(spec.priorityClassName);
  const expected = name === '' ? 0 : SYSTEM_CLASSES.get(name);
  const [priority, policy] = [intOf(spec.priority), spec.preemptionPolicy];
  if (expected === undefined) {
    return true;
  }
  if (priority !== undefined && priority !== expected) {
    errors.forbidden(SPEC.child('priority'), `the integer value of priority (${priority}) must not be provided in pod spec; `
      + `priority admission controller computed ${expected} from the given PriorityClass name`);
    return false;
  }
  if (isGiven(policy) && policy !== 'PreemptLowerPriority') {
    errors.forbidden(SPEC.child('preemptionPolicy'), `the string value of PreemptionPolicy (${textOf(policy)}) must not be provided in pod spec; `
      + 'priority admission controller computed PreemptLowerPriority from the given PriorityClass name');
    return false;
  }
  return true;
}
