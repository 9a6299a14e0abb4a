import { Construct } from 'constructs';
import { SpotInferencePart } from './part';
import { SpotInferencePlan } from './plan';
import { exportedMetrics } from '../../engines/exported-metrics';
import { roleOf } from '../../workloads/handle/role';
import { servedBy } from '../../workloads/handle/serving';
import { Workload } from '../../workloads/handle/workload';
import { ScaleUnit, WorkloadPurpose } from '../../workloads/handle/workload-facts';
import { ServiceHandle } from '../../workloads/service';
import { replicaLost } from '../gpu-inference-deployment/consequences';
import { REPLICA } from '../gpu-inference-deployment/workload';

/** What there is of the whole. */
export interface SpotInferenceObjects {
  readonly onDemand: SpotInferencePart;
  readonly spot: SpotInferencePart;
  readonly service: ServiceHandle;
}

/** All replicas, which are alike but for their nodes. Pods of the role may stand on spot nodes, so its capacity is that. */
export function spotInferenceWorkload(scope: Construct, plan: SpotInferencePlan, { onDemand, spot, service }: SpotInferenceObjects): Workload {
  const { podProps, pod, capacity, startup, engine, engineTitle } = plan.spot;
  return Workload._of({
    scope,
    name: plan.name,
    namespace: plan.namespace,
    purpose: WorkloadPurpose.SERVE,
    roles: [roleOf({ name: REPLICA, template: spot.pods, props: podProps, pod, capacity, startSeconds: startup.expectedSeconds })],
    pods: {
      zones: [],
      count: () => plan.total,
      isScaled: () => spot.workload._isScaled,
      labels: () => plan.selector,
    },
    serving: () => servedBy(service, REPLICA, engine),
    ...exportedMetrics(engineTitle, engine, REPLICA),
    scale: () => ({ unit: ScaleUnit.POD, refusal: 'it is two Deployments, and the floor stays: scale the spot part of it (spot)' }),
    speaksWithin: false,
    lost: () => [{ topic: 'replica lost', text: replicaLost({ ...plan.spot, replicas: plan.total }) }],
    carriers: () => [onDemand.apiObject, spot.apiObject],
    templates: () => [onDemand.pods, spot.pods],
    starts: () => ({ refusal: 'each replica answers by itself, and one that waits for the others serves nobody meanwhile', help: 'leave it out; replicas of several pods are a LeaderWorkerGroup' }),
  });
}
