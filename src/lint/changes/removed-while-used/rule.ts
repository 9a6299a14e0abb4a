import { asList, asText } from '../../../base/reading';
import { Manifest } from '../../../kubernetes/manifest';
import { podSetsOf } from '../../facts/carried-pods';
import { Changes, ChangeRule } from '../changes';

/** Fields of a pod's claim that name an object, with its type. */
const NAMED = [['resourceClaimTemplateName', 'resource.k8s.io/ResourceClaimTemplate'], ['resourceClaimName', 'resource.k8s.io/ResourceClaim']] as const;

/** What pods of the old revision still name. */
export const removedWhileUsed: ChangeRule = {
  id: 'AIW4006',
  title: 'device claim is removed while old pods name it',
  class: 'risky',
  reason: 'Until a roll-out ends, pods of the old revision are made again when one dies. Without the claim or template that they name they stay Pending, and a roll-back finds nothing.',
  source: 'pkg/controller/resourceclaim/controller.go (v1.36): a pod whose template is missing waits; KEP-4381',
  remedy: 'Keep the old template until the last pod of the old revision is gone: prune last (Argo CD: argocd.argoproj.io/sync-options: PruneLast=true).',
  appliesTo: ['ResourceClaimTemplate', 'ResourceClaim'],
  check: (changes, report) => {
    const users = usersOf(changes);
    for (const object of changes.removed) {
      const user = users.get(`${object.type} ${object.place}/${object.name}`);
      if (user) {
        report(object, {
          field: 'metadata.name',
          message: `Invalid value: ${JSON.stringify(object.name)}: is no longer made, and running pods of ${user.toString()} name it`,
          help: 'prune it last, after the roll-out',
        });
      }
    }
  },
};

/** Workloads that stay, by what their pods named before. */
function usersOf({ changed, before }: Changes): ReadonlyMap<string, Manifest> {
  const users = new Map<string, Manifest>();
  for (const { previous } of changed) {
    for (const pods of podSetsOf(before, previous)) {
      for (const claim of asList(pods.spec.resourceClaims)) {
        NAMED.forEach(([field, type]) => users.set(`${type} ${pods.place}/${asText(claim[field]) ?? ''}`, previous));
      }
    }
  }
  return users;
}
