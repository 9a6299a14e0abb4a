import { absenceOfPods, inPlace, selectedElsewhere } from '../../../facts/absence';
import { podIndex } from '../../../facts/pod-index';
import { isEverything, selectorOfMap } from '../../../facts/selector';
import { Rule } from '../../rule';
import { BUT_UNSELECTED, helpFor } from '../../wording';

/** A Service whose selector meets no pod template of its namespace. Without a selector somebody else writes the endpoints. */
export const serviceSelectsNothing: Rule = {
  id: 'AIW2103',
  title: 'service selects no pods',
  class: 'broken',
  reason: 'A Service whose selector no pod can carry never has an endpoint; every connection is refused.',
  source: 'pkg/controller/endpointslice/endpointslice_controller.go syncService (v1.36)',
  remedy: 'Copy the labels of the pod template into the selector. Labels that the controller of the pods adds (a pod index, the name of a Job) may stand there too.',
  appliesTo: ['Service'],
  but: BUT_UNSELECTED,
  check: (facts, report) => {
    for (const service of facts.ofType('Service')) {
      // Whoever says how many pods there are elsewhere knows that they are not here.
      if (facts.get(podIndex).selectedBy(service).length > 0 || service.spec.type === 'ExternalName' || service.origin.podsElsewhere !== undefined) {
        continue;
      }
      const selector = selectorOfMap(service.spec.selector);
      if (isEverything(selector) || selectedElsewhere(facts, service.place, selector)) {
        continue;
      }
      const absence = absenceOfPods(facts, { subject: service, selector, sure: 'broken' });
      report(service, {
        field: 'spec.selector',
        message: `Invalid value: ${selector.text}: matches no pod template in ${inPlace(service.place)}`,
        ...absence,
        help: helpFor(service, 'write the labels of the pod template into the selector, and the namespace of the workload into the metadata',
          'take the selector from the workload: its toPodSelectorConfig(), or the Service the pattern makes'),
      });
    }
  },
};
