import { Rule } from '../../rule';

/** A setting of a proxy, on a Service without one. */
export const clientAffinityWithoutAddress: Rule = {
  id: 'AIW2824',
  title: 'client affinity of a service without address',
  class: 'advice',
  reason: 'sessionAffinity is kept by the proxy behind the address of a Service. A headless Service has neither: clients get all addresses from DNS and choose for themselves.',
  source: 'pkg/proxy (v1.36): headless Services are skipped (ShouldSkipService); kubernetes.io/docs/concepts/services-networking/service (headless Services)',
  remedy: 'Remove sessionAffinity, or give the Service an address.',
  appliesTo: ['headless Service'],
  check: (facts, report) => {
    for (const service of facts.ofType('Service')) {
      if (service.spec.sessionAffinity === 'ClientIP' && service.spec.clusterIP === 'None') {
        report(service, {
          field: 'spec.sessionAffinity',
          message: 'Invalid value: "ClientIP": without an address there is no proxy that would keep it',
          help: 'remove it, or remove clusterIP: None',
        });
      }
    }
  },
};
