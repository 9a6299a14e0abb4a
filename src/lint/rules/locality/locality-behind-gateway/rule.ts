import { asList, asObject, asText, objectAt } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { Facts } from '../../../facts/facts';
import { localServices, statedBy } from '../../../facts/locality';
import { Rule } from '../../rule';

/** What forwards to endpoints by itself, without the Service's own routing. */
export const localityBehindGateway: Rule = {
  id: 'AIW3402',
  title: 'locality behind a gateway',
  class: 'risky',
  reason: 'A gateway or ingress controller reads endpoints and chooses by itself; kube-proxy, which obeys the preference and the client affinity of a Service, is not asked.',
  source: 'envoyproxy/gateway#9537; cilium/cilium#37930',
  remedy: 'Look up what the controller of the gateway does with trafficDistribution; keep the Service for clients inside the cluster.',
  appliesTo: ['Service with a locality preference'],
  check: (facts, report) => {
    const services = localServices(facts);
    const fronts = services.length > 0 ? frontsOf(facts) : new Map<string, Manifest>();
    for (const service of services) {
      const front = fronts.get(`${service.place}/${service.name}`);
      if (front) {
        const { field, value } = statedBy(service);
        const affinity = service.spec.sessionAffinity === 'ClientIP' ? ', and the client affinity too' : '';
        report(service, {
          field,
          message: `Invalid value: ${JSON.stringify(value)}: ${front.toString()} sends traffic here, and its gateway may ignore the preference${affinity}`,
          notes: [
            'the clients\' zone is then that of the gateway\'s pods',
            'data planes differ: envoyproxy/gateway#9537 treats every value as same zone, cilium#37930 ignored it',
          ],
          help: 'look up what the controller of the gateway does with trafficDistribution; keep the Service for clients inside the cluster',
        });
      }
    }
  },
};

const ROUTES = ['HTTPRoute', 'GRPCRoute', 'TLSRoute', 'TCPRoute', 'UDPRoute'].map(kind => `gateway.networking.k8s.io/${kind}`);

/** The first route or ingress to each Service, by place and name. */
function frontsOf(facts: Facts): Map<string, Manifest> {
  const fronts = new Map<string, Manifest>();
  const note = (front: Manifest, namespace: string | undefined, name: string | undefined) => {
    const key = `${namespace ?? front.place}/${name ?? ''}`;
    if (!fronts.has(key)) {
      fronts.set(key, front);
    }
  };
  for (const front of ROUTES.flatMap(type => facts.ofType(type))) {
    asList(front.spec.rules).flatMap(rule => asList(rule.backendRefs))
      .filter(backend => (asText(backend.kind) ?? 'Service') === 'Service')
      .forEach(backend => note(front, asText(backend.namespace), asText(backend.name)));
  }
  for (const front of facts.ofType('networking.k8s.io/Ingress')) {
    const backends = [front.spec.defaultBackend, ...asList(front.spec.rules).flatMap(rule => asList(objectAt(rule, 'http').paths)).map(path => path.backend)];
    backends.forEach(backend => note(front, undefined, asText(objectAt(asObject(backend), 'service').name)));
  }
  return fronts;
}
