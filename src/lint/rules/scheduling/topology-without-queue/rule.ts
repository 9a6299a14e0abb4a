import { asText, objectAt } from '../../../../base/reading';
import { QUEUE_NAME, QUEUE_TOPOLOGY } from '../../../../knowledge/queue';
import { templates } from '../../../facts/carried-pods';
import { workloadKindOf } from '../../../kinds';
import { Rule } from '../../rule';

/** Pods that ask a queue for a place, of a workload that no queue takes. */
export const topologyWithoutQueue: Rule = {
  id: 'AIW2632',
  title: 'topology asked of a queue that is not named',
  class: 'risky',
  reason: 'Kueue finds a place for pods of workloads that it admits, and takes a workload by the queue that its object names. This one names none: the annotation is read by nobody, and pods of one run start wherever there is room, far from each other.',
  source: 'kueue keps/2724-topology-aware-scheduling; pkg/controller/jobframework/setup.go, reconciler.go: jobs without a queue are left alone (v0.15)',
  remedy: 'Add the label kueue.x-k8s.io/queue-name to metadata.labels of the object.',
  appliesTo: ['Job', 'CronJob', 'JobSet', 'LeaderWorkerSet', 'StatefulSet', 'RayJob', 'RayCluster', 'training jobs'],
  but: 'silent beside a LocalQueue named default, which takes workloads without a queue, where the pods name the queue (AIW2628), and about patterns of this library, which refuse it',
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      const { carrier } = pods;
      const place = workloadKindOf(carrier).queueLabels;
      const asked = Object.values(QUEUE_TOPOLOGY).find(key => asText(pods.annotations[key]) !== undefined);
      if (place !== undefined && asked !== undefined && !carrier.isOurs && pods.labels[QUEUE_NAME] === undefined
        && asText(objectAt(carrier.body, ...place.split('.'))[QUEUE_NAME]) === undefined
        && !facts.find('kueue.x-k8s.io/LocalQueue', carrier.place, 'default')) {
        report(carrier, {
          field: pods.metadataField(`annotations[${asked}]`),
          message: `Invalid value: "${asText(pods.annotations[asked])}": the ${carrier.kind} names no queue, so nobody chooses a place by it`,
          help: `add the label ${QUEUE_NAME} to ${place}`,
        });
      }
    }
  },
};
