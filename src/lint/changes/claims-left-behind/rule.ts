import { asText, objectAt } from '../../../base/reading';
import { Manifest } from '../../../kubernetes/manifest';
import { isScaled } from '../../facts/autoscaling';
import { Report } from '../../rules/rule';
import { Change, ChangeRule, Changes } from '../changes';
import { isKeptFromPruning } from '../gitops';
import { CLAIMED, claimNamesInRanges, hasClaims, inRanges, missingOrdinals, ordinalsOf, retentionOf } from '../sets';
import { successorOf } from '../successor';
import { firstOf } from '../wording';

/** Volumes that nobody uses any more, or that go with their data. */
export const claimsLeftBehind: ChangeRule = {
  id: 'AIW4003',
  title: 'claims are left behind or deleted',
  class: 'lossy',
  reason: 'A set that shrinks, goes, or gets another name or namespace leaves its claims behind, where nobody reads them, they cost money, and they come back with old data when it grows; with the policy Delete they go, '
    + 'and with most storage classes the data too. A claim that is pruned is deleted as soon as no pod uses it; a namespace goes with everything in it, a definition with every object of its kind.',
  source: 'pkg/controller/statefulset/stateful_set_utils.go (v1.36), persistentVolumeClaimRetentionPolicy; pkg/controller/volume/pvcprotection (v1.36); measured: claims of real sets that shrank',
  remedy: 'Say what is to become of the data before the change: back it up, move it, or delete the claims by hand afterwards. Then accept the finding with that reason.',
  appliesTo: ['StatefulSet', 'LeaderWorkerSet', 'PersistentVolumeClaim', 'PersistentVolume', 'Namespace', 'CustomResourceDefinition'],
  but: 'nothing is said of objects that an annotation of Argo CD, Flux or Helm keeps from being pruned',
  check: (changes, report) => {
    changes.changed.filter(({ next }) => CLAIMED.has(next.type) && !isScaled(changes.after, next)).forEach(change => checkScale(change, report));
    changes.removed.filter(object => !isKeptFromPruning(object)).forEach(object => CHECKS.get(object.type)?.(object, changes, report));
  },
};

type CheckRemoved = (object: Manifest, changes: Changes, report: Report) => void;

const CHECKS: ReadonlyMap<string, CheckRemoved> = new Map<string, CheckRemoved>([
  ...[...CLAIMED].map(type => [type, checkSet] as const),
  ['PersistentVolumeClaim', checkClaim],
  ['PersistentVolume', checkVolume],
  ['Namespace', checkNamespace],
  ['apiextensions.k8s.io/CustomResourceDefinition', checkDefinition],
]);

function checkScale({ previous, next }: Change, report: Report): void {
  const gone = missingOrdinals(ordinalsOf(previous), ordinalsOf(next));
  if (gone.length > 0 && hasClaims(previous)) {
    const isDeleted = retentionOf(next, 'whenScaled') === 'Delete';
    report(next, {
      field: 'spec.replicas',
      message: `Invalid value: ${JSON.stringify(next.spec.replicas ?? 1)}: the ${next.kind === 'StatefulSet' ? 'pods' : 'groups'} ${inRanges(gone)} go, and their claims ${isDeleted ? 'are deleted' : 'stay behind'}`,
      notes: [`claims: ${claimNamesInRanges(previous, gone)}`],
      help: isDeleted
        ? 'set persistentVolumeClaimRetentionPolicy.whenScaled: Retain first where the data is still wanted'
        : 'let the pods hand over what they hold first; delete the claims by hand once nobody wants the data',
    });
  }
}

function checkSet(set: Manifest, changes: Changes, report: Report): void {
  if (!hasClaims(set)) {
    return;
  }
  const isDeleted = retentionOf(set, 'whenDeleted') === 'Delete';
  const [successor, fate] = [successorOf(set, changes), `its claims ${isDeleted ? 'are deleted with it' : 'stay behind'}`];
  report(set, {
    field: successor !== undefined && successor.place !== set.place ? 'metadata.namespace' : 'metadata.name',
    message: `Invalid value: ${JSON.stringify(set.name)}: is no longer made: ${fate}${successor ? `, and ${successor.toString()} starts with new, empty ones` : ''}`,
    notes: [`claims: ${claimNamesInRanges(set, [ordinalsOf(set)])}`],
    help: isDeleted
      ? 'set persistentVolumeClaimRetentionPolicy.whenDeleted: Retain in a change of its own first where the data is still wanted'
      : successor ? `keep the name and namespace, or move the data into the claims of ${successor.toString()}` : 'a set of another name does not find them: rename nothing, or move the data',
  });
}

const KEEP = 'keep it, or annotate it so that nothing prunes it (Argo CD: argocd.argoproj.io/sync-options: Prune=false; Flux: kustomize.toolkit.fluxcd.io/prune: disabled)';

function checkClaim(claim: Manifest, changes: Changes, report: Report): void {
  const successor = successorOf(claim, changes);
  const data = 'and its data where the storage class reclaims by deleting';
  report(claim, {
    field: successor ? 'metadata.namespace' : 'metadata.name',
    message: `Invalid value: ${JSON.stringify(claim.name)}: is no longer made: whoever prunes deletes it, ${data}${successor ? `; ${successor.toString()} is another claim, and empty` : ''}`,
    help: KEEP,
  });
}

function checkVolume(volume: Manifest, _: Changes, report: Report): void {
  const isDeleted = volume.spec.persistentVolumeReclaimPolicy === 'Delete';
  report(volume, {
    // The disk stays, but the claim that is bound to it is lost.
    class: isDeleted ? 'lossy' : 'risky',
    field: 'metadata.name',
    message: `Invalid value: ${JSON.stringify(volume.name)}: is no longer made: whoever prunes deletes it once its claim is gone${isDeleted ? ', and the data with it' : '; the data stay where they are'}`,
    help: KEEP,
  });
}

function checkNamespace(namespace: Manifest, { before }: Changes, report: Report): void {
  const inside = (type: string) => before.ofType(type).filter(({ place }) => place === namespace.name);
  const claims = [
    ...inside('PersistentVolumeClaim').map(({ name }) => name),
    ...[...CLAIMED].flatMap(inside).filter(hasClaims).map(set => claimNamesInRanges(set, [ordinalsOf(set)])),
  ];
  report(namespace, {
    field: 'metadata.name',
    message: `Invalid value: ${JSON.stringify(namespace.name)}: is no longer made: whoever prunes deletes it with everything in it, what is not in these files too`,
    notes: claims.length > 0 ? [`claims: ${firstOf(claims)}`] : [],
    help: KEEP,
  });
}

/** Source: apiextensions-apiserver pkg/controller/finalizer/crd_finalizer.go (v1.36): all instances are deleted before the definition is */
function checkDefinition(definition: Manifest, { before, changed }: Changes, report: Report): void {
  const kind = asText(objectAt(definition.spec, 'names').kind) ?? '';
  const type = `${asText(definition.spec.group) ?? ''}/${kind}`;
  const held = before.ofType(type);
  const stay = changed.filter(({ next }) => next.type === type).length;
  report(definition, {
    field: 'metadata.name',
    message: `Invalid value: ${JSON.stringify(definition.name)}: is no longer made: whoever prunes deletes it, and with it every ${kind} in the cluster, and what those own`,
    notes: held.length > 0 ? [`of these files: ${firstOf(held.map(object => object.toString()))}${stay > 0 ? ', which are applied all the same' : ''}`] : [],
    help: KEEP,
  });
}
