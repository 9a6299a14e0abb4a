import { asList, asText } from '../../../../base/reading';
import { policiesFor } from '../../../facts/network-policies';
import { podIndex } from '../../../facts/pod-index';
import { Rule } from '../../rule';
import { declared, servingPorts } from '../named-port-not-found/rule';

/** A port by a name that nobody has. */
export const policyPortNotFound: Rule = {
  id: 'AIW2156',
  title: 'network policy names a port that its pods do not have',
  class: 'risky',
  reason: 'A port by its name is looked up in each pod that the policy selects. Where no container declares it the rule lets nobody in; only a container that is injected later could have it.',
  source: 'kubernetes/api networking/v1 types.go NetworkPolicyPort (v1.36)',
  remedy: 'Name the port on the container (ports[].name, with the protocol of the rule), or give its number.',
  appliesTo: ['NetworkPolicy'],
  check: (facts, report) => {
    policiesFor(facts, 'ingress').filter(({ isSpecific }) => isSpecific).forEach(({ policy, selector, rules }) => {
      const selected = facts.get(podIndex).select(policy.place, selector);
      if (selected.length === 0 || selected.some(({ open }) => open)) {
        return;
      }
      const known = selected.flatMap(servingPorts);
      rules.forEach((rule, index) => asList(rule.ports).forEach(({ port, protocol: given }, at) => {
        const name = asText(port);
        const protocol = asText(given) ?? 'TCP';
        if (name !== undefined && !known.some(each => each.name === name && (asText(each.protocol) ?? 'TCP') === protocol)) {
          report(policy, {
            field: `spec.ingress[${index}].ports[${at}].port`,
            message: `Not found: ${JSON.stringify(name)}: no container of ${selected[0].toString()} declares a ${protocol} port of this name`,
            notes: [declared(known)],
            help: 'name the port on the container, or give its number',
          });
        }
      }));
    });
  },
};
