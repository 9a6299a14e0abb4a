import { asNumber } from '../../../../base/reading';
import { POOL_GROUP, POOL_TYPES } from '../../../../knowledge/endpoint-picker';
import { MCS_GROUP } from '../../../../knowledge/multi-cluster';
import { Facts } from '../../../facts/facts';
import { RouteBackend, backendsOf } from '../../../facts/routes';
import { Report, Rule } from '../../rule';
import { BUT_MISSING, reportMissing } from '../../wording';
import { lacksPort, portsOf } from '../ingress-backend-not-found/ports';

/** Kinds that people name without their group, which is then that of Services. */
const GROUPS: ReadonlyMap<string, string> = new Map([['InferencePool', POOL_GROUP], ['ServiceImport', MCS_GROUP]]);

/** Services and InferencePools behind a route of the Gateway API, and the ports of the Services. */
export const routeBackendNotFound: Rule = {
  id: 'AIW2121',
  title: 'route backend not found',
  class: 'broken',
  reason: 'A route whose backend does not exist gets ResolvedRefs: False, and the gateway answers 500 for its share of the requests.',
  source: 'gateway-api apis/v1/httproute_types.go BackendRefs (v1.7); gateway-api-inference-extension api/v1 (v1.3)',
  remedy: 'Name a Service with its port, or an InferencePool or ServiceImport with its group, of the namespace of the route.',
  appliesTo: ['HTTPRoute', 'GRPCRoute', 'TCPRoute', 'TLSRoute', 'UDPRoute'],
  but: BUT_MISSING,
  check: (facts, report) => backendsOf(facts).forEach(backend => {
    if (backend.type === 'Service') {
      checkService(facts, report, backend);
    } else if (POOL_TYPES.includes(backend.type)) {
      checkPool(facts, report, backend);
    } else {
      checkGroup(report, backend);
    }
  }),
};

function checkService(facts: Facts, report: Report, { route, field, name, place, port }: RouteBackend): void {
  const service = facts.find('Service', place, name);
  if (!service) {
    reportMissing(facts, report, { subject: route, field: `${field}.name`, type: 'Service', place, name, isOurs: route.isOurs });
  } else if (asNumber(port) !== undefined && lacksPort(service, port)) {
    report(route, {
      field: `${field}.port`,
      message: `Not found: ${JSON.stringify(port)}: ${service.toString()} has no such port`,
      notes: [portsOf(service)],
      help: 'give a port of the Service; it forwards to the port of the container',
    });
  }
}

/** Source: gateway-api apis/v1/shared_types.go RouteReasonInvalidKind (v1.7) */
function checkGroup(report: Report, { route, field, type }: RouteBackend): void {
  const group = GROUPS.get(type);
  if (group !== undefined) {
    report(route, {
      field: `${field}.kind`,
      message: `Invalid value: ${JSON.stringify(type)}: without a group it is a kind of the core group, which has none of this name`,
      help: `write group: ${group}`,
      class: 'broken',
    });
  }
}

function checkPool(facts: Facts, report: Report, { route, field, type, name, place }: RouteBackend): void {
  const other = POOL_TYPES.find(each => facts.find(each, place, name));
  if (other === undefined) {
    reportMissing(facts, report, { subject: route, field: `${field}.name`, type, place, name, isOurs: route.isOurs });
  } else if (!facts.find(type, place, name)) {
    report(route, {
      field: `${field}.group`,
      message: `Not found: ${JSON.stringify(name)}: no ${type} of this name`,
      notes: [`there is ${other} "${name}"`],
      help: `write group: ${other.slice(0, other.indexOf('/'))}`,
    });
  }
}
