import { ZonePartitionedStatefulSetProps } from './props';
import { ZoneRange } from './ranges';
import { MemberSpreadPlan } from './spread-plan';
import { BudgetPlan } from '../../pod/scheduling/disruption-budget';
import { PodClaim } from '../../pod/storage/claim';
import { PodPlan } from '../../pod/template/pod-plan';
import { ServingPort } from '../../workloads/service';
import { OrdinalRange } from '../ordinals/reserved';
import { PlannedBefore } from '../rollout/previous';
import { RolloutPlan } from '../rollout/rollout-plan';

/** One zone: a StatefulSet, a Service, and what they are called. */
export interface ZonePlan extends ZoneRange {
  /** Name of the StatefulSet and of the zone's Service. */
  readonly setName: string;
  /** As the zone stands in names and construct ids. */
  readonly part: string;
  readonly claims: readonly PodClaim[];
  readonly storageClassName?: string;
  /** Only with a budget for each zone, and only where there are pods. */
  readonly budget?: BudgetPlan;
}

/** Everything that a workload partitioned by zone will emit. */
export interface ZonePartitionPlan {
  readonly name: string;
  /** By first ordinal, so that the order of the list shows nowhere. */
  readonly zones: readonly ZonePlan[];
  readonly reserved: readonly OrdinalRange[];
  readonly replicas: number;
  readonly ports: readonly ServingPort[];
  readonly podManagementPolicy: 'Parallel' | 'OrderedReady';
  readonly minReadySeconds?: number;
  readonly budget?: BudgetPlan;
  readonly budgetText: string;
  readonly rollout: RolloutPlan;
  /** The workload as it was, which zones that are not due keep. */
  readonly previous?: PreviousZones;
  readonly pod: PodPlan;
  readonly spread: MemberSpreadPlan;
}

/** The workload as it was: zones that are not due are rendered from this alone. */
export type PreviousZones = PlannedBefore<ZonePartitionedStatefulSetProps, ZonePartitionPlan>;
