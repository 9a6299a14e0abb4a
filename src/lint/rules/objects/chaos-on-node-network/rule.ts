import { chaosSelector, chosenPods, experiments } from '../../../facts/chaos';
import { Rule } from '../../rule';

/** What would be slowed down is the node. */
export const chaosOnNodeNetwork: Rule = {
  id: 'AIW2154',
  title: 'NetworkChaos on pods in the network of their node',
  class: 'risky',
  reason: 'With hostNetwork the network of the pod is that of the node. The controller of Chaos Mesh fails on such pods, unless it was told that they may be tried: then everything on the node is hit, the kubelet too.',
  source: 'chaos-mesh controllers/podnetworkchaos/controller.go, pkg/config/controller.go AllowHostNetworkTesting (2026-09)',
  remedy: 'Kill pods or containers instead, or give the pods a network of their own.',
  appliesTo: ['NetworkChaos', 'Schedule'],
  check: (facts, report) => {
    facts.get(experiments).filter(({ kind }) => kind === 'NetworkChaos').forEach(experiment => {
      const chosen = chaosSelector(experiment);
      const pods = chosenPods(facts, chosen).find(({ spec }) => spec.hostNetwork === true);
      if (pods) {
        report(experiment.object, {
          field: chosen.field,
          message: `Invalid value: ${chosen.selector.text}: pods of ${pods.toString()} have hostNetwork`,
          help: 'use a PodChaos, or select pods without hostNetwork',
        });
      }
    });
  },
};
