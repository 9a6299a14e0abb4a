import { asList, asShown, asText } from '../../../../base/reading';
import { GATEWAY_GROUP } from '../../../../knowledge/gateway';
import { Manifest } from '../../../../kubernetes/manifest';
import { inPlace } from '../../../facts/absence';
import { Facts } from '../../../facts/facts';
import { RouteBackend, backendsOf } from '../../../facts/routes';
import { Rule } from '../../rule';

/** A backend of another namespace, which that namespace must allow. */
export const routeBackendNotGranted: Rule = {
  id: 'AIW2122',
  title: 'route backend of another namespace is not granted',
  class: 'broken',
  reason: 'A route may name a backend of another namespace only where a ReferenceGrant there allows it; without one it gets ResolvedRefs: False (RefNotPermitted) and the gateway answers 500.',
  source: 'gateway-api apis/v1/referencegrant_types.go, httproute_types.go BackendRefs (v1.7)',
  remedy: 'Create a ReferenceGrant in the namespace of the backend, or move the route there.',
  appliesTo: ['HTTPRoute', 'GRPCRoute', 'TCPRoute', 'TLSRoute', 'UDPRoute'],
  but: 'info where the backend itself is not in the input: the grant is then probably beside it; warning where the input holds no ReferenceGrant, and in an app',
  check: (facts, report) => {
    const grants = grantsByPlace(facts);
    // A controller or another repository may make them, as long as there is none here.
    const hasGrants = facts.ofType(`${GATEWAY_GROUP}/ReferenceGrant`).length > 0;
    for (const backend of backendsOf(facts)) {
      const { route, field, type, name, place } = backend;
      if (place !== route.place && !(grants.get(place) ?? []).some(grant => allows(grant, backend))) {
        report(route, {
          field: `${field}.namespace`,
          message: `Forbidden: no ReferenceGrant in ${inPlace(place)} lets a ${route.kind} of ${inPlace(route.place)} refer to ${type} "${name}"`,
          class: !facts.find(type, place, name) ? 'advice' : facts.isWhole && hasGrants ? 'broken' : 'risky',
          help: `create a ReferenceGrant in ${inPlace(place)}, from: ${route.kind} of namespace ${route.place}, to: ${type}`,
        });
      }
    }
  },
};

function grantsByPlace(facts: Facts): Map<string, Manifest[]> {
  const result = new Map<string, Manifest[]>();
  for (const grant of facts.ofType(`${GATEWAY_GROUP}/ReferenceGrant`)) {
    const known = result.get(grant.place);
    if (known) {
      known.push(grant);
    } else {
      result.set(grant.place, [grant]);
    }
  }
  return result;
}

function allows(grant: Manifest, { route, type, name }: RouteBackend): boolean {
  const from = asList(grant.spec.from).some(each => each.group === route.group && each.kind === route.kind && each.namespace === route.place);
  return from && asList(grant.spec.to).some(each => {
    const group = asText(each.group) ?? '';
    return (group === '' ? each.kind : `${group}/${asShown(each.kind)}`) === type && (asText(each.name) ?? name) === name;
  });
}
