import { selectingAny } from './selecting';
import { LABEL_INFERENCE } from '../../base/labels';
import { asList, asNumber, asObject, asShown, asText, isPresent, objectAt } from '../../base/reading';
import { QUEUE_NAME, QUEUE_PRIORITY } from '../../knowledge/queue';
import { Manifest } from '../../kubernetes/manifest';
import { scalerOf } from '../../lint/facts/autoscaling';
import { podSets } from '../../lint/facts/carried-pods';
import { Facts } from '../../lint/facts/facts';
import { guardedPods, GuardedPods } from '../../lint/facts/guarded-pods';
import { PodSet } from '../../lint/facts/pod-set';
import { progressiveDelivery } from '../../lint/facts/progressive-delivery';
import { scalerMetrics } from '../../lint/facts/scaler-metrics';
import { GANGS, workloadKindOf } from '../../lint/kinds';
import { labelOf } from '../pods/labels';
import { countedRange, replicasUnder } from '../pods/range';
import { Workload } from '../pods/workloads';
import { counted, named, Said, unique } from '../said';

/** Who else decides about the pods of a workload: queues, gangs, autoscalers, budgets, policies, monitors. */
export function controlOf(facts: Facts, workload: Workload): Said[] {
  const ofMembers = workload.members.flatMap(member => [...queue(member), ...scaler(facts, member), ...delivery(facts, member)]);
  const { sets } = workload;
  return unique([...ofMembers, ...model(facts, workload), ...gangs(facts, sets), ...budgets(facts, sets), ...selected(facts, sets)]);
}

/** Source: kueue pkg/controller/jobframework (v0.15) */
function queue(member: Manifest): Said[] {
  const path = workloadKindOf(member).queueLabels;
  const labels = path === undefined ? {} : objectAt(member.body, ...path.split('.'));
  const name = asText(labels[QUEUE_NAME]);
  const priority = asText(labels[QUEUE_PRIORITY]);
  const isSuspended = workloadKindOf(member).suspends === true && member.spec.suspend === true;
  return [
    ...(name === undefined ? [] : [{
      topic: 'queue',
      text: `Kueue admits it through ${name}${priority === undefined ? '' : `, with priority ${priority}`}: no pod starts before there is quota for all of them`,
      subject: member,
      field: `${path}[${QUEUE_NAME}]`,
    }]),
    ...(isSuspended ? [{
      topic: 'suspended', text: name === undefined ? 'it makes no pod until somebody sets suspend to false' : 'it makes no pod until the queue admits it', subject: member, field: 'spec.suspend',
    }] : []),
  ];
}

/** Workloads that serve one model between them. */
function model(facts: Facts, { sets }: Workload): Said[] {
  const names = new Set(sets.flatMap(set => labelOf(set, LABEL_INFERENCE) ?? []));
  return [...names].flatMap(name => {
    const others = (facts.get(inferences).get(name) ?? []).filter(set => !sets.includes(set)).map(({ carrier }) => carrier.toString());
    return others.length === 0 ? [] : [{ topic: 'model', text: `serves ${name} together with ${named([...new Set(others)])}`, subject: sets[0].carrier, field: sets[0].metadataField(`labels[${LABEL_INFERENCE}]`) }];
  });
}

function inferences(facts: Facts): ReadonlyMap<string, readonly PodSet[]> {
  const found = new Map<string, PodSet[]>();
  for (const set of facts.get(podSets)) {
    const name = labelOf(set, LABEL_INFERENCE);
    if (name !== undefined) {
      found.set(name, [...found.get(name) ?? [], set]);
    }
  }
  return found;
}

function scaler(facts: Facts, member: Manifest): Said[] {
  const scaling = scalerOf(facts, member);
  if (scaling === undefined) {
    return [];
  }
  const { scaler: object } = scaling;
  const noun = workloadKindOf(member).podsOfGroup === undefined ? 'replica' : 'group';
  const metrics = facts.get(metricsByScaler).get(object) ?? [];
  const resources = asList(object.spec.metrics).flatMap(metric => {
    const { name, target } = asObject(metric.resource);
    const goal = asObject(target);
    return isPresent(name) ? [`${asShown(name)} ${goal.averageUtilization === undefined ? asShown(goal.averageValue ?? goal.value) : `${asShown(goal.averageUtilization)} %`}`] : [];
  });
  const by = [...metrics, ...resources];
  return [{
    topic: 'autoscaler',
    text: `${object.toString()} keeps ${countedRange(replicasUnder(object), noun)}${by.length === 0 ? '' : `, by ${named(by, 4)}`}`,
    subject: object,
    field: 'spec',
  }];
}

function metricsByScaler(facts: Facts): ReadonlyMap<Manifest, readonly string[]> {
  const found = new Map<Manifest, string[]>();
  for (const { scaling, text, target, comparison, isQuery } of facts.get(scalerMetrics)) {
    const name = isQuery ? 'a query' : text;
    const goal = target === undefined ? '' : ` ${target}${comparison === 'AverageValue' ? ' for each' : ''}`;
    found.set(scaling.scaler, [...found.get(scaling.scaler) ?? [], `${name}${goal}`]);
  }
  return found;
}

