import { STABLE_NODE_LABELS } from '../../../../base/labels';
import { PlainObject } from '../../../../base/plain';
import { Path } from '../../path';
import { isGiven, listOf, mapOf, textOf } from '../../values';
import { CheckedUpdate, fixed, IMMUTABLE, ValidateChange } from '../change';
import { sameMeaning } from '../meaning';
import { SPEC } from '../subject';

/** The specs of an object as it is, and as it shall be. */
function specsOf({ previous, next }: CheckedUpdate): [before: PlainObject, after: PlainObject] {
  return [mapOf(previous.spec) ?? {}, mapOf(next.spec) ?? {}];
}

/** Fields of a volume that are not its source. */
const OF_VOLUMES: ReadonlySet<string> = new Set([
  'accessModes', 'capacity', 'claimRef', 'mountOptions', 'nodeAffinity', 'persistentVolumeReclaimPolicy', 'storageClassName',
  'volumeAttributesClassName', 'volumeMode',
]);
const EXPAND_SECRET = 'controllerExpandSecretRef';

/** Source: pkg/apis/core/validation/validation.go ValidatePersistentVolumeUpdate (v1.36) */
function validateVolumeChange(change: CheckedUpdate): void {
  const { context, errors } = change;
  const [before, after] = specsOf(change);
  const source = withoutNewSecret(after, before);
  const names = new Set([...Object.keys(before), ...Object.keys(source)]);
  const changed = [...names].filter(name => !OF_VOLUMES.has(name) && !sameMeaning(before[name], source[name], name));
  if (changed.length > 0) {
    errors.forbidden(SPEC.child('persistentvolumesource'), `spec.persistentvolumesource is immutable after creation (${changed.join(', ')})`);
  }
  if (!sameMeaning(before.volumeMode, after.volumeMode, 'volumeMode')) {
    errors.invalid(Path.root('volumeMode'), after.volumeMode, IMMUTABLE);
  }
  if (!context.gate('MutablePVNodeAffinity') && isGiven(before.nodeAffinity)
    && !sameMeaning(promoted(before.nodeAffinity, after.nodeAffinity), after.nodeAffinity)) {
    errors.invalid(Path.root('nodeAffinity'), after.nodeAffinity, `${IMMUTABLE}, except for updating from beta label to GA`);
  }
  if (context.gate('VolumeAttributesClass') && isGiven(before.volumeAttributesClassName) && !isGiven(after.volumeAttributesClassName)) {
    errors.forbidden(SPEC.child('volumeAttributesClassName'), 'update from non-nil value to nil is forbidden');
  }
}

/** What was there, with the stable labels where they stand now. Source: validation.go betaToGALabel (v1.36) */
function promoted(before: unknown, after: unknown): unknown {
  if (Array.isArray(before)) {
    return before.map((each, index) => promoted(each, listOf(after)[index]));
  }
  const [was, is] = [mapOf(before), mapOf(after)];
  return was === undefined || is === undefined ? before : Object.fromEntries(Object.entries(was).map(([name, value]) => {
    const stable = name === 'key' ? STABLE_NODE_LABELS.get(textOf(value)) : undefined;
    return [name, stable !== undefined && stable === is[name] ? stable : promoted(value, is[name])];
  }));
}

/** The secret of expansion may be added. */
function withoutNewSecret(after: PlainObject, before: PlainObject): PlainObject {
  const [csi, previous] = [mapOf(after.csi), mapOf(before.csi)];
  const isNew = csi !== undefined && previous !== undefined && !isGiven(previous[EXPAND_SECRET]);
  return isNew ? { ...after, csi: { ...csi, [EXPAND_SECRET]: null } } : after;
}

/** Source: pkg/apis/storage/validation/validation.go ValidateCSIDriverUpdate (v1.36) */
function validateDriverChange(change: CheckedUpdate): void {
  const [before, after] = specsOf(change);
  if ((before.attachRequired ?? true) !== (after.attachRequired ?? true)) {
    // The name is the API server's slip.
    change.errors.invalid(SPEC.child('attachedRequired'), after.attachRequired ?? true, IMMUTABLE);
  }
  if (!sameMeaning(modesOf(before), modesOf(after))) {
    change.errors.invalid(SPEC.child('volumeLifecycleModes'), modesOf(after), IMMUTABLE);
  }
}

function modesOf({ volumeLifecycleModes }: PlainObject): readonly unknown[] {
  return listOf(volumeLifecycleModes).length === 0 ? ['Persistent'] : listOf(volumeLifecycleModes);
}

/** A driver stays as it is, or goes. Source: validation.go ValidateCSINodeUpdate (v1.36) */
function validateNodeChange(change: CheckedUpdate): void {
  const left = change.context.gate('MutableCSINodeAllocatableCount') ? { allocatable: null } : {};
  const [before, after] = specsOf(change).map(({ drivers }) => listOf(drivers).map(each => ({ ...mapOf(each), ...left } as PlainObject)));
  for (const was of before) {
    for (const is of after.filter(each => each.name === was.name && !sameMeaning(was, each))) {
      change.errors.invalid(SPEC.child('drivers'), is, IMMUTABLE);
    }
  }
}

/** Source: validation.go ValidateVolumeAttributesClassUpdate (v1.36) */
function validateAttributesChange({ previous, next, errors }: CheckedUpdate): void {
  for (const name of ['driverName', 'parameters'].filter(each => !sameMeaning(previous[each], next[each], each))) {
    errors.forbidden(Path.root(name), `updates to ${name} are forbidden.`);
  }
}

/** By group and kind. */
export const STORAGE_CHANGES: ReadonlyArray<readonly [string, ValidateChange]> = [
  ['PersistentVolume', validateVolumeChange],
  ['storage.k8s.io/CSIDriver', validateDriverChange],
  ['storage.k8s.io/CSINode', validateNodeChange],
  ['storage.k8s.io/CSIStorageCapacity', fixed([], ['nodeTopology', 'storageClassName'])],
  ['storage.k8s.io/VolumeAttachment', fixed([], ['spec'])],
  ['storage.k8s.io/VolumeAttributesClass', validateAttributesChange],
];
