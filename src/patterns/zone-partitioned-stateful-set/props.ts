import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { MemberSpread } from './member-spread';
import { ZonePartition } from './zone-partition';
import { ZoneStorage } from './zone-storage';
import { DisruptionBudget } from '../../pod/scheduling/disruption-budget';
import { ClaimRetention, PodClaim } from '../../pod/storage/claim';
import { PodTemplateProps } from '../../pod/template/pod-template-props';
import { Locality } from '../../target-cluster/locality';
import { ServingPort } from '../../workloads/service';
import { OrdinalRange } from '../ordinals/reserved';
import { Rollout } from '../rollout/rollout';

/**
 * A Service for clients over the pods of all zones.
 */
export interface ClientServiceOptions {
  /**
   * Name of the Service.
   *
   * @default - `<name>-client`
   */
  readonly name?: string;

  /**
   * Its ports.
   *
   * @default - the ports of the zones' Services
   */
  readonly ports?: ServingPort[];

  /**
   * Which pods a client's node prefers. Every zone with clients should then have ready pods enough for them.
   *
   * @default - none: all ready pods alike
   */
  readonly prefer?: Locality;
}

/**
 * Properties of a workload partitioned by zone.
 */
export interface ZonePartitionedStatefulSetProps extends PodTemplateProps {
  /**
   * Name of the workload: the headless Service, and the first part of every other name. Data and DNS hang on it.
   *
   * @default - the construct id in kebab case
   */
  readonly name?: string;

  /** The zones, in any order; at least one, at most 2000. */
  readonly zones: ZonePartition[];

  /**
   * Ordinals that each zone's range has. Changing it renumbers the pods of every zone that takes its range from a slot.
   *
   * @default 100
   */
  readonly stride?: number;

  /**
   * Whether ranges start at 1 (1 to 100, 101 to 200) instead of 0. Changing it renumbers the pods.
   *
   * @default false
   */
  readonly oneBased?: boolean;

  /**
   * Ranges that no zone may use: ordinals of pods that somebody restores by hand, or of a zone to come.
   *
   * @default - none
   */
  readonly reserved?: OrdinalRange[];

  /**
   * Volumes that each pod gets for itself, mounted in the main container. Immutable once the StatefulSets exist.
   *
   * @default - none
   */
  readonly claims?: PodClaim[];

  /**
   * When the claims go away.
   *
   * @default - never: they outlive the pods, an emptied zone and the workload
   */
  readonly claimRetention?: ClaimRetention;

  /**
   * Where the volumes come from.
   *
   * @default ZoneStorage.existingClass()
   */
  readonly storage?: ZoneStorage;

  /**
   * Ports of each zone's Service.
   *
   * @default - the main container's `portNumber` and `ports`; there must be one
   */
  readonly ports?: ServingPort[];

  /**
   * In which order the pods of one zone start. Immutable.
   *
   * @default PodManagementPolicy.PARALLEL: with ORDERED_READY one pod that does not get ready keeps all later ones of its zone from being
   * started again
   */
  readonly podManagementPolicy?: kplus.PodManagementPolicy;

  /**
   * How a change of the pod template reaches the zones.
   *
   * @default Rollout.allAtOnce()
   */
  readonly rollout?: Rollout;

  /**
   * Where the pods of one zone run relative to each other.
   *
   * @default MemberSpread.requireNodes() with claims, else MemberSpread.preferNodes(); with DefaultSet.V1 always the latter
   */
  readonly spread?: MemberSpread;

  /**
   * How many pods a drain may take at a time, over all zones; `DisruptionBudget.perZone(n)` counts each zone on its own.
   *
   * @default DisruptionBudget.atMost(1)
   */
  readonly disruptionBudget?: DisruptionBudget;

  /**
   * How long a pod must be ready before the update of its zone goes on to the next. Whole seconds.
   *
   * @default - not at all
   */
  readonly minReady?: Duration;
}
