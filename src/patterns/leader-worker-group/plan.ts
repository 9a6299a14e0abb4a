import { RoleOfSet } from './backends/role-of-set';
import { planRolePods, resolveEngine } from './engine';
import { planFateSharing } from './fate-sharing';
import { placedGroups, planGroupPlacement, spreadsLeaders } from './group-placement';
import { LeaderWorkerGroupPlan } from './group-plan';
import { RestartKind, checkRestart, planRestart } from './group-restart';
import { BackendKind, derivedNames, memberAddress } from './identity';
import { checkInSet, namesInSet } from './in-common-set';
import { planPreviousGroups } from './previous';
import { LeaderWorkerGroupProps } from './props';
import { checkRoleContainers, checkRoles, roleProps, withSshd, writtenAt } from './roles';
import { MAX_PODS, podCount, setCount } from '../../base/count-limits';
import { forbidden, invalid, wholeNumber } from '../../base/errors/invalid-input';
import { checkNameBudget } from '../../base/names';
import { Rendezvous } from '../../engines/rendezvous';
import { reservedVariables } from '../../engines/world';
import { collecting } from '../../given/mistakes/collecting';
import { workloadName } from '../../kubernetes/refused/names';
import { checkPod } from '../../pod/container/container-checks';
import { ModelUse } from '../../pod/model/model-plan';
import { preloadSeconds } from '../../pod/model/model-preload';
import { Capacity, checkCapacity } from '../../pod/scheduling/capacity';
import { planBudget } from '../../pod/scheduling/disruption-budget';
import { Placement, isOneNode } from '../../pod/scheduling/placement';
import { checkClaims, claimsInOrder } from '../../pod/storage/claim';
import { DefaultSet } from '../../target-cluster/default-set';
import { Target } from '../../target-cluster/target';
import { checkPorts } from '../../workloads/service';
import { RolloutPlan, planRollout } from '../rollout/rollout-plan';

/** Variables that every container of a group gets, as LeaderWorkerSet names them, and the group's own index. */
export const GROUP_VARIABLES = {
  leaderAddress: 'LWS_LEADER_ADDRESS',
  groupSize: 'LWS_GROUP_SIZE',
  workerIndex: 'LWS_WORKER_INDEX',
  groupIndex: 'LWS_GROUP_INDEX',
} as const;

/** Pure: all arithmetic of the pattern. Throws what cannot work, with the sum; what is wrong in parts that do not need each other, together. */
export function planLeaderWorkerGroup(id: string, given: LeaderWorkerGroupProps, target: Target, namespace?: string): LeaderWorkerGroupPlan {
  const plan = planNow(id, given, target, namespace);
  return { ...plan, previous: planPreviousGroups(given, plan, target, (props, then) => planLeaderWorkerGroup(id, props, then, namespace)) };
}

function planNow(id: string, group: LeaderWorkerGroupProps, target: Target, namespace?: string): LeaderWorkerGroupPlan {
  return collecting(group, (given, attempt) => {
    const name = attempt(() => workloadName(id, given.name));
    const backend = given.backend?._kind ?? 'statefulSets';
    const set = given.backend?._set;
    attempt(() => wholeNumber('size', given.size, { min: 1, help: 'the leader counts: a group of one leader and one worker has size 2' }));
    const groups = attempt(() => groupCount(backend, given.groups ?? 1));
    attempt(() => checkPods(groups, given.size));
    attempt(() => given.servingPorts && checkPorts('servingPorts', given.servingPorts));
    attempt(() => checkClaims('claims', given.claims, given.claimRetention));
    const placement = attempt(() => planGroupPlacement(backend, given, target));
    const budget = attempt(() => planBudget(given.disruptionBudget, groups * given.size));
    attempt(() => checkRestart(backend, given));
    const restart = planRestart(backend, given, target);
    const { props, engine } = resolveEngine(given, backend, target, restart.kind);
    const { size } = props;
    const rendezvous = props.rendezvous ?? Rendezvous.plain();
    attempt(() => checkRendezvous(rendezvous, backend, size, props));
    attempt(() => checkNameBudget(props.name === undefined ? 'id' : 'name', name, set ? namesInSet(name, set, groups, size)
      : derivedNames(backend, name, groups, size, (props.claims ?? []).map(claim => claim.name))));
    attempt(() => set && checkInSet(props));
    const processesPerPod = attempt(() => planProcesses(rendezvous, props));
    const reserved = [...Object.values(GROUP_VARIABLES), ...reservedVariables(rendezvous), ...engine?.leader.reserved ?? []];
    attempt(() => checkRoles(backend, rendezvous, props, reserved));
    const common = withSshd(rendezvous, props);
    const leader = roleProps(common, props.leader);
    const worker = roleProps(common, props.worker);
    const capacity = props.capacity ?? Capacity.onDemand();
    const claims = attempt(() => claimsInOrder(props.claims, target));
    const written = { leader: writtenAt('leader', group), worker: writtenAt('worker', group) };
    const use = attempt(() => modelUse(given, groups, placement, restart.kind));
    const pods = attempt(() => planRolePods(
      { props: leader, writtenAt: written.leader }, { props: worker, writtenAt: written.worker }, engine, target, { capacity, use }));
    attempt(() => checkWaitForPreload(restart.kind, rendezvous, props));
    const worldSize = attempt(() => planWorld(size, processesPerPod, props));
    const parallelismSum = attempt(() => planParallelism(size, props));
    const rollout = attempt(() => planGroupRollout(backend, groups, props, reserved, set));
    attempt(() => checkCapacity(capacity, { ...props.accelerator?.nodeLabels, ...props.nodeLabels }));
    const fateSharing = attempt(() => (restart.kind !== 'fateSharing' ? undefined : planFateSharing({
      options: props.restart?._fateSharing ?? {},
      leader: leader.container,
      worker: worker.container,
      writtenAt: written,
      grace: { leaderSeconds: pods.leaderPod.graceSeconds, workerSeconds: pods.workerPod.graceSeconds },
      engine,
      preloadSeconds: preloadSeconds(props.preload),
      isOneTemplate: backend === 'singleStatefulSet',
      isSecondSet: target._since(DefaultSet.V2),
    })));
    return {
      name,
      namespace,
      backend,
      set,
      groups,
      size,
      processesPerPod,
      worldSize,
      devicesPerGroup: size * (props.accelerator?.count ?? 0),
      rendezvous,
      leader,
      worker,
      restart: restart.kind,
      noFateSharing: restart.because,
      reserved,
      engine,
      ...pods,
      capacity,
      claims,
      placement,
      spreadsLeaders: spreadsLeaders(placement, groups, target),
      placed: placedGroups(placement, groups, props, target),
      budget,
      prefer: props.prefer,
      ...rollout,
      fateSharing,
      parallelismSum,
    };
  }, (props, attempt) => {
    checkPod(props, attempt);
    checkRoleContainers(props, attempt);
  });
}

