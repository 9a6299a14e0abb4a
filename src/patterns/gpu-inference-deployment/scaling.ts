import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { InferencePlan } from './plan';
import { forbidden } from '../../base/errors/invalid-input';
import { answer } from '../../given/mistakes/unplanned';
import { PodTemplate } from '../../pod/template/pod-template';

/** What an autoscaler may point at. */
export interface ScaledPods {
  readonly apiObject: ApiObject;
  readonly pods: PodTemplate;
}

/** The Deployment, as an autoscaler is told of it. Refused where one is there already, or where the number stays. */
export function scalingTarget(scope: Construct, plan: InferencePlan, { apiObject, pods }: ScaledPods): kplus.ScalingTarget {
  refuseAutoscaler(scope, plan);
  return { apiVersion: apiObject.apiVersion, kind: apiObject.kind, name: apiObject.name, containers: pods.containers };
}

/** Refuses what would decide the number of replicas beside somebody else. */
export function refuseAutoscaler(scope: Construct, { autoscaling, part }: InferencePlan): void {
  answer(scope, () => {
    if (autoscaling) {
      throw forbidden('autoscaling', 'there is an autoscaler already, and two of one workload undo each other\'s work', 'keep one of them');
    }
    if (part?.fixed) {
      throw forbidden('autoscaling', part.fixed, 'leave it out');
    }
  }, () => undefined);
}
