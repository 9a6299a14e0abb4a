import { isObject } from '../../../../base/plain';
import { asObject, isPresent } from '../../../../base/reading';
import { listed } from '../../../../base/text/listed';
import { Manifest } from '../../../../kubernetes/manifest';
import { Facts } from '../../../facts/facts';
import { labelSelector, matchesLabels } from '../../../facts/selector';
import { Report, Rule } from '../../rule';

/** A monitor or a rule that is there, and that no Prometheus takes. */
export const monitorNobodySelects: Rule = {
  id: 'AIW2829',
  title: 'monitor or rule that no Prometheus selects',
  class: 'risky',
  reason: 'A Prometheus takes monitors and rules by their labels (serviceMonitorSelector, podMonitorSelector, ruleSelector), in its own namespace unless it selects others. One that none takes is accepted, and nothing is scraped and no alert ever comes.',
  source: 'prometheus-operator pkg/apis/monitoring/v1/prometheus_types.go: "if null, no objects are selected" (v0.85)',
  remedy: 'Give it the labels that the Prometheus asks for, often release: <name of the Helm release>.',
  appliesTo: ['ServiceMonitor', 'PodMonitor', 'PrometheusRule'],
  but: 'nothing where the input has no Prometheus',
  check: (facts, report) => {
    for (const [kind, { selector, takenBy }] of Object.entries(SELECTORS)) {
      const takers = takenBy.flatMap(taker => facts.ofType(`monitoring.coreos.com/${taker}`));
      if (takers.length > 0) {
        facts.ofType(`monitoring.coreos.com/${kind}`).forEach(object => checkTaken(facts, report, object, takers, selector));
      }
    }
  },
};

/** By which field each kind is chosen, and by whom. An agent evaluates no rules. */
const SELECTORS: { readonly [kind: string]: { readonly selector: string; readonly takenBy: readonly string[] } } = {
  ServiceMonitor: { selector: 'serviceMonitor', takenBy: ['Prometheus', 'PrometheusAgent'] },
  PodMonitor: { selector: 'podMonitor', takenBy: ['Prometheus', 'PrometheusAgent'] },
  PrometheusRule: { selector: 'rule', takenBy: ['Prometheus', 'ThanosRuler'] },
};

function checkTaken(facts: Facts, report: Report, object: Manifest, takers: readonly Manifest[], selector: string): void {
  // Which labels a namespace has, the input seldom says: then nobody knows.
  if (!takers.some(taker => takes(facts, taker, object, selector))) {
    report(object, {
      field: 'metadata.labels',
      message: `Invalid value: ${JSON.stringify(object.labels)}: ${listed(takers.map(taker => reasonOf(taker, object, selector)))}`,
      help: `give it labels that ${selector}Selector of a Prometheus chooses, and a namespace that it looks at`,
    });
  }
}

function takes(facts: Facts, taker: Manifest, object: Manifest, selector: string): boolean {
  const chosen = taker.spec[`${selector}Selector`];
  return isObject(chosen) && matchesLabels(labelSelector(chosen), object.labels) && looksAt(facts, taker, object, selector);
}

/** Whether it looks at the namespace of the object; so, where labels of namespaces decide and nobody says them. */
function looksAt(facts: Facts, taker: Manifest, object: Manifest, selector: string): boolean {
  const namespaces = taker.spec[`${selector}NamespaceSelector`];
  if (!isObject(namespaces)) {
    return taker.place === object.place;
  }
  const namespace = facts.find('Namespace', '', object.place);
  return namespace === undefined || matchesLabels(labelSelector(namespaces), { 'kubernetes.io/metadata.name': object.place, ...namespace.labels });
}

function reasonOf(taker: Manifest, object: Manifest, selector: string): string {
  const chosen = taker.spec[`${selector}Selector`];
  const what = !isPresent(chosen) ? `has no ${selector}Selector, so it takes none`
    : matchesLabels(labelSelector(asObject(chosen)), object.labels) ? `does not look at namespace "${object.place}"` : `selects ${labelSelector(asObject(chosen)).text}`;
  return `${taker.toString()} ${what}`;
}
