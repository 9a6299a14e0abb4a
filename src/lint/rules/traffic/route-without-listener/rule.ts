import { listenersOf, refusalOf } from './listeners';
import { PlainObject } from '../../../../base/plain';
import { asList, asShown, asText, isPresent } from '../../../../base/reading';
import { listed } from '../../../../base/text/listed';
import { GATEWAY_GROUP } from '../../../../knowledge/gateway';
import { Manifest } from '../../../../kubernetes/manifest';
import { Facts } from '../../../facts/facts';
import { routesOf } from '../../../facts/routes';
import { Report, Rule } from '../../rule';

/** A Gateway that is here, and has no listener for the route. */
export const routeWithoutListener: Rule = {
  id: 'AIW2819',
  title: 'no listener of the Gateway takes the route',
  class: 'broken',
  reason: 'A route is attached to listeners of its Gateway that know its namespace, its kind and one of its hosts. Where there is none it is not accepted, and clients are answered 404 as if it were not there.',
  source: 'gateway-api apis/v1/gateway_types.go Listener, AllowedRoutes, shared_types.go ParentReference, RouteReasonNoMatchingParent, NotAllowedByListeners, NoMatchingListenerHostname (v1.7)',
  remedy: 'Name a listener of the Gateway, let it take routes of the namespace (allowedRoutes), and give both a host in common.',
  appliesTo: ['HTTPRoute', 'GRPCRoute', 'TCPRoute', 'TLSRoute', 'UDPRoute'],
  check: (facts, report) => routesOf(facts).forEach(route => asList(route.spec.parentRefs).forEach((parent, index) => {
    const gateway = gatewayOf(facts, route, parent);
    if (gateway) {
      checkParent(report, route, gateway, parent, `spec.parentRefs[${index}]`);
    }
  })),
};

/** None where the Gateway is elsewhere, or has listeners elsewhere. Source: gateway-api apis/v1/gateway_types.go AllowedListeners (v1.7) */
function gatewayOf(facts: Facts, route: Manifest, { group, kind, name, namespace }: PlainObject): Manifest | undefined {
  const isGateway = (group ?? GATEWAY_GROUP) === GATEWAY_GROUP && (kind ?? 'Gateway') === 'Gateway';
  const gateway = isGateway ? facts.find(`${GATEWAY_GROUP}/Gateway`, asText(namespace) ?? route.place, asShown(name)) : undefined;
  return gateway && !isPresent(gateway.spec.allowedListeners) ? gateway : undefined;
}

function checkParent(report: Report, route: Manifest, gateway: Manifest, { sectionName }: PlainObject, field: string): void {
  const all = listenersOf(gateway);
  const meant = all.filter(({ name }) => sectionName === undefined || name === sectionName);
  if (sectionName !== undefined && meant.length === 0) {
    report(route, {
      field: `${field}.sectionName`,
      message: `Not found: ${JSON.stringify(sectionName)}: ${gateway.toString()} has no such listener`,
      notes: [`its listeners are ${listed(all.map(({ name }) => name))}`],
      help: 'name one of its listeners, or leave it out for every listener that takes the route',
    });
    return;
  }
  const refusals = meant.map(listener => ({ name: listener.name, reason: refusalOf(listener, gateway, route) }));
  if (refusals.every(({ reason }) => reason !== undefined)) {
    report(route, {
      field,
      message: `Invalid value: ${JSON.stringify(gateway.name)}: no listener of ${gateway.toString()} takes this ${route.kind}`,
      notes: refusals.slice(0, MOST_NOTES).map(({ name, reason }) => `${name}: ${reason!}`),
    });
  }
}

const MOST_NOTES = 5;
