import { PlainObject } from '../../../../base/plain';
import { asList, asText, asTexts, isPresent } from '../../../../base/reading';
import { podSets } from '../../../facts/carried-pods';
import { Facts } from '../../../facts/facts';
import { Policies, PodPort } from '../../../facts/network-policies';
import { PodSet } from '../../../facts/pod-set';
import { Rule } from '../../rule';

/** DNS of the cluster; that of OpenShift listens on the second one. Source: kubernetes cluster/addons/dns/coredns; openshift/cluster-dns-operator assets/dns/daemonset.yaml */
const DNS: readonly PodPort[] = [53, 5353].map(number => ({ protocol: 'UDP', number, names: ['dns'] }));

/** Names of Services are asked of DNS, which is outside of the pod as well. */
export const policyWithoutDns: Rule = {
  id: 'AIW2157',
  title: 'network policy leaves no way to DNS',
  class: 'risky',
  reason: 'Once a policy governs what pods call, DNS has to be let out too. Without it no name of a Service is answered: each connection fails after seconds, though its own port is open.',
  source: 'kubernetes.io/docs/concepts/services-networking/network-policies, dns-pod-service (v1.36)',
  remedy: 'Let out port 53 with UDP and TCP.',
  appliesTo: ['NetworkPolicy'],
  check: (facts, report) => {
    const policies = new Policies(facts, 'egress');
    for (const pods of facts.get(podSets)) {
      const governed = policies.about(pods);
      const { sure } = governed;
      if (!sure || isPresent(pods.spec.hostAliases) || DNS.some(port => governed.passes(port))) {
        continue;
      }
      const named = nameIn(facts, pods);
      if (named !== undefined) {
        report(sure.policy, {
          field: 'spec.egress',
          message: `Required value: ${pods.toString()} asks for ${JSON.stringify(named)}, and no rule lets its question out to port 53/UDP`,
          help: 'add a rule with ports 53/UDP and 53/TCP',
        });
      }
    }
  },
};

/** A name of a Service in the words of a container. */
function nameIn(facts: Facts, { containers, place }: PodSet): string | undefined {
  return containers.flatMap(({ container }) => textsOf(container)).flatMap(text => text.split(/[^a-z0-9.:-]+/)).find(word => isName(facts, place, word));
}

function textsOf(container: PlainObject): string[] {
  return [...asTexts(container.command), ...asTexts(container.args), ...asList(container.env).map(({ value }) => asText(value) ?? '')];
}

/** `store.ml.svc`, or a Service of the input with a port behind it. */
function isName(facts: Facts, own: string, word: string): boolean {
  const [host, port] = word.split(':');
  const [name, place = own, suffix] = host.split('.');
  return suffix === 'svc' || (suffix === undefined && /^[0-9]+$/.test(port) && facts.find('Service', place, name) !== undefined);
}
