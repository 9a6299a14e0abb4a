import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { forbidden } from '../../base/errors/invalid-input';
import { Labels, mergeLabels, standardLabels } from '../../base/labels';
import { answer } from '../../given/mistakes/unplanned';
import { ObjectOptions } from '../../pod/template/plain-api-object';
import { PodTemplate } from '../../pod/template/pod-template';
import { createAutoscaler } from '../../surroundings/autoscaler/objects';
import { Target } from '../../target-cluster/target';
import { IWorkload, Workload } from '../../workloads/handle/workload';
import { createNodeMonitor, createPods, createReplicas } from '../gpu-inference-deployment/objects';
import { InferencePlan } from '../gpu-inference-deployment/plan';
import { inferenceWorkload } from '../gpu-inference-deployment/workload';

const FLOOR_STAYS = 'the floor is what is left when spot is gone, so its number stays: scale the spot part, or give OnDemandFloor.percent';

/**
 * The replicas on one kind of nodes: what scales or watches them alone takes this.
 */
export class SpotInferencePart implements kplus.IScalable, IWorkload {
  /**
   * @internal
   */
  public static _create(scope: Construct, plan: InferencePlan, isFloor: boolean): SpotInferencePart {
    return new SpotInferencePart(scope, plan, isFloor ? FLOOR_STAYS : undefined);
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
  private readonly fixed?: string;

  private constructor(scope: Construct, plan: InferencePlan, fixed: string | undefined) {
    this.scope = scope;
    this.plan = plan;
    this.fixed = fixed;
    this.name = plan.name;
    this.hasAutoscaler = plan.autoscaling !== undefined;
    const options = optionsOf(plan, plan.name);
    this.pods = createPods(scope, options, plan);
    this.apiObject = createReplicas(scope, options, plan, this.pods, () => this.hasAutoscaler);
    this.autoscaler = plan.autoscaling && createAutoscaler(scope, options, plan.autoscaling, this.apiObject);
    createNodeMonitor(scope, options, plan, Target.of(scope));
    this.workload = inferenceWorkload(scope, {
      pods: this.pods,
      apiObject: this.apiObject,
      fixed,
      isScaled: () => this.hasAutoscaler,
      toScalingTarget: () => this.scalingTarget,
      markHasAutoscaler: () => this.markHasAutoscaler(),
    }, plan);
  }

  /**
   * Called by an autoscaler of your own: `replicas` is then left out. Refused for a fixed floor, and beside `autoscaling`.
   */
  public markHasAutoscaler(): void {
    this.refuseAutoscaler();
    this.hasAutoscaler = true;
  }

  /**
   * What an autoscaler points at.
   */
  public toScalingTarget(): kplus.ScalingTarget {
    this.refuseAutoscaler();
    return this.scalingTarget;
  }

  private get scalingTarget(): kplus.ScalingTarget {
    return { apiVersion: this.apiObject.apiVersion, kind: this.apiObject.kind, name: this.name, containers: this.pods.containers };
  }

  private refuseAutoscaler(): void {
    answer(this.scope, () => {
      if (this.plan.autoscaling || this.fixed) {
        throw forbidden('autoscaling', this.plan.autoscaling ? 'there is an autoscaler already, and two of one workload undo each other\'s work' : this.fixed!,
          this.plan.autoscaling ? 'keep one of them' : 'leave it out');
      }
    }, () => undefined);
  }
}

/** Labels and annotations of an object: those of the whole, and of the part where it is one's own. */
export function optionsOf({ props, part, selector }: InferencePlan, name: string, identity: Labels = selector): ObjectOptions {
  const labels = mergeLabels(props.metadata?.labels, { ...standardLabels(part!.name, 'inference'), ...identity });
  return { name, namespace: props.metadata?.namespace, labels, annotations: props.metadata?.annotations };
}
