import { checkPool } from './pool-ports';
import { FindingClass } from '../../../../base/findings/finding';
import { PlainObject } from '../../../../base/plain';
import { asList, isPresent, objectAt } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { isPortSet } from '../../../../kubernetes/target-port';
import { templates } from '../../../facts/carried-pods';
import { enginesByPods } from '../../../facts/engine-command';
import { Facts } from '../../../facts/facts';
import { podIndex } from '../../../facts/pod-index';
import { PodSet } from '../../../facts/pod-set';
import { poolsOf } from '../../../facts/pools';
import { PodPorts, ServedPorts, isTold, mentions, portNumber, servedPorts, shownPort } from '../../../facts/served-ports';
import { Report, Rule } from '../../rule';

/** A number that nobody listens on. */
export const probePortNotServed: Rule = {
  id: 'AIW2731',
  title: 'port that nothing in the pod listens on',
  class: 'risky',
  reason: 'A probe on a port without a listener always fails: the pod is never ready, or is restarted for ever. A Service that sends there has endpoints, and every connection is refused; so is each request that an InferencePool gives to such a pod.',
  source: 'pkg/probe/{http,tcp,grpc}, pkg/kubelet/lifecycle/handlers.go (v1.36); ports of servers: src/knowledge/servers.ts',
  remedy: 'Ask the port that the server is started with, or declare the port in the container that listens on it (ports[]). Containers of a pod share one network, so a probe may ask another one\'s port.',
  appliesTo: ['every carrier of pods', 'Service', 'InferencePool'],
  but: 'error where the only program of the pod is known to listen elsewhere',
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      checkPods(facts, pods, report);
    }
    facts.ofType('Service').forEach(service => checkService(facts, service, report));
    poolsOf(facts).forEach(pool => checkPool(facts, pool, report));
  },
};

/** Where the kubelet asks a port. It runs no `tcpSocket` of a hook. */
const ASKED: readonly (readonly string[])[] = [
  ...['startupProbe', 'livenessProbe', 'readinessProbe'].flatMap(probe => ['httpGet', 'tcpSocket', 'grpc'].map(how => [probe, how])),
  ['lifecycle', 'postStart', 'httpGet'], ['lifecycle', 'preStop', 'httpGet'],
];

/** With the host's network, another process of the node may answer. */
function checkPods(facts: Facts, pods: PodSet, report: Report): void {
  if (pods.open || pods.spec.hostNetwork === true) {
    return;
  }
  const all = new PodPorts(servedPorts(pods, facts.get(enginesByPods).get(pods) ?? []));
  for (const own of all.served) {
    for (const path of ASKED) {
      const action = own.placed.container[path[0]] === undefined ? undefined : objectAt(own.placed.container, ...path);
      const port = action && !isPresent(action.host) ? portNumber(action.port, own.declared) : undefined;
      const doubt = port === undefined ? undefined : doubtOf(port, own, all);
      if (doubt) {
        report(pods.carrier, {
          field: `${own.placed.field}.${path.join('.')}.port`, message: `Invalid value: ${shownPort(action!.port, port)}: ${doubt.text}`, notes: doubt.notes, help: doubt.help, class: doubt.class,
        });
      }
    }
  }
}

interface Doubt {
  readonly text: string;
  readonly help: string;
  readonly class: FindingClass;
  readonly notes?: readonly string[];
}

/** Undefined where somebody may listen. */
function doubtOf(port: number, own: ServedPorts, all: PodPorts): Doubt | undefined {
  // Nearly every port is declared. That costs less to see than all numbers of all containers.
  const isPlain = own.server === undefined && (own.declared.length === 0 || own.declared.some(({ containerPort }) => containerPort === port));
  if (isPlain || all.isElsewhere(own, port)) {
    return undefined;
  }
  if (own.server) {
    return own.server.ports.includes(port) ? undefined : ofServer(own, own.server, all.served.length > 1);
  }
  const onNode = hostPort(own, port);
  return mentions(own, port) || (onNode.length === 0 && !own.declared.every(isServing)) ? undefined : {
    text: `no container of the pod declares it, and container ${JSON.stringify(own.placed.name)} names it nowhere`,
    notes: [`declared are: ${all.declared()}`, ...onNode],
    help: 'ask a port that the server listens on, or declare this one (ports[].containerPort)',
    class: 'risky',
  };
}

