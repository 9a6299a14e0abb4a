import { asText } from '../../../../base/reading';
import { QUEUE_NAME } from '../../../../knowledge/queue';
import { typesWith } from '../../../kinds';
import { Rule } from '../../rule';

/** A job that waits for somebody to start it. */
export const suspendedWithoutQueue: Rule = {
  id: 'AIW2630',
  title: 'suspended job that no queue starts',
  class: 'risky',
  reason: 'A suspended job makes no pod until somebody sets suspend to false. Kueue does it for jobs that name a queue; this one names none.',
  source: 'KEP-2232; kueue pkg/controller/jobframework/defaults.go ApplyDefaultForSuspend, which suspends by itself',
  remedy: 'Add the label kueue.x-k8s.io/queue-name; Kueue suspends the job by itself, so suspend may be left out.',
  appliesTo: ['Job', 'JobSet', 'RayJob'],
  but: 'silent beside a LocalQueue named default, which takes jobs without a queue, and about runs of this library, where suspended: true says that somebody starts them',
  check: (facts, report) => {
    for (const type of typesWith(({ suspends }) => suspends)) {
      for (const object of facts.ofType(type)) {
        if (object.spec.suspend === true && !object.isOurs && asText(object.labels[QUEUE_NAME]) === undefined && object.spec.managedBy === undefined
          && !facts.find('kueue.x-k8s.io/LocalQueue', object.place, 'default')) {
          report(object, {
            field: 'spec.suspend',
            message: `Invalid value: true: the ${object.kind} names no queue that would start it`,
            help: `add the label ${QUEUE_NAME}, or leave suspend out; acknowledge this where a person or a pipeline starts it`,
          });
        }
      }
    }
  },
};
