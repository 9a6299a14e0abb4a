import { preferenceOf } from '../../../facts/locality';
import { Rule } from '../../rule';

/** Two wishes of which the first one wins. */
export const localityClientAffinity: Rule = {
  id: 'AIW3403',
  title: 'client affinity under a locality preference',
  class: 'risky',
  reason: 'kube-proxy keeps a client at its endpoint only among those that the preference leaves on its node.',
  source: 'pkg/proxy/iptables/proxier.go (v1.36)',
  remedy: 'Keep sessions where every endpoint finds them, or acknowledge that clients move.',
  appliesTo: ['Service with trafficDistribution'],
  check: (facts, report) => {
    for (const service of facts.ofType('Service')) {
      const preference = preferenceOf(service);
      if (preference !== undefined && service.spec.sessionAffinity === 'ClientIP') {
        report(service, {
          field: 'spec.sessionAffinity',
          message: `Invalid value: "ClientIP": holds only inside what ${preference} leaves: when a zone${preference === 'PreferSameNode' ? ' or node' : ''} loses its last endpoint, or gets its first, `
            + 'its clients move, whatever the timeout',
          notes: ['clients behind one address (a proxy, a NAT) all go to one endpoint'],
          help: 'keep sessions where every endpoint finds them, or acknowledge that they move',
        });
      }
    }
  },
};
