import { lacksPort, portsOf } from './ports';
import { asList, asObject, asText } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { Facts } from '../../../facts/facts';
import { Report, Rule } from '../../rule';
import { BUT_MISSING, reportMissing } from '../../wording';

/** Services behind an Ingress, and their ports. */
export const ingressBackendNotFound: Rule = {
  id: 'AIW2120',
  title: 'ingress backend not found',
  class: 'broken',
  reason: 'An Ingress finds its Services by name in its own namespace and their ports by number or name; without them its controller answers 503, or 404 for everything.',
  source: 'k8s.io/api networking/v1 types.go IngressServiceBackend (v0.36); ingress-nginx internal/ingress/controller/controller.go',
  remedy: 'Name a Service of the same namespace and one of the ports in its spec.ports: the port of the Service, not that of the container.',
  appliesTo: ['Ingress'],
  but: BUT_MISSING,
  check: (facts, report) => {
    for (const ingress of facts.ofType('networking.k8s.io/Ingress')) {
      checkBackend(facts, report, ingress, ingress.spec.defaultBackend, 'spec.defaultBackend');
      asList(ingress.spec.rules).forEach((rule, index) => {
        asList(asObject(rule.http).paths).forEach((path, place) => {
          checkBackend(facts, report, ingress, path.backend, `spec.rules[${index}].http.paths[${place}].backend`);
        });
      });
    }
  },
};

function checkBackend(facts: Facts, report: Report, ingress: Manifest, backend: unknown, field: string): void {
  const reference = asObject(asObject(backend).service);
  const port = asObject(reference.port);
  const name = asText(reference.name);
  // The AWS load balancer controller reads an annotation instead of a Service.
  if (name === undefined || port.name === 'use-annotation') {
    return;
  }
  const service = facts.find('Service', ingress.place, name);
  if (!service) {
    reportMissing(facts, report, { subject: ingress, field: `${field}.service.name`, type: 'Service', place: ingress.place, name, isOurs: ingress.isOurs });
    return;
  }
  const wanted = port.number ?? asText(port.name);
  if (wanted !== undefined && lacksPort(service, wanted)) {
    report(ingress, {
      field: `${field}.service.port`,
      message: `Not found: ${JSON.stringify(wanted)}: ${service.toString()} has no such port`,
      notes: [portsOf(service)],
      help: 'name a port of the Service; it forwards to the port of the container',
    });
  }
}
