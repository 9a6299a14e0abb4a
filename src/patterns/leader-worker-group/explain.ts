import { LeaderWait } from './choices';
import { explainGroupConsequences } from './consequences';
import { LeaderWorkerGroupPlan, servesOnEveryPod } from './group-plan';
import { memberName } from './identity';
import { UNSCALED_IN_SET, revisedSetName } from './in-common-set';
import { leaderAddress } from './plan';
import { Explanation } from '../../base/text/explanation';
import { claimOperation } from '../../pod/devices/claim-spec';
import { capacityText } from '../../pod/scheduling/capacity';
import { Target } from '../../target-cluster/target';
import { explainFabric, explainFabricLimits } from '../fabric-texts';
import { explainModel } from '../model-texts';
import { placementChoice } from '../placement-texts';

const BACKEND_TEXT = {
  statefulSets: 'two plain StatefulSets for each group: a leader (ordinal 0) and workers (ordinals from 1, so the ordinal is the rank)',
  singleStatefulSet: 'one plain StatefulSet for each group, whose pod 0 leads',
  leaderWorkerSet: 'one LeaderWorkerSet; its controller makes the StatefulSets and the headless Service',
} as const;

/** Rendezvous whose entry point the library writes, whatever the image. */
const RUNS_ITS_OWN: readonly string[] = ['ray', 'mpi', 'tensorflow'];

export function explainGroup(
  plan: LeaderWorkerGroupPlan, wait: LeaderWait, target: Target, isAutoscaled: boolean, rollout: string): string {
  const explanation = new Explanation(`LeaderWorkerGroup ${plan.name} (Kubernetes ${target.kubernetes})`);
  explainSums(explanation, plan, isAutoscaled);
  explainChoices(explanation, plan, wait, rollout);
  explainGroupConsequences(explanation, plan, target);
  explainLimits(explanation, plan);
  explainOperation(explanation, plan, isAutoscaled);
  return explanation.toString();
}

function explainSums(explanation: Explanation, plan: LeaderWorkerGroupPlan, isAutoscaled: boolean): void {
  const { accelerator } = plan.leader;
  const { groups, size, processesPerPod, worldSize, devicesPerGroup } = plan;
  explanation.sum('world', `${counted(size, 'pod')} x ${processesPerPod} processes = ${worldSize} processes in one group; ${counted(groups, 'group')}, ${counted(groups, 'world')}`);
  explanation.sum('pods', `${counted(groups, 'group')} x ${counted(size, 'pod')} = ${groups * size}${isAutoscaled ? ', to begin with: an autoscaler sets the groups' : ''}`);
  if (accelerator) {
    explanation.sum('devices', `${counted(size, 'pod')} x ${accelerator.count} ${accelerator.resourceName} = ${devicesPerGroup} a group; ${groups} x ${devicesPerGroup} = ${groups * devicesPerGroup} in all`);
  }
  if (plan.parallelismSum) {
    explanation.sum('parallelism', plan.parallelismSum);
  }
  plan.engine?.leader.sums?.forEach(({ topic, text }) => explanation.sum(topic, text));
  explanation.sum('memory', plan.leaderPod.memory.sum === plan.workerPod.memory.sum
    ? plan.leaderPod.memory.sum
    : `leader: ${plan.leaderPod.memory.sum}; worker: ${plan.workerPod.memory.sum}`);
  if (plan.engine) {
    explanation.sum('startup', plan.engine.startup.sum);
  }
  explanation.sum('/dev/shm', plan.leaderPod.sharedMemory ?? "the container runtime's 64Mi");
  explanation.sum('grace', plan.leaderPod.graceSum === plan.workerPod.graceSum
    ? plan.leaderPod.graceSum
    : `leader: ${plan.leaderPod.graceSum}; worker: ${plan.workerPod.graceSum}`);
  const named = plan.set ? { ...plan, name: revisedSetName(plan.set, '<revision>') } : plan;
  explanation.sum('names', `leader ${memberName(named.backend, named.name, 0, 0)}, last pod ${memberName(named.backend, named.name, groups - 1, size - 1)}; leader address ${leaderAddress(named, 0, 0)}`);
}

function explainChoices(explanation: Explanation, plan: LeaderWorkerGroupPlan, wait: LeaderWait, rollout: string): void {
  explanation.choice('backend', backendText(plan));
  explainEngine(explanation, plan);
  explanation.choice('start', 'all pods at once (Parallel): pods of one world wait for each other');
  explanation.choice('placement', placementChoice(plan.placed));
  explanation.choice('wait', waitText(plan, wait));
  if (plan.capacity._spot || plan.capacity._avoided) {
    explanation.choice('capacity', capacityText(plan.capacity));
  }
  explanation.choice('budget', plan.budget?.text ?? 'none: a drain may take all pods at once');
  explanation.choice('roll-out', rollout);
  explanation.choice('restart', restartText(plan));
  explainFabric(explanation, [{ pods: plan.groups * plan.size, fabric: plan.leaderPod.fabric }]);
  explainModel(explanation, plan.leaderPod.model, 'Always');
}

function backendText({ backend, size, set }: LeaderWorkerGroupPlan): string {
  if (set) {
    return `role ${set.role} of DisaggregatedSet ${set.set}, whose controller makes one LeaderWorkerSet of it for each revision`;
  }
  return size === 1 && backend === 'statefulSets' ? 'one plain StatefulSet for each group, of its leader: a group of one has no workers' : BACKEND_TEXT[backend];
}

