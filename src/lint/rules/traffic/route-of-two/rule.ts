import { matchesOf } from './matches';
import { PlainObject } from '../../../../base/plain';
import { asList, asShown, asText } from '../../../../base/reading';
import { GATEWAY_GROUP } from '../../../../knowledge/gateway';
import { Manifest } from '../../../../kubernetes/manifest';
import { Report, Rule } from '../../rule';

/** Two routes for the same requests, of which one gets none. */
export const routeOfTwo: Rule = {
  id: 'AIW2834',
  title: 'two routes for the same requests',
  class: 'risky',
  reason: 'Where routes of one Gateway have the same host and the same match, all requests go to the route that was created first, and none to the other. Nothing is shared between them, and no status says so.',
  source: 'gateway-api apis/v1/httproute_types.go HTTPRouteRule.Matches, grpcroute_types.go GRPCRouteRule.Matches: ties go to the oldest route, then to the first by namespace and name (v1.7)',
  remedy: 'Put the backends of both into one rule with weights, or give one of them a host, path or header of its own.',
  appliesTo: ['HTTPRoute', 'GRPCRoute'],
  check: (facts, report) => KINDS.forEach(kind => {
    const taken = new Map<string, Taken>();
    const routes = [...facts.ofType(`${GATEWAY_GROUP}/${kind}`)].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
    routes.forEach(route => compare(report, route, taken));
  }),
};

const KINDS = ['HTTPRoute', 'GRPCRoute'];

interface Taken {
  readonly route: Manifest;
  /** What is done with its requests. */
  readonly does: string;
}

/** Tells each other route once. */
function compare(report: Report, route: Manifest, taken: Map<string, Taken>): void {
  const told = new Set<Manifest>();
  const places = placesOf(route);
  asList(route.spec.rules).forEach((rule, index) => {
    const backends = asList(rule.backendRefs).map(backend => ({ namespace: route.place, ...backend }));
    const does = JSON.stringify([backends, rule.filters ?? []]);
    for (const { key, text, field } of matchesOf(route.kind, rule)) {
      for (const place of places) {
        const found = taken.get(place + key);
        if (found === undefined) {
          taken.set(place + key, { route, does });
        } else if (nameOf(found.route) !== nameOf(route) && found.does !== does && !told.has(found.route)) {
          told.add(found.route);
          report(route, {
            field: `spec.rules[${index}]${field}`,
            message: `Duplicate value: ${text}: ${found.route.toString()} has it too, for the same Gateway and host`,
            notes: ['whichever of the two was created first gets every such request; of one age it is the first by name'],
            help: 'put the backends of both into one rule, with weights, or tell the requests apart by host, path or header',
          });
        }
      }
    }
  });
}

function nameOf({ place, name }: Manifest): string {
  return `${place}/${name}`;
}

/** Gateway and listener as they are named, with each host. Without hosts it has those of the listeners, which are the same for both. */
function placesOf(route: Manifest): string[] {
  const { hostnames } = route.spec;
  const hosts = Array.isArray(hostnames) && hostnames.length > 0 ? hostnames.map(asShown) : [''];
  return asList(route.spec.parentRefs).flatMap(parent => hosts.map(host => JSON.stringify([...parentOf(route, parent), host])));
}

function parentOf(route: Manifest, { group, kind, namespace, name, sectionName, port }: PlainObject): string[] {
  return [asText(group) ?? GATEWAY_GROUP, asText(kind) ?? 'Gateway', asText(namespace) ?? route.place, asShown(name), asShown(sectionName ?? ''), asShown(port ?? '')];
}
