import { asNumber } from '../../../../base/reading';
import { autoscaling } from '../../../facts/autoscaling';
import { Rule } from '../../rule';

/** Two owners of one number. */
export const replicasUnderAutoscaler: Rule = {
  id: 'AIW3108',
  title: 'replicas are set under an autoscaler',
  class: 'risky',
  reason: 'Every apply sets the number of pods back to what the manifest says, and the autoscaler changes it again.',
  source: 'pkg/controller/podautoscaler/horizontal.go (v1.36); kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale',
  remedy: 'Leave replicas out from the start. On a live object remove the ownership of the field first: a removed number becomes 1 at once.',
  appliesTo: ['Deployment', 'ReplicaSet', 'StatefulSet', 'LeaderWorkerSet', 'everything else that an autoscaler scales'],
  check: (facts, report) => {
    for (const { scaler, target } of facts.get(autoscaling)) {
      const replicas = target && asNumber(target.spec.replicas);
      if (target && replicas !== undefined) {
        report(target, {
          field: 'spec.replicas',
          message: `Forbidden: ${replicas}: ${scaler.toString()} decides this number, and each apply would set it back`,
          help: 'leave replicas out of the manifest from the start (on a live object, removing it sets it to 1 once)',
        });
      }
    }
  },
};
