import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { InferencePlan } from './plan';
import { exportedMetrics } from '../../engines/exported-metrics';
import { PodTemplate } from '../../pod/template/pod-template';
import { roleOf } from '../../workloads/handle/role';
import { servedBy } from '../../workloads/handle/serving';
import { Workload } from '../../workloads/handle/workload';
import { ScaleUnit, WorkloadPurpose } from '../../workloads/handle/workload-facts';
import { ServiceHandle } from '../../workloads/service';

const REPLICA = 'replica';

/** What the handle needs of the pattern besides its plan. */
interface InferenceObjects extends Construct {
  readonly pods: PodTemplate;
  readonly service: ServiceHandle;
  readonly apiObject: ApiObject;
  readonly hasAutoscaler: boolean;
  toScalingTarget(): kplus.ScalingTarget;
  markHasAutoscaler(): void;
}

/** Replicas that are alike, behind one Service. */
export function inferenceWorkload(pattern: InferenceObjects, plan: InferencePlan): Workload {
  const { least, most } = plan.replicas;
  return Workload._of({
    scope: pattern,
    name: plan.name,
    namespace: plan.namespace,
    purpose: WorkloadPurpose.SERVE,
    roles: [roleOf({
      name: REPLICA, template: pattern.pods, props: plan.podProps, pod: plan.pod, capacity: plan.capacity, startSeconds: plan.startup.expectedSeconds,
    })],
    pods: {
      zones: [],
      count: () => ({ least, most }),
      isScaled: () => pattern.hasAutoscaler && !plan.autoscaling,
      labels: () => plan.selector,
    },
    serving: () => servedBy(pattern.service, REPLICA),
    ...exportedMetrics(plan.engineTitle, plan.engine, REPLICA),
    scale: () => (plan.autoscaling
      ? { unit: ScaleUnit.POD, refusal: 'it has an autoscaler already (autoscaling), and two of one workload undo each other\'s work' }
      : { unit: ScaleUnit.POD, target: pattern.toScalingTarget() }),
    markScaled: () => pattern.markHasAutoscaler(),
    carriers: () => [pattern.apiObject],
  });
}
