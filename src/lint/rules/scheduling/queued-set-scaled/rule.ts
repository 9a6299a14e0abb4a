import { asText } from '../../../../base/reading';
import { QUEUE_NAME } from '../../../../knowledge/queue';
import { Autoscaling, scalerOf } from '../../../facts/autoscaling';
import { Rule } from '../../rule';

/** Source: keda apis/keda/v1alpha1/scaledobject_types.go: defaultHPAMaxReplicas */
const KEDA_MOST = 100;

/** A set whose size the queue holds still. */
export const queuedSetScaled: Rule = {
  id: 'AIW2631',
  title: 'autoscaler of a StatefulSet in a queue',
  class: 'broken',
  reason: 'Kueue admits all pods of a StatefulSet as one, and its webhook refuses every change of replicas but from and to 0: the autoscaler fails at each step.',
  source: 'kueue pkg/controller/jobs/statefulset/statefulset_webhook.go ValidateUpdate (v0.15): "Allow only scale down to zero and scale up from zero"',
  remedy: 'Take the label or the autoscaler away, or use a Deployment, of which each pod is admitted by itself, or a LeaderWorkerSet, of which each group is.',
  appliesTo: ['HorizontalPodAutoscaler', 'ScaledObject'],
  check: (facts, report) => {
    for (const set of facts.ofType('apps/StatefulSet')) {
      const queue = asText(set.labels[QUEUE_NAME]);
      const scaling = queue === undefined ? undefined : scalerOf(facts, set);
      if (scaling && mostOf(scaling) > 1) {
        report(scaling.scaler, {
          field: `${scaling.field}.name`,
          message: `Invalid value: "${set.name}": waits in the queue ${JSON.stringify(queue)}, and Kueue refuses to change the number of its pods`,
          help: 'take the label or the autoscaler away',
        });
      }
    }
  },
};

/** With at most one replica it goes from and to 0 only. */
function mostOf({ scaler }: Autoscaling): number {
  return Number(scaler.group === 'keda.sh' ? scaler.spec.maxReplicaCount ?? KEDA_MOST : scaler.spec.maxReplicas);
}
