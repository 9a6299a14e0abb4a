import { growthText } from './growth';
import { PARTS, PartSize, SpotInferencePlan } from './plan';
import { PartRollouts, rolloutsOf } from './rollout';
import { LABEL_NAME, LABEL_ROLE } from '../../base/labels';
import { Explanation, alignedRows } from '../../base/text/explanation';
import { inNamespace } from '../../base/text/kubectl';
import { rangeText } from '../../base/text/range';
import { capacityText, spotUse } from '../../pod/scheduling/capacity';
import { explainFallBack } from '../capacity-texts';
import { explainFabric, explainFabricLimits } from '../fabric-texts';
import { InferencePlan, timesOf } from '../gpu-inference-deployment/plan';
import { outageOf } from '../gpu-inference-deployment/rollout';

/** The plan of both parts in words. */
export function explainSpotInference(plan: SpotInferencePlan, isScaled: boolean): string {
  const { spot } = plan;
  const explanation = new Explanation(`SpotInference ${plan.name}: ${spot.engine.model} on ${spot.engineTitle}`);
  addSums(explanation, plan);
  addChoices(explanation, plan, isScaled);
  addConsequences(explanation, plan);
  explainFabricLimits(explanation, spot.pod.fabric);
  explanation.limit('ratio', 'a Service knows no kinds of nodes: each replica gets its share of the requests, wherever it stands');
  addOperations(explanation, plan);
  return explanation.toString();
}

function addSums(explanation: Explanation, plan: SpotInferencePlan): void {
  const { onDemand, spot, total } = plan;
  const rows = [onDemand, spot].map(part => [part.part!.role, part.name, range(part.replicas), devicesOf(part.replicas, part)]);
  explanation
    .sum('parts', alignedRows([['part', 'Deployment', 'replicas', 'devices'], ...rows, ['both', '', range(total), devicesOf(total, spot)]]))
    .sum('floor', plan.floorSum)
    .sum('devices', spot.devices.sum);
  spot.engine.sums?.forEach(({ topic, text }) => explanation.sum(topic, text));
  explanation
    .sum('memory', spot.pod.memory.sum)
    .sum('startup', spot.startup.sum)
    .sum('grace', spot.drain.sum);
  const scaling = spot.autoscaling ?? onDemand.autoscaling;
  if (scaling) {
    explanation.sum('scale up', scaling.scaleUp.sum).sum('scale down', scaling.scaleDown.sum);
  }
}

function range({ least, most }: PartSize, factor = 1): string {
  return rangeText(least * factor, most * factor);
}

function devicesOf(size: PartSize, { devices }: InferencePlan): string {
  return `${range(size)} x ${devices.count} = ${range(size, devices.count)}`;
}

function addChoices(explanation: Explanation, plan: SpotInferencePlan, isScaled: boolean): void {
  const { onDemand, spot, budget } = plan;
  explainFabric(explanation, [{ pods: plan.total.most, fabric: spot.pod.fabric }]);
  explanation
    .choice('nodes', `${PARTS.onDemand}: ${capacityText(onDemand.capacity)}\n${PARTS.spot}: ${capacityText(spot.capacity)}`)
    .choice('service', `${spot.service.name}, port ${spot.service.ports.map(({ port }) => port).join(', ')}, over both parts`)
    .choice('scaled', scaledText(plan, isScaled))
    .choice('spread', `${spot.spread.text}, each part by itself: what is left is spread too`)
    .choice('roll-out', rolloutText(plan, isScaled))
    .choice('budget', budget ? `one over both parts: ${budget.text}. A pod of two budgets could not be evicted at all` : 'none: a drain may take all pods at once');
}

/** One apply changes the template of both, and no controller knows of the other Deployment. */
function rolloutText(plan: SpotInferencePlan, isScaled: boolean): string {
  const rollouts = rolloutsOf(plan, isScaled);
  return [
    `${PARTS.onDemand}: ${rollouts.onDemand.text}`,
    `${PARTS.spot}: ${rollouts.spot.text}`,
    `both at once: ${servingText(plan, rollouts)}`,
    ...([rollouts.onDemand, rollouts.spot].every(({ unavailable }) => unavailable > 0) ? [] : [spareText(plan, rollouts)]),
  ].join('\n');
}

function spareText({ spot: { spareGpus } }: SpotInferencePlan, { onDemand, spot }: PartRollouts): string {
  const where = [...(onDemand.unavailable === 0 ? ['on nodes of the floor for its new pods'] : []), ...(spot.unavailable === 0 ? ['on nodes of spot for those'] : [])];
  return `The ${spareGpus} spare devices must be free ${where.join(', ')}, and for each pod on one node: elsewhere it waits, and its part with it`;
}

function servingText({ onDemand, spot }: SpotInferencePlan, rollouts: PartRollouts): string {
  const [floor, rest] = [onDemand.replicas.least, spot.replicas.least];
  if (rollouts.isSpotUnknown) {
    return `at least ${floor} - ${rollouts.onDemand.unavailable} of the floor serve meanwhile, and what your autoscaler keeps on spot less ${rollouts.spot.unavailable}`;
  }
  const sum = `${floor} - ${rollouts.onDemand.unavailable} + ${rest} - ${rollouts.spot.unavailable}`;
  const left = floor - rollouts.onDemand.unavailable + rest - rollouts.spot.unavailable;
  return left === 0 ? `${sum} = 0 serve, an outage of ${outageOf(timesOf(spot)).sum}` : `at least ${sum} = ${left} of ${floor + rest} serve meanwhile`;
}

