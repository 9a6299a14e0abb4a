import { asText, objectAt } from '../../../../base/reading';
import { FLAGGER_PRIMARY } from '../../../../knowledge/flagger';
import { flaggerLabel, progressiveDelivery } from '../../../facts/progressive-delivery';
import { Rule } from '../../rule';

/** Two write one selector. */
export const canaryServiceFoughtOver: Rule = {
  id: 'AIW2813',
  title: 'selector that Flagger writes as well',
  class: 'risky',
  reason: 'Flagger makes the Service of the target\'s name, or takes it over, and lets it select the primary. Manifests that select the target put that back at each apply: '
    + 'clients reach pods that Flagger has stopped, until it looks again.',
  source: 'flagger pkg/router/kubernetes_default.go reconcileService (v1.44.0)',
  remedy: 'Leave the Service out, or let it select the primary as Flagger does.',
  appliesTo: ['Service'],
  check: (facts, report) => {
    for (const { canary, target, service: name } of facts.get(progressiveDelivery)) {
      const service = facts.find('Service', canary.place, name);
      const label = target && flaggerLabel(target);
      if (service && label && asText(objectAt(service.spec, 'selector')[label.key]) !== `${label.value}${FLAGGER_PRIMARY}`) {
        report(service, {
          field: 'spec.selector',
          message: `Invalid value: ${JSON.stringify(objectAt(service.spec, 'selector'))}: Canary "${canary.name}" lets it select ${label.key}: ${label.value}${FLAGGER_PRIMARY}, and each apply undoes that`,
          help: `leave the Service out, since Flagger makes it; or select ${label.key}: ${label.value}${FLAGGER_PRIMARY} once the Canary is initialized`,
        });
      }
    }
  },
};
