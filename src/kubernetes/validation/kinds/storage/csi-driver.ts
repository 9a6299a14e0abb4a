import { Errors } from '../../errors';
import { intOf, isGiven, listOf, mapOf, textOf } from '../../values';
import { Subject, SPEC } from '../subject';

const GROUP_POLICIES = ['File', 'None', 'ReadWriteOnceWithFSType'];
const LIFECYCLE_MODES = ['Persistent', 'Ephemeral'];
const LEAST_PERIOD = 10;
const [LEAST_EXPIRATION, MOST_EXPIRATION] = [600, 2 ** 32];

/** Source: pkg/apis/storage/validation/validation.go validateCSIDriverSpec; fields without their gate go first, pkg/registry/storage/csidriver/strategy.go (v1.36) */
export function validateCsiDriver({ spec, context, errors }: Subject): void {
  const { fsGroupPolicy, tokenRequests, nodeAllocatableUpdatePeriodSeconds: period, serviceAccountTokenInSecrets: inSecrets } = spec;
  if (isGiven(fsGroupPolicy) && !GROUP_POLICIES.includes(textOf(fsGroupPolicy))) {
    errors.unsupported(SPEC.child('fsGroupPolicy'), fsGroupPolicy, GROUP_POLICIES);
  }
  validateTokenRequests(listOf(tokenRequests), errors);
  for (const mode of listOf(spec.volumeLifecycleModes).filter(each => !LIFECYCLE_MODES.includes(textOf(each)))) {
    errors.unsupported(SPEC.child('volumeLifecycleModes'), mode, LIFECYCLE_MODES);
  }
  if ((intOf(period) ?? LEAST_PERIOD) < LEAST_PERIOD && context.gate('MutableCSINodeAllocatableCount')) {
    errors.invalid(SPEC.child('nodeAllocatableUpdatePeriodSeconds'), period, 'must be greater than or equal to 10 seconds');
  }
  if (isGiven(inSecrets) && listOf(tokenRequests).length === 0 && context.gate('CSIServiceAccountTokenSecrets')) {
    errors.invalid(SPEC.child('serviceAccountTokenInSecrets'), inSecrets, 'serviceAccountTokenInSecrets is set but no tokenRequests are specified');
  }
}

/** Each for another audience; one may leave it out. */
function validateTokenRequests(requests: readonly unknown[], errors: Errors): void {
  const audiences = new Set<string>();
  requests.forEach((request, index) => {
    const [{ audience: written, expirationSeconds }, path] = [mapOf(request) ?? {}, SPEC.child('tokenRequests').index(index)];
    const [audience, expiration] = [textOf(written), intOf(expirationSeconds)];
    if (audiences.has(audience)) {
      errors.duplicate(path.child('audience'), audience);
    } else if (expiration !== undefined && expiration < LEAST_EXPIRATION) {
      errors.invalid(path.child('expirationSeconds'), expiration, 'may not specify a duration less than 10 minutes');
    } else if (expiration !== undefined && expiration > MOST_EXPIRATION) {
      errors.invalid(path.child('expirationSeconds'), expiration, 'may not specify a duration larger than 2^32 seconds');
    }
    audiences.add(audience);
  });
}