function scaledText({ spot, isFloorScaled, onDemand }: SpotInferencePlan, isScaled: boolean): string {
  if (isFloorScaled) {
    return 'both parts, each by an autoscaler of its own on its own pods; they see the same load, so the share is about kept between its ends';
  }
  const floor = `the floor of ${onDemand.replicas.least} stays`;
  return spot.autoscaling ? `the spot part alone, ${range(spot.replicas)}; ${floor}` : isScaled ? `the spot part alone, by an autoscaler of yours; ${floor}` : 'nothing: both numbers stand';
}

function addConsequences(explanation: Explanation, plan: SpotInferencePlan): void {
  const { spot, isFloorScaled } = plan;
  explanation
    .consequence('all of spot', allOfSpot(plan))
    .consequence('spot notice', `a spot node is gone ${spot.capacity._spot!.noticeSeconds} s after the notice, whatever the budget says; the drain of ${spot.drain.graceSeconds} s fits it`)
    .consequence('drain', drainText(plan))
    .consequence('the floor', floorText(plan))
    .consequence('another floor', `changes two numbers and no template, so no pod restarts. One part stops replicas while the other starts as many: for each,\nserving is one short for up to ${spot.startup.expectedSeconds} s; raise replicas first where that matters`);
  const growth = spot.autoscaling && !isFloorScaled ? growthText(plan) : undefined;
  if (growth) {
    explanation.consequence('more load', growth);
  }
  explainFallBack(explanation, spot.capacity);
}

function floorText({ onDemand: { replicas: { least }, rollout }, spot }: SpotInferencePlan): string {
  const rolls = rollout.unavailable > 0;
  return least === 1
    ? `is one replica: while spot is gone, its loss${rolls ? ' or roll-out' : ''} is an outage of ${outageOf(timesOf(spot)).sum}.\nA drain may take it while all of spot is there; where spot goes before it is back, nothing serves`
    : `loses one of ${least} replicas with a node${rolls ? ', in a roll-out too' : ''}`;
}

/** The load of all is then borne by few. */
function allOfSpot({ onDemand, spot, total }: SpotInferencePlan): string {
  const ends = total.least === total.most ? ['most' as const] : ['least' as const, 'most' as const];
  const left = ends.map(end => {
    const [stays, all] = [onDemand.replicas[end], total[end]];
    return `${stays} of ${all} replicas are left (${stays} x ${spot.devices.count} = ${stays * spot.devices.count} devices), each with ${all} / ${stays} = ${Number((all / stays).toFixed(2))} times its requests${ends.length > 1 ? `, at ${end}` : ''}`;
  });
  const back = spotUse(spot.capacity) === 'some' ? 'The others start on any node with room' : 'The others wait for spot nodes (nothing moves them to those of the floor)';
  return `${left.join(';\n')}.\n${back}, then take up to ${spot.startup.expectedSeconds} s to load`;
}

/** Replicas that wait for nodes count as missing. */
function drainText({ budget, total }: SpotInferencePlan): string {
  if (!budget) {
    return 'may take all replicas at once, of the floor too, since there is no budget';
  }
  const most = budget.maxUnavailable!;
  return `takes ${most} of ${total.most} at a time, of both parts together. Replicas that wait for spot nodes are missing too: with ${most} of them no drain takes any of the floor,\n`
    + 'so the floor stays, and drains of its nodes wait until spot is back';
}

function addOperations(explanation: Explanation, { name, namespace, onDemand, spot, isFloorScaled }: SpotInferencePlan): void {
  const space = inNamespace(namespace);
  explanation
    .operate('see', `kubectl${space} get pods -l ${LABEL_NAME}=${name} -L ${LABEL_ROLE} -o wide`)
    .operate('alert', `kube_deployment_status_replicas_available{${namespace ? `namespace="${namespace}", ` : ''}deployment="${onDemand.name}"} < ${onDemand.replicas.least}\n(kube-state-metrics; the floor itself is short)`)
    .operate('move here', `from a GpuInferenceDeployment ${name}: Service and budget keep names and selectors, so clients see no gap. Apply without pruning, wait for\n`
      + `kubectl${space} rollout status deployment ${onDemand.name}, and for ${spot.name}; then kubectl${space} delete deployment ${name}. Devices for both are needed meanwhile`
      + (spot.autoscaling || onDemand.autoscaling ? `.\nFirst delete its autoscaler ${name}: its pods are matched by two until then, and neither scales` : ''));
  if (spot.autoscaling ?? onDemand.autoscaling) {
    explanation.operate('metrics', `adapterRules holds the configuration of the Prometheus adapter${isFloorScaled ? '' : `; the average is over pods of ${spot.name} alone, which get the same share as others`}`);
  }
}
