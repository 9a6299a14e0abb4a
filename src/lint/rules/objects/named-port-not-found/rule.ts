import { PlainObject } from '../../../../base/plain';
import { asList, asShown, asText, objectAt } from '../../../../base/reading';
import { listed } from '../../../../base/text/listed';
import { unfilledPlace } from '../../../../knowledge/unfilled-places';
import { Manifest } from '../../../../kubernetes/manifest';
import { podSets } from '../../../facts/carried-pods';
import { Facts } from '../../../facts/facts';
import { podIndex } from '../../../facts/pod-index';
import { PlacedContainer, PodSet } from '../../../facts/pod-set';
import { Report, Rule } from '../../rule';

/** Ports by name: those a Service forwards to, and those a probe or hook asks. */
export const namedPortNotFound: Rule = {
  id: 'AIW2105',
  title: 'named port not found',
  class: 'broken',
  reason: 'A port name is looked up in the pod, with its protocol; a Service has no endpoint for a name nobody declares, and a probe on one always fails.',
  source: 'k8s.io/endpointslice utils.go FindPort; pkg/probe/util.go ResolveContainerPort (v1.36)',
  remedy: 'Name the port on the container (ports[].name, with the protocol that the Service has), or refer to it by number. A probe sees the ports of its own container only.',
  appliesTo: ['Service', 'every carrier of pods'],
  check: (facts, report) => {
    const known: Known = { declaring: new Map(), notes: new Map() };
    facts.ofType('Service').forEach(service => checkService(facts, report, service, known));
    facts.get(podSets).forEach(pods => pods.containers.forEach(placed => checkProbes(report, pods, placed)));
  },
};

/** What was found out about pods that many Services select: whether one of them declares a port, and what they declare instead. */
interface Known {
  readonly declaring: Map<readonly PodSet[], Map<string, boolean>>;
  readonly notes: Map<readonly PodSet[], string>;
}

/** Pods of the selector that lack the port are left out of its endpoints; only when all lack it, nothing works. */
function checkService(facts: Facts, report: Report, service: Manifest, { declaring, notes }: Known): void {
  asList(service.spec.ports).forEach((port, index) => {
    const name = asText(port.targetPort);
    const protocol = asText(port.protocol) ?? 'TCP';
    if (name === undefined || unfilledPlace(`${name} ${protocol}`) !== undefined) {
      return;
    }
    const selected = facts.get(podIndex).selectedBy(service);
    const found = once(once(declaring, selected, () => new Map<string, boolean>()), `${protocol} ${name}`, () => selected.some(pods => pods.mayHaveMore || declares(pods, name, protocol)));
    if (selected.length > 0 && !found) {
      report(service, {
        field: `spec.ports[${index}].targetPort`,
        message: `Not found: ${JSON.stringify(name)}: no container of ${selected[0].toString()} declares a ${protocol} port of this name`,
        notes: [once(notes, selected, () => declared(selected.flatMap(servingPorts)))],
        help: 'name the port on the container (ports[].name), or give its number',
      });
    }
  });
}

function once<Key, Value>(known: Map<Key, Value>, key: Key, find: () => Value): Value {
  const value = known.get(key) ?? find();
  known.set(key, value);
  return value;
}

function declares(pods: PodSet, name: string, protocol: string): boolean {
  const isIt = (port: PlainObject) => port.name === name && protocolOf(port) === protocol;
  return pods.containers.some(placed => isServing(placed) && asList(placed.container.ports).some(isIt));
}

export function servingPorts(pods: PodSet): PlainObject[] {
  return pods.containers.filter(isServing).flatMap(placed => asList(placed.container.ports));
}

/** Where the endpoint controllers look: main containers and native sidecars. Source: pkg/api/v1/pod/util.go FindPort (v1.36) */
function isServing({ isMain, container }: PlacedContainer): boolean {
  return isMain || container.restartPolicy === 'Always';
}

function protocolOf(port: PlainObject): string {
  return asText(port.protocol) ?? 'TCP';
}

export function declared(ports: readonly PlainObject[]): string {
  const shown = [...new Set(ports.map(port => `${asText(port.name) ?? '(no name)'} ${asShown(port.containerPort)}/${protocolOf(port)}`))];
  return shown.length > 0 ? `declared are: ${listed(shown)}` : 'its containers declare no ports';
}

/** Where a port may be named. Of hooks, the kubelet runs no `tcpSocket`. */
const ASKED: readonly (readonly string[])[] = [
  ['livenessProbe', 'httpGet'], ['livenessProbe', 'tcpSocket'], ['readinessProbe', 'httpGet'], ['readinessProbe', 'tcpSocket'],
  ['startupProbe', 'httpGet'], ['startupProbe', 'tcpSocket'], ['lifecycle', 'postStart', 'httpGet'], ['lifecycle', 'preStop', 'httpGet'],
];

/** A probe's port name is looked up in its own container only. Source: pkg/probe/util.go ResolveContainerPort (v1.36) */
function checkProbes(report: Report, pods: PodSet, { container, field, name: owner }: PlacedContainer): void {
  for (const path of pods.mayHaveMore ? [] : ASKED) {
    const name = container[path[0]] === undefined ? undefined : asText(objectAt(container, ...path).port);
    if (name !== undefined && unfilledPlace(name) === undefined && !asList(container.ports).some(port => port.name === name)) {
      report(pods.carrier, {
        field: `${field}.${path.join('.')}.port`,
        message: `Not found: ${JSON.stringify(name)}: container "${owner}" declares no port of this name`,
        notes: [declared(asList(container.ports))],
        help: 'name the port in this container (ports[].name), or give its number',
      });
    }
  }
}