/** An autoscaler may add groups. */
function modelUse({ size, modelLoad }: LeaderWorkerGroupProps, groups: number, placement: Placement, restart: RestartKind): ModelUse {
  return {
    pods: groups * size,
    called: 'pods',
    areOnOneNode: groups === 1 && isOneNode(placement),
    weights: modelLoad?._weights,
    // Source: kubernetes-sigs/lws pkg/utils/pod/pod_utils.go ContainerRestarted (v0.9.0), which looks at init containers too
    restartsWith: restart === 'recreateGroup' ? 'the whole group' : undefined,
  };
}

/** A worker that gives up takes its group with it, leader and download included, and the group begins again. */
function checkWaitForPreload(restart: RestartKind, rendezvous: Rendezvous, { waitForLeader: wait, preload, size }: LeaderWorkerGroupProps): void {
  const waits = wait !== undefined && (wait._kind === 'port' || wait._kind === 'name' && rendezvous._kind === 'ray');
  const seconds = preloadSeconds(preload);
  if (restart === 'recreateGroup' && size > 1 && waits && wait._seconds <= seconds) {
    throw invalid('waitForLeader', `${wait._seconds}s`, `the preload of the leader may take ${seconds} s, and a worker that gives up before has the group created again`,
      'wait longer, or say with preload.time how long it takes at most');
  }
}

/** Address of a member as its own group sees it. */
export function leaderAddress(plan: LeaderWorkerGroupPlan, group: number, index: number): string {
  return memberAddress(plan.backend, plan.name, plan.namespace, group, index);
}

function planProcesses(rendezvous: Rendezvous, props: LeaderWorkerGroupProps): number {
  const isJax = rendezvous._kind === 'jax';
  const processes = wholeNumber('processesPerPod', props.processesPerPod ?? (isJax ? 1 : props.accelerator?.count ?? 1), { min: 1 });
  if (isJax && processes !== 1) {
    throw invalid('processesPerPod', processes, 'JAX runs one process for each pod, which drives all of its devices', 'leave it out');
  }
  return processes;
}

/** One group is one world: the number of groups never multiplies it. */
function planWorld(size: number, processesPerPod: number, props: LeaderWorkerGroupProps): number {
  const world = size * processesPerPod;
  if (props.worldSize !== undefined && props.worldSize !== world) {
    const pods = props.worldSize / processesPerPod;
    const remedy = Number.isInteger(pods) ? `size: ${pods}` : `a world that ${processesPerPod} divides`;
    throw invalid('worldSize', props.worldSize,
      `one group has ${size} pods x ${processesPerPod} processes = ${world}${Number.isInteger(pods) ? '' : `; ${props.worldSize} / ${processesPerPod} = ${pods} pods is not a whole number`}`,
      `use ${remedy}; groups are worlds of their own and do not count`);
  }
  return world;
}

