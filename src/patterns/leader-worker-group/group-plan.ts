import { RoleOfSet } from './backends/role-of-set';
import { GroupEngine } from './engine-roles';
import { FateSharingPlan } from './fate-sharing';
import { RestartKind } from './group-restart';
import { BackendKind } from './identity';
import { LeaderWorkerGroupProps } from './props';
import { Rendezvous } from '../../engines/rendezvous';
import { Capacity } from '../../pod/scheduling/capacity';
import { BudgetPlan } from '../../pod/scheduling/disruption-budget';
import { Placement } from '../../pod/scheduling/placement';
import { PodClaim } from '../../pod/storage/claim';
import { PodPlan } from '../../pod/template/pod-plan';
import { PodTemplateProps } from '../../pod/template/pod-template-props';
import { Locality } from '../../target-cluster/locality';
import { PlacedPods } from '../placement-texts';
import { PlannedBefore } from '../rollout/previous';
import { RolloutPlan } from '../rollout/rollout-plan';

/** Everything that a LeaderWorkerGroup will emit, as numbers and names. */
export interface LeaderWorkerGroupPlan {
  readonly name: string;
  readonly namespace?: string;
  readonly backend: BackendKind;
  /** Where the groups are one role of a common object. */
  readonly set?: RoleOfSet;
  readonly groups: number;
  readonly size: number;
  readonly processesPerPod: number;
  readonly worldSize: number;
  readonly devicesPerGroup: number;
  readonly rendezvous: Rendezvous;
  readonly reserved: readonly string[];
  /** Pod properties of each role, with the role's container. */
  readonly leader: PodTemplateProps;
  readonly worker: PodTemplateProps;
  readonly leaderPod: PodPlan;
  readonly workerPod: PodPlan;
  readonly capacity: Capacity;
  readonly placement: Placement;
  /** Whether leaders keep apart from those of other groups. */
  readonly spreadsLeaders: boolean;
  readonly placed: PlacedPods;
  readonly budget?: BudgetPlan;
  readonly prefer?: Locality;
  readonly rollout: RolloutPlan;
  readonly partition: number;
  /** In the order that is written. */
  readonly claims?: readonly PodClaim[];
  /** The group as it was, which groups that are not due keep. */
  readonly previous?: PreviousGroup;
  readonly restart: RestartKind;
  /** Why an engine's default is not to share fate. */
  readonly noFateSharing?: string;
  readonly fateSharing?: FateSharingPlan;
  /** What the engine decides; absent when the container says what runs. */
  readonly engine?: GroupEngine;
  /** The sum that proves the parallelism; absent when none was given. */
  readonly parallelismSum?: string;
}

/** The group as it was: groups of later stages are rendered from this alone. */
export type PreviousGroup = PlannedBefore<LeaderWorkerGroupProps, LeaderWorkerGroupPlan>;

/** Whether clients may reach workers as well. */
export function servesOnEveryPod({ engine, size }: LeaderWorkerGroupPlan): boolean {
  return size > 1 && (engine?.worker.serves ?? false);
}