/** Programs that declare ports for metrics, webhooks or a protocol of their own often answer probes on a port of their defaults: 8081 of controllers, 10254 of ingress-nginx. */
function isServing({ name }: PlainObject): boolean {
  return !isPresent(name) || (/^(?:http|grpc|web|api|rest|app|server?|main)(?:[-\d]|$)/.test(String(name)) && !/metrics|telemetry|prom|health|probe|webhook/.test(String(name)));
}

/** A second container that tells nobody what it does may listen there. */
function ofServer({ placed }: ServedPorts, { title, ports }: NonNullable<ServedPorts['server']>, hasOthers: boolean): Doubt {
  return {
    text: `${title} in container ${JSON.stringify(placed.name)} listens on ${ports.join(' and ')}${hasOthers ? ', and no other container names this port' : ''}`,
    help: `ask ${ports[0]}, or start the server with this port`,
    class: hasOthers ? 'risky' : 'broken',
  };
}

function hostPort({ declared }: ServedPorts, port: number): string[] {
  const found = declared.find(each => each.hostPort === port);
  return found ? [`${port} is the port on the node (hostPort); in the pod it is ${String(found.containerPort)}`] : [];
}

/** Nobody runs more workloads of one server behind one Service, and many such Services would take the square of that. */
const MOST_SETS = 100;

/** Said only where every set that the Service selects is one known server, since a port need not be declared. A headless Service carries names. */
function checkService(facts: Facts, service: Manifest, report: Report): void {
  const selected = facts.get(podIndex).selectedBy(service);
  if (selected.length === 0 || selected.length > MOST_SETS || service.spec.type === 'ExternalName' || service.spec.clusterIP === 'None') {
    return;
  }
  const servers = selected.map(pods => lonelyServer(facts, pods));
  const [first] = servers;
  if (!first || servers.some(each => each === undefined)) {
    return;
  }
  const ports = asList(service.spec.ports).map(each => targetOf(each, servers as readonly ServedPorts[]));
  const misses = (port: number | undefined) => port !== undefined
    && servers.every(each => !each!.server!.ports.includes(port) && !isTold(each!, port));
  ports.forEach(({ key, port, written }, index) => {
    if (misses(port)) {
      const { title, ports: own } = first.server!;
      report(service, {
        field: `spec.ports[${index}].${key}`,
        message: `Invalid value: ${shownPort(written, port)}: ${title} in ${selected[0].toString()} listens on ${own.join(' and ')}, and nothing else runs in the pod`,
        help: `set targetPort to ${own[0]}, or start the server with this port`,
        class: ports.every(each => misses(each.port)) ? 'broken' : undefined,
      });
    }
  });
}

/** The number that a Service's port leads to; none for another protocol than TCP, and for a name that pods give to several. */
function targetOf(each: PlainObject, servers: readonly ServedPorts[]): { readonly key: string; readonly written: unknown; readonly port?: number } {
  const key = isPortSet(each.targetPort) ? 'targetPort' : 'port';
  const isTcp = !isPresent(each.protocol) || each.protocol === 'TCP';
  const numbers = new Set(servers.map(({ declared }) => portNumber(each[key], declared)));
  return { key, written: each[key], port: isTcp && numbers.size === 1 ? [...numbers][0] : undefined };
}

/** The one container of a pod, where its ports are known. */
function lonelyServer(facts: Facts, pods: PodSet): ServedPorts | undefined {
  const served = pods.open ? [] : servedPorts(pods, facts.get(enginesByPods).get(pods) ?? []);
  return served.length === 1 && served[0].server ? served[0] : undefined;
}
