import { Construct } from 'constructs';
import { InferencePlan } from './plan';
import { advise } from '../../base/findings/construct-checks';
import { noticed } from '../../base/findings/notice';
import { adviseOnPod } from '../../pod/template/pod-advice';
import { adviseOnMetrics } from '../../surroundings/autoscaler/objects';
import { UNPROVEN_CACHE } from '../notices';

/** What works until a bad day, and what somebody else has to provide. */
export function leaveAdvice(construct: Construct, plan: InferencePlan): void {
  adviseOnPod(construct, plan.podProps);
  plan.advice.forEach(finding => advise(construct, finding));
  if (plan.cache?.unproven) {
    advise(construct, {
      ...noticed(UNPROVEN_CACHE),
      field: 'modelCache',
      message: `Required value: up to ${plan.replicas.most} replicas share the claim "${plan.props.modelCache!._source}"; if one node alone can mount it, the others never start`,
      help: 'say what the claim allows: ModelCache.claimName(name, { accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_MANY] })',
    });
  }
  if (plan.autoscaling) {
    adviseOnMetrics(construct, 'autoscaling', plan.autoscaling, plan.props.podMonitor ? '' : ': podMonitor: {}');
  }
}
