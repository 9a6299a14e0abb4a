import { PodScope } from './scope';
import { PlainObject } from '../../../base/plain';
import { Path } from '../path';
import { isGiven, listOf, mapOf, textOf } from '../values';

const POLICIES = ['Always', 'Never', 'OnFailure'];
const OPERATORS = ['In', 'NotIn'];
const [MOST_RULES, MOST_EXIT_CODES] = [20, 255];

/** Restart policy of a main container. With its gate off it is dropped. Source: pkg/apis/core/validation/validation.go validateContainerRestartPolicy (v1.36) */
export function validateRestartPolicy(container: PlainObject, scope: PodScope, path: Path): void {
  const { errors, gates } = scope;
  if (!gates.ContainerRestartRules) {
    return;
  }
  const rules = listOf(container.restartPolicyRules);
  const policy = container.restartPolicy;
  if (!isGiven(policy)) {
    if (rules.length === 0) {
      return;
    }
    errors.required(path.child('restartPolicy'), 'must specify restartPolicy when restart rules are used');
  } else if (!POLICIES.includes(textOf(policy))) {
    errors.unsupported(path.child('restartPolicy'), policy, POLICIES);
  }
  if (rules.length > MOST_RULES) {
    errors.tooMany(path.child('restartPolicyRules'), rules.length, MOST_RULES);
  }
  rules.forEach((rule, index) => validateRule(mapOf(rule) ?? {}, scope, path.child('restartPolicyRules').index(index)));
}

function validateRule(rule: PlainObject, { errors, gates }: PodScope, path: Path): void {
  const actions = gates.RestartAllContainersOnContainerExits ? ['Restart', 'RestartAllContainers'] : ['Restart'];
  if (!actions.includes(textOf(rule.action))) {
    errors.unsupported(path.child('action'), textOf(rule.action), actions);
  }
  const codes = mapOf(rule.exitCodes);
  if (codes === undefined) {
    errors.required(path.child('exitCodes'), 'must be specified');
    return;
  }
  if (!OPERATORS.includes(textOf(codes.operator))) {
    errors.unsupported(path.child('exitCodes').child('operator'), textOf(codes.operator), OPERATORS);
  }
  const values = listOf(codes.values);
  if (values.length > MOST_EXIT_CODES) {
    errors.tooMany(path.child('exitCodes').child('values'), values.length, MOST_EXIT_CODES);
  }
}

/** With the gate off, policies other than Always are dropped from init containers. Source: pkg/api/pod/util.go dropContainerRestartRules (v1.36) */
export function validateInitRestartPolicy(container: PlainObject, scope: PodScope, path: Path): void {
  const { errors, gates } = scope;
  const rules = listOf(container.restartPolicyRules);
  if (!gates.ContainerRestartRules) {
    const policy = textOf(container.restartPolicy);
    if (policy !== '' && !POLICIES.includes(policy)) {
      // Of a policy that there is, the schema says which minor keeps it.
      errors.drop(path.child('restartPolicy'), policy, 'only "Always" makes a sidecar of an init container');
    }
    return;
  }
  if (!isGiven(container.restartPolicy)) {
    if (rules.length > 0) {
      errors.required(path.child('restartPolicy'), 'must specify restartPolicy when restart rules are used');
    }
  } else if (container.restartPolicy !== 'Always' || gates.RestartAllContainersOnContainerExits) {
    validateRestartPolicy(container, scope, path);
  } else if (rules.length > 0) {
    errors.forbidden(path.child('restartPolicyRules'), 'restartPolicyRules are not allowed for init containers with restart policy Always');
  }
}

const RESIZED = ['cpu', 'memory'];
const RESIZE_POLICIES = ['NotRequired', 'RestartContainer'];

/** Source: validation.go validateResizePolicy (v1.36) */
export function validateResizePolicy(policies: readonly unknown[], { errors, gates, restartPolicy: ofPod }: PodScope, path: Path): void {
  if (!gates.InPlacePodVerticalScaling) {
    return;
  }
  const seen = new Set<string>();
  policies.forEach((each, index) => {
    const { resourceName, restartPolicy } = mapOf(each) ?? {};
    const [resource, policy] = [textOf(resourceName), textOf(restartPolicy)];
    if (seen.has(resource)) {
      errors.duplicate(path.index(index), resource);
    }
    seen.add(resource);
    for (const [value, allowed] of [[resource, RESIZED], [policy, RESIZE_POLICIES]] as const) {
      if (value === '') {
        errors.required(path);
      } else if (!allowed.includes(value)) {
        errors.unsupported(path, value, allowed);
      }
    }
    if (ofPod === 'Never' && policy !== 'NotRequired') {
      errors.invalid(path, policy, "must be 'NotRequired' when pod `restartPolicy` is 'Never'");
    }
  });
}
