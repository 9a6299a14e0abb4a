import { selectingAny } from './selecting';
import { PlainObject } from '../../base/plain';
import { asList, asNumber, asObject, asShown, asText, asTexts, objectAt } from '../../base/reading';
import { cut } from '../../base/text/cut';
import { Manifest } from '../../kubernetes/manifest';
import { Facts } from '../../lint/facts/facts';
import { PodSet } from '../../lint/facts/pod-set';
import { portsOfPool } from '../../lint/facts/pools';
import { isNativeSidecar } from '../../lint/facts/probe-budget';
import { backendsOf } from '../../lint/facts/routes';
import { Selector } from '../../lint/facts/selector';
import { workloadKindOf } from '../../lint/kinds';
import { Range, WayAccount } from '../account';
import { countedRange, rangeOf, sum, times } from '../pods/range';
import { PartPods, Rows } from '../pods/rows';
import { named, NumberOf, Said } from '../said';

/** A way on which requests reach pods of a workload, before it has numbers. */
export interface Way {
  readonly object: Manifest;
  readonly sets: readonly PodSet[];
  readonly parts: readonly string[];
  readonly ports: readonly string[];
  readonly isHeadless: boolean;
  readonly from: readonly Source[];
  readonly said: Said;
}

/** What sends requests to it. */
interface Source {
  readonly object: Manifest;
  readonly hosts: readonly string[];
}

const ENTRANCES: ReadonlySet<string> = new Set(['Service', 'InferencePool']);

/** Services and pools of a workload. */
export function waysOf(facts: Facts, parts: readonly PartPods[]): Way[] {
  const sets = parts.flatMap(part => part.sets);
  const partOf = new Map(parts.flatMap(({ name, sets: own }) => own.map(set => [set, name] as const)));
  return [...selectingAny(facts, sets).values()].filter(({ by }) => ENTRANCES.has(by.object.kind)).map(({ by, sets: selected }) => {
    const { object, selector } = by;
    const names = [...new Set(selected.map(set => partOf.get(set)!))];
    const ports = object.kind === 'Service' ? servicePorts(object, selected) : portsOfPool(object).map(({ port }) => String(port));
    const isHeadless = object.spec.clusterIP === 'None';
    const from = facts.get(sources).get(object) ?? [];
    const said = wayText(facts, object, { selected, selector, ports, names, of: parts.length, from, field: by.field });
    return { object, sets: selected, parts: names, ports, isHeadless, from, said };
  });
}

/** `80 -> http (8000)`, and `/UDP` where it is not TCP. */
function servicePorts(service: Manifest, pods: readonly PodSet[]): string[] {
  return asList(service.spec.ports).map(port => {
    const target = port.targetPort ?? port.port;
    const number = typeof target === 'string' ? pods.map(set => portNamed(set, target)).find(each => each !== undefined) : undefined;
    const protocol = asText(port.protocol) ?? 'TCP';
    const to = number === undefined ? asShown(target) : `${asShown(target)} (${number})`;
    const from = asShown(port.port);
    return `${from}${protocol === 'TCP' ? '' : `/${protocol}`}${to === from ? '' : ` to ${to}`}`;
  });
}

function portNamed(pods: PodSet, name: string): number | undefined {
  const ports = pods.containers.filter(placed => placed.isMain || isNativeSidecar(placed)).flatMap(({ container }) => asList(container.ports));
  return asNumber(ports.find(port => port.name === name)?.containerPort);
}

interface WayTold {
  readonly selected: readonly PodSet[];
  readonly selector: Selector;
  readonly ports: readonly string[];
  readonly names: readonly string[];
  /** Parts of the whole workload. */
  readonly of: number;
  readonly from: readonly Source[];
  readonly field: string;
}

/** Kinds whose pods get no name under a Service but by `subdomain`. */
const NAMELESS: ReadonlySet<string> = new Set(['apps/Deployment', 'apps/ReplicaSet', 'apps/DaemonSet']);

/** Source: pkg/controller/statefulset/stateful_set_utils.go initIdentity (subdomain is serviceName); k8s.io/endpointslice utils.go (hostname where subdomain is the Service) */
function isNamedUnder({ carrier, spec }: PodSet, service: string): boolean {
  return carrier.type === 'apps/StatefulSet' ? carrier.spec.serviceName === service : !NAMELESS.has(carrier.type) || spec.subdomain === service;
}

