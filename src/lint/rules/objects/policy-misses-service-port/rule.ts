import { PlainObject } from '../../../../base/plain';
import { asList, asNumber, asText } from '../../../../base/reading';
import { listed } from '../../../../base/text/listed';
import { Manifest } from '../../../../kubernetes/manifest';
import { targetPortOf } from '../../../../kubernetes/target-port';
import { podSets } from '../../../facts/carried-pods';
import { Facts } from '../../../facts/facts';
import { Policies, PodPort, passes } from '../../../facts/network-policies';
import { podIndex } from '../../../facts/pod-index';
import { PodSet } from '../../../facts/pod-set';
import { Report, Rule } from '../../rule';
import { servingPorts } from '../named-port-not-found/rule';

/** One port of a Service, and of the pods behind it. */
interface ServedPort {
  readonly service: Manifest;
  /** Of the Service itself. */
  readonly outer?: number;
  readonly inner: PodPort;
}

/** What clients ask for by a Service, and no policy lets in. */
export const policyMissesServicePort: Rule = {
  id: 'AIW2155',
  title: 'network policy lets nobody in to the port behind the Service',
  class: 'risky',
  reason: 'A policy sees a packet as it comes to the pod: at targetPort, not at the port of the Service. Once a policy governs the pods, what no rule names is dropped, and clients wait until they give up.',
  source: 'kubernetes/api networking/v1 types.go NetworkPolicyPort (v1.36); kubernetes.io/docs/concepts/services-networking/network-policies',
  remedy: 'Name the port on which the containers listen.',
  appliesTo: ['NetworkPolicy'],
  but: 'where a policy lets in another port of a Service of these pods: nothing, since the others may be meant to be closed',
  check: (facts, report) => {
    const policies = new Policies(facts, 'ingress');
    const served = policies.isEmpty ? new Map<PodSet, ServedPort[]>() : servedByPods(facts);
    facts.get(podSets).filter(pods => !pods.open && served.has(pods)).forEach(pods => checkPods(pods, served.get(pods)!, policies, report));
  },
};

function servedByPods(facts: Facts): Map<PodSet, ServedPort[]> {
  const found = new Map<PodSet, ServedPort[]>();
  facts.ofType('Service').forEach(service => facts.get(podIndex).selectedBy(service).forEach(pods => {
    const known = found.get(pods) ?? [];
    found.set(pods, known);
    asList(service.spec.ports).forEach(port => known.push({ service, outer: asNumber(port.port), inner: portOf(port, pods) }));
  }));
  return found;
}

/** A number or a name, and what the containers say of it. */
function portOf(port: PlainObject, pods: PodSet): PodPort {
  const targetPort = targetPortOf(port);
  const protocol = asText(port.protocol) ?? 'TCP';
  const declared = servingPorts(pods).filter(each => (asText(each.protocol) ?? 'TCP') === protocol);
  const name = asText(targetPort);
  const number = asNumber(targetPort) ?? asNumber(declared.find(each => each.name === name)?.containerPort);
  const names = declared.filter(each => each.containerPort === number).map(each => asText(each.name) ?? '');
  return { protocol, number, names: name === undefined ? names : [name, ...names] };
}

function checkPods(pods: PodSet, ports: readonly ServedPort[], policies: Policies, report: Report): void {
  const governed = policies.about(pods);
  const { sure } = governed;
  if (!sure || ports.length === 0 || ports.some(({ inner }) => governed.passes(inner))) {
    return;
  }
  // A rule without ports would let everything pass, so each has some.
  const [{ service, inner }] = ports;
  const outer = ports.find(each => sure.rules.some(rule => passes(rule, { ...each.inner, number: each.outer, names: [] })));
  report(sure.policy, {
    field: 'spec.ingress[0].ports',
    message: `Invalid value: ${shown(sure.rules)}: ${service.toString()} sends to port ${inner.number ?? inner.names[0]}/${inner.protocol} of ${pods.toString()}, which no rule names`,
    notes: outer ? [`${outer.outer} is the port of the Service itself, which policies do not see`] : [],
    help: `name port ${inner.number ?? inner.names[0]}`,
  });
}

function shown(rules: readonly PlainObject[]): string {
  return listed(rules.flatMap(rule => asList(rule.ports)).map(({ port, protocol }) => `${String(port)}/${asText(protocol) ?? 'TCP'}`));
}
