import { PlainObject } from '../../../../base/plain';
import { asList, asShown, asTexts, objectAt } from '../../../../base/reading';
import { cutJson } from '../../../../base/text/cut';
import { listed } from '../../../../base/text/listed';
import { templates } from '../../../facts/carried-pods';
import { PodSet } from '../../../facts/pod-set';
import { zonesOf } from '../../../facts/zone-reach';
import { Report, Rule } from '../../rule';

/** Conditions on nodes that no node can meet. */
export const nodeConditionsConflict: Rule = {
  id: 'AIW2629',
  title: 'conditions that no node meets',
  class: 'broken',
  reason: 'nodeSelector and required node affinity both hold, and a label has one value: a pod whose conditions contradict each other stays Pending for ever.',
  source: 'component-helpers scheduling/corev1/nodeaffinity/nodeaffinity.go (v0.36): nodeSelector and one of the terms must match',
  remedy: 'Say each condition once: in nodeSelector, or in the terms of the affinity.',
  appliesTo: ['every carrier of pods'],
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      checkPods(pods, report);
    }
  },
};

const TERMS = 'affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms';

function checkPods(pods: PodSet, report: Report): void {
  const asked = objectAt(pods.spec, 'nodeSelector');
  const terms = asList(objectAt(pods.spec, 'affinity', 'nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution').nodeSelectorTerms);
  const conflicts = terms.map(term => conflictOf(asked, asList(term.matchExpressions)));
  if (conflicts.length > 0 && conflicts.every(each => each !== undefined)) {
    report(pods.carrier, { field: pods.at(`${TERMS}[0]`), message: `Invalid value: ${conflicts[0]}`, help: 'say the condition once' });
    return;
  }
  const known = pods.carrier.zones;
  const named = known && known.length > 0 ? zonesOf(pods) : undefined;
  if (known && named && named.length > 0 && !named.some(zone => known.includes(zone))) {
    report(pods.carrier, {
      field: pods.at(terms.length > 0 ? TERMS : 'nodeSelector[topology.kubernetes.io/zone]'),
      message: `Invalid value: ${cutJson(named)}: the nodes are in ${listed(known)}`,
      help: 'correct the zone, or declare it',
    });
  }
}

/** What contradicts in one term, in words: with the selector, or between two of its own conditions. */
function conflictOf(asked: PlainObject, expressions: readonly PlainObject[]): string | undefined {
  const allowed = new Map<string, ReadonlySet<string>>();
  const refused = new Map<string, Set<string>>();
  for (const { key, operator, values } of expressions) {
    if (typeof key !== 'string') {
      continue;
    }
    const own = Object.hasOwn(asked, key) ? asShown(asked[key]) : undefined;
    if (own !== undefined && !allows(operator, asTexts(values), own)) {
      return `"${own}": nodeSelector wants ${key} ${own}, the affinity ${key} ${asShown(operator)} ${listed(asTexts(values))}`.trimEnd();
    }
    if (operator === 'In') {
      const before = allowed.get(key);
      const both = asTexts(values).filter(each => before?.has(each) ?? true);
      if (before && both.length === 0) {
        return `${cutJson(asTexts(values))}: ${key} is to be one of these and one of ${listed(before)}`;
      }
      allowed.set(key, new Set(both));
    } else if (operator === 'NotIn') {
      refused.set(key, new Set([...refused.get(key) ?? [], ...asTexts(values)]));
    }
  }
  const [emptied] = [...allowed].filter(([key, values]) => values.size > 0 && [...values].every(value => refused.get(key)?.has(value)));
  return emptied && `${cutJson([...emptied[1]])}: ${emptied[0]} is to be one of these and none of ${listed(refused.get(emptied[0])!)}`;
}

function allows(operator: unknown, values: readonly string[], value: string): boolean {
  switch (operator) {
    case 'In': return values.includes(value);
    case 'NotIn': return !values.includes(value);
    case 'DoesNotExist': return false;
    case 'Gt': return !(Number(value) <= Number(values[0]));
    case 'Lt': return !(Number(value) >= Number(values[0]));
    default: return true;
  }
}
