import { asNumber } from '../../../../base/reading';
import { progressiveDelivery } from '../../../facts/progressive-delivery';
import { Rule } from '../../rule';

/** Each apply starts pods that nobody needs. */
export const stoppedReplicas: Rule = {
  id: 'AIW2814',
  title: 'replicas of a Deployment that Flagger stops',
  class: 'risky',
  reason: 'Unless a change is tried Flagger keeps the target at 0 replicas, and the primary serves. A number in the manifests starts the pods of the target again at each apply, '
    + 'and they hold their devices until the next change.',
  source: 'flagger pkg/canary/deployment_controller.go ScaleToZero (v1.44.0)',
  remedy: 'Leave replicas out, and let an autoscaler that autoscalerRef names say how many there are.',
  appliesTo: ['Deployment'],
  check: (facts, report) => {
    for (const { canary, target } of facts.get(progressiveDelivery)) {
      const replicas = target && asNumber(target.spec.replicas);
      if (target && replicas !== undefined && replicas > 0) {
        report(target, {
          field: 'spec.replicas',
          message: `Invalid value: ${replicas}: Canary "${canary.name}" keeps ${target.name} at 0 unless a change is tried, and each apply starts ${replicas} again beside ${target.name}-primary`,
          help: 'leave it out; for a fixed number name an autoscaler with minReplicas = maxReplicas in autoscalerRef',
        });
      }
    }
  },
};
