import * as kplus from 'cdk8s-plus-28';
import type { ZonePartitionPlan } from './plan';
import { ZonePartitionedStatefulSetProps } from './props';
import { atField } from '../../checks/invalid-input';
import { ContainerSpec, createContainer } from '../../pod/container';
import { Target } from '../../target/target';
import { Agreement, PREVIOUS, PreviousReading, SHORT_FORM, agreedClaims, planBefore, previousOf, propsOfBefore, refuseMovedPorts, requireAgreement } from '../previous';
import type { PreviousTemplate } from '../previous-template';

/** The workload as it was: zones that are not due are rendered from this alone. */
export interface PreviousZones {
  readonly props: ZonePartitionedStatefulSetProps;
  readonly plan: ZonePartitionPlan;
  readonly target: Target;
  /** Variables that `previous` gives values of its own, whatever is set after construction. */
  readonly variables: ReadonlySet<string>;
}

const READING: PreviousReading = {
  pattern: 'ZonePartitionedStatefulSet',
  completeBy: 'zones',
  foreign: ['engine', 'modelLoad', 'leader', 'worker', 'rendezvous', 'restartsAfterSuccess', 'processesPerPod', 'worldSize', 'parallelism', 'waitForLeader',
    'restart', 'placement', 'capacity', 'size', 'groups', 'backend', 'servingPorts', 'prefer'],
};

/** Plans the workload from its properties. */
export type PlanZones = (props: ZonePartitionedStatefulSetProps, target: Target) => ZonePartitionPlan;

/** A second, complete plan, for the zones that are not due; absent without a previous template. */
export function planPrevious(
  now: ZonePartitionedStatefulSetProps, plan: ZonePartitionPlan, target: Target, planZones: PlanZones): PreviousZones | undefined {
  return planBefore(plan.rollout, previousOf(now.rollout), previous => planFrom(previous, now, plan, target, planZones));
}

function planFrom(
  previous: PreviousTemplate, now: ZonePartitionedStatefulSetProps, plan: ZonePartitionPlan, target: Target, planZones: PlanZones): PreviousZones {
  const before = propsOfBefore(now, previous, READING);
  const props = { ...before, container: withShortForm(before.container, previous) };
  const { was, then } = atField(PREVIOUS, () => {
    const targetThen = previous.defaults === undefined ? target : target._withDefaults(previous.defaults);
    return { was: planZones(props, targetThen), then: targetThen };
  });
  requireAgreement(agreements(now, plan, props, was));
  refuseMovedPorts(plan.ports.map(port => port.targetPort ?? port.port), portsOf(props.container), portsOf(now.container));
  return { props, plan: was, target: then, variables: new Set(Object.keys(previous.variables ?? {})) };
}

/** Names, ranges and claims. How many pods a zone has is in no template. */
function agreements(
  now: ZonePartitionedStatefulSetProps, plan: ZonePartitionPlan, props: ZonePartitionedStatefulSetProps, was: ZonePartitionPlan): Agreement[] {
  const rangesOf = (each: ZonePartitionPlan) => each.zones.map(({ zone, setName, first, last }) => ({ zone, setName, first, last }));
  return [
    { field: 'name', before: was.name, now: plan.name },
    { field: 'zones', before: rangesOf(was), now: rangesOf(plan) },
    { field: 'podManagementPolicy', before: was.podManagementPolicy, now: plan.podManagementPolicy },
    { field: 'metadata.namespace', before: props.metadata?.namespace, now: now.metadata?.namespace },
    // Classes of zones differ in the name of the zone alone.
    ...agreedClaims(was.zones[0].claims, plan.zones[0].claims),
  ];
}

function portsOf(container: ContainerSpec): number[] {
  return createContainer('container', container).ports.map(port => port.number);
}

function withShortForm(before: ContainerSpec, previous: PreviousTemplate): ContainerSpec {
  if (!SHORT_FORM.some(key => previous[key] !== undefined)) {
    return before;
  }
  const { variables = {} } = previous;
  const literals = Object.entries(variables).map(([name, value]) => [name, kplus.EnvValue.fromValue(value)] as const);
  const secretEnv = Object.entries(before.secretEnv ?? {}).filter(([name]) => variables[name] === undefined);
  return {
    ...before,
    image: previous.image ?? before.image,
    command: previous.command ?? before.command,
    args: previous.args ?? before.args,
    envVariables: { ...before.envVariables, ...Object.fromEntries(literals) },
    secretEnv: Object.fromEntries(secretEnv),
  };
}
