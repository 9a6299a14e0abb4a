import { CheckedUpdate } from './change';
import { sameMeaning } from './meaning';
import { PlainObject } from '../../../base/plain';
import { intOf, listOf, mapOf } from '../values';
import { SPEC } from './subject';

const DEADLINE = SPEC.child('activeDeadlineSeconds');
const FIELDS = '`spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,'
  + '`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';

/** Source: pkg/apis/core/validation/validation.go ValidatePodUpdate (v1.36) */
export function validatePodChange({ previous, next, errors }: CheckedUpdate): void {
  const [before, after] = [mapOf(previous.spec) ?? {}, mapOf(next.spec) ?? {}];
  for (const list of ['containers', 'initContainers']) {
    if (listOf(before[list]).length !== listOf(after[list]).length) {
      errors.forbidden(SPEC.child(list), 'pod updates may not add or remove containers');
      return;
    }
  }
  const [was, will] = [intOf(before.activeDeadlineSeconds), intOf(after.activeDeadlineSeconds)];
  if (was !== undefined && (will === undefined || will > was)) {
    errors.invalid(DEADLINE, will, will === undefined ? 'must not update from a positive integer to nil value' : 'must be less than or equal to previous value');
  }
  const [had, has] = [before, after].map(({ tolerations }) => listOf(tolerations).map(each => ({ ...mapOf(each), tolerationSeconds: null })));
  const removed = had.some(each => !has.some(other => sameMeaning(each, other)));
  if (removed) {
    errors.forbidden(SPEC.child('tolerations'), 'existing toleration can not be modified except its tolerationSeconds');
  }
  if (!sameMeaning(withoutChangeable(before), withoutChangeable(after), 'spec')) {
    errors.forbidden(SPEC, `pod updates may not change fields other than ${FIELDS}`);
  }
}

function withoutChangeable({ activeDeadlineSeconds, tolerations, schedulingGates, ...rest }: PlainObject): PlainObject {
  // Filled in in pods, but not in templates of them.
  const result: PlainObject = { enableServiceLinks: true, preemptionPolicy: 'PreemptLowerPriority', ...rest };
  for (const list of ['containers', 'initContainers']) {
    result[list] = listOf(rest[list]).map(each => {
      const container = mapOf(each) ?? {};
      // A policy that follows the image does not change with it.
      const resources = withRequests(mapOf(container.resources) ?? {});
      return { ...container, image: null, imagePullPolicy: container.imagePullPolicy ?? null, resources };
    });
  }
  return result;
}

/** A request that is missing is the limit, in pods but not in templates of them. Source: pkg/apis/core/v1/defaults.go SetDefaults_Pod (v1.36) */
function withRequests(resources: PlainObject): PlainObject {
  const [limits, requests] = [mapOf(resources.limits), mapOf(resources.requests)];
  return limits === undefined ? resources : { ...resources, requests: { ...limits, ...requests } };
}