/** TP x PP x DP = devices x pods, or an idle device, a hang or a pod that never fits. */
function planParallelism(size: number, props: LeaderWorkerGroupProps): string | undefined {
  const { parallelism } = props;
  if (!parallelism) {
    return undefined;
  }
  const factors = (['tensor', 'pipeline', 'data'] as const).map(axis => ({
    axis, value: wholeNumber(`parallelism.${axis}`, parallelism[axis] ?? 1, { min: 1 }),
  }));
  const product = factors.reduce((total, factor) => total * factor.value, 1);
  const perPod = props.accelerator?.count ?? props.processesPerPod ?? 1;
  const unit = props.accelerator ? 'devices' : 'processes';
  const left = `${factors.map(factor => `${factor.axis} ${factor.value}`).join(' x ')} = ${product}`;
  const right = `${size} pods x ${perPod} ${unit} = ${size * perPod}`;
  if (product !== size * perPod) {
    throw invalid('parallelism', parallelism, `${left}, but one group has ${right}`,
      "change size, the accelerator's count or the parallelism so that both are equal");
  }
  return `${left} = ${right}`;
}

function groupCount(backend: BackendKind, groups: number): number {
  wholeNumber('groups', groups, { min: 1, help: 'to run no group, leave the construct out' });
  return backend === 'leaderWorkerSet' ? podCount('groups', groups, { min: 1 })
    : setCount('groups', groups, 'group', 'use LeaderWorkerBackend.leaderWorkerSet(), which is one object for all groups, or fewer groups');
}

function checkPods(groups: number, size: number): void {
  if (groups * size > MAX_PODS) {
    throw invalid('size', size, `${groups} group${groups === 1 ? '' : 's'} x ${size} pods = ${groups * size}, more than the ${MAX_PODS} pods that a cluster is made for`, 'use fewer or smaller groups');
  }
}

function checkRendezvous(rendezvous: Rendezvous, backend: BackendKind, size: number, props: LeaderWorkerGroupProps): void {
  if (rendezvous._runsToCompletion && !props.restartsAfterSuccess) {
    throw forbidden('rendezvous', `${rendezvous._kind} runs to completion, and these pods are started again when their program exits with 0`,
      'use IndexedTrainingJob, which ends; or set restartsAfterSuccess: true when the program never exits');
  }
  if (backend === 'leaderWorkerSet' && (rendezvous._kind === 'mpi' || rendezvous._kind === 'tensorflow')) {
    throw forbidden('rendezvous', `${rendezvous._kind} needs the host names of each group as literals, and a LeaderWorkerSet has one template for all groups`,
      'use LeaderWorkerBackend.statefulSets(), or IndexedTrainingJob');
  }
  const ownWait = OWN_WAITS[rendezvous._kind];
  if (ownWait && props.waitForLeader?._kind === 'port') {
    throw forbidden('waitForLeader', `with ${rendezvous._kind}, ${ownWait}, not for port ${props.waitForLeader._port}`,
      'use timeout of LeaderWait.forName, whose bound holds for it, or LeaderWait.none()');
  }
  checkParameterServers(rendezvous, size);
}

/** Rendezvous that know better what to wait for. */
const OWN_WAITS: { readonly [kind: string]: string } = {
  ray: 'workers wait for the control store of the head',
  mpi: 'the launcher waits for the name of every host',
};

/** Index 0 is the chief, the next ones are the servers; without a worker there is nobody to train. */
function checkParameterServers(rendezvous: Rendezvous, size: number): void {
  const servers = rendezvous._tensorFlow?.parameterServers ?? 0;
  if (servers > 0 && size < servers + 2) {
    throw invalid('size', size, `Rendezvous.tensorFlow needs 1 chief + ${servers} parameter servers + at least 1 worker = ${servers + 2} pods`,
      `use at least ${servers + 2}, or fewer parameter servers`);
  }
}

function planGroupRollout(
  backend: BackendKind, groups: number, props: LeaderWorkerGroupProps, reserved: readonly string[], set: RoleOfSet | undefined,
): { rollout: RolloutPlan; partition: number } {
  const parts = Array.from({ length: groups }, (_, group) => String(group));
  const kind = props.rollout?._kind ?? 'allAtOnce';
  if (backend !== 'leaderWorkerSet') {
    return { rollout: planRollout('rollout', props.rollout, parts, 'group', reserved), partition: 0 };
  }
  if (kind !== 'allAtOnce' && kind !== 'partition') {
    throw forbidden('rollout', `one LeaderWorkerSet has one template, so ${kind} cannot be rendered`, 'use Rollout.partition(n): groups from index n take the new template');
  }
  const partition = wholeNumber('rollout.partition', props.rollout?._options.partition ?? 0,
    { min: 0, max: groups, help: 'it counts the groups, from 0, that keep their template' });
  return { rollout: { ...planRollout('rollout', undefined, parts, 'group'), text: set?.rolloutText ?? partitionText(partition, groups) }, partition };
}

function partitionText(partition: number, groups: number): string {
  if (partition === 0) {
    return 'the controller replaces one group after the other';
  }
  return partition === groups
    ? `no group takes the new template (partition ${partition} of ${groups} groups)`
    : `the controller replaces one group after the other, from the last one down to group ${partition}; ${keptText(partition)}`;
}

function keptText(kept: number): string {
  return kept === 1 ? 'group 0 keeps the template that it has' : `groups 0 to ${kept - 1} keep the template that they have`;
}
