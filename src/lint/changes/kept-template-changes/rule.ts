import { ROLLED_NEW, ROLLED_PREVIOUS, ROLLED_TEMPLATE } from '../../../base/labels';
import { objectAt } from '../../../base/reading';
import { Manifest } from '../../../kubernetes/manifest';
import { ChangeRule } from '../changes';
import { firstOf, podsText } from '../wording';

/** A set that a staged roll-out leaves alone for now, whose template is not the one that is deployed. */
export const keptTemplateChanges: ChangeRule = {
  id: 'AIW4020',
  title: 'a part that is not due in a staged roll-out would be replaced',
  class: 'broken',
  reason: 'The object says that it keeps the pod template of before, and its template is not the one that is deployed: the apply replaces its pods together with '
    + 'those of the parts that are due. Something changed that rollout.previous does not name.',
  source: 'pkg/controller/statefulset/stateful_set_utils.go (v1.36): a revision is the template; measured: pods of a set whose annotations alone change are not replaced',
  remedy: 'Name in rollout.previous what is deployed: the paths say what differs.',
  appliesTo: ['StatefulSet'],
  check: ({ restarts }, report) => {
    for (const { previous, next, paths, pods } of restarts) {
      // A part that has the new template goes back: its pods are to be replaced.
      if (carriedBy(next) === ROLLED_PREVIOUS && carriedBy(previous) !== ROLLED_NEW) {
        report(next, {
          field: paths[0].split(' ')[0],
          message: `Forbidden: ${ROLLED_TEMPLATE}: ${ROLLED_PREVIOUS} says that this set is not due, and the change replaces ${pods === undefined ? 'its pods' : podsText(pods)}`,
          notes: [`what changes: ${firstOf(paths)}`],
          help: 'name it in rollout.previous as it is deployed: engine, container, sidecars …, or all properties of before',
        });
      }
    }
  },
};

function carriedBy({ body }: Manifest): unknown {
  return objectAt(body, 'metadata', 'annotations')[ROLLED_TEMPLATE];
}
