import { SpotInferencePlan } from './plan';
import { listed } from '../../base/text/listed';

/** What an autoscaler overlooks. Source: pkg/controller/podautoscaler/config/types.go HorizontalPodAutoscalerTolerance (v1.36) */
const TOLERANCE = 0.1;

/** How the spot part grows when the load of all replicas grows. */
export interface Growth {
  /** Replicas that the load needs. */
  readonly needed: number;
  /** Replicas of the spot part after each step. */
  readonly steps: readonly number[];
}

/**
 * Pure. Twice the load of the least, with a floor that stays. The autoscaler asks for its own pods times average / target, and the floor bears its share of the load
 * without growing with it: of what is missing a step brings the spot part's share alone.
 *
 * Source: pkg/controller/podautoscaler/replica_calculator.go calcPlainMetricReplicas (v1.36): pods are those of the selector of the scaled object
 */
export function growthOf({ onDemand, spot, total }: SpotInferencePlan): Growth {
  const floor = onDemand.replicas.most;
  const needed = Math.min(2 * total.least, total.most);
  const steps: number[] = [];
  for (let pods = spot.replicas.least; needed / (floor + pods) > 1 + TOLERANCE;) {
    pods = Math.min(spot.replicas.most, Math.ceil(pods * needed / (floor + pods)));
    steps.push(pods);
  }
  return { needed, steps };
}

/** The growth in words; undefined where an autoscaler of the part alone is no slower than one of all. */
export function growthText(plan: SpotInferencePlan): string | undefined {
  const { needed, steps } = growthOf(plan);
  const { onDemand: { replicas: { most: floor } }, spot, total } = plan;
  const reached = floor + (steps[steps.length - 1] ?? 0);
  if (steps.length === 0 || (steps.length === 1 && reached === needed)) {
    return undefined;
  }
  const short = reached < needed ? `, short of ${needed} by less than the ${TOLERANCE * 100} % that it overlooks` : '';
  return `the autoscaler asks for pods of ${spot.name} x average / target, and the floor takes its share of the load without growing. Twice the load of ${floor} + ${spot.replicas.least} = ${total.least}\n`
    + `needs ${needed}: spot goes to ${listed(steps.map(String))}, so ${reached} in all${short}, after ${steps.length} ${steps.length === 1 ? 'step' : 'steps'} of up to ${spot.startup.expectedSeconds} s; one autoscaler of all would take 1.\n`
    + 'A higher minReplicas, or OnDemandFloor.percent, takes fewer';
}