/** Source: kubernetes-sigs/lws v0.8.0 pkg/controllers/pod_controller.go: the leader's pod owns the StatefulSet of its workers. */
function restartText({ restart, backend, size, fateSharing, noFateSharing }: LeaderWorkerGroupPlan): string {
  if (restart === 'recreateGroup') {
    return 'the controller deletes and creates the whole group when one of its pods fails';
  }
  if (fateSharing) {
    return `workers share the fate of their leader: they ask for its port ${fateSharing.port}, and are restarted when it is gone`;
  }
  if (size === 1) {
    return 'the pod of a group restarts on its own';
  }
  return 'each pod restarts on its own; the framework must take it back'
    + (noFateSharing ? ` (fate sharing, the default with an engine, is left out: ${noFateSharing})` : '')
    + (backend === 'leaderWorkerSet' ? '. A leader that is deleted takes its workers along, since their StatefulSet belongs to its pod' : '');
}

function explainEngine(explanation: Explanation, plan: LeaderWorkerGroupPlan): void {
  const { engine } = plan;
  if (!engine) {
    return;
  }
  const { leader } = engine;
  const ray = plan.rendezvous._kind === 'ray';
  explanation.choice('engine', `${leader.image} on port ${leader.port}, cut ${leader.devicesSum}; ${plan.size === 1 ? 'one pod' : ray ? 'processes meet through Ray' : 'the engine spans the pods by itself'}${servesOnEveryPod(plan) ? '; each pod takes requests for its own ranks, and the Service has all of them behind it' : ''}`);
  explanation.choice('probes', `startup and liveness on ${leader.healthPath}, readiness on ${leader.readinessPath}; liveness and readiness begin when startup has succeeded`);
  explanation.choice('drain', [
    leader.drain
      ? `${leader.drain.flag} ${leader.drain.seconds}: running requests end after the stop signal`
      : `no drain after the stop signal (${leader.noDrainReason}), so the sleep before it covers the longest stream of ${leader.longestStreamSeconds} s`,
    ...(engine.workerDrain ? [`workers sleep ${engine.workerDrain.preStopSeconds} s first: they outlive their draining leader`] : []),
  ].join('\n'));
}

function waitText(plan: LeaderWorkerGroupPlan, wait: LeaderWait): string {
  if (wait._kind === 'none' || plan.size === 1) {
    return 'workers do not wait';
  }
  if (!RUNS_ITS_OWN.includes(plan.rendezvous._kind) && !plan.worker.container.command) {
    return `the image's own entry point is not known (no command), so a sidecar with a startup probe holds back the first start for up to ${wait._seconds} s; give command to wait after restarts too`;
  }
  if (plan.rendezvous._kind === 'mpi') {
    return `workers run sshd; mpirun on the leader waits up to ${wait._seconds} s for the name of each host, then exits and is restarted`;
  }
  const giveUp = plan.restart === 'recreateGroup' ? 'exit, for which the controller re-creates the group' : 'exit and are restarted';
  return `workers wait up to ${wait._seconds} s for the leader in their entry point, after every restart of the container, then ${giveUp}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function explainLimits(explanation: Explanation, plan: LeaderWorkerGroupPlan): void {
  explainFabricLimits(explanation, plan.leaderPod.fabric);
  if (plan.set) {
    explanation.limit('autoscale', UNSCALED_IN_SET);
    return;
  }
  if (plan.backend === 'leaderWorkerSet') {
    explanation.limit('canary', 'no role- or group-specific template: one LeaderWorkerSet has one template, so use partition');
    return;
  }
  if (plan.size > 1) {
    explanation.limit('re-create', 'plain StatefulSets cannot delete and re-create a group when one pod dies: LeaderWorkerBackend.leaderWorkerSet() does');
  }
  explanation.limit('autoscale', 'an autoscaler scales one StatefulSet, never leader and workers of a new group: change groups, or use LeaderWorkerSet');
  if (plan.rollout.updateStrategy.type !== 'RollingUpdate') {
    return;
  }
  explanation.limit('roll-out', 'sets whose template changes in one apply are updated at the same time; a staged roll-out is several revisions of these manifests (Rollout.staged)');
  if (plan.size > 1) {
    explanation.limit('mixed world', 'inside one set pods are replaced one at a time, the highest index first, so until the last one a group runs both templates');
  }
}

function explainOperation(explanation: Explanation, plan: LeaderWorkerGroupPlan, isAutoscaled: boolean): void {
  if (plan.backend === 'leaderWorkerSet') {
    explanation.operate('install', 'the LeaderWorkerSet controller with its webhooks: without them pods lack LWS_LEADER_ADDRESS');
  }
  if (plan.backend === 'leaderWorkerSet' && !plan.set) {
    explanation.operate('autoscale', isAutoscaled
      ? 'replicas is left out. Taking it out of a live object sets it to 1: hand the field over first (docs/patterns/leader-worker-group.md)'
      : 'target this group with a HorizontalPodAutoscaler: its scale is the number of groups, its pods are the leaders');
  }
  const claims = claimOperation(plan.leader.accelerator);
  if (claims) {
    explanation.operate('devices', claims);
  }
  explanation.operate('logs', `kubectl logs -l cdk8s-ai-workloads/name=${plan.name} --prefix`);
}
