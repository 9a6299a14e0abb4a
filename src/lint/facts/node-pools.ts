import { Facts } from './facts';
import { LabelValues, both, canBeMet, labelValues, shownValues } from './label-values';
import { requiredLabels } from './node-demands';
import { PodSet } from './pod-set';
import { tolerates } from './tolerations';
import { PlainObject } from '../../base/plain';
import { asList, asObject, asShown, asText, asTexts, objectAt } from '../../base/reading';
import { NODE_POOL_LABEL, NODE_POOL_TYPE, isKnownOfNodes, normalizedLabel } from '../../knowledge/karpenter';
import { Manifest } from '../../kubernetes/manifest';

/** One requirement of a pool with the place where it stands. */
export interface PlacedRequirement {
  readonly key: string;
  readonly operator: unknown;
  readonly values: readonly string[];
  readonly field: string;
}

/** A NodePool of Karpenter as pods meet it. */
export interface NodePool {
  readonly object: Manifest;
  readonly name: string;
  /** API group of its node class: says who provides the nodes. */
  readonly group: string;
  /** What labels of its nodes may be, by normalized key. */
  readonly labels: ReadonlyMap<string, LabelValues>;
  readonly requirements: readonly PlacedRequirement[];
  readonly taints: readonly PlainObject[];
  readonly spec: PlainObject;
}

const TEMPLATE = 'spec.template';

/** Pools of `karpenter.sh/v1`; those of earlier versions are not served. */
export function nodePools(facts: Facts): readonly NodePool[] {
  return facts.ofType(NODE_POOL_TYPE).filter(({ apiVersion }) => apiVersion === 'karpenter.sh/v1').map(readNodePool);
}

/** Source: karpenter pkg/controllers/provisioning/scheduling/nodeclaimtemplate.go NewNodeClaimTemplate (v1.15.0) */
export function readNodePool(object: Manifest): NodePool {
  const template = asObject(object.spec.template);
  const spec = asObject(template.spec);
  const requirements = asList(spec.requirements).map(({ key, operator, values }, index) => (
    { key: asShown(key), operator, values: asTexts(values), field: `${TEMPLATE}.spec.requirements[${index}]` }));
  const labels = new Map<string, LabelValues>();
  requirements.forEach(({ key, operator, values }) => { narrow(labels, key, labelValues(operator, values)); });
  Object.entries(objectAt(template, 'metadata', 'labels')).forEach(([key, value]) => { narrow(labels, key, labelValues('In', asTexts([value]))); });
  narrow(labels, NODE_POOL_LABEL, labelValues('In', [object.name]));
  return {
    object, name: object.name, group: asText(objectAt(spec, 'nodeClassRef').group) ?? '', labels, requirements, taints: asList(spec.taints), spec,
  };
}

function narrow(labels: Map<string, LabelValues>, given: string, values: LabelValues | undefined): void {
  const key = normalizedLabel(given);
  const known = labels.get(key);
  if (values) {
    labels.set(key, known ? both(known, values) : values);
  }
}

/** Pools of which one must have the node of the pods; none unless they name pools, and all of these are here. */
export function poolsNamedBy(facts: Facts, pods: PodSet): readonly NodePool[] {
  const names = requiredLabels(pods).find(({ key }) => key === NODE_POOL_LABEL)?.values ?? [];
  const named = facts.get(nodePools).filter(({ name }) => names.includes(name));
  return named.length === names.length ? named : [];
}

/** Why pods never run on nodes of a pool. */
export interface Misfit {
  /** Of the pods. */
  readonly field: string;
  readonly reason: string;
  readonly kind: 'taint' | 'label' | 'unknownLabel';
  /** The taint, or the label. */
  readonly about: string;
}

/**
 * What keeps pods off the nodes of a pool, each once. Of alternatives in the affinity the one that fits best is told.
 *
 * Source: karpenter pkg/scheduling/{taints,requirements}.go Tolerates, Compatible (v1.15.0)
 */
export function misfitsOf(pool: NodePool, pods: PodSet): Misfit[] {
  const ofLabels = alternativesOf(pods).map(conditions => labelMisfits(pool, conditions));
  const best = ofLabels.reduce((one, other) => (other.length < one.length ? other : one));
  return [...taintMisfits(pool, pods), ...best];
}

/** Taints that only wish pods away keep nobody off. */
function taintMisfits({ taints }: NodePool, pods: PodSet): Misfit[] {
  const tolerations = asList(pods.spec.tolerations);
  return taints.filter(taint => taint.effect !== 'PreferNoSchedule' && !tolerations.some(each => tolerates(each, taint))).map(taint => ({
    kind: 'taint',
    field: pods.at('tolerations'),
    about: shownTaint(taint),
    reason: `nodes have the taint ${shownTaint(taint)}, which the pods do not tolerate`,
  }));
}

/** `nvidia.com/gpu=true:NoSchedule`. */
export function shownTaint({ key, value, effect }: PlainObject): string {
  return `${asShown(key)}${asText(value) === undefined ? '' : `=${asShown(value)}`}:${asShown(effect)}`;
}

/** One condition on a label of the node, with its place. */
interface Condition {
  readonly key: string;
  readonly values: LabelValues;
  readonly field: string;
}

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';

/** The selector with each of the terms of the required affinity. */
function alternativesOf(pods: PodSet): readonly Condition[][] {
  const selector = Object.entries(asObject(pods.spec.nodeSelector))
    .flatMap(([key, value]) => condition(key, 'In', asTexts([value]), pods.at(`nodeSelector[${key}]`)));
  const terms = asList(objectAt(pods.spec, 'affinity', 'nodeAffinity', REQUIRED).nodeSelectorTerms);
  return terms.length === 0 ? [selector] : terms.map((term, index) => [...selector, ...asList(term.matchExpressions).flatMap((each, place) =>
    condition(asShown(each.key), each.operator, asTexts(each.values), pods.at(`affinity.nodeAffinity.${REQUIRED}.nodeSelectorTerms[${index}].matchExpressions[${place}]`)))]);
}

function condition(key: string, operator: unknown, values: readonly string[], field: string): Condition[] {
  const read = labelValues(operator, values);
  return read ? [{ key: normalizedLabel(key), values: read, field }] : [];
}

function labelMisfits({ labels, group }: NodePool, conditions: readonly Condition[]): Misfit[] {
  return conditions.flatMap(({ key, values, field }): Misfit[] => {
    const own = labels.get(key);
    if (own === undefined) {
      return values.mayLack || isKnownOfNodes(key, group) ? []
        : [{ kind: 'unknownLabel', field, about: key, reason: `the pods ask for the label ${key} (${shownValues(values)}), which nobody knows of its nodes before there is one` }];
    }
    return canBeMet(both(own, values)) ? []
      : [{ kind: 'label', field, about: key, reason: `the pods ask for ${key}: ${shownValues(values)}, and its nodes have ${shownValues(own)}` }];
  });
}
