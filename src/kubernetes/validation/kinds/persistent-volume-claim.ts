import { PlainObject } from '../../../base/plain';
import { ServerContext } from '../context';
import { Errors } from '../errors';
import { validateLabelSelector } from '../labels';
import { dnsSubdomain, dnsLabel } from '../names';
import { Path } from '../path';
import { isNegative, isZero, parseQuantity } from '../quantities';
import { isGiven, listOf, mapOf, textOf } from '../values';
import { Subject, SPEC } from './subject';

const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
const VOLUME_MODES = ['Block', 'Filesystem'];
const DATA_SOURCE = SPEC.child('dataSource');

/** Source: pkg/apis/core/validation/validation.go ValidatePersistentVolumeClaim (v1.36) */
export function validatePersistentVolumeClaim(subject: Subject): void {
  const read = asRead(subject);
  validateClaimSpec(read, SPEC, subject.errors, subject.context);
  if (mapOf(subject.spec.dataSource) !== undefined && read.dataSource === undefined) {
    subject.errors.drop(DATA_SOURCE, subject.spec.dataSource, 'only a PersistentVolumeClaim or a VolumeSnapshot can stand here, everything else in dataSourceRef');
  }
}

/**
 * Sources as the registry reads them: one that is neither a claim nor a snapshot counts only in `dataSourceRef`, a reference into
 * another namespace is dropped without its gate, and where one of the two is missing it is copied from the other.
 * Source: pkg/api/persistentvolumeclaim/util.go (v1.36)
 */
export function asRead({ spec, context }: Pick<Subject, 'spec' | 'context'>): PlainObject {
  const [source, reference] = [mapOf(spec.dataSource), mapOf(spec.dataSourceRef)];
  if (source === undefined && reference === undefined) {
    return spec;
  }
  const isFar = textOf(reference?.namespace) !== '' && !context.gate('CrossNamespaceVolumeDataSource');
  const keptReference = isFar ? undefined : reference;
  const isOld = source !== undefined && (isGroup(source, '') && source.kind === 'PersistentVolumeClaim'
    || isGroup(source, 'snapshot.storage.k8s.io') && source.kind === 'VolumeSnapshot');
  const keptSource = keptReference === undefined && !isOld ? undefined : source;
  const copied = textOf(keptReference?.namespace) === '' ? keptReference : undefined;
  return { ...spec, dataSource: (keptSource ?? copied) as PlainObject, dataSourceRef: (keptReference ?? keptSource) as PlainObject };
}

function isGroup(source: PlainObject, group: string): boolean {
  return textOf(source.apiGroup) === group;
}

/** Also of the claim templates of a StatefulSet. Source: validation.go ValidatePersistentVolumeClaimSpec (v1.36) */
export function validateClaimSpec(spec: PlainObject, path: Path, errors: Errors, context: ServerContext): void {
  validateAccessModes(listOf(spec.accessModes), path.child('accessModes'), errors);
  validateLabelSelector(spec.selector, path.child('selector'), errors);
  validateStorage(spec, path, errors);
  validateClassName(spec.storageClassName, path.child('storageClassName'), errors);
  validateVolumeMode(spec.volumeMode, path.child('volumeMode'), errors);
  validateSources(spec, path, errors);
  if (context.gate('VolumeAttributesClass')) {
    validateClassName(spec.volumeAttributesClassName, path.child('volumeAttributesClassName'), errors);
  }
}

/** Also of persistent volumes, as the next one and the class. */
export function validateVolumeMode(mode: unknown, path: Path, errors: Errors): void {
  if (isGiven(mode) && !VOLUME_MODES.includes(textOf(mode))) {
    errors.unsupported(path, mode, VOLUME_MODES);
  }
}

export function validateAccessModes(modes: readonly unknown[], path: Path, errors: Errors): void {
  if (modes.length === 0) {
    errors.required(path, 'at least 1 access mode is required');
  }
  for (const mode of modes) {
    if (!ACCESS_MODES.includes(textOf(mode))) {
      errors.unsupported(path, mode, ACCESS_MODES);
    }
  }
  if (modes.includes('ReadWriteOncePod') && modes.some(mode => mode !== 'ReadWriteOncePod' && ACCESS_MODES.includes(textOf(mode)))) {
    errors.forbidden(path, 'may not use ReadWriteOncePod with other access modes');
  }
}

function validateStorage(spec: PlainObject, path: Path, errors: Errors): void {
  const storage = mapOf(mapOf(spec.resources)?.requests)?.storage;
  if (!isGiven(storage)) {
    // Null is 0 to a quantity, not nothing.
    if (storage === undefined) {
      errors.required(path.child('resources').key('storage'));
    } else {
      errors.invalid(path.child('resources').key('storage'), '0', 'must be greater than zero');
    }
    return;
  }
  const quantity = parseQuantity(storage);
  if (quantity !== undefined && (isZero(quantity) || isNegative(quantity))) {
    errors.invalid(path.child('resources').key('storage'), storage, 'must be greater than zero');
  }
}

export function validateClassName(name: unknown, path: Path, errors: Errors): void {
  const text = textOf(name);
  if (text !== '') {
    errors.invalidAll(path, text, dnsSubdomain(text));
  }
}

function validateSources(spec: PlainObject, path: Path, errors: Errors): void {
  const [source, reference] = [mapOf(spec.dataSource), mapOf(spec.dataSourceRef)];
  if (source !== undefined) {
    validateSource(source, path.child('dataSource'), errors);
  }
  if (reference === undefined) {
    return;
  }
  validateSource(reference, path.child('dataSourceRef'), errors);
  const namespace = textOf(reference.namespace);
  if (namespace !== '') {
    errors.invalidAll(path.child('dataSourceRef').child('namespace'), namespace, dnsLabel(namespace));
  }
  if (source !== undefined && namespace !== '') {
    errors.invalid(path, 'dataSource', 'may not be specified when dataSourceRef.namespace is specified');
  } else if (source !== undefined && (['apiGroup', 'kind', 'name'].some(key => (source[key] ?? undefined) !== (reference[key] ?? undefined)))) {
    errors.invalid(path, 'dataSource', 'must match dataSourceRef');
  }
}

function validateSource(source: PlainObject, path: Path, errors: Errors): void {
  const [group, kind] = [textOf(source.apiGroup), textOf(source.kind)];
  if (textOf(source.name) === '') {
    errors.required(path.child('name'));
  }
  if (kind === '') {
    errors.required(path.child('kind'));
  }
  if (group === '' && kind !== 'PersistentVolumeClaim') {
    errors.invalid(path, kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup");
  }
  if (group !== '') {
    errors.invalidAll(path.child('apiGroup'), group, dnsSubdomain(group));
  }
}
