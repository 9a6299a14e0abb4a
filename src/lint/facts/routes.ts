import { Facts } from './facts';
import { PlainObject } from '../../base/plain';
import { asList, asObject, asText } from '../../base/reading';
import { GATEWAY_GROUP } from '../../knowledge/gateway';
import { Manifest } from '../../kubernetes/manifest';

/** API group of routes and gateways. */

const ROUTES = ['HTTPRoute', 'GRPCRoute', 'TCPRoute', 'TLSRoute', 'UDPRoute'];

/** What a route sends requests to. */
export interface RouteBackend {
  readonly route: Manifest;
  readonly field: string;
  /** With its group before it unless that is the core group: `Service`. */
  readonly type: string;
  readonly name: string;
  /** Namespace of the backend. */
  readonly place: string;
  readonly port: unknown;
}

/** Every route, of any protocol. */
export function routesOf(facts: Facts): Manifest[] {
  return ROUTES.flatMap(kind => facts.ofType(`${GATEWAY_GROUP}/${kind}`));
}

/** Every backend of every route. Source: gateway-api apis/v1/object_reference_types.go (v1.7): a Service of the route's namespace unless it says otherwise */
export function backendsOf(facts: Facts): RouteBackend[] {
  return routesOf(facts).flatMap(route => asList(route.spec.rules).flatMap((rule, index) => {
    const at = `spec.rules[${index}]`;
    return [
      ...asList(rule.backendRefs).flatMap((reference, place) => read(route, reference, `${at}.backendRefs[${place}]`)),
      ...asList(rule.filters).flatMap((filter, place) => (filter.requestMirror === undefined
        ? [] : read(route, asObject(asObject(filter.requestMirror).backendRef), `${at}.filters[${place}].requestMirror.backendRef`))),
    ];
  }));
}

function read(route: Manifest, reference: PlainObject, field: string): RouteBackend[] {
  const name = asText(reference.name);
  const group = asText(reference.group) ?? '';
  const kind = asText(reference.kind) ?? 'Service';
  return name === undefined ? [] : [{
    route,
    field,
    type: group === '' ? kind : `${group}/${kind}`,
    name,
    place: asText(reference.namespace) ?? route.place,
    port: reference.port,
  }];
}
