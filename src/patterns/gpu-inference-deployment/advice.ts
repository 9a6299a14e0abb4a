import { Construct } from 'constructs';
import { InferencePlan } from './plan';
import { advise } from '../../base/findings/construct-checks';
import { noticed } from '../../base/findings/notice';
import { adviseOnPod } from '../../pod/template/pod-advice';
import { METRICS_TO_SERVE } from '../../surroundings/notices';
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
    const names = plan.autoscaling.metrics.map(metric => metric.name).join(', ');
    advise(construct, {
      ...noticed(METRICS_TO_SERVE),
      field: 'autoscaling',
      message: `the cluster must serve ${names} of the pods in the custom metrics API; without them the autoscaler changes nothing`,
      help: `put the rules of adapterRules into the Prometheus adapter, and scrape the pods${plan.props.podMonitor ? '' : ': podMonitor: {}'}`,
    });
  }
}
