import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { PodTemplate } from '../../pod/template/pod-template';
import { createAutoscaler } from '../../surroundings/workload-autoscaler/objects';
import { Target } from '../../target-cluster/target';
import { IWorkload, Workload } from '../../workloads/handle/workload';
import { createNodeMonitor, createPods, createReplicas, inferenceOptions } from '../gpu-inference-deployment/objects';
import { InferencePlan } from '../gpu-inference-deployment/plan';
import { refuseAutoscaler, scalingTarget } from '../gpu-inference-deployment/scaling';
import { inferenceWorkload } from '../gpu-inference-deployment/workload';

/**
 * The replicas on one kind of nodes: what scales or watches them alone takes this.
 */
export class SpotInferencePart implements kplus.IScalable, IWorkload {
  /**
   * @internal
   */
  public static _create(scope: Construct, plan: InferencePlan): SpotInferencePart {
    return new SpotInferencePart(scope, plan);
  }

  /** Name of its Deployment, and of its autoscaler. */
  public readonly name: string;

  /** Its pods: add containers, volumes, scheduling and connections here. They are those of one part. */
  public readonly pods: PodTemplate;

  /** The Deployment, for patches. */
  public readonly apiObject: ApiObject;

  /** The HorizontalPodAutoscaler; undefined without one. */
  public readonly autoscaler?: ApiObject;

  /** Whether an autoscaler decides how many replicas there are. */
  public hasAutoscaler: boolean;

  /** What surrounds this part alone asks here. Nothing serves it alone: the Service has both parts. */
  public readonly workload: Workload;

  private readonly scope: Construct;
  private readonly plan: InferencePlan;

  private constructor(scope: Construct, plan: InferencePlan) {
    this.scope = scope;
    this.plan = plan;
    this.name = plan.name;
    this.hasAutoscaler = plan.autoscaling !== undefined;
    const options = inferenceOptions(plan, plan.name);
    this.pods = createPods(scope, options, plan);
    this.apiObject = createReplicas(scope, options, plan, this.pods, () => this.hasAutoscaler);
    this.autoscaler = plan.autoscaling && createAutoscaler(scope, options, plan.autoscaling, this.apiObject);
    createNodeMonitor(scope, options, plan, Target.of(scope));
    this.workload = inferenceWorkload(scope, this, plan);
  }

  /**
   * Called by an autoscaler of your own: `replicas` is then left out. Refused for a fixed floor, and beside `autoscaling`.
   */
  public markHasAutoscaler(): void {
    refuseAutoscaler(this.scope, this.plan);
    this.hasAutoscaler = true;
  }

  /**
   * What an autoscaler points at.
   */
  public toScalingTarget(): kplus.ScalingTarget {
    return scalingTarget(this.scope, this.plan, this);
  }
}
