import { Construct } from 'constructs';
import { InferencePlan } from './plan';
import { advise } from '../../base/findings/construct-checks';
import { adviseOnPod } from '../../pod/template/pod-advice';
import { adviseOnMetrics } from '../../surroundings/workload-autoscaler/objects';
import { adviseOnFabric } from '../fabric-advice';

/** What works until a bad day, and what somebody else has to provide. */
export function leaveAdvice(construct: Construct, plan: InferencePlan): void {
  adviseOnPod(construct, plan.podProps, plan.pod);
  plan.advice.forEach(finding => advise(construct, finding));
  if (plan.props.engine._side?.connector === undefined) {
    adviseOnFabric(construct, plan.pod.fabric, 'each replica is a whole model, and its engine hands no KV blocks over');
  }
  if (plan.autoscaling) {
    adviseOnMetrics(construct, 'autoscaling', plan.autoscaling, plan.props.podMonitor ? '' : ': podMonitor: {}');
  }
}
