import * as kplus from 'cdk8s-plus-28';
import { ZonePlan, ZonePartitionPlan } from './partition-plan';
import { planPreviousZones } from './previous';
import { ZonePartitionedStatefulSetProps } from './props';
import { ZoneRange, checkZoneNames, namePart, planRanges } from './ranges';
import { planMemberSpread } from './spread-plan';
import { ZonePartition } from './zone-partition';
import { setCount } from '../../base/count-limits';
import { forbidden, duplicate, required, wholeNumber } from '../../base/errors/invalid-input';
import { LABEL_ZONE_TOPOLOGY } from '../../base/labels';
import { DerivedName, checkNameBudget, serviceName, statefulSetNames } from '../../base/names';
import { wholeSeconds } from '../../base/seconds';
import { collecting } from '../../given/mistakes/collecting';
import { workloadName } from '../../kubernetes/refused/names';
import { ContainerSpec } from '../../pod/container/container';
import { checkPod } from '../../pod/container/container-checks';
import { BudgetPlan, DisruptionBudget, planBudget } from '../../pod/scheduling/disruption-budget';
import { PodClaim, checkClaims, claimsInOrder } from '../../pod/storage/claim';
import { planPod } from '../../pod/template/pod-plan';
import { Target } from '../../target-cluster/target';
import { ServingPort, checkPorts } from '../../workloads/service';
import { planRollout } from '../rollout/rollout-plan';

/** Variables that every container gets. */
export const POD_INDEX = 'POD_INDEX';
export const ZONE = 'ZONE';
export const RESERVED_VARIABLES = [POD_INDEX, ZONE];

const DEFAULT_STRIDE = 100;

/** Pure: ranges, names, budgets and the state of the roll-out. */
export function planZonePartition(id: string, props: ZonePartitionedStatefulSetProps, target: Target): ZonePartitionPlan {
  const plan = planNow(id, props, target);
  return { ...plan, previous: planPreviousZones(props, plan, target, (before, then) => planZonePartition(id, before, then)) };
}

function planNow(id: string, given: ZonePartitionedStatefulSetProps, target: Target): ZonePartitionPlan {
  return collecting(given, (props, attempt) => {
    const name = attempt(() => workloadName(id, props.name));
    attempt(() => setCount('zones', props.zones.length, 'zone', 'use fewer zones'));
    attempt(() => checkZones(props, target));
    const ranges = attempt(() => planZoneRanges(props));
    const claims = attempt(() => planClaims(props, name, target));
    const rollout = attempt(() => planRollout('rollout', props.rollout, ranges.map(range => range.zone), 'zone', RESERVED_VARIABLES));
    const replicas = attempt(() => ranges.reduce((total, range) => total + range.replicas, 0));
    const zones = attempt(() => ranges.map(range => ({
      ...range,
      ...claims.ofZone(range.part),
      setName: `${name}-${range.part}`,
      budget: zoneBudget(props.disruptionBudget, range),
    })));
    attempt(() => checkNames(id, props, zones, name));
    const budget = attempt(() => planWholeBudget(props.disruptionBudget, zones, replicas));
    const ports = attempt(() => planPorts(props.ports, props.container));
    const minReadySeconds = attempt(() => planMinReady(props));
    const pod = attempt(() => planPod(props, target, [], { pods: replicas, called: 'members' }));
    return {
      name,
      zones,
      reserved: props.reserved ?? [],
      replicas,
      rollout,
      ...budget,
      ports,
      podManagementPolicy: props.podManagementPolicy === kplus.PodManagementPolicy.ORDERED_READY ? 'OrderedReady' : 'Parallel',
      minReadySeconds,
      pod,
      spread: planMemberSpread(props, target),
    };
  }, checkPod);
}

function planZoneRanges(props: ZonePartitionedStatefulSetProps): (ZoneRange & { readonly part: string })[] {
  const stride = wholeNumber('stride', props.stride ?? DEFAULT_STRIDE, { min: 1, help: "the number of ordinals in each zone's range" });
  return planRanges(props.zones, { stride, oneBased: props.oneBased ?? false, reserved: props.reserved ?? [] })
    .map((range, index) => ({ ...range, part: namePart(props.zones[index], `zones[${index}]`) }))
    .sort((one, other) => one.first - other.first);
}

function checkZones(props: ZonePartitionedStatefulSetProps, target: Target): void {
  if (props.zones.length === 0) {
    throw required('zones', 'a workload partitioned by zone needs at least one zone', "give zones: [{ zone: 'eu-1a', replicas: 3 }]");
  }
  checkZoneNames(props.zones);
  props.zones.forEach((zone, index) => target._requireZone(zone.zone, `zones[${index}].zone`));
  if (props.metadata?.name !== undefined) {
    throw forbidden('metadata.name', 'there are several objects, whose names begin with that of the workload', 'use name');
  }
  if (props.nodeLabels && LABEL_ZONE_TOPOLOGY in props.nodeLabels) {
    throw forbidden(`nodeLabels[${LABEL_ZONE_TOPOLOGY}]`, 'would bind the pods of every zone to one; each zone is bound to its own', 'remove it');
  }
  props.zones.forEach((zone, index) => refuseSharedPart(props.zones, zone, index));
}

