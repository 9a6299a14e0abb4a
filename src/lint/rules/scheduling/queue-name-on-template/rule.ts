import { asText, objectAt } from '../../../../base/reading';
import { templates } from '../../../facts/carried-pods';
import { PodSet } from '../../../facts/pod-set';
import { Rule } from '../../rule';

const LABEL = 'kueue.x-k8s.io/queue-name';

/** Kinds that Kueue admits as a whole, by the label of the object itself. Source: kueue pkg/controller/jobs */
const ADMITTED: ReadonlySet<string> = new Set([
  'batch/Job', 'batch/CronJob', 'jobset.x-k8s.io/JobSet', 'leaderworkerset.x-k8s.io/LeaderWorkerSet', 'apps/StatefulSet', 'ray.io/RayJob', 'ray.io/RayCluster',
  'kubeflow.org/PyTorchJob', 'kubeflow.org/MPIJob', 'kubeflow.org/TFJob', 'kubeflow.org/JAXJob', 'trainer.kubeflow.org/TrainJob',
]);

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
      const queue = ADMITTED.has(pods.carrier.type) ? asText(pods.labels[LABEL]) : undefined;
      if (queue !== undefined && asText(ownLabels(pods)[LABEL]) === undefined) {
        report(pods.carrier, {
          field: pods.metadataField(`labels[${LABEL}]`),
          message: `Invalid value: "${queue}": Kueue reads it from ${pods.carrier.kind === 'CronJob' ? 'spec.jobTemplate.metadata.labels' : 'metadata.labels'} of the ${pods.carrier.kind}, where it is missing`,
          help: 'move it there',
        });
      }
    }
  },
};

function ownLabels({ carrier }: PodSet): ReturnType<typeof objectAt> {
  return carrier.kind === 'CronJob' ? objectAt(carrier.spec, 'jobTemplate', 'metadata', 'labels') : carrier.labels;
}
