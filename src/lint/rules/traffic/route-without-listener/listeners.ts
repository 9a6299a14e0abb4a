import { PlainObject } from '../../../../base/plain';
import { asList, asShown, asText, objectAt } from '../../../../base/reading';
import { listed } from '../../../../base/text/listed';
import { GATEWAY_GROUP } from '../../../../knowledge/gateway';
import { unfilledPlace } from '../../../../knowledge/unfilled-places';
import { Manifest } from '../../../../kubernetes/manifest';

/** What a listener of a Gateway says of itself. */
export interface Listener {
  readonly name: string;
  readonly hostname?: string;
  readonly protocol: unknown;
  readonly allowed: PlainObject;
}

export function listenersOf(gateway: Manifest): Listener[] {
  return asList(gateway.spec.listeners).map(listener => ({
    name: asShown(listener.name), hostname: asText(listener.hostname), protocol: listener.protocol, allowed: objectAt(listener, 'allowedRoutes'),
  }));
}

/** By protocol; what is said of others is theirs. Source: gateway-api apis/v1/gateway_types.go AllowedRoutes.kinds, site-src/reference/spec (v1.7) */
const KINDS: { readonly [protocol: string]: readonly string[] } = {
  HTTP: ['HTTPRoute', 'GRPCRoute'],
  HTTPS: ['HTTPRoute', 'GRPCRoute'],
  TLS: ['TLSRoute', 'TCPRoute'],
  TCP: ['TCPRoute'],
  UDP: ['UDPRoute'],
};

const WITH_HOSTS = ['HTTPRoute', 'GRPCRoute', 'TLSRoute'];

/** Why a listener does not take a route; undefined where it does, or where that depends on what is not here. */
export function refusalOf({ hostname, protocol, allowed }: Listener, gateway: Manifest, route: Manifest): string | undefined {
  const from = objectAt(allowed, 'namespaces').from ?? 'Same';
  if (from === 'Same' && route.place !== gateway.place) {
    return `it takes routes of namespace "${gateway.place}" alone (allowedRoutes.namespaces.from: Same), and the route is in "${route.place}"`;
  }
  const kinds = kindsOf(allowed, protocol);
  if (kinds && !kinds.includes(route.kind)) {
    return `it takes ${listed([...kinds])}`;
  }
  const hosts = WITH_HOSTS.includes(route.kind) && Array.isArray(route.spec.hostnames) ? route.spec.hostnames.map(asShown) : [];
  return hostname !== undefined && hosts.length > 0 && !hosts.some(host => meet(host, hostname)) ? `its host is ${hostname}` : undefined;
}

function kindsOf(allowed: PlainObject, protocol: unknown): readonly string[] | undefined {
  const kinds = asList(allowed.kinds).filter(({ group }) => (group ?? GATEWAY_GROUP) === GATEWAY_GROUP).map(({ kind }) => asShown(kind));
  return kinds.length > 0 ? kinds : KINDS[asShown(protocol)];
}

/** `*.example.com` is every host below it, on whichever side it stands. A place that is filled in later may be any. */
function meet(one: string, other: string): boolean {
  return one === other || [one, other].some(each => unfilledPlace(each) !== undefined) || covers(one, other) || covers(other, one);
}

function covers(wildcard: string, host: string): boolean {
  return wildcard.startsWith('*.') && host.endsWith(wildcard.slice(1));
}
