import { acceleratorUses, acceleratedPods } from '../../../facts/accelerators';
import { Rule } from '../../rule';

/** A pod that wants devices which no node has together. */
export const acceleratorsOfTwoVendors: Rule = {
  id: 'AIW2511',
  title: 'accelerators of two vendors in one pod',
  class: 'risky',
  reason: 'All containers of a pod run on one node, and nodes have accelerators of one vendor: the pod stays Pending unless such a node was built.',
  source: 'pkg/scheduler/framework/plugins/noderesources/fit.go (v1.36)',
  remedy: 'Ask for the devices of one vendor; make a template for each where both kinds of nodes are to be used.',
  appliesTo: ['every carrier of pods'],
  check: (facts, report) => {
    for (const pods of facts.get(acceleratedPods)) {
      const uses = pods.containers.flatMap(acceleratorUses).filter(use => use.count !== 0);
      const other = uses.find(use => use.vendor !== uses[0].vendor);
      if (other) {
        report(pods.carrier, {
          field: other.field,
          message: `Invalid value: "${other.resource}": the pod also asks for ${uses[0].resource}, and few nodes have both`,
          help: 'ask for one of them',
        });
      }
    }
  },
};
