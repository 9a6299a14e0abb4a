import { asText, objectAt } from '../../../../base/reading';
import { QUEUE_NAME } from '../../../../knowledge/queue';
import { templates } from '../../../facts/carried-pods';
import { workloadKindOf } from '../../../kinds';
import { Rule } from '../../rule';

/** A queue that is named where Kueue does not look. */
export const queueNameOnTemplate: Rule = {
  id: 'AIW2628',
  title: 'queue name stands on the pods only',
  class: 'risky',
  reason: 'Kueue reads the queue of a workload from the labels of the object. On the template it is a label of single pods: the job is not suspended, takes no quota as a whole, and its pods are admitted one by one or not at all.',
  source: 'kueue pkg/controller/jobframework (QueueName reads metadata.labels of the job), keps/976-plain-pods; kueue documentation, "Run Jobs"',
  remedy: 'Move the label kueue.x-k8s.io/queue-name to metadata.labels of the object (of a CronJob: spec.jobTemplate.metadata.labels).',
  appliesTo: ['Job', 'CronJob', 'JobSet', 'LeaderWorkerSet', 'StatefulSet', 'RayJob', 'RayCluster', 'training jobs'],
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      const place = workloadKindOf(pods.carrier).queueLabels;
      const queue = place === undefined ? undefined : asText(pods.labels[QUEUE_NAME]);
      if (queue !== undefined && asText(objectAt(pods.carrier.body, ...place!.split('.'))[QUEUE_NAME]) === undefined) {
        report(pods.carrier, {
          field: pods.metadataField(`labels[${QUEUE_NAME}]`),
          message: `Invalid value: "${queue}": Kueue reads it from ${place!} of the ${pods.carrier.kind}, where it is missing`,
          help: 'move it there',
        });
      }
    }
  },
};
