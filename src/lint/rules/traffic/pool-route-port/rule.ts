import { asNumber } from '../../../../base/reading';
import { listed } from '../../../../base/text/listed';
import { POOL_TYPES } from '../../../../knowledge/endpoint-picker';
import { portsOfPool } from '../../../facts/pools';
import { backendsOf } from '../../../facts/routes';
import { Rule } from '../../rule';

/** The pool says the port of its pods. */
export const poolRoutePort: Rule = {
  id: 'AIW2833',
  title: 'port of a route to an InferencePool counts for nothing',
  class: 'advice',
  reason: 'A gateway speaks to the target ports of an InferencePool, whatever port the route gives. Who reads the route believes in another port than the one that is used.',
  source: 'gateway-api-inference-extension conformance/tests InferencePoolHTTPRoutePortValidation, #918 (v1.0 to v1.5)',
  remedy: 'Leave the port out, or give one of the target ports of the pool.',
  appliesTo: ['HTTPRoute', 'GRPCRoute', 'TCPRoute', 'TLSRoute', 'UDPRoute'],
  check: (facts, report) => backendsOf(facts).filter(({ type }) => POOL_TYPES.includes(type)).forEach(({ route, field, type, place, name, port }) => {
    const pool = facts.find(type, place, name);
    const ports = pool ? portsOfPool(pool).map(each => each.port) : [];
    const given = asNumber(port);
    if (given !== undefined && ports.length > 0 && !ports.includes(given)) {
      report(route, {
        field: `${field}.port`,
        message: `Invalid value: ${given}: requests go to ${listed(ports.map(String))}, the target ports of ${pool!.toString()}`,
        help: 'leave the port out',
      });
    }
  }),
};
