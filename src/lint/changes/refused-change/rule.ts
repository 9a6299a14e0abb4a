import { remedyOfTemplates } from './claim-templates';
import { refusalsOf } from './extensions';
import { asText, objectAt, ownValue } from '../../../base/reading';
import { DefinitionsOfInput } from '../../../kubernetes/definitions';
import { ObjectProblem } from '../../../kubernetes/problem';
import { sameMeaning } from '../../../kubernetes/validation/kinds/meaning';
import { compareQuantities, parseQuantity } from '../../../kubernetes/validation/quantities';
import { validateUpdate } from '../../../kubernetes/validation/update';
import { Facts } from '../../facts/facts';
import { workloadKindOf } from '../../kinds';
import { Report } from '../../rules/rule';
import { Change, ChangeRule } from '../changes';
import { forcedBy } from '../gitops';

/** Fields that may not change once the object exists. */
export const refusedChange: ChangeRule = {
  id: 'AIW4001',
  title: 'change that the API server refuses',
  class: 'rejected',
  reason: 'Selectors, claim templates, templates of Jobs, specs of device claims and others cannot be changed: the apply fails, and what comes after it is not applied.',
  source: 'pkg/apis/*/validation/validation.go, ValidateUpdate functions (v1.36); jobset pkg/webhooks (v0.10.1), lws pkg/webhooks (v0.8.0); measured: real updates of each field',
  remedy: 'Give the new object another name and let the old one go when nothing uses it, or delete the object first where that loses nothing.',
  appliesTo: ['every built-in kind', 'CustomResourceDefinition', 'JobSet', 'LeaderWorkerSet', 'custom resources whose definition has rules about oldSelf'],
  but: 'nothing is said of hooks of Helm and Argo CD, which are made anew, and of Jobs that Argo CD (Force=true,Replace=true) or Flux (force: enabled) replaces',
  check: ({ changed, after }, report) => {
    const definitions = new DefinitionsOfInput(after.objects);
    for (const change of changed.filter(each => !isRunAgain(each))) {
      const forced = forcedBy(change.next);
      const notes = forced === undefined ? [] : [`${forced} has it deleted and made anew instead, with all that belongs to it`];
      const { minor, featureGates: gates } = change.next.cluster;
      validateUpdate(change.previous.body, change.next.body, { minor, gates }, problem => {
        report(change.next, { field: problem.field, message: problem.message, notes, help: problem.help ?? remedyOf(change, problem) });
      });
      refusalsOf(change, definitions).forEach(refusal => report(change.next, { ...refusal, notes }));
      checkExpansion(change, after, report);
    }
  },
};

/** A Job that somebody deletes and makes anew is a new run, which is what is meant. */
function isRunAgain({ next }: Change): boolean {
  return workloadKindOf(next).isRun === true && forcedBy(next) !== undefined;
}

/**
 * A larger claim needs a class that expands, as far as that is here.
 * Source: plugin/pkg/admission/storage/persistentvolume/resize/admission.go (v1.36), which is switched on by default
 */
function checkExpansion({ previous, next }: Change, after: Facts, report: Report): void {
  if (next.type !== 'PersistentVolumeClaim') {
    return;
  }
  const [was, will] = [previous, next].map(({ spec }) => parseQuantity(objectAt(spec, 'resources', 'requests').storage));
  const name = asText(next.spec.storageClassName);
  const storage = name === undefined ? undefined : after.find('storage.k8s.io/StorageClass', '', name);
  if (was && will && compareQuantities(will, was) > 0 && storage && storage.body.allowVolumeExpansion !== true) {
    report(next, {
      field: 'spec.resources.requests.storage',
      message: `Forbidden: only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize (${storage.name})`,
      help: `set allowVolumeExpansion: true on StorageClass ${storage.name} first, where its driver can expand volumes; it may be changed at any time`,
    });
  }
}

const REMEDIES_OF_DEFINITIONS: { readonly [field: string]: string | undefined } = {
  'spec.versions': 'keep it with served: false, rewrite every object in the new version, take it out of status.storedVersions, then drop it',
  'spec.conversion.webhook.clientConfig.caBundle': 'leave it out where something else fills it in, or give a certificate in PEM, in base64',
};

/** How people get such a change in, kind by kind. */
const REMEDIES: { readonly [type: string]: (change: Change, field: string) => string } = {
  'apps/StatefulSet': change => remedyOfTemplates(change) ?? remedyOfSet(change),
  'apps/Deployment': change => `${selectorHelp(change)}give it another name, and move the traffic when its pods are ready`,
  'apps/DaemonSet': change => `${selectorHelp(change)}kubectl delete daemonset ${change.next.name} --cascade=orphan keeps the pods; label them, then apply`,
  'batch/Job': () => 'a Job runs once: give the next run another name (runId of an IndexedTrainingJob)',
  'resource.k8s.io/ResourceClaimTemplate': () => 'give it a name that follows its content, let the workload name the new one, and prune the old one last',
  'resource.k8s.io/ResourceClaim': () => 'make a claim of another name, and let the pods name it',
  'PersistentVolumeClaim': () => 'make a claim of another name and copy the data; only the requested storage may grow',
  'apiextensions.k8s.io/CustomResourceDefinition': (_, field) => REMEDIES_OF_DEFINITIONS[field] ?? 'make a definition of another name and move the objects; deleting this one deletes them all',
  'StorageClass': () => 'make a class of another name: claims that exist keep theirs',
};

/** A selector names what never changes; a release does. */
function selectorHelp({ previous, next }: Change): string {
  const [was, will] = [previous, next].map(({ spec }) => objectAt(spec, 'selector', 'matchLabels'));
  const changed = Object.keys(was).filter(key => was[key] !== will[key]);
  return changed.length === 0 ? '' : `keep ${changed.map(key => `${key}: ${JSON.stringify(was[key])}`).join(', ')} in the selector (what changes with a release belongs into other labels); or `;
}

/** Pods are known by the names that their governing Service gives, and adopted by their labels. */
function remedyOfSet({ previous, next }: Change): string {
  const orphan = `kubectl delete statefulset ${next.name} --cascade=orphan keeps the pods and their claims; then apply`;
  if (asText(previous.spec.serviceName) !== asText(next.spec.serviceName)) {
    return `keep serviceName: ${JSON.stringify(previous.spec.serviceName ?? '')}: every pod would get another DNS name, under which its peers do not know it`;
  }
  return sameMeaning(previous.spec.selector, next.spec.selector, 'selector')
    ? `${orphan}: the new set adopts the pods`
    : `keep the selector: pods without the new labels are not adopted, and stay in the way of new ones of the same names. Otherwise: label the pods, then ${orphan}`;
}

function remedyOf(change: Change, { field }: ObjectProblem): string | undefined {
  return ownValue(REMEDIES, change.next.type)?.(change, field) ?? (field.startsWith('metadata') ? undefined : 'give the object another name, or delete it first');
}
