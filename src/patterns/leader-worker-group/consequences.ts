import { FateSharingTimes } from './fate-sharing';
import { LeaderWorkerGroupPlan } from './group-plan';
import { GroupRole } from './props';
import { LABEL_ZONE_TOPOLOGY } from '../../base/labels';
import { Explanation } from '../../base/text/explanation';
import { LostPeer } from '../../engines/engine-plan';
import { READINESS_WITHIN, noticedWithin } from '../../engines/probes';
import { Target } from '../../target-cluster/target';
import { PodLoss } from '../../workloads/handle/workload-facts';
import { explainFallBack } from '../capacity-texts';
import { nodeLostOfSet, preferConsequence } from '../loss-texts';
import { explainRoom } from '../placement-texts';

/** What happens to these very groups when something is lost, drained or has no room. */
export function explainGroupConsequences(explanation: Explanation, plan: LeaderWorkerGroupPlan, target: Target): void {
  groupLosses(plan, undefined).forEach(({ topic, text }) => explanation.consequence(topic, text));
  explanation.consequence('node lost', nodeLostOfSet(plan.leader.deadNodeTolerance?.toSeconds()));
  explanation.consequence('drain', drainText(plan));
  if (plan.capacity._spot) {
    explanation.consequence('spot', spotText(plan));
  }
  explainFallBack(explanation, plan.capacity, { pods: plan.size, unit: 'group' });
  if (target.zones?.length !== 0) {
    explanation.consequence('zone lost', zoneLost(plan));
  }
  explainRoom(explanation, plan.placed);
  plan.engine?.leader.consequences.forEach(({ topic, text }) => explanation.consequence(topic, text));
  if (plan.prefer) {
    explanation.consequence('locality', preferConsequence(plan.prefer, 'leaders', target.zones && { endpoints: plan.groups, zones: target.zones.length }));
  }
}

/** What the loss of a leader or a worker means. */
export function groupLosses(plan: LeaderWorkerGroupPlan, role: string | undefined): PodLoss[] {
  return [
    ...(role === GroupRole.WORKER ? [] : [{ topic: 'leader lost', text: leaderLost(plan) }]),
    ...(plan.size === 1 || role === GroupRole.LEADER ? [] : [{ topic: 'worker lost', text: workerLost(plan) }]),
  ];
}

/** Requests in a group end with its leader: nobody else has their state. */
function leaderLost(plan: LeaderWorkerGroupPlan): string {
  const out = plan.engine ? `; it leaves the endpoints at once when it ends, within ${noticedWithin(READINESS_WITHIN).sum} when it hangs` : '';
  return [`the requests of its group end with an error, and ${othersServe(plan)}${out}.`, leaderReturns(plan)].join('\n');
}

function othersServe({ groups }: LeaderWorkerGroupPlan): string {
  return groups === 1 ? 'there is no other group to serve new ones' : `new ones go to the other ${groups === 2 ? 'group' : `${groups - 1} groups`}`;
}

function leaderReturns(plan: LeaderWorkerGroupPlan): string {
  const { size, engine, fateSharing } = plan;
  const back = engine ? ` The model is loaded within ${engine.startup.seconds} s of its start` : '';
  if (size === 1) {
    return `It is started again.${back}`;
  }
  if (plan.restart === 'recreateGroup') {
    return `The controller makes the whole group again, ${size} pods.${back}`;
  }
  if (fateSharing) {
    const { worker, workerStop } = fateSharing.noticed;
    return `It is started again; workers notice within ${worker.sum}, stop within ${workerStop} s and join it.${back}`;
  }
  return `It is started again; ${workersAlone(plan)}.${back}`;
}

/**
 * Source: ray src/ray/raylet/node_manager.cc AsyncCheckSelfAlive, src/ray/common/ray_config_def.h gcs_rpc_server_reconnect_timeout_s;
 * kubernetes-sigs/lws v0.8.0 pkg/controllers/pod_controller.go
 */
function workersAlone({ rendezvous, backend }: LeaderWorkerGroupPlan): string {
  if (rendezvous._kind === 'ray') {
    return "Ray ends the workers' nodes when the head is another one, or silent for 60 s, and they join again; until then the group may be Ready while a worker belongs to the head that is gone";
  }
  return 'its workers are not told, so they must come back to it by themselves'
    + (backend === 'leaderWorkerSet' ? '; a leader whose pod is deleted takes them along, since their StatefulSet belongs to it' : '');
}

