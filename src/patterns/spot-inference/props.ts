import { OnDemandFloor } from './floor';
import { Capacity } from '../../pod/scheduling/capacity';
import { ModelReplicasProps } from '../gpu-inference-deployment/props';

/**
 * One model on two kinds of nodes. Everything is said once, as for a GpuInferenceDeployment, and counts for the whole: the bounds of `autoscaling` are those of both
 * parts together; `disruptionBudget`, `service`, `podMonitor` and `isolate` are over both.
 */
export interface SpotInferenceProps extends ModelReplicasProps {
  /** What stays on nodes that are not taken away. All other replicas are on spot nodes. */
  readonly floor: OnDemandFloor;

  /**
   * The spot nodes, which the floor keeps off: `Capacity.spotKarpenter()`, `spotEks()`, `spotGke()`, `spotAks()`, `spot({ … })`, or `preferSpot(…)` of one of them. A
   * drain that takes longer than their notice is an error.
   */
  readonly capacity: Capacity;

  /**
   * Replicas of both parts together, at least 2. Needed without `autoscaling`, and refused beside it. There is no default: how much of the load may be gone at once
   * follows from it and the floor.
   *
   * @default - decided by `autoscaling`
   */
  readonly replicas?: number;
}
