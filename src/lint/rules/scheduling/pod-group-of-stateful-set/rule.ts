import { asText } from '../../../../base/reading';
import { QUEUE_NAME, QUEUE_POD_GROUP } from '../../../../knowledge/queue';
import { podSetsOf } from '../../../facts/carried-pods';
import { queueOf } from '../../../facts/queues';
import { Rule } from '../../rule';

/** Plain pods of a group whose names are taken. */
export const podGroupOfStatefulSet: Rule = {
  id: 'AIW2651',
  title: 'pod group of Kueue over pods of a StatefulSet',
  class: 'risky',
  reason: 'Kueue keeps a lost pod of a group, with a finalizer, until another one has taken its place. A StatefulSet makes that only when the old one, whose name it needs, is gone: the pod never comes back, and an update stops at its first pod.',
  source: 'kueue pkg/controller/jobs/pod/pod_controller.go FindMatchingWorkloads (finalizers of replaced pods, v0.17); shown on a real Kueue',
  remedy: 'Name the queue on the StatefulSet, whose pods are then admitted as one; for groups of several sets use a LeaderWorkerSet.',
  appliesTo: ['StatefulSet'],
  check: (facts, report) => {
    for (const set of facts.ofType('apps/StatefulSet')) {
      for (const pods of podSetsOf(facts, set)) {
        const group = asText(pods.labels[QUEUE_POD_GROUP]);
        if (group !== undefined && pods.labels[QUEUE_NAME] !== undefined && queueOf(set) === undefined) {
          report(set, {
            field: pods.metadataField(`labels[${QUEUE_POD_GROUP}]`),
            message: `Invalid value: "${group}": a pod that is lost stays, waits for another one, and keeps its name`,
            help: `put ${QUEUE_NAME} onto the StatefulSet, and leave the group out`,
          });
        }
      }
    }
  },
};
