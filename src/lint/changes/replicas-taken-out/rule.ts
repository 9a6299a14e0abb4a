import { isPresent } from '../../../base/reading';
import { isScaled } from '../../facts/autoscaling';
import { workloadKindOf } from '../../kinds';
import { ChangeRule } from '../changes';

/** `replicas` left out of an object that has it: the way into autoscaling has a step in between. */
export const replicasTakenOut: ChangeRule = {
  id: 'AIW4004',
  title: 'replicas are taken out of a live object',
  class: 'risky',
  reason: 'An apply that no longer has a field removes it, and the default of replicas is 1: all pods but one are stopped at once, whatever the autoscaler wanted.',
  source: 'measured: a Deployment of 5 became 1 at the apply (v1.33 to v1.36); kubernetes.io, migrating Deployments and StatefulSets to horizontal autoscaling',
  remedy: 'First let the autoscaler own the field: kubectl apply edit-last-applied (client-side apply), or drop the field from your managed fields (server-side apply: apply without it after another manager, such as the autoscaler, has set it); '
    + 'then take it out of the manifests.',
  appliesTo: ['Deployment', 'StatefulSet', 'ReplicaSet', 'LeaderWorkerSet'],
  check: ({ changed, after }, report) => {
    for (const { previous, next } of changed.filter(change => workloadKindOf(change.next).fillsInReplicas)) {
      const before = previous.spec.replicas;
      if (isPresent(before) && before !== 1 && before !== 0 && !isPresent(next.spec.replicas)) {
        report(next, {
          field: 'spec.replicas',
          message: `Required value: was ${JSON.stringify(before)}; taking it out sets it to 1 at once`,
          notes: isScaled(after, next) ? ['an autoscaler has this target, and starts again from 1'] : [],
          help: 'hand the field over first: kubectl apply edit-last-applied and remove it there, then take it out here',
        });
      }
    }
  },
};
