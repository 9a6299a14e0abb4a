import * as kplus from 'cdk8s-plus-28';
import { LeaderWorkerGroupPlan, PreviousGroup } from './group-plan';
import { LeaderWorkerGroupProps } from './props';
import { RoleContainer } from './role-container';
import { forbidden } from '../../base/errors/invalid-input';
import { Rendezvous } from '../../engines/rendezvous';
import { ContainerSpec } from '../../pod/container/container';
import { Target } from '../../target-cluster/target';
import { Agreement, PlanOf, PREVIOUS, PreviousReading, SHORT_FORM, agreedClaims, planBefore, plannedBefore, portNumbersOf, previousOf, propsOfBefore, refuseMovedPorts, requireAgreement } from '../rollout/previous';
import { PreviousTemplate } from '../rollout/rollout';

const READING: PreviousReading = {
  pattern: 'LeaderWorkerGroup',
  completeBy: 'size',
  foreign: ['zones', 'stride', 'oneBased', 'reserved', 'storage', 'ports', 'podManagementPolicy', 'minReady', 'spread'],
};

/** Rendezvous whose workers run no command of the user. */
const LEADER_ONLY_COMMAND: readonly string[] = ['ray', 'mpi'];

type PlanGroup = PlanOf<LeaderWorkerGroupProps, LeaderWorkerGroupPlan>;

/** A second, complete plan, for the groups that are not due; absent without a previous template. */
export function planPreviousGroups(
  now: LeaderWorkerGroupProps, plan: LeaderWorkerGroupPlan, target: Target, planGroup: PlanGroup): PreviousGroup | undefined {
  return planBefore(plan.rollout, previousOf(now.rollout), previous => planFrom(previous, now, plan, target, planGroup));
}

function planFrom(
  previous: PreviousTemplate, now: LeaderWorkerGroupProps, plan: LeaderWorkerGroupPlan, target: Target, planGroup: PlanGroup): PreviousGroup {
  refuseWhatEnginesDecide(now, previous);
  const before = propsOfBefore(now, previous, READING);
  const props = withShortForm(before, previous, plan);
  const planned = plannedBefore(previous, props, target, planGroup);
  requireAgreement(agreements([now, plan], [props, planned.plan]));
  refuseMovedPorts(servedPorts(now, plan), portNumbersOf(planned.plan.leader.container), portNumbersOf(plan.leader.container));
  return planned;
}

/** The plan that a group is rendered from. */
export function planOfGroup(plan: LeaderWorkerGroupPlan, group: number): LeaderWorkerGroupPlan {
  return plan.previous && plan.rollout.previousParts.has(String(group)) ? planOfGroup(plan.previous.plan, group) : plan;
}

/** An engine's flags, probes, drain and variables come from its version, which an image or a command does not say. */
function refuseWhatEnginesDecide(now: LeaderWorkerGroupProps, previous: PreviousTemplate): void {
  const { engine } = now;
  if (!engine || previous.engine || previous.size !== undefined) {
    return;
  }
  const words = previous.command ? 'command' : previous.args ? 'args' : undefined;
  if (words) {
    throw forbidden(`${PREVIOUS}.${words}`, `${engine.name} runs here, whose command line comes from its version and its options`,
      'give the engine as it was: rollout.previous.engine');
  }
  const known = (['container', 'leader', 'worker'] as const).map(place => now[place]?.image);
  const images = [{ field: 'image', image: previous.image }, ...(['container', 'leader', 'worker'] as const)
    .map(place => ({ field: `${place}.image`, image: previous[place]?.image }))];
  const silent = images.find(({ image }) => image !== undefined && !known.includes(image) && !engine._isNamedBy(image));
  if (silent) {
    throw forbidden(`${PREVIOUS}.${silent.field}`,
      `"${silent.image}" does not say that it holds ${engine.name} ${engine.version}: with another version flags, probes, drain and variables were others too, and one apply would replace every group`,
      'give the engine as it was beside it, rollout.previous.engine; the engine of now where it did not change');
  }
}

type Planned = readonly [props: LeaderWorkerGroupProps, plan: LeaderWorkerGroupPlan];

