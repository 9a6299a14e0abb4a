import { asText, objectAt } from '../../../../base/reading';
import { QUEUE_NAME } from '../../../../knowledge/queue';
import { Rule } from '../../rule';

/** Kinds of Kubernetes itself, of which no integration of Kueue's reads a queue. */
const IGNORED = ['apps/DaemonSet', 'apps/ReplicaSet', 'ReplicationController', 'batch/CronJob'];

/** A queue that is named on an object which nobody queues. */
export const queueOnIgnoredKind: Rule = {
  id: 'AIW2636',
  title: 'queue name on a kind that Kueue does not queue',
  class: 'risky',
  reason: 'Kueue takes Jobs, JobSets, LeaderWorkerSets, StatefulSets, Deployments, pods and the jobs of some operators. On another kind the label does nothing: its pods start at once, without quota.',
  source: 'kueue pkg/controller/jobs: one folder for each kind (v0.17)',
  remedy: 'Take the label away; of a CronJob, move it to spec.jobTemplate.metadata.labels, where each Job gets it.',
  appliesTo: ['DaemonSet', 'ReplicaSet', 'ReplicationController', 'CronJob'],
  check: (facts, report) => {
    for (const object of IGNORED.flatMap(type => facts.ofType(type))) {
      const queue = asText(object.labels[QUEUE_NAME]);
      if (queue !== undefined && asText(objectAt(object.spec, 'jobTemplate', 'metadata', 'labels')[QUEUE_NAME]) === undefined) {
        report(object, {
          field: `metadata.labels[${QUEUE_NAME}]`,
          message: `Invalid value: "${queue}": Kueue does not look at a ${object.kind}`,
          help: object.kind === 'CronJob' ? 'move it to spec.jobTemplate.metadata.labels' : 'leave it out, or use a Deployment or a StatefulSet',
        });
      }
    }
  },
};
