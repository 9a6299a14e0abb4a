import { exportOf, importOf, isImport } from '../../../facts/cluster-sets';
import { Facts } from '../../../facts/facts';
import { backendsOf } from '../../../facts/routes';
import { Rule } from '../../rule';

/** Addresses of pods, and none that a gateway could send to. */
export const routeToHeadlessImport: Rule = {
  id: 'AIW2832',
  title: 'route leads to a headless ServiceImport',
  class: 'risky',
  reason: 'A ServiceImport of a headless Service has no address: it is there for clients that ask DNS for pods. What a route to one does, the Gateway API leaves open, and a gateway may answer 500.',
  source: 'gateway-api geps/gep-1294 (v1.7): headless ServiceImport is out of scope; KEP-1645, Service Types',
  remedy: 'Export a Service with an address, under another name, and lead the route to its ServiceImport.',
  appliesTo: ['HTTPRoute', 'GRPCRoute', 'TCPRoute', 'TLSRoute', 'UDPRoute'],
  check: (facts, report) => backendsOf(facts).filter(({ type }) => isImport(type)).forEach(({ route, field, place, name }) => {
    const headless = headlessOf(facts, place, name);
    if (headless !== undefined) {
      report(route, { field: `${field}.name`, message: `Invalid value: ${JSON.stringify(name)}: ${headless}`, help: 'export a Service that has an address, and name that' });
    }
  }),
};

function headlessOf(facts: Facts, place: string, name: string): string | undefined {
  const imported = importOf(facts, place, name);
  if (imported) {
    return imported.spec.type === 'Headless' ? `${imported.toString()} is Headless` : undefined;
  }
  const service = exportOf(facts, place, name) && facts.find('Service', place, name);
  return service && service.spec.clusterIP === 'None' ? `${service.toString()}, which is exported, is headless` : undefined;
}
