import { OnDemandFloor } from './floor';
import { GpuInferenceDeploymentProps } from '../gpu-inference-deployment/props';

/**
 * One model on two kinds of nodes. Everything is said once, as for a GpuInferenceDeployment, and counts for the whole:
 *
 * `replicas`, and the bounds of `autoscaling`, are those of both parts together; `capacity` is required and says which spot nodes; `disruptionBudget`,
 * `service`, `podMonitor` and `isolate` are over both.
 */
export interface SpotInferenceProps extends GpuInferenceDeploymentProps {
  /** What stays on nodes that are not taken away. All other replicas are on spot nodes. */
  readonly floor: OnDemandFloor;
}
