import { PlainObject } from '../../../../base/plain';
import { asList, asObject, isPresent } from '../../../../base/reading';
import { PlacedClaim, claimsIn, requestsOf } from '../../../facts/device-claims';
import { Report, Rule } from '../../rule';

const MAX_ALTERNATIVES = 8;

/** A request is one thing or a list of alternatives; a constraint says one thing. */
export const deviceRequestChoice: Rule = {
  id: 'AIW2502',
  title: 'device request or constraint without exactly one meaning',
  class: 'rejected',
  reason: 'A request has exactly one of exactly and firstAvailable (1 to 8 entries); a constraint with both attributes is taken, and only matchAttribute holds.',
  source: 'pkg/apis/resource/validation/validation.go validateDeviceRequest, validateDeviceConstraint (v1.36)',
  remedy: 'Put what a request asks for under exactly, or alternatives under firstAvailable, the best first. Split a constraint with two attributes into two.',
  appliesTo: ['ResourceClaim', 'ResourceClaimTemplate'],
  but: 'both attributes in one constraint: broken, since the API server takes it',
  check: (facts, report) => {
    // Older versions have other shapes, and are refused as a whole by another rule.
    for (const claim of claimsIn(facts).filter(({ object }) => object.apiVersion === 'resource.k8s.io/v1')) {
      requestsOf(claim).forEach((request, index) => checkRequest(claim, request, `${claim.field}.devices.requests[${index}]`, report));
      asList(asObject(claim.spec.devices).constraints).forEach((constraint, index) =>
        checkConstraint(claim, constraint, `${claim.field}.devices.constraints[${index}]`, report));
    }
  },
};

function checkRequest({ object }: PlacedClaim, request: PlainObject, field: string, report: Report): void {
  const [exactly, first] = [isPresent(request.exactly), isPresent(request.firstAvailable)];
  if (exactly === first) {
    const isFlat = isPresent(request.deviceClassName);
    report(object, {
      field,
      message: `${exactly ? 'Invalid value' : 'Required value'}: exactly one of \`exactly\` or \`firstAvailable\` is required`,
      notes: isFlat ? ['deviceClassName stands on the request itself: the shape of v1beta1'] : [],
      help: isFlat ? 'move deviceClassName, selectors and count under exactly' : exactly ? 'keep one of them' : 'name a class: exactly: { deviceClassName: gpu.nvidia.com }',
    });
  } else if (first && (asList(request.firstAvailable).length === 0 || asList(request.firstAvailable).length > MAX_ALTERNATIVES)) {
    report(object, {
      field: `${field}.firstAvailable`,
      message: `Invalid value: ${asList(request.firstAvailable).length}: must have 1 to ${MAX_ALTERNATIVES} entries`,
      help: 'list the best first',
    });
  }
}

function checkConstraint({ object }: PlacedClaim, constraint: PlainObject, field: string, report: Report): void {
  const [same, distinct] = [isPresent(constraint.matchAttribute), isPresent(constraint.distinctAttribute)];
  if (same === distinct) {
    report(object, {
      field,
      message: same
        ? 'Forbidden: matchAttribute and distinctAttribute stand in one constraint; the API server takes it and checks the first only'
        : 'Required value: one of matchAttribute and distinctAttribute',
      class: same ? 'broken' : 'rejected',
      help: same ? 'make two constraints of it' : 'name an attribute, like gpu.nvidia.com/parentUUID',
    });
  }
}