/** `EU.1A` and `EU-1A` may both want to be called `eu-1a`. */
function refuseSharedPart(zones: readonly ZonePartition[], zone: ZonePartition, index: number): void {
  const part = namePart(zone, `zones[${index}]`);
  const twin = zones.findIndex((other, position) => namePart(other, `zones[${position}]`) === part);
  if (twin !== index) {
    throw duplicate(`zones[${index}].${zone.nameSuffix === undefined ? 'zone' : 'nameSuffix'}`, part,
      `gives the StatefulSet of ${zone.zone} the name of that of ${zones[twin].zone}`, 'give one of them another nameSuffix');
  }
}

/** An object, since what is not known because of a mistake can be read and not be called. */
interface ZoneClaims {
  ofZone(part: string): { readonly claims: readonly PodClaim[]; readonly storageClassName?: string };
}

/** Claims as each zone renders them. A class for each zone takes the place of the claim's own. */
function planClaims(
  props: ZonePartitionedStatefulSetProps, name: string, target: Target,
): ZoneClaims {
  checkClaims('claims', props.claims, props.claimRetention);
  const given = props.claims ?? [];
  const perZone = props.storage?._perZone;
  if (!perZone) {
    return { ofZone: () => ({ claims: claimsInOrder(given, target) }) };
  }
  if (given.length === 0) {
    throw forbidden('storage', 'makes a storage class for each zone, and no claim would use it', 'give claims, or leave storage out');
  }
  given.forEach((claim, index) => {
    if (claim.storageClassName !== undefined) {
      throw forbidden(`claims[${index}].storageClassName`, 'storage makes a class for each zone, which every claim uses',
        'leave it out, or use ZoneStorage.existingClass()');
    }
  });
  return {
    ofZone: part => {
      const storageClassName = `${perZone.classPrefix ?? name}-${part}`;
      return { storageClassName, claims: claimsInOrder(given, target).map(claim => ({ ...claim, storageClassName })) };
    },
  };
}

function checkNames(id: string, props: ZonePartitionedStatefulSetProps, zones: readonly ZonePlan[], name: string): void {
  const templates = (props.claims ?? []).map(claim => claim.name);
  const derived: DerivedName[] = [
    serviceName(name),
    // With the last ordinal of the range, not of the replicas: scaling never meets the limit.
    ...zones.flatMap(zone => [...statefulSetNames(zone.setName, zone.last, templates), serviceName(zone.setName)]),
  ];
  checkNameBudget(props.name === undefined ? 'id' : 'name', props.name ?? id, derived);
}

function zoneBudget(budget: DisruptionBudget | undefined, range: ZoneRange): BudgetPlan | undefined {
  if (!budget?._perZone) {
    return undefined;
  }
  const plan = planBudget(DisruptionBudget.atMost(budget._pods!), range.replicas);
  return plan && { ...plan, text: `at most ${plan.maxUnavailable} of ${range.replicas} pods of ${range.zone}` };
}

/** The budget over all zones, and the worst case that a reader should know. */
function planWholeBudget(
  budget: DisruptionBudget | undefined, zones: readonly ZonePlan[], replicas: number): { budget?: BudgetPlan; budgetText: string } {
  if (budget?._perZone) {
    const populated = zones.filter(zone => zone.replicas > 0);
    const losses = populated.map(zone => Math.min(budget._pods!, zone.replicas));
    const total = losses.reduce((sum, loss) => sum + loss, 0);
    return { budgetText: `each zone on its own: drains may take ${losses.join(' + ') || 0} = ${total} of ${replicas} pods at the same time` };
  }
  const plan = planBudget(budget, replicas);
  const budgetText = plan
    ? `at most ${plan.maxUnavailable} of ${replicas} pods at a time, all zones counted together`
    : replicas === 0 ? 'none: there are no pods' : 'none: a drain may take all pods at once';
  return { budget: plan && { ...plan, text: budgetText }, budgetText };
}

/** What the Services carry: as given, or what the main container says it listens on. */
function planPorts(given: readonly ServingPort[] | undefined, container: ContainerSpec): readonly ServingPort[] {
  const number = container.portNumber ?? container.port;
  const listening: readonly kplus.ContainerPort[] = [...(number !== undefined ? [{ number }] : []), ...container.ports ?? []];
  if (given === undefined && listening.length === 0) {
    throw required('ports', 'each zone has a Service, a Service needs a port, and the main container names none', 'give container.portNumber, or ports');
  }
  const ports = given ?? listening.map(port => ({
    port: port.number,
    name: port.name ?? `port-${port.number}${port.protocol && port.protocol !== kplus.Protocol.TCP ? `-${port.protocol.toLowerCase()}` : ''}`,
    protocol: port.protocol,
  }));
  checkPorts('ports', ports);
  return ports;
}

function planMinReady(props: ZonePartitionedStatefulSetProps): number | undefined {
  return props.minReady && wholeSeconds('minReady', props.minReady);
}
