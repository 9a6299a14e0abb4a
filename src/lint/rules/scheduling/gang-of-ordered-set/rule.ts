import { asText } from '../../../../base/reading';
import { gangsOf } from '../../../facts/gangs';
import { PodSet } from '../../../facts/pod-set';
import { Rule } from '../../rule';

/** A gang whose members are made one after the other. */
export const gangOfOrderedSet: Rule = {
  id: 'AIW2652',
  title: 'gang over pods that are made one after the other',
  class: 'broken',
  reason: 'A StatefulSet makes a pod when the one before it is ready, unless podManagementPolicy is Parallel. The first one waits for the gang, and the gang for pods that do not exist yet.',
  source: 'pkg/controller/statefulset/stateful_set_control.go (v1.36); scheduler-plugins pkg/coscheduling/core PreFilter: "cannot find enough sibling pods"; volcano pkg/scheduler/plugins/gang',
  remedy: 'Set podManagementPolicy to Parallel. It cannot be changed later: the set is made anew.',
  appliesTo: ['PodGroup (Volcano, scheduler-plugins, Kubernetes)'],
  but: 'silent where the number of pods is not known',
  check: (facts, report) => {
    for (const { object, least = 0, field, pods, members } of gangsOf(facts)) {
      const ordered = members.filter(isOrdered);
      const missing = ordered.reduce((sum, set) => sum + set.pods! - 1, 0);
      if (pods !== undefined && pods >= least && pods - missing < least) {
        report(object, {
          field,
          message: `Invalid value: ${least}: of ${pods} pods ${pods - missing} ${pods - missing === 1 ? 'exists' : 'exist'} before the first is ready: ${ordered.map(set => set.carrier.toString()).join(', ')} makes them in order`,
          help: 'set podManagementPolicy: Parallel',
        });
      }
    }
  },
};

function isOrdered({ carrier, pods }: PodSet): boolean {
  return carrier.type === 'apps/StatefulSet' && pods! > 1 && asText(carrier.spec.podManagementPolicy) !== 'Parallel';
}
