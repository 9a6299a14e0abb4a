import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { replicaLost } from './consequences';
import { InferencePlan } from './plan';
import { exportedMetrics } from '../../engines/exported-metrics';
import { PodTemplate } from '../../pod/template/pod-template';
import { roleOf } from '../../workloads/handle/role';
import { servedBy } from '../../workloads/handle/serving';
import { Workload } from '../../workloads/handle/workload';
import { ScaleUnit, WorkloadPurpose, WorkloadScale } from '../../workloads/handle/workload-facts';
import { ServiceHandle } from '../../workloads/service';

/** The role of its pods, and of those of a whole that is made of several such Deployments. */
export const REPLICA = 'replica';

/** What the handle needs of the pattern besides its plan. */
interface InferenceObjects extends kplus.IScalable {
  readonly pods: PodTemplate;
  /** Absent where the Service in front of them has other pods as well. */
  readonly service?: ServiceHandle;
  readonly apiObject: ApiObject;
}

/** Replicas that are alike, behind one Service. */
export function inferenceWorkload(scope: Construct, pattern: InferenceObjects, plan: InferencePlan): Workload {
  const { least, most } = plan.replicas;
  return Workload._of({
    scope,
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
    serving: () => servedBy(pattern.service, REPLICA, plan.engine),
    ...exportedMetrics(plan.engineTitle, plan.engine, REPLICA),
    scale: () => scaleOf(pattern, plan),
    markScaled: () => pattern.markHasAutoscaler(),
    speaksWithin: false,
    lost: () => [{ topic: 'replica lost', text: replicaLost(plan) }],
    carriers: () => [pattern.apiObject],
    templates: () => [pattern.pods],
    starts: () => ({ refusal: 'each replica answers by itself, and one that waits for the others serves nobody meanwhile', help: 'leave it out; replicas of several pods are a LeaderWorkerGroup' }),
  });
}

function scaleOf(pattern: InferenceObjects, { autoscaling, part }: InferencePlan): WorkloadScale {
  const refusal = autoscaling ? 'it has an autoscaler already (autoscaling), and two of one workload undo each other\'s work' : part?.fixed;
  return { unit: ScaleUnit.POD, ...(refusal ? { refusal } : { target: pattern.toScalingTarget() }) };
}
