import { PlainObject } from '../../../../base/plain';
import { asList, asObject, asShown, asText, asTexts } from '../../../../base/reading';
import { rememberedOf } from '../../../../base/remembered';
import { listed } from '../../../../base/text/listed';
import { Manifest } from '../../../../kubernetes/manifest';
import { isPortSet } from '../../../../kubernetes/target-port';
import { absenceOfPods, selectedElsewhere } from '../../../facts/absence';
import { foreignMaker, podSets } from '../../../facts/carried-pods';
import { Facts } from '../../../facts/facts';
import { podIndex } from '../../../facts/pod-index';
import { PodSet } from '../../../facts/pod-set';
import { Selector, labelSelector } from '../../../facts/selector';
import { servicesByLabel, servicesBySelector } from '../../../facts/service-index';
import { Report, Rule } from '../../rule';

/** What Prometheus is told to scrape: Services or pods by their labels, and a port of them by its name. */
export const monitorSelectsNothing: Rule = {
  id: 'AIW2127',
  title: 'monitor finds nothing to scrape',
  class: 'risky',
  reason: 'A ServiceMonitor selects Services by the labels of the Services themselves (not of the pods) and a PodMonitor pods; both name a port by its name; targetPort is one that a container of the pods declares. What does not match is left out without a word, and an autoscaler on its metrics never acts.',
  source: 'prometheus-operator pkg/prometheus/promcfg.go generateServiceMonitorConfig, generatePodMonitorConfig (v0.85)',
  remedy: 'Take the labels from the Service (metadata.labels) or the pods, and name a port that they declare.',
  appliesTo: ['ServiceMonitor', 'PodMonitor'],
  but: 'a port that none of the selected Services or pods has: error, or info where nothing here runs the pods of those Services; a namespace without any Service or pods: info',
  check: (facts, report) => {
    const behindOf = rememberedOf((services: readonly Manifest[]) => behind(facts, services));
    facts.ofType('monitoring.coreos.com/ServiceMonitor').forEach(monitor => checkServices(facts, report, monitor, behindOf));
    facts.ofType('monitoring.coreos.com/PodMonitor').forEach(monitor => checkPods(facts, report, monitor));
  },
};

/** Namespaces that the monitor looks at. Source: prometheus-operator pkg/apis/monitoring/v1/types.go NamespaceSelector */
function placesOf(monitor: Manifest, all: () => readonly string[]): readonly string[] {
  const selector = asObject(monitor.spec.namespaceSelector);
  const named = asTexts(selector.matchNames);
  return selector.any === true ? all() : named.length > 0 ? named : [monitor.place];
}

/** What monitors ask of the Services that they select: thousands of monitors may select the same thousands. */
interface Behind {
  readonly pods: readonly (readonly PodSet[])[];
  readonly names: ReadonlySet<unknown>;
  readonly areElsewhere: boolean;
}

function behind(facts: Facts, services: readonly Manifest[]): Behind {
  const pods = services.map(service => facts.get(podIndex).selectedBy(service));
  const names = new Set(services.flatMap(service => asList(service.spec.ports)).map(port => port.name));
  // An operator that makes the pods may make a Service with the port too.
  return { pods, names, areElsewhere: pods.every(each => each.length === 0) };
}

function checkServices(facts: Facts, report: Report, monitor: Manifest, behindOf: (services: readonly Manifest[]) => Behind): void {
  const selector = labelSelector(monitor.spec.selector);
  const places = placesOf(monitor, () => facts.get(servicesByLabel).namespaces);
  const selected = together(places.map(place => facts.get(servicesByLabel).select(place, selector)));
  if (selected.length > 0) {
    const { pods, names, areElsewhere } = behindOf(selected);
    checkPorts(report, monitor, 'endpoints', selected[0].toString(), names, areElsewhere ? 'advice' : 'broken');
    checkContainerPorts(report, monitor, 'endpoints', pods);
    return;
  }
  const hasServices = places.some(place => facts.get(servicesByLabel).in(place).length > 0);
  const named = { ...selector, expressions: [], text: JSON.stringify(selector.equals) };
  const byPods = selector.equals.length === 0 ? undefined
    : places.flatMap(place => facts.get(servicesBySelector).select(place, named).slice(0, 1))[0];
  // A chart makes Services that are in no file.
  const maker = byPods ? undefined : places.map(place => foreignMaker(facts, 'Service', place)).find(each => each !== undefined);
  report(monitor, {
    field: 'spec.selector',
    message: `Invalid value: ${selector.text}: matches the labels of no Service in ${inPlaces(places)}`,
    class: !hasServices || maker ? 'advice' : 'risky',
    notes: byPods ? [`${byPods.toString()} selects pods by these labels and does not carry them itself`]
      : maker ? [`${maker.toString()} is of a kind these checks cannot read, and may make it`] : [],
    help: 'put the labels into metadata.labels of the Service, or select those that it has',
  });
}

