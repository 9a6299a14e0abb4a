import { PodSet } from './pod-set';
import { PlainObject } from '../../base/plain';
import { asList, asObject, asTexts, objectAt } from '../../base/reading';

/** A label that a node must have, or is wished to have, and the values of which one will do. */
export interface NodeDemand {
  readonly key: string;
  readonly values: readonly string[];
  readonly field: string;
}

const AFFINITY = 'affinity.nodeAffinity';
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

/** Labels that every node of the pods has: of the selector, and of an affinity with one term, since several are alternatives. */
export function requiredLabels(pods: PodSet): NodeDemand[] {
  const terms = asList(objectAt(pods.spec, 'affinity', 'nodeAffinity', REQUIRED).nodeSelectorTerms);
  const required = terms.length === 1 ? expressionsOf(pods, terms[0], `${AFFINITY}.${REQUIRED}.nodeSelectorTerms[0]`) : [];
  return [...selectorLabels(pods), ...required].filter(({ values }) => values.length > 0);
}

/** Labels of the selector, and of each term of the affinity: those that one of the alternatives asks for. */
export function alternativeLabels(pods: PodSet): NodeDemand[] {
  const terms = asList(objectAt(pods.spec, 'affinity', 'nodeAffinity', REQUIRED).nodeSelectorTerms);
  const required = terms.flatMap((term, index) => expressionsOf(pods, term, `${AFFINITY}.${REQUIRED}.nodeSelectorTerms[${index}]`));
  return [...selectorLabels(pods), ...required].filter(({ values }) => values.length > 0);
}

/** Labels of nodes on which the pods are placed where they can be. */
export function preferredLabels(pods: PodSet): NodeDemand[] {
  return asList(objectAt(pods.spec, 'affinity', 'nodeAffinity')[PREFERRED])
    .flatMap(({ preference }, index) => expressionsOf(pods, asObject(preference), `${AFFINITY}.${PREFERRED}[${index}].preference`))
    .filter(({ values }) => values.length > 0);
}

function selectorLabels(pods: PodSet): NodeDemand[] {
  return Object.entries(asObject(pods.spec.nodeSelector)).map(([key, value]) => ({ key, values: asTexts([value]), field: pods.at(`nodeSelector[${key}]`) }));
}

function expressionsOf(pods: PodSet, term: PlainObject, field: string): NodeDemand[] {
  return asList(term.matchExpressions).map(({ key, operator, values }, index) =>
    ({ key: String(key), values: operator === 'In' ? asTexts(values) : [], field: pods.at(`${field}.matchExpressions[${index}].values`) }));
}
