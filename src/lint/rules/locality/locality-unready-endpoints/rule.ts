import { preferenceOf } from '../../../facts/locality';
import { Rule } from '../../rule';

/** Fallback asks for readiness, and here everything is ready. */
export const localityUnreadyEndpoints: Rule = {
  id: 'AIW3405',
  title: 'pods that are not ready keep their zone\'s clients',
  class: 'risky',
  reason: 'With publishNotReadyAddresses every endpoint counts as ready and gets hints, so clients stay with a pod that is starting or failing although other zones have ready ones.',
  source: 'k8s.io/endpointslice utils.go (v1.36)',
  remedy: 'Remove publishNotReadyAddresses. A rendezvous that needs names before its pods are ready takes a headless Service of its own.',
  appliesTo: ['Service with trafficDistribution'],
  check: (facts, report) => {
    for (const service of facts.ofType('Service')) {
      const preference = preferenceOf(service);
      if (preference !== undefined && service.spec.publishNotReadyAddresses === true) {
        report(service, {
          field: 'spec.publishNotReadyAddresses',
          message: `Invalid value: true: with ${preference}, clients are kept at pods of their zone that are not ready, and never fall back from them`,
          help: 'remove it; a rendezvous that needs names before readiness takes a headless Service of its own',
        });
      }
    }
  },
};
