import { asList, asObject, asText, asTexts } from '../../../../base/reading';
import { listed } from '../../../../base/text/listed';
import { Manifest } from '../../../../kubernetes/manifest';
import { podSets } from '../../../facts/carried-pods';
import { Facts } from '../../../facts/facts';
import { podIndex } from '../../../facts/pod-index';
import { PodSet } from '../../../facts/pod-set';
import { Selector, labelSelector } from '../../../facts/selector';
import { servicesByLabel } from '../../../facts/service-index';
import { Report, Rule } from '../../rule';
import { nearMiss, unlessOpaque } from '../../wording';

/** What Prometheus is told to scrape: Services or pods by their labels, and a port of them by its name. */
export const monitorSelectsNothing: Rule = {
  id: 'AIW2127',
  title: 'monitor finds nothing to scrape',
  class: 'risky',
  reason: 'A ServiceMonitor selects Services by the labels of the Services themselves (not of the pods) and a PodMonitor pods; both name a port by its name. What does not match is left out without a word, and an autoscaler on its metrics never acts.',
  source: 'prometheus-operator pkg/prometheus/promcfg.go generateServiceMonitorConfig, generatePodMonitorConfig (v0.85)',
  remedy: 'Take the labels from the Service (metadata.labels) or the pods, and name a port that they declare.',
  appliesTo: ['ServiceMonitor', 'PodMonitor'],
  but: 'a port that none of the selected Services or pods has: error; a namespace without any Service or pods: info',
  check: (facts, report) => {
    facts.ofType('monitoring.coreos.com/ServiceMonitor').forEach(monitor => checkServices(facts, report, monitor));
    facts.ofType('monitoring.coreos.com/PodMonitor').forEach(monitor => checkPods(facts, report, monitor));
  },
};

/** Namespaces that the monitor looks at. Source: prometheus-operator pkg/apis/monitoring/v1/types.go NamespaceSelector */
function placesOf(monitor: Manifest, all: () => readonly string[]): readonly string[] {
  const selector = asObject(monitor.spec.namespaceSelector);
  const named = asTexts(selector.matchNames);
  return selector.any === true ? all() : named.length > 0 ? named : [monitor.place];
}

function checkServices(facts: Facts, report: Report, monitor: Manifest): void {
  const selector = labelSelector(monitor.spec.selector);
  const places = placesOf(monitor, () => facts.get(servicesByLabel).namespaces);
  const selected = places.flatMap(place => facts.get(servicesByLabel).select(place, selector));
  if (selected.length > 0) {
    checkPorts(report, monitor, 'endpoints', selected[0].toString(), selected.flatMap(service => asList(service.spec.ports)).map(port => port.name));
    return;
  }
  const others = places.flatMap(place => facts.get(servicesByLabel).in(place));
  const byPods = selector.equals.length === 0 ? undefined : others.find(service => (
    selector.equals.every(([key, value]) => asObject(service.spec.selector)[key] === value)));
  report(monitor, {
    field: 'spec.selector',
    message: `Invalid value: ${selector.text}: matches the labels of no Service in ${inPlaces(places)}`,
    class: others.length === 0 ? 'advice' : 'risky',
    notes: byPods ? [`${byPods.toString()} selects pods by these labels and does not carry them itself`] : [],
    help: 'put the labels into metadata.labels of the Service, or select those that it has',
  });
}

function checkPods(facts: Facts, report: Report, monitor: Manifest): void {
  const selector = labelSelector(monitor.spec.selector);
  const places = placesOf(monitor, () => [...new Set(facts.get(podSets).map(pods => pods.place))]);
  const selected = places.flatMap(place => facts.get(podIndex).select(place, selector));
  if (selected.length === 0) {
    reportNoPods(facts, report, monitor, selector, places);
  } else if (!selected.some(pods => pods.open)) {
    checkPorts(report, monitor, 'podMetricsEndpoints', selected[0].toString(), selected.flatMap(portNames));
  }
}

function reportNoPods(facts: Facts, report: Report, monitor: Manifest, selector: Selector, places: readonly string[]): void {
  const place = places[0] ?? monitor.place;
  // An exporter that somebody else runs, such as the GPU operator's: nothing of its namespace is here.
  const isElsewhere = !facts.get(podSets).some(pods => places.includes(pods.place));
  const certainty = isElsewhere ? { class: 'advice' as const, notes: [`nothing here runs pods in ${inPlaces(places)}`] } : unlessOpaque(facts, place, 'risky');
  report(monitor, {
    field: 'spec.selector',
    message: `Invalid value: ${selector.text}: matches no pod template in ${inPlaces(places)}`,
    class: certainty.class,
    notes: [...nearMiss(facts, place, selector), ...certainty.notes],
    help: 'select labels that the pods carry',
  });
}

function portNames(pods: PodSet): unknown[] {
  return pods.containers.flatMap(placed => asList(placed.container.ports)).map(port => port.name);
}

function checkPorts(report: Report, monitor: Manifest, list: string, first: string, names: readonly unknown[]): void {
  const known = new Set(names);
  asList(monitor.spec[list]).forEach((endpoint, index) => {
    const port = asText(endpoint.port);
    if (port !== undefined && !known.has(port)) {
      report(monitor, {
        field: `spec.${list}[${index}].port`,
        message: `Not found: ${JSON.stringify(port)}: ${first} has no port of this name`,
        class: 'broken',
        notes: [`named ports are: ${listed([...known].filter(name => typeof name === 'string')) || 'none'}`],
        help: 'name one of them, or give the port a name where it is declared',
      });
    }
  });
}

function inPlaces(places: readonly string[]): string {
  return places.length === 1 ? `namespace "${places[0]}"` : `namespaces ${places.slice(0, 5).join(', ')}`;
}
