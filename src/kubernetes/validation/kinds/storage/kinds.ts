import type { ValidateKind } from '../subject';

interface StorageRules {
  readonly load: () => ValidateKind;
  readonly versions?: readonly string[];
}

/* eslint-disable @typescript-eslint/no-require-imports -- the code for a kind is loaded when its first object comes */
/** Kinds of volumes, and of the drivers that make and attach them; their validation is complete. */
export const STORAGE: ReadonlyArray<readonly [string, StorageRules]> = [
  ['PersistentVolume', { load: () => (require('./persistent-volume') as typeof import('./persistent-volume')).validatePersistentVolume }],
  ['storage.k8s.io/CSIDriver', { load: () => (require('./csi-driver') as typeof import('./csi-driver')).validateCsiDriver }],
  ['storage.k8s.io/CSINode', { load: () => (require('./csi-node') as typeof import('./csi-node')).validateCsiNode }],
  ['storage.k8s.io/CSIStorageCapacity', { load: () => (require('./csi-storage-capacity') as typeof import('./csi-storage-capacity')).validateCsiStorageCapacity }],
  ['storage.k8s.io/VolumeAttachment', { load: () => (require('./volume-attachment') as typeof import('./volume-attachment')).validateVolumeAttachment }],
  ['storage.k8s.io/VolumeAttributesClass', {
    versions: ['v1', 'v1beta1'],
    load: () => (require('./volume-attributes-class') as typeof import('./volume-attributes-class')).validateVolumeAttributesClass,
  }],
];
/* eslint-enable @typescript-eslint/no-require-imports */
