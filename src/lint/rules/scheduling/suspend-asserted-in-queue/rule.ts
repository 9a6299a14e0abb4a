import { queueOf } from '../../../facts/queues';
import { typesWith } from '../../../kinds';
import { Rule } from '../../rule';

/** A run that each apply stops. */
export const suspendAssertedInQueue: Rule = {
  id: 'AIW2650',
  title: 'suspend is said where a queue says it',
  class: 'risky',
  reason: 'Kueue sets suspend to false when it admits the run. Each apply of a manifest that says true stops it, with all its pods, and Kueue starts it anew.',
  source: 'kueue pkg/controller/jobframework/defaults.go ApplyDefaultForSuspend (v0.17): the webhook suspends what names a queue; shown on a real Kueue: a second kubectl apply replaces all pods of a running Job',
  remedy: 'Leave suspend out: the webhook of Kueue sets it before the first pod.',
  appliesTo: ['Job', 'JobSet', 'RayJob'],
  but: 'silent about generateName, of which each apply makes another run',
  check: (facts, report) => {
    for (const type of typesWith(({ suspends }) => suspends)) {
      for (const object of facts.ofType(type)) {
        if (object.spec.suspend === true && object.name !== '' && queueOf(object) !== undefined) {
          report(object, { field: 'spec.suspend', message: 'Invalid value: true: the next apply stops the run that Kueue has started', help: 'leave it out' });
        }
      }
    }
  },
};
