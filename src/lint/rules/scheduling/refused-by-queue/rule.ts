import { renderReason } from '../../../../base/errors/invalid-input';
import { asText } from '../../../../base/reading';
import { QUEUE_NAME } from '../../../../knowledge/queue';
import { REFUSED_TYPES, refusedInQueue } from '../../../../knowledge/queue-refusals';
import { Rule } from '../../rule';

/** The servers take it, and with a queue name Kueue does not. */
export const refusedByQueue: Rule = {
  id: 'AIW2633',
  title: 'Kueue refuses what names a queue',
  class: 'broken',
  reason: 'Kueue admits a fixed number of pods, of at most 8 kinds, as one Workload. Its webhooks refuse a RayCluster or a RayJob that cannot be one; a JobSet with more than 8 kinds is created, and stays suspended, since the Workload that stands for it is refused.',
  source: 'kueue pkg/controller/jobs/raycluster/raycluster_webhook.go and rayjob/rayjob_webhook.go validateCreate, apis/kueue/v1beta1/workload_types.go podSets (v0.13 to v0.15); kuberay ray-operator/controllers/ray/rayservice_controller.go constructRayClusterForRayService (v1.6.1), which copies the labels of a RayService',
  remedy: 'Change the field, or take the label kueue.x-k8s.io/queue-name away.',
  appliesTo: ['RayCluster', 'RayJob', 'RayService', 'JobSet'],
  check: (facts, report) => {
    for (const type of REFUSED_TYPES) {
      for (const object of facts.ofType(type)) {
        const queue = asText(object.labels[QUEUE_NAME]);
        (queue === undefined ? [] : refusedInQueue(type, object.body)).forEach(problem => {
          report(object, { field: problem.field, message: renderReason(problem), help: problem.help });
        });
      }
    }
  },
};
