import { LeaderWait } from './choices';
import { LeaderWorkerGroupPlan } from './group-plan';
import { GROUP_VARIABLES, leaderAddress } from './plan';
import { GroupRole } from './props';
import { PlainObject } from '../../base/plain';
import { Entrypoint, answers, dispatchStep, onOtherIndexes, resolves, shellEntrypoint, waitStep } from '../../engines/entrypoint';
import { World, mpiEntrypoint, rayEntrypoint, rayLeaderEntrypoint, rayWorkerEntrypoint, requireCommand, tensorFlowEntrypoint } from '../../engines/world';
import { ContainerSpec } from '../../pod/container/container';

/** What a role runs. */
export type RoleCommand = Pick<ContainerSpec, 'image' | 'command' | 'args'>;

/** What the main container runs, and the sidecar that waits where the image's entry point is unknown. */
export interface RoleStart {
  readonly entrypoint?: Entrypoint;
  readonly waitingSidecar?: { readonly spec: ContainerSpec; readonly startup: PlainObject };
}

const LEADER_IN_SHELL = `$${GROUP_VARIABLES.leaderAddress}`;

/** The world of one group, as rendezvous code sees it. */
export function worldOfGroup(plan: LeaderWorkerGroupPlan, group: number): World {
  return {
    pods: plan.size,
    processesPerPod: plan.processesPerPod,
    leaderAddress: `$(${GROUP_VARIABLES.leaderAddress})`,
    leaderInShell: LEADER_IN_SHELL,
    indexVariable: GROUP_VARIABLES.workerIndex,
    hosts: plan.backend === 'leaderWorkerSet' ? undefined : Array.from({ length: plan.size }, (_, index) => leaderAddress(plan, group, index)),
    id: `${plan.name}-${group}`,
  };
}

/** Entry point of one role; `both` for the single StatefulSet, whose template serves leader and workers. */
export function startOf(plan: LeaderWorkerGroupPlan, group: number, role: GroupRole | 'both', wait: LeaderWait, leader: RoleCommand, worker: RoleCommand): RoleStart {
  const world = worldOfGroup(plan, group);
  const own = role === GroupRole.WORKER ? worker : leader;
  switch (plan.rendezvous._kind) {
    case 'mpi':
      // Workers run sshd whatever the command is.
      return { entrypoint: mpiEntrypoint(world, leader.command, leader.args, wait._seconds) };
    case 'tensorflow':
      return { entrypoint: tensorFlowEntrypoint(plan.rendezvous, world, own.command, own.args, waitUnlessLeader(plan, role, wait)) };
    case 'ray':
      return { entrypoint: rayStart(world, role, wait, leader) };
    default:
      return role === 'both' ? singleStart(plan, wait, leader, worker) : waitingStart(plan, role, wait, own);
  }
}

function rayStart(world: World, role: GroupRole | 'both', wait: LeaderWait, leader: RoleCommand): Entrypoint {
  if (role === 'both') {
    return rayEntrypoint(world, leader.command, leader.args, wait._seconds);
  }
  return role === GroupRole.LEADER ? rayLeaderEntrypoint(leader.command, leader.args) : rayWorkerEntrypoint(world, wait._seconds);
}

/** The wait as steps of an entry point; none for the leader. */
function waitUnlessLeader(plan: LeaderWorkerGroupPlan, role: GroupRole | 'both', wait: LeaderWait): string[] {
  if (role === GroupRole.LEADER || wait._kind === 'none' || plan.size === 1) {
    return [];
  }
  return [role === 'both' ? onOtherIndexes(GROUP_VARIABLES.workerIndex, [leaderWaitStep(wait)]) : leaderWaitStep(wait)];
}

/** Workers wait in their entry point; without a known command a native sidecar does, which holds back the first start. */
function waitingStart(plan: LeaderWorkerGroupPlan, role: GroupRole | 'both', wait: LeaderWait, own: RoleCommand): RoleStart {
  const steps = waitUnlessLeader(plan, role, wait);
  if (steps.length === 0) {
    return {};
  }
  return own.command
    ? { entrypoint: shellEntrypoint(steps, own.command, own.args) }
    : { waitingSidecar: waitingSidecar(wait, own.image, role === 'both') };
}

/** One template for leader and workers: the index decides what runs. */
function singleStart(plan: LeaderWorkerGroupPlan, wait: LeaderWait, leader: RoleCommand, worker: RoleCommand): RoleStart {
  if (JSON.stringify([leader.command, leader.args]) === JSON.stringify([worker.command, worker.args])) {
    return waitingStart(plan, 'both', wait, leader);
  }
  requireCommand(leader.command, 'leader and workers run different commands');
  requireCommand(worker.command, 'leader and workers run different commands');
  const words = (role: RoleCommand) => [...role.command!, ...role.args ?? []];
  const step = dispatchStep(GROUP_VARIABLES.workerIndex, words(leader).length, waitUnlessLeader(plan, GroupRole.WORKER, wait));
  return { entrypoint: shellEntrypoint([step], [...words(leader), ...words(worker)], undefined) };
}

function condition(wait: LeaderWait): string {
  return wait._kind === 'port' ? answers(`"${LEADER_IN_SHELL}"`, wait._port!) : resolves(`"${LEADER_IN_SHELL}"`);
}

function leaderWaitStep(wait: LeaderWait): string {
  const what = wait._kind === 'port' ? `leader ${LEADER_IN_SHELL} does not answer on port ${wait._port}` : `leader ${LEADER_IN_SHELL} has no address`;
  return waitStep({ until: condition(wait), what, timeoutSeconds: wait._seconds });
}

/** Name of the container that waits; reserved. */
export const WAITING_SIDECAR = 'wait-for-leader';

const SIDECAR_PERIOD = 2;

/** Holds back the main container until its startup probe succeeds; the same image, so nothing more is pulled. */
function waitingSidecar(wait: LeaderWait, image: string, isLeaderToo: boolean): RoleStart['waitingSidecar'] {
  const check = isLeaderToo ? `[ "$${GROUP_VARIABLES.workerIndex}" = 0 ] || ${condition(wait)}` : condition(wait);
  return {
    spec: {
      name: WAITING_SIDECAR,
      image,
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
