import { posix } from 'path';
import { validateVolumeSources, VolumeScope } from './persistent-volume-sources';
import { PlainObject } from '../../../../base/plain';
import { Errors } from '../../errors';
import { generatedName } from '../../metadata';
import { Path } from '../../path';
import { validateNodeSelector } from '../../pod/affinity';
import { isNegative, isZero, parseQuantity } from '../../quantities';
import { isGiven, listOf, mapOf, textOf } from '../../values';
import { validateAccessModes, validateClassName, validateVolumeMode } from '../persistent-volume-claim';
import { Subject, SPEC } from '../subject';

const RECLAIM_POLICIES = ['Delete', 'Recycle', 'Retain'];

/** Source: pkg/apis/core/validation/validation.go ValidatePersistentVolume (v1.36) */
export function validatePersistentVolume({ body, spec, context, errors }: Subject): void {
  const [policy, metadata] = [textOf(spec.persistentVolumeReclaimPolicy), mapOf(body.metadata) ?? {}];
  const affinity = mapOf(spec.nodeAffinity);
  validateVolume(spec, SPEC, { errors, name: generatedName(metadata), hasNodeAffinity: affinity !== undefined });
  validateCapacity(mapOf(spec.capacity) ?? {}, SPEC.child('capacity'), errors);
  if (policy !== '' && !RECLAIM_POLICIES.includes(policy)) {
    errors.unsupported(SPEC.child('persistentVolumeReclaimPolicy'), policy, RECLAIM_POLICIES);
  }
  if (affinity !== undefined) {
    validateVolumeAffinity(affinity, SPEC.child('nodeAffinity').child('required'), errors);
  }
  validateClassName(spec.storageClassName, SPEC.child('storageClassName'), errors);
  validateVolumeMode(spec.volumeMode, SPEC.child('volumeMode'), errors);
  if (isGiven(spec.volumeAttributesClassName) && context.gate('VolumeAttributesClass')) {
    validateAttributesClass(spec, errors);
  }
  validateMountOptions(mapOf(metadata.annotations) ?? {}, spec, errors);
}

/** What holds of a volume that is written into another object too. Source: validation.go ValidatePersistentVolumeSpec (v1.36) */
export function validateVolume(spec: PlainObject, path: Path, scope: VolumeScope): void {
  const { errors } = scope;
  validateAccessModes(listOf(spec.accessModes), path.child('accessModes'), errors);
  validateVolumeSources(spec, path, scope);
  if (spec.persistentVolumeReclaimPolicy === 'Recycle' && posix.normalize(textOf(mapOf(spec.hostPath)?.path)) === '/') {
    errors.forbidden(path.child('persistentVolumeReclaimPolicy'), "may not be 'recycle' for a hostPath mount of '/'");
  }
}

function validateCapacity(capacity: PlainObject, path: Path, errors: Errors): void {
  const names = Object.keys(capacity);
  if (names.length === 0) {
    errors.required(path);
  }
  if (names.length !== 1 || names[0] !== 'storage') {
    errors.unsupported(path, capacity, ['storage']);
  }
  for (const name of names) {
    // Null is 0 to a quantity.
    const quantity = parseQuantity(capacity[name] ?? '0');
    if (quantity !== undefined && (isZero(quantity) || isNegative(quantity))) {
      errors.invalid(path.key(name), quantity.text, 'must be greater than zero');
    }
  }
}

function validateVolumeAffinity(affinity: PlainObject, path: Path, errors: Errors): void {
  const required = mapOf(affinity.required);
  if (required === undefined) {
    errors.required(path, 'must specify required node constraints');
  } else {
    validateNodeSelector(required, path, errors);
  }
}

function validateAttributesClass(spec: PlainObject, errors: Errors): void {
  const path = SPEC.child('volumeAttributesClassName');
  if (textOf(spec.volumeAttributesClassName) === '') {
    errors.required(path, 'an empty string is disallowed');
  }
  validateClassName(spec.volumeAttributesClassName, path, errors);
  if (mapOf(spec.csi) === undefined) {
    errors.required(SPEC.child('csi'), 'has to be specified when using volumeAttributesClassName');
  }
}

const MOUNT_OPTIONS = 'volume.beta.kubernetes.io/mount-options';
const MOUNTED_WITH_OPTIONS = [
  'gcePersistentDisk', 'awsElasticBlockStore', 'glusterfs', 'nfs', 'rbd', 'quobyte', 'iscsi', 'cinder', 'cephfs', 'azureFile', 'vsphereVolume', 'azureDisk',
  'photonPersistentDisk',
];

/** Source: pkg/volume/validation/pv_validation.go checkMountOption (v1.36) */
function validateMountOptions(annotations: PlainObject, spec: PlainObject, errors: Errors): void {
  if (Object.hasOwn(annotations, MOUNT_OPTIONS) && MOUNTED_WITH_OPTIONS.every(source => mapOf(spec[source]) === undefined)) {
    errors.forbidden(Path.root('metadata').child('annotations').child(MOUNT_OPTIONS), 'may not specify mount options for this volume type');
  }
}