function workerLost(plan: LeaderWorkerGroupPlan): string {
  const peer = plan.engine?.leader.lostPeer;
  if (plan.restart === 'recreateGroup') {
    return `the controller deletes the group, whatever pod failed and why (an eviction too), and makes all ${plan.size} pods again`;
  }
  if (plan.fateSharing) {
    return peer ? sharedAfterStep(plan, plan.fateSharing.noticed, peer) : sharedAfterProbe(plan, plan.fateSharing.noticed);
  }
  return peer
    ? `${peer.text}. Its container is started again; ${workersAlone(plan)}`
    : 'its pod is started again alone, and the others are not told: the group works again when the framework takes it back, or never';
}

const BACK_OFF = 'plus the kubelet\'s restart back-off of up to 300 s';

function sharedAfterStep(plan: LeaderWorkerGroupPlan, { worker, workerStop }: FateSharingTimes, peer: LostPeer): string {
  const terms = [...(peer.seconds === undefined ? [] : [peer.seconds]), worker.seconds, workerStop];
  const total = `${terms.join(' + ')} = ${terms.reduce((sum, each) => sum + each, 0)} s`;
  return [
    `${peer.text}.`,
    `Workers notice the leader's port within ${worker.sum} and stop within ${workerStop} s: ${total}, ${BACK_OFF};`,
    `then the model loads, within ${plan.engine!.startup.seconds} s. While no request runs nobody notices`,
  ].join('\n');
}

function sharedAfterProbe(plan: LeaderWorkerGroupPlan, { leader, leaderStop, worker, workerStop }: FateSharingTimes): string {
  const total = leader.seconds + leaderStop + worker.seconds + workerStop;
  return [
    `once the leader's probe fails for it, leader notices within ${leader.sum} and stops within ${leaderStop} s,`,
    `the other workers notice within another ${worker.sum} and stop within ${workerStop} s: ${total} s, ${BACK_OFF}`
      + (plan.engine ? `; then the model loads, within ${plan.engine.startup.seconds} s` : ''),
  ].join('\n');
}

/** Source: kubernetes-sigs/lws pkg/controllers/pod_controller.go handleRestartPolicy: a worker that is being deleted has the leader deleted at once */
function workerDrained({ restart }: LeaderWorkerGroupPlan, sleepSeconds: number): string {
  return restart === 'recreateGroup'
    ? ', also where a worker is taken: the controller stops both, and the worker outlives it'
    : `; a worker alone serves on for its sleep of ${sleepSeconds} s, and what runs then ends with an error`;
}

function drainText(plan: LeaderWorkerGroupPlan): string {
  const { budget, size, groups, engine } = plan;
  if (!budget) {
    return `may take all ${groups * size} pods at once, since there is no budget`;
  }
  const lines = [`takes pods as the budget allows${size > 1 ? `; without one of its pods a group of ${size} answers nothing until it is back` : ''}`
    + (plan.restart === 'recreateGroup' && size > 1 ? ', and the controller makes all of the group again' : '')];
  if (engine) {
    lines.push(`a leader first ends its requests, within ${engine.leaderDrain.graceSeconds} s`
      + (engine.workerDrain ? workerDrained(plan, engine.workerDrain.preStopSeconds) : ''));
  }
  return lines.join('\n');
}

function zoneLost(plan: LeaderWorkerGroupPlan): string {
  const { groups, placement } = plan;
  if (groups === 1) {
    return placement._zones.length > 0 ? `${placement._zones[0]} takes the only group along` : 'takes the only group along when it has pods there';
  }
  if (placement._zones.length > 0) {
    const taken = Array.from({ length: groups }, (_, group) => placement._zoneOf(group)!);
    return `takes the groups that are in it: ${[...new Set(taken)].map(zone => `${zone} ${taken.filter(each => each === zone).length}`).join(', ')} of ${groups}`;
  }
  return placement._kind === 'firstPod' && placement._topologyKey === LABEL_ZONE_TOPOLOGY
    ? `takes the groups that are in it; the ${groups} are spread over zones as far as nodes allow, not by force`
    : `takes every group that has a pod in it, of ${groups}`;
}

/** A provider's notice asks no budget. */
function spotText({ capacity, size }: LeaderWorkerGroupPlan): string {
  return `the node is gone ${capacity._spot!.noticeSeconds} s after the notice, whatever the budget says${size > 1 ? ', and its group with it' : ''}`;
}
