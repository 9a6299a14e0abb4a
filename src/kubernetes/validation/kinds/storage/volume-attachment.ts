import { validateVolume } from './persistent-volume';
import { PlainObject } from '../../../../base/plain';
import { Errors } from '../../errors';
import { dnsSubdomain } from '../../names';
import { isGiven, mapOf, textOf } from '../../values';
import { validateDriverName } from '../device-names';
import { Subject, SPEC } from '../subject';

const SOURCE = SPEC.child('source');
const [INLINE, BY_NAME] = [SOURCE.child('inlineVolumeSpec'), SOURCE.child('persistentVolumeName')];

/** The status is not kept at creation. Source: pkg/apis/storage/validation/validation.go ValidateVolumeAttachment (v1.36) */
export function validateVolumeAttachment({ spec, errors }: Subject): void {
  const nodeName = textOf(spec.nodeName);
  validateDriverName(textOf(spec.attacher), SPEC.child('attacher'), errors);
  validateSource(mapOf(spec.source) ?? {}, errors);
  errors.invalidAll(SPEC.child('nodeName'), nodeName, dnsSubdomain(nodeName));
}

const ONE_OF = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';

function validateSource({ inlineVolumeSpec, persistentVolumeName }: PlainObject, errors: Errors): void {
  const [inline, name] = [mapOf(inlineVolumeSpec), isGiven(persistentVolumeName) ? textOf(persistentVolumeName) : undefined];
  if (inline !== undefined && name !== undefined) {
    errors.forbidden(SOURCE, ONE_OF);
  } else if (inline !== undefined) {
    validateInline(inline, errors);
  } else if (name === undefined) {
    errors.required(SOURCE, ONE_OF);
  } else if (name === '') {
    errors.required(BY_NAME, 'must specify non empty persistentVolumeName');
  }
  if (name !== undefined) {
    errors.invalidAll(BY_NAME, name, dnsSubdomain(name));
  }
}

/** What belongs to a volume that claims are bound to, and not to one of a pod. */
const OF_BOUND = ['claimRef', 'capacity', 'nodeAffinity', 'storageClassName'];
const CONTEXT = 'in the context of inline volumes';

function validateInline(spec: PlainObject, errors: Errors): void {
  for (const name of OF_BOUND.filter(each => isSaid(spec[each], each))) {
    errors.forbidden(INLINE.child(name), `may not be specified ${CONTEXT}`);
  }
  if (mapOf(spec.csi) === undefined) {
    errors.required(INLINE.child('csi'), `has to be specified ${CONTEXT}`);
  }
  validateVolume(spec, INLINE, { errors, name: '', hasNodeAffinity: false });
  if (!['', 'Retain'].includes(textOf(spec.persistentVolumeReclaimPolicy))) {
    errors.forbidden(INLINE.child('persistentVolumeReclaimPolicy'), `may only be Retain ${CONTEXT}`);
  }
  if (isGiven(spec.volumeMode) && spec.volumeMode !== 'Filesystem') {
    errors.forbidden(INLINE.child('volumeMode'), `may not specify volumeMode other than Filesystem ${CONTEXT}`);
  }
}

/** An empty name is none, as is an empty capacity; an empty reference is one. */
function isSaid(value: unknown, name: string): boolean {
  const map = mapOf(value);
  return map === undefined ? textOf(value) !== '' : name !== 'capacity' || Object.keys(map).length > 0;
}