function delivery(facts: Facts, member: Manifest): Said[] {
  return (facts.get(deliveriesByTarget).get(member) ?? []).map(canary => ({
    topic: 'roll-out', text: `${canary.toString()} tries each change on a share of the requests, beside ${member.name}-primary, which serves`, subject: canary, field: 'spec.analysis',
  }));
}

function deliveriesByTarget(facts: Facts): ReadonlyMap<Manifest, readonly Manifest[]> {
  return new Map(facts.get(progressiveDelivery).flatMap(({ canary, target }) => (target ? [[target, [canary]] as const] : [])));
}

/** Source: kubernetes/api scheduling/v1alpha2 types.go (v0.36); scheduler-plugins apis/scheduling/v1alpha1; volcano scheduling/v1beta1 */
function gangs(facts: Facts, sets: readonly PodSet[]): Said[] {
  return sets.flatMap(set => GANGS.flatMap(({ type, least, total, nameOf, fieldOf }) => {
    const name = nameOf(set);
    if (name === undefined) {
      return [];
    }
    const object = type === undefined ? undefined : facts.find(type, set.place, name);
    const number = object === undefined ? asText(set.annotations[total?.annotation ?? '']) : asNumber(objectAt(object.spec, ...(least ?? []).slice(0, -1))[least?.at(-1) ?? '']);
    const text = number === undefined ? `its pods start together as ${name}` : `its pods start together as ${name}, once there is room for ${number} of them`;
    return [object === undefined ? { topic: 'gang', text, subject: set.carrier, field: fieldOf(set) } : { topic: 'gang', text, subject: object, field: 'spec' }];
  }));
}

/** Source: pkg/registry/core/pod/rest/eviction.go (v1.36): the eviction API asks budgets, a deletion and a roll-out do not */
function budgets(facts: Facts, sets: readonly PodSet[]): Said[] {
  const own = selectingAny(facts, sets);
  return [...own].filter(([object]) => object.kind === 'PodDisruptionBudget').map(([budget]) => {
    const guard = facts.get(guards).get(budget);
    const { maxUnavailable, minAvailable } = budget.spec;
    const rule = isPresent(maxUnavailable) ? `maxUnavailable ${asShown(maxUnavailable)}` : `minAvailable ${asShown(minAvailable)}`;
    const spare = guard?.spare;
    const total = guard?.total;
    const means = spare === undefined ? '' : spare <= 0 ? ': a drain takes none of them' : total !== undefined && spare >= total ? `: a drain may take ${total === 1 ? 'it' : `all ${total} at once`}` : `: a drain takes ${spare} of ${total === undefined ? 'them' : `${total} pods`} at a time`;
    return { topic: 'budget', text: `${budget.toString()}, ${rule}${means}`, subject: budget, field: `spec.${isPresent(maxUnavailable) ? 'maxUnavailable' : 'minAvailable'}` };
  });
}

function guards(facts: Facts): ReadonlyMap<Manifest, GuardedPods> {
  return new Map(facts.get(guardedPods).map(guard => [guard.budget, guard]));
}

/** The budget that lets the fewest of these pods go at once. */
export function guardOf(facts: Facts, set: PodSet): GuardedPods | undefined {
  const all = [...selectingAny(facts, [set]).keys()].flatMap(object => facts.get(guards).get(object) ?? []);
  return [...all].sort((one, other) => (one.spare ?? Infinity) - (other.spare ?? Infinity))[0];
}

function selected(facts: Facts, sets: readonly PodSet[]): Said[] {
  return [...selectingAny(facts, sets)].flatMap(([object, { by }]): Said[] => {
    switch (object.kind) {
      case 'NetworkPolicy': return [{ topic: 'network policy', text: policyText(object), subject: object, field: by.field }];
      case 'PodMonitor': return [{ topic: 'monitor', text: `${object.toString()} scrapes ${named(asList(object.spec.podMetricsEndpoints).map(({ port, path }) => `${asShown(port ?? 'a port')}${asText(path) ?? '/metrics'}`))}`, subject: object, field: by.field }];
      default: return [];
    }
  });
}

/** Source: kubernetes/api networking/v1 types.go NetworkPolicySpec: Ingress always unless the types say otherwise, Egress where there are rules of it */
function policyText(policy: Manifest): string {
  const { policyTypes, ingress, egress } = policy.spec;
  const types = Array.isArray(policyTypes) ? policyTypes.map(asShown) : ['Ingress', ...(isPresent(egress) ? ['Egress'] : [])];
  const rules = { Ingress: asList(ingress), Egress: asList(egress) };
  const parts = types.filter((type): type is keyof typeof rules => type in rules).map(type => (
    `${type === 'Ingress' ? 'in' : 'out'}: ${rules[type].length === 0 ? 'nothing' : counted(rules[type].length, 'rule')}`));
  return `${policy.toString()} lets pass ${parts.join(', ')}`;
}

