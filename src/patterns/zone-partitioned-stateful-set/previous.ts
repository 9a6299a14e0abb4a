import * as kplus from 'cdk8s-plus-28';
import { ZonePartitionPlan, PreviousZones } from './partition-plan';
import { ZonePartitionedStatefulSetProps } from './props';
import { ContainerSpec } from '../../pod/container/container';
import { Target } from '../../target-cluster/target';
import { Agreement, PlanOf, PreviousReading, SHORT_FORM, agreedClaims, planBefore, plannedBefore, portNumbersOf, previousOf, propsOfBefore, refuseMovedPorts, requireAgreement } from '../rollout/previous';
import { PreviousTemplate } from '../rollout/rollout';

const READING: PreviousReading = {
  pattern: 'ZonePartitionedStatefulSet',
  completeBy: 'zones',
  foreign: ['engine', 'modelLoad', 'leader', 'worker', 'rendezvous', 'restartsAfterSuccess', 'processesPerPod', 'worldSize', 'parallelism', 'waitForLeader',
    'restart', 'placement', 'capacity', 'size', 'groups', 'backend', 'servingPorts', 'prefer'],
};

type PlanZones = PlanOf<ZonePartitionedStatefulSetProps, ZonePartitionPlan>;

/** A second, complete plan, for the zones that are not due; absent without a previous template. */
export function planPreviousZones(
  now: ZonePartitionedStatefulSetProps, plan: ZonePartitionPlan, target: Target, planZones: PlanZones): PreviousZones | undefined {
  return planBefore(plan.rollout, previousOf(now.rollout), previous => planFrom(previous, now, plan, target, planZones));
}

function planFrom(
  previous: PreviousTemplate, now: ZonePartitionedStatefulSetProps, plan: ZonePartitionPlan, target: Target, planZones: PlanZones): PreviousZones {
  const before = propsOfBefore(now, previous, READING);
  const props = { ...before, container: withShortForm(before.container, previous) };
  const planned = plannedBefore(previous, props, target, planZones);
  requireAgreement(agreements(now, plan, props, planned.plan));
  refuseMovedPorts(plan.ports.map(port => port.targetPort ?? port.port), portNumbersOf(props.container), portNumbersOf(now.container));
  return planned;
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
