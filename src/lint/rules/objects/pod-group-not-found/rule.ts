import { podSets } from '../../../facts/carried-pods';
import { GANGS } from '../../../kinds';
import { Rule } from '../../rule';
import { BUT_ELSEWHERE, reportMissing } from '../../wording';

/** The gang that pods are to be scheduled with. */
export const podGroupNotFound: Rule = {
  id: 'AIW2125',
  title: 'pod group not found',
  class: 'broken',
  reason: 'Pods of a gang that does not exist wait for it for ever.',
  source: 'pkg/scheduler/framework/plugins/gangscheduling/gangscheduling.go (v1.36); volcano pkg/controllers/podgroup; scheduler-plugins pkg/coscheduling',
  remedy: 'Create the PodGroup in the namespace of the pods, with as many members as must start together.',
  appliesTo: ['every carrier of pods'],
  but: BUT_ELSEWHERE,
  check: (facts, report) => {
    for (const pods of facts.get(podSets)) {
      for (const { type, nameOf, fieldOf } of GANGS) {
        const name = nameOf(pods);
        if (type !== undefined && name !== undefined) {
          reportMissing(facts, report, { subject: pods.carrier, field: fieldOf(pods), type, place: pods.place, name, usuallyElsewhere: true });
        }
      }
    }
  },
};
