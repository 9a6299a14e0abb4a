import { PlainObject } from '../../../../base/plain';
import { asList, asText } from '../../../../base/reading';
import { Answers, remembered } from '../../../../base/remembered';
import { Facts } from '../../../facts/facts';
import { policiesFor } from '../../../facts/network-policies';
import { podIndex } from '../../../facts/pod-index';
import { PodSet } from '../../../facts/pod-set';
import { Selector } from '../../../facts/selector';
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
    // Thousands of policies may be about the same pods.
    const portsIn = remembered(_place => new Answers<SelectedPorts | undefined>());
    policiesFor(facts, 'ingress').filter(({ isSpecific, rules }) => isSpecific && rules.some(hasName)).forEach(({ policy, selector, rules }) => {
      const found = portsIn(policy.place).to(selector.text, () => portsOf(facts, policy.place, selector));
      if (found === undefined) {
        return;
      }
      const { known, first } = found;
      rules.forEach((rule, index) => asList(rule.ports).forEach(({ port, protocol: given }, at) => {
        const name = asText(port);
        const protocol = asText(given) ?? 'TCP';
        if (name !== undefined && !known.some(each => each.name === name && (asText(each.protocol) ?? 'TCP') === protocol)) {
          report(policy, {
            field: `spec.ingress[${index}].ports[${at}].port`,
            message: `Not found: ${JSON.stringify(name)}: no container of ${first.toString()} declares a ${protocol} port of this name`,
            notes: [declared(known)],
            help: 'name the port on the container, or give its number',
          });
        }
      }));
    });
  },
};

interface SelectedPorts {
  readonly first: PodSet;
  readonly known: readonly PlainObject[];
}

/** Ports of the containers of all pods that a policy is about; undefined where there are none, or where a controller may add containers. */
function portsOf(facts: Facts, place: string, selector: Selector): SelectedPorts | undefined {
  const selected = facts.get(podIndex).select(place, selector);
  return selected.length === 0 || selected.some(({ open }) => open) ? undefined : { first: selected[0], known: selected.flatMap(servingPorts) };
}

function hasName(rule: PlainObject): boolean {
  return asList(rule.ports).some(({ port }) => asText(port) !== undefined);
}
