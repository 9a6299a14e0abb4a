import { asText } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { Facts } from '../../../facts/facts';
import { podIndex } from '../../../facts/pod-index';
import { selectorOfMap } from '../../../facts/selector';
import { Report, Rule } from '../../rule';
import { nearMiss, reportMissing } from '../../wording';

/** The Service that gives the pods of a StatefulSet their DNS names. */
export const governingService: Rule = {
  id: 'AIW2123',
  title: 'pods of a stateful set get no DNS names',
  class: 'risky',
  reason: 'The name <pod>.<serviceName> exists only where serviceName is a headless Service that selects the pods; workers that look for rank 0 by that name find nobody.',
  source: 'k8s.io/api apps/v1 types.go StatefulSetSpec.serviceName; k8s.io/endpointslice reconciler.go; coredns plugin/kubernetes (headless Services only)',
  remedy: 'Create a Service with clusterIP: None whose selector the pods carry, and name it in serviceName.',
  appliesTo: ['StatefulSet'],
  but: 'info where the files hold no Service at all',
  check: (facts, report) => {
    for (const set of facts.ofType('apps/StatefulSet')) {
      const name = asText(set.spec.serviceName);
      if (name !== undefined) {
        checkService(facts, report, set, name);
      }
    }
  },
};

function checkService(facts: Facts, report: Report, set: Manifest, name: string): void {
  const field = 'spec.serviceName';
  const service = facts.find('Service', set.place, name);
  if (!service) {
    reportMissing(facts, report, { subject: set, field, type: 'Service', place: set.place, name, isOurs: set.isOurs, atMost: 'risky' });
    return;
  }
  const selector = selectorOfMap(service.spec.selector);
  if (service.spec.clusterIP !== 'None') {
    report(set, {
      field,
      message: `Invalid value: ${JSON.stringify(name)}: ${service.toString()} is not headless, so the pods have no names of their own`,
      help: 'name a Service with clusterIP: None; keep this one for the clients',
    });
  } else if (selector.equals.length > 0 && !facts.get(podIndex).selectedBy(service).some(pods => pods.carrier === set)) {
    report(set, {
      field,
      message: `Invalid value: ${JSON.stringify(name)}: ${service.toString()} does not select these pods: ${selector.text}`,
      notes: nearMiss(facts, set.place, selector),
      help: 'give that Service a selector which the pods of this set carry',
    });
  }
}
