import { LeaderWorkerGroupProps } from './props';
import { forbidden } from '../../checks/invalid-input';
import { Rendezvous } from '../../engines/rendezvous';
import { ContainerSpec } from '../../pod/container';
import { PreviousTemplate } from '../rollout';

/** The previous template as each role had it; absent without a staged roll-out. */
export interface PreviousOfRoles {
  readonly leader?: PreviousTemplate;
  readonly worker?: PreviousTemplate;
}

/** Rendezvous whose workers run no command of the user. */
const LEADER_ONLY_COMMAND: readonly string[] = ['ray', 'mpi'];

/**
 * One previous template stands for both roles, so what it names must mean the same in both: a group that keeps the previous template must not
 * change at all, or its pods are replaced.
 */
export function planPrevious(rendezvous: Rendezvous, props: LeaderWorkerGroupProps, leader: ContainerSpec, worker: ContainerSpec): PreviousOfRoles {
  const previous = props.rollout?._options.staged?.previous ?? props.rollout?._options.canary?.previous;
  if (!previous || props.size === 1) {
    return { leader: previous, worker: previous };
  }
  if (previous.image !== undefined && leader.image !== worker.image) {
    throw differs('image', `leader ${leader.image}, worker ${worker.image}`);
  }
  const word = previous.command ? 'command' : previous.args ? 'args' : undefined;
  const asText = (role: ContainerSpec) => [...role.command ?? [], ...role.args ?? []].join(' ');
  if (word && asText(leader) !== asText(worker) && !LEADER_ONLY_COMMAND.includes(rendezvous._kind)) {
    throw differs(word, `leader "${asText(leader)}", worker "${asText(worker)}"`);
  }
  return { leader: withVariablesOf(leader, worker, previous), worker: withVariablesOf(worker, leader, previous) };
}

/** A variable that only one role has changes in that role; one that neither has any more was in both. */
function withVariablesOf(role: ContainerSpec, other: ContainerSpec, previous: PreviousTemplate): PreviousTemplate {
  const names = Object.keys(previous.variables ?? {});
  const twofold = names.find(name => has(role, name) && has(other, name) && valueOf(role, name) !== valueOf(other, name));
  if (twofold) {
    throw differs(`variables[${twofold}]`, `"${valueOf(role, twofold)}" and "${valueOf(other, twofold)}"`);
  }
  const own = names.filter(name => has(role, name) || !has(other, name));
  return { ...previous, variables: Object.fromEntries(own.map(name => [name, previous.variables![name]])) };
}

function has(container: ContainerSpec, name: string): boolean {
  return container.envVariables?.[name] !== undefined || container.secretEnv?.[name] !== undefined;
}

function valueOf(container: ContainerSpec, name: string): unknown {
  return container.envVariables?.[name]?.value;
}

function differs(what: string, both: string): Error {
  return forbidden(`rollout.previous.${what}`, `leader and workers differ in it (${both}), and there is one previous template for both`,
    'roll this change out with Rollout.onDelete(), or all at once');
}
