import { GROUP_VARIABLES, LeaderWorkerGroupPlan, addressOf } from './plan';
import { LeaderWait } from './choices';
import { GroupRole } from './props';
import { Entrypoint, answers, dispatchByIndex, execLine, resolves, shellEntrypoint, shellScript, waitStep } from '../../engines/entrypoint';
import { World, mpiEntrypoint, rayDispatch, rayLeaderSteps, rayWorkerSteps, requireCommand, tensorFlowEntrypoint } from '../../engines/world';
import { ContainerSpec } from '../../pod/container';
import { PlainObject } from '../../pod/plain';

type Command = { readonly command?: readonly string[]; readonly args?: readonly string[] };

/** What the main container runs, and the sidecar that waits where the image's entry point is unknown. */
export interface RoleStart {
  readonly entrypoint?: Entrypoint;
  readonly waitingSidecar?: { readonly spec: ContainerSpec; readonly startup: PlainObject };
}

const LEADER_IN_SHELL = `$${GROUP_VARIABLES.leaderAddress}`;

/** The world of one group, as rendezvous code sees it. */
export function worldOf(plan: LeaderWorkerGroupPlan, group: number): World {
  return {
    pods: plan.size,
    processesPerPod: plan.processesPerPod,
    leaderAddress: `$(${GROUP_VARIABLES.leaderAddress})`,
    leaderInShell: LEADER_IN_SHELL,
    indexVariable: GROUP_VARIABLES.workerIndex,
    hosts: plan.backend === 'leaderWorkerSet' ? undefined : Array.from({ length: plan.size }, (_, index) => addressOf(plan, group, index)),
    id: `${plan.name}-${group}`,
  };
}

/** Entry point of one role; `both` for the single StatefulSet, whose template serves leader and workers. */
export function startOf(plan: LeaderWorkerGroupPlan, group: number, role: GroupRole | 'both', wait: LeaderWait, leader: Command, worker: Command): RoleStart {
  const world = worldOf(plan, group);
  const own = role === GroupRole.WORKER ? worker : leader;
  switch (plan.rendezvous._kind) {
    case 'mpi':
      return { entrypoint: mpiEntrypoint(world, own.command, own.args, wait._seconds || 300) };
    case 'tensorflow':
      return { entrypoint: tensorFlowEntrypoint(plan.rendezvous, world, own.command, own.args) };
    case 'ray':
      return { entrypoint: rayStart(world, role, wait, leader) };
    default:
      return role === 'both' ? singleStart(plan, wait, leader, worker) : waitingStart(plan, role, wait, own);
  }
}

function rayStart(world: World, role: GroupRole | 'both', wait: LeaderWait, leader: Command): Entrypoint {
  if (role === 'both') {
    return rayDispatch(world, leader.command, leader.args, wait._seconds);
  }
  return shellScript(role === GroupRole.LEADER ? rayLeaderSteps(leader.command, leader.args) : rayWorkerSteps(world, wait._seconds));
}

/** Workers wait in their entry point; without a known command a native sidecar does, which holds back the first start. */
function waitingStart(plan: LeaderWorkerGroupPlan, role: GroupRole, wait: LeaderWait, own: Command): RoleStart {
  if (role === GroupRole.LEADER || wait._kind === 'none' || plan.size === 1) {
    return {};
  }
  if (own.command) {
    return { entrypoint: shellEntrypoint([leaderWaitStep(wait)], own.command, own.args) };
  }
  return { waitingSidecar: waitingSidecar(wait, plan.worker.container, false) };
}

/** One template for leader and workers: the index decides what runs. */
function singleStart(plan: LeaderWorkerGroupPlan, wait: LeaderWait, leader: Command, worker: Command): RoleStart {
  const waits = wait._kind !== 'none' && plan.size > 1;
  const isSame = JSON.stringify([leader.command, leader.args]) === JSON.stringify([worker.command, worker.args]);
  if (!isSame) {
    requireCommand(leader.command, 'leader and workers run different commands');
    requireCommand(worker.command, 'leader and workers run different commands');
    const others = [...(waits ? [leaderWaitStep(wait)] : []), execLine([...worker.command!, ...worker.args ?? []])];
    return { entrypoint: shellScript([dispatchByIndex(GROUP_VARIABLES.workerIndex, [execLine([...leader.command!, ...leader.args ?? []])], others)]) };
  }
  if (!waits) {
    return {};
  }
  if (!leader.command) {
    return { waitingSidecar: waitingSidecar(wait, plan.leader.container, true) };
  }
  const step = [`if [ "$${GROUP_VARIABLES.workerIndex}" != 0 ]; then`, ...leaderWaitStep(wait).split('\n').map(line => `  ${line}`), 'fi'].join('\n');
  return { entrypoint: shellEntrypoint([step], leader.command, leader.args) };
}

function condition(wait: LeaderWait): string {
  return wait._kind === 'port' ? answers(`"${LEADER_IN_SHELL}"`, wait._port!) : resolves(`"${LEADER_IN_SHELL}"`);
}

function leaderWaitStep(wait: LeaderWait): string {
  const what = wait._kind === 'port' ? `leader ${LEADER_IN_SHELL} does not answer on port ${wait._port}` : `leader ${LEADER_IN_SHELL} has no address`;
  return waitStep({ until: condition(wait), what, timeoutSeconds: wait._seconds });
}

const SIDECAR_PERIOD = 2;

/** Holds back the main container until its startup probe succeeds; the same image, so nothing more is pulled. */
function waitingSidecar(wait: LeaderWait, container: ContainerSpec, isLeaderToo: boolean): RoleStart['waitingSidecar'] {
  const check = isLeaderToo ? `[ "$${GROUP_VARIABLES.workerIndex}" = 0 ] || ${condition(wait)}` : condition(wait);
  return {
    spec: {
      name: 'wait-for-leader',
      image: container.image,
      command: ['/bin/sh', '-c', 'trap "exit 0" TERM\nwhile true; do sleep 3600 & wait; done'],
    },
    startup: {
      exec: { command: ['/bin/sh', '-c', check] },
      periodSeconds: SIDECAR_PERIOD,
      timeoutSeconds: 5,
      failureThreshold: Math.max(1, Math.ceil(wait._seconds / SIDECAR_PERIOD)),
    },
  };
}
