import { PlainObject } from '../../../../base/plain';
import { asList, asNumber, asText } from '../../../../base/reading';
import { Complaint } from '../../../../kubernetes/complaint';
import { Manifest } from '../../../../kubernetes/manifest';
import { targetPortOf } from '../../../../kubernetes/target-port';
import { localServices } from '../../../facts/locality';
import { podIndex } from '../../../facts/pod-index';
import { PodSet } from '../../../facts/pod-set';
import { declared, servingPorts } from '../../objects/named-port-not-found/rule';
import { Rule } from '../../rule';

/** Ports by number. A container need not declare what it listens on, but what it declares is a statement. */
export const localityTargetPort: Rule = {
  id: 'AIW2402',
  title: 'target port that no selected pod has',
  class: 'broken',
  reason: 'A port number becomes an endpoint of every selected pod, whether or not anything listens there; the nearest one then refuses every connection, and there is no fallback from it.',
  source: 'k8s.io/endpointslice utils.go FindPort; pkg/proxy/topology.go (v1.36)',
  remedy: 'Give the port on which the container listens as targetPort, and declare it on the container.',
  appliesTo: ['Service with a locality preference'],
  but: 'warning for objects that no pattern of this library made, and where the pods declare no port, or only some of them do',
  check: (facts, report) => localServices(facts).forEach(service => {
    const selected = facts.get(podIndex).selectedBy(service);
    asList(service.spec.ports).forEach((port, index) => complain(service, selected, port, `spec.ports[${index}]`)
      .forEach(complaint => report(service, complaint)));
  }),
};

function complain(service: Manifest, selected: readonly PodSet[], port: PlainObject, field: string): Complaint[] {
  const number = asNumber(targetPortOf(port));
  if (number === undefined || selected.some(pods => pods.open)) {
    return [];
  }
  const protocol = asText(port.protocol) ?? 'TCP';
  const has = (pods: PodSet) => servingPorts(pods).some(each => each.containerPort === number && (asText(each.protocol) ?? 'TCP') === protocol);
  const without = selected.filter(pods => !has(pods));
  if (without.length === 0) {
    return [];
  }
  const shown = `${number}/${protocol}`;
  return [{
    field: `${field}.targetPort`,
    ...(without.length < selected.length ? onlySome(without[0], number, shown) : nobody(service, selected, number, shown)),
  }];
}

type Lacking = Omit<Complaint, 'field'>;

function onlySome(without: PodSet, number: number, shown: string): Lacking {
  return {
    message: `Invalid value: ${number}: pods of ${without.toString()} declare no port ${shown}, and become endpoints beside those that do`,
    class: 'risky',
    notes: [declared(servingPorts(without))],
    help: 'select the pods that listen only (of a group the leaders: group.leader), or declare the port',
  };
}

function nobody(service: Manifest, selected: readonly PodSet[], number: number, shown: string): Lacking {
  const ports = selected.flatMap(servingPorts);
  return {
    message: `Not found: ${number}: no container of ${selected[0].toString()} declares the port ${shown}`,
    // Who declares nothing has said nothing wrong.
    class: service.isOurs && ports.length > 0 ? 'broken' : 'risky',
    notes: [declared(ports)],
    help: 'give the port that the container listens on as targetPort, or declare this one on the container (ports[].number)',
  };
}