function wayText(facts: Facts, object: Manifest, { selected, selector, ports, names, of, from, field }: WayTold): Said {
  const pods = sum(selected.map(set => selectedOf(facts, set, selector)));
  const whom = `${pods === undefined ? 'pods' : countedRange(pods, 'pod')}${names.length === of ? '' : ` of ${named(names)}`}`;
  const through = from.length === 0 ? '' : `from ${named(from.map(each => `${each.object.kind} ${each.object.name}${each.hosts.length > 0 ? ` (${named(each.hosts, 3)})` : ''}`))}, `;
  const topic = `${object.kind} ${object.name}`;
  if (object.kind !== 'Service') {
    return { topic, text: `${through}to ${whom}${ports.length > 0 ? `, port ${named(ports)}` : ''}, as its endpoint picker says`, subject: object, field };
  }
  const name = `${object.name}.${object.place}.svc`;
  if (object.spec.clusterIP === 'None') {
    const early = object.spec.publishNotReadyAddresses === true ? ', before they are ready too' : '';
    const haveNames = selected.every(set => isNamedUnder(set, object.name));
    return { topic, text: haveNames ? `no address of its own: names under ${name} for ${whom}${early}` : `${name}: the addresses of ${whom}${early}, without names of their own`, subject: object, field };
  }
  const type = asText(object.spec.type) ?? 'ClusterIP';
  const local = [asText(object.spec.trafficDistribution), object.spec.internalTrafficPolicy === 'Local' ? 'its own node only' : undefined].filter(each => each !== undefined);
  return {
    topic,
    text: `${through}${name}${ports.length === 0 ? '' : ` port${ports.length > 1 ? 's' : ''} ${named(ports)}`}, to ${whom}${type === 'ClusterIP' ? '' : `; ${type}`}${local.length === 0 ? '' : `; ${local.join(', ')}`}`,
    subject: object,
    field,
  };
}

/** Labels that tell the pods of one set apart: with one of them a selector means a single pod, of each group where groups are counted by themselves. */
const OF_ONE = /^(?:apps\.kubernetes\.io\/pod-index|batch\.kubernetes\.io\/job-completion-index|statefulset\.kubernetes\.io\/pod-name)$/;

function selectedOf(facts: Facts, set: PodSet, { equals }: Selector): Range | undefined {
  const all = rangeOf(facts, set);
  const isOne = equals.some(([key]) => OF_ONE.test(key) && key in set.added);
  const each = workloadKindOf(set.carrier).podsOfGroup?.(set);
  return !isOne ? all : each === undefined ? { least: 1, most: 1 } : all && times(all, 1 / Math.max(1, each));
}

/** What sends to each Service or pool, by the object. */
function sources(facts: Facts): ReadonlyMap<Manifest, readonly Source[]> {
  const found = new Map<Manifest, Source[]>();
  const add = (to: Manifest | undefined, source: Source) => {
    const known = to && (found.get(to) ?? []);
    if (to && known && !known.some(({ object }) => object === source.object)) {
      found.set(to, [...known, source]);
    }
  };
  for (const { route, type, place, name } of facts.get(backendsOf)) {
    add(facts.find(type, place, name), { object: route, hosts: asTexts(route.spec.hostnames) });
  }
  facts.ofType('networking.k8s.io/Ingress').forEach(ingress => {
    const rules = asList(ingress.spec.rules);
    const backends = [objectAt(ingress.spec, 'defaultBackend'), ...rules.flatMap(rule => asList(asObject(rule.http).paths).map(path => asObject(path.backend)))];
    const hosts = rules.flatMap(({ host }) => asText(host) ?? []);
    backends.forEach(backend => add(serviceOf(facts, ingress, backend), { object: ingress, hosts: [...new Set(hosts)] }));
  });
  return found;
}

function serviceOf(facts: Facts, ingress: Manifest, backend: PlainObject): Manifest | undefined {
  const name = asText(asObject(backend.service).name);
  return name === undefined ? undefined : facts.find('Service', ingress.place, name);
}

/** Ports and hosts of one object that are listed. */
const MOST_PORTS = 20;

function listed(all: readonly string[]): string[] {
  return all.slice(0, MOST_PORTS).map(each => cut(each));
}

/** The way with numbers. */
export function wayAccount({ object, sets, parts, ports, isHeadless, from }: Way, { numbersOf }: Rows, numberOf: NumberOf): WayAccount {
  const number = numberOf(object);
  return {
    object: number,
    kind: cut(object.kind),
    name: cut(object.name),
    isHeadless,
    ports: listed(ports),
    parts,
    rows: [...new Set(sets.flatMap(numbersOf))],
    from: from.map(({ object: by, hosts }) => ({ object: numberOf(by), kind: cut(by.kind), name: cut(by.name), hosts: listed(hosts) })),
  };
}

