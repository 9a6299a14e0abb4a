import { asNumber, objectAt } from '../../../../base/reading';
import { isScaled } from '../../../facts/autoscaling';
import { firstOrdinal, replicasOf } from '../../../kinds/controllers';
import { Rule } from '../../rule';

/** A partition that leaves every pod as it is, though it cannot mean "nobody". */
export const partitionAboveReplicas: Rule = {
  id: 'AIW2721',
  title: 'partition above the number of pods',
  class: 'risky',
  reason: 'The controller replaces pods from the partition on, counted from the first pod and not by ordinal. Above the number of pods there is none: a new template '
    + 'reaches nobody, and whatever is added later still starts with the old one.',
  source: 'pkg/controller/statefulset/stateful_set_control.go updateStatefulSet, stateful_set_utils.go newVersionedStatefulSetPod (v1.36); shown on a real controller',
  remedy: 'Give the number of pods that keep the old template: replicas - 1 for a canary of the last one, replicas for none, 0 for all.',
  appliesTo: ['StatefulSet'],
  but: 'a partition equal to the number of pods, and a StatefulSet with an autoscaler, are silent',
  check: (facts, report) => {
    for (const set of facts.ofType('apps/StatefulSet')) {
      const partition = asNumber(objectAt(set.spec, 'updateStrategy', 'rollingUpdate').partition);
      const replicas = replicasOf(set) ?? 1;
      if (partition === undefined || partition <= replicas || replicas === 0 || isScaled(facts, set)) {
        continue;
      }
      const place = partition - firstOrdinal(set);
      report(set, {
        field: 'spec.updateStrategy.rollingUpdate.partition',
        message: `Invalid value: ${partition}: counts pods from the first one, and there are ${replicas}: a new template reaches none of them`,
        help: place >= 0 && place < replicas
          ? `${set.name}-${partition} is pod ${place} of ${replicas}, counted from 0: partition: ${place}`
          : `partition: ${replicas - 1} lets the last pod have it, ${replicas} nobody, 0 all`,
      });
    }
  },
};