function checkPods(facts: Facts, report: Report, monitor: Manifest): void {
  const selector = labelSelector(monitor.spec.selector);
  const places = placesOf(monitor, () => [...new Set(facts.get(podSets).map(pods => pods.place))]);
  const selected = together(places.map(place => facts.get(podIndex).select(place, selector)));
  if (selected.length === 0) {
    reportNoPods(facts, report, monitor, selector, places);
  } else if (!summaryOf(selected).isOpen) {
    checkPorts(report, monitor, 'podMetricsEndpoints', selected[0].toString(), summaryOf(selected).names, 'broken');
    checkContainerPorts(report, monitor, 'podMetricsEndpoints', [selected]);
  }
}

function reportNoPods(facts: Facts, report: Report, monitor: Manifest, selector: Selector, places: readonly string[]): void {
  const place = places[0] ?? monitor.place;
  if (places.some(each => selectedElsewhere(facts, each, selector))) {
    return;
  }
  // An exporter that somebody else runs, such as the GPU operator's: nothing of its namespace is here.
  const isElsewhere = !facts.get(podSets).some(pods => places.includes(pods.place));
  const absence = isElsewhere
    ? { class: 'advice' as const, notes: [`nothing here runs pods in ${inPlaces(places)}`] }
    : absenceOfPods(facts, { subject: monitor, place, selector, sure: 'risky' });
  report(monitor, {
    field: 'spec.selector',
    message: `Invalid value: ${selector.text}: matches no pod template in ${inPlaces(places)}`,
    ...absence,
    help: 'select labels that the pods carry',
  });
}

/** The list itself where there is one: the index answers the same selector with the same list, and what follows from it is remembered. */
function together<T>(lists: readonly (readonly T[])[]): readonly T[] {
  return lists.length === 1 ? lists[0] : lists.flat();
}

/** What monitors ask of the pods that they select: thousands of monitors may select the same thousands. */
const summaryOf = rememberedOf((selected: readonly PodSet[]) => ({
  isOpen: selected.some(pods => pods.open),
  names: new Set(portsOf(selected).map(port => port.name)),
}));

function portsOf(sets: readonly PodSet[]): PlainObject[] {
  return sets.flatMap(pods => pods.containers).flatMap(placed => asList(placed.container.ports));
}

function checkPorts(report: Report, monitor: Manifest, list: string, first: string, known: ReadonlySet<unknown>, sure: 'broken' | 'advice'): void {
  asList(monitor.spec[list]).forEach((endpoint, index) => {
    const port = asText(endpoint.port);
    if (port !== undefined && !known.has(port)) {
      report(monitor, {
        field: `spec.${list}[${index}].port`,
        message: `Not found: ${JSON.stringify(port)}: ${first} has no port of this name`,
        class: sure,
        notes: [`named ports are: ${listed([...known].filter(name => typeof name === 'string')) || 'none'}`],
        help: 'name one of them, or give the port a name where it is declared',
      });
    }
  });
}

/** A port of the pods in place of one of the Service: what no container declares is no target, even if somebody listens; a mesh may add one that does. `port` goes first. */
function checkContainerPorts(report: Report, monitor: Manifest, list: string, sets: readonly (readonly PodSet[])[]): void {
  const asked = asList(monitor.spec[list])
    .map((endpoint, index) => ({ endpoint, index, key: CONTAINER_PORTS.find(each => isPortSet(endpoint[each])) }))
    .filter(({ endpoint, key }) => key !== undefined && !isPortSet(endpoint.port));
  const { declared, known } = asked.length === 0 ? NOTHING_DECLARED : declaredBy(sets);
  if (known === undefined) {
    return;
  }
  for (const { endpoint, index, key } of asked.filter(each => !known.has(each.endpoint[each.key!]))) {
    report(monitor, {
      field: `spec.${list}[${index}].${key}`,
      message: `Not found: ${JSON.stringify(endpoint[key!])}: no container of ${sets[0][0].toString()} declares this port`,
      notes: [`declared are: ${listed([...new Set(declared.map(({ name, containerPort }) => `${asText(name) ?? '(no name)'} ${asShown(containerPort)}`))]) || 'none'}`],
      help: 'take one of them, or declare the port on the container',
    });
  }
}

interface Declared {
  readonly declared: readonly PlainObject[];
  /** Names and numbers; undefined where containers may be added. */
  readonly known?: ReadonlySet<unknown>;
}

const NOTHING_DECLARED: Declared = { declared: [] };

const declaredBy = rememberedOf((sets: readonly (readonly PodSet[])[]): Declared => {
  if (!sets.every(each => each.length > 0 && !each.some(pods => pods.open))) {
    return NOTHING_DECLARED;
  }
  const declared = portsOf(sets.flat());
  return { declared, known: new Set(declared.flatMap(({ name, containerPort }) => [name, containerPort])) };
});

const CONTAINER_PORTS = ['portNumber', 'targetPort'] as const;

function inPlaces(places: readonly string[]): string {
  return places.length === 1 ? `namespace "${places[0]}"` : `namespaces ${places.slice(0, 5).join(', ')}`;
}
