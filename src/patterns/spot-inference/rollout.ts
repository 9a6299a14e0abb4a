import { SpotInferencePlan } from './plan';
import { Finding } from '../../base/findings/finding';
import { noticed } from '../../base/findings/notice';
import { timesOf } from '../gpu-inference-deployment/plan';
import { ReplicaRollout, outageOf } from '../gpu-inference-deployment/rollout';
import { OUTAGE } from '../notices';

/** How each part rolls out, once it is known who decides its replicas. */
export interface PartRollouts {
  readonly onDemand: ReplicaRollout;
  readonly spot: ReplicaRollout;
  /** Whether it is not known how many replicas of the spot part there are at least. */
  readonly isSpotUnknown: boolean;
}

/** @param isScaled whether an autoscaler of the user's decides the replicas of the spot part. */
export function rolloutsOf({ onDemand, spot }: SpotInferencePlan, isScaled: boolean): PartRollouts {
  const isSpotUnknown = isScaled && !spot.autoscaling;
  return { onDemand: onDemand.rollout, spot: isSpotUnknown ? spot.scaledRollout() : spot.rollout, isSpotUnknown };
}

/** One replica in each part, and each stops before its successor starts: both Deployments roll out with one apply. */
export function outageOfBoth(plan: SpotInferencePlan, isScaled: boolean): Finding[] {
  const { onDemand, spot } = plan;
  const { onDemand: floor, spot: rest, isSpotUnknown } = rolloutsOf(plan, isScaled);
  if (isSpotUnknown || onDemand.replicas.least - floor.unavailable + spot.replicas.least - rest.unavailable > 0) {
    return [];
  }
  const { count } = spot.devices;
  return [{
    ...noticed(OUTAGE),
    field: 'spec.strategy',
    message: `Invalid value: 1 + 1 replicas: one apply rolls out both Deployments, and each stops its only pod first: each roll-out is an outage of ${outageOf(timesOf(spot)).sum}`,
    help: `run 3 replicas, or declare devices that a second pod of the floor may use meanwhile: set spareGpus of the Target to ${count}`,
  }];
}