/** Names, numbers and claims. */
function agreements(
  [now, plan]: Planned, [props, was]: Planned): Agreement[] {
  return [
    { field: 'name', before: was.name, now: plan.name },
    { field: 'size', before: was.size, now: plan.size },
    { field: 'groups', before: was.groups, now: plan.groups },
    { field: 'backend', before: was.backend, now: plan.backend },
    { field: 'metadata.namespace', before: props.metadata?.namespace, now: now.metadata?.namespace },
    ...agreedClaims(was.claims, plan.claims),
  ];
}

/** Ports that the Service of the leaders leads to. */
function servedPorts({ servingPorts }: LeaderWorkerGroupProps, plan: LeaderWorkerGroupPlan): number[] {
  return servingPorts?.map(port => port.targetPort ?? port.port) ?? portNumbersOf(plan.leader.container);
}

/** The main containers of both roles with the short form laid over. It stands for both, so what it names must mean the same in both. */
function withShortForm(before: LeaderWorkerGroupProps, previous: PreviousTemplate, plan: LeaderWorkerGroupPlan): LeaderWorkerGroupProps {
  if (!SHORT_FORM.some(key => previous[key] !== undefined)) {
    return before;
  }
  const { leader: { container: leader }, worker: { container: worker } } = plan;
  const [image, words] = [previous.image, previous.command ?? previous.args];
  if (plan.size > 1) {
    refuseDifferent(previous, leader, worker, plan.rendezvous);
  }
  const command = words ? { command: previous.command ?? leader.command, args: previous.args ?? leader.args } : {};
  const container: RoleContainer = { ...before.container, ...(image === undefined ? {} : { image }), ...command };
  const role = (given: RoleContainer | undefined): RoleContainer | undefined => given && {
    ...given, ...(image === undefined ? {} : { image: undefined }), ...(words ? { command: undefined, args: undefined } : {}),
  };
  return withVariables({ ...before, container, leader: role(before.leader), worker: role(before.worker) }, previous.variables ?? {});
}

/** A variable that only one role has changes in that role; one that nobody has any more was in both. */
function withVariables(before: LeaderWorkerGroupProps, variables: { readonly [name: string]: string }): LeaderWorkerGroupProps {
  return Object.entries(variables).reduce((props, [name, value]) => {
    const places = (['container', 'leader', 'worker'] as const).filter(place => props[place] && has(props[place]!, name));
    return (places.length > 0 ? places : ['container' as const]).reduce((all, place) => ({ ...all, [place]: withLiteral(all[place] ?? {}, name, value) }), props);
  }, before);
}

function withLiteral(container: RoleContainer, name: string, value: string): RoleContainer {
  const { [name]: _replaced, ...secretEnv } = container.secretEnv ?? {};
  return { ...container, secretEnv, envVariables: { ...container.envVariables, [name]: kplus.EnvValue.fromValue(value) } };
}

function refuseDifferent(previous: PreviousTemplate, leader: ContainerSpec, worker: ContainerSpec, rendezvous: Rendezvous): void {
  if (previous.image !== undefined && leader.image !== worker.image) {
    throw differs('image', `leader ${leader.image}, worker ${worker.image}`);
  }
  const word = previous.command ? 'command' : previous.args ? 'args' : undefined;
  const asText = (role: ContainerSpec) => [...role.command ?? [], ...role.args ?? []].join(' ');
  if (word && asText(leader) !== asText(worker) && !LEADER_ONLY_COMMAND.includes(rendezvous._kind)) {
    throw differs(word, `leader "${asText(leader)}", worker "${asText(worker)}"`);
  }
  const twofold = Object.keys(previous.variables ?? {})
    .find(name => has(leader, name) && has(worker, name) && valueOf(leader, name) !== valueOf(worker, name));
  if (twofold) {
    throw differs(`variables[${twofold}]`, `"${valueOf(leader, twofold)}" and "${valueOf(worker, twofold)}"`);
  }
}

function has(container: RoleContainer, name: string): boolean {
  return container.envVariables?.[name] !== undefined || container.secretEnv?.[name] !== undefined;
}

function valueOf(container: ContainerSpec, name: string): unknown {
  return container.envVariables?.[name]?.value;
}

function differs(what: string, both: string): Error {
  return forbidden(`${PREVIOUS}.${what}`, `leader and workers differ in it (${both}), and the short form stands for both`,
    'give container, leader and worker as they were, in rollout.previous');
}
