import { WorkloadAutoscalerPlan } from './plan';
import { exampleLoad } from './scaling-plan';
import { Explanation } from '../../base/text/explanation';

/** What `explain()` of a WorkloadAutoscaler prints. */
export function explainAutoscaler({ name, namespace, scaled, scaling, times, unit, devicesOfOne }: WorkloadAutoscalerPlan): string {
  const { minReplicas, maxReplicas, metrics, scaleUp, scaleDown } = scaling;
  const explanation = new Explanation(`WorkloadAutoscaler ${name}: HorizontalPodAutoscaler of ${scaled.kind} ${scaled.name}`)
    .sum('fleet', `${minReplicas} to ${maxReplicas} ${unit}${devicesOfOne > 0 ? ` x ${devicesOfOne} devices = ${minReplicas * devicesOfOne} to ${maxReplicas * devicesOfOne}` : ''}`);
  const example = exampleLoad(scaling, devicesOfOne);
  if (example) {
    explanation.sum('load', example);
  }
  return explanation
    .sum('scale up', scaleUp.sum)
    .sum('scale down', scaleDown.sum)
    .choice('replicas', `left out of ${scaled.kind} ${scaled.name}: the autoscaler follows the largest of\n${metrics.map(({ text }) => text).join('\n')}`)
    .limit('a burst', `what is added helps after ${times.startSeconds} s at best; what comes before waits in the queue`)
    .limit('zero', 'the series come from the engine itself: with no pod there are none, so the least is 1')
    .operate('metrics', `adapterRules holds the configuration of the Prometheus adapter; then ask for one:\nkubectl get --raw "/apis/custom.metrics.k8s.io/v1beta1/namespaces/${namespace ?? 'NAMESPACE'}/pods/*/${metrics[0].name}"`)
    .operate('replicas', 'taking them out of a live object sets them to 1 at once: before the first apply without them, delete them with kubectl apply edit-last-applied')
    .toString();
}
