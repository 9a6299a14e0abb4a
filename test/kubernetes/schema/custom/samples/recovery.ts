import { PlainObject } from '../../../../../src/base/plain';

const metadata = { name: 'sample', namespace: 'default' };

const velero = (kind: string, spec: PlainObject): PlainObject => ({ apiVersion: 'velero.io/v1', kind, metadata, spec });

const selector = { matchLabels: { app: 'llm' }, matchExpressions: [{ key: 'role', operator: 'In', values: ['leader'] }] };

const template: PlainObject = {
  includedNamespaces: ['default'],
  excludedResources: ['events'],
  includedResources: ['*'],
  includeClusterResources: false,
  labelSelector: selector,
  snapshotVolumes: true,
  snapshotMoveData: true,
  defaultVolumesToFsBackup: false,
  storageLocation: 'default',
  volumeSnapshotLocations: ['default'],
  ttl: '720h0m0s',
  csiSnapshotTimeout: '10m',
  itemOperationTimeout: '4h',
  metadata: { labels: { team: 'a' } },
  resourcePolicy: { kind: 'configmap', name: 'policy' },
  uploaderConfig: { parallelFilesUpload: 4 },
  hooks: {
    resources: [{
      name: 'freeze',
      includedNamespaces: ['default'],
      labelSelector: selector,
      pre: [{ exec: { container: 'main', command: ['sync'], onError: 'Fail', timeout: '30s' } }],
      post: [{ exec: { container: 'main', command: ['true'], onError: 'Continue', timeout: '30s' } }],
    }],
  },
};

const VELERO: readonly PlainObject[] = [
  velero('Schedule', { schedule: '0 3 * * *', paused: false, skipImmediately: true, useOwnerReferencesInBackup: false, template }),
  velero('Backup', template),
  velero('Restore', {
    backupName: 'sample',
    includedNamespaces: ['default'],
    namespaceMapping: { default: 'restored' },
    restorePVs: true,
    preserveNodePorts: false,
    existingResourcePolicy: 'update',
    restoreStatus: { includedResources: ['jobs'] },
    orLabelSelectors: [selector],
    hooks: { resources: [{ name: 'warm', postHooks: [{ exec: { command: ['true'], waitTimeout: '5m', execTimeout: '1m', onError: 'Continue', waitForReady: true } }] }] },
  }),
  velero('BackupStorageLocation', {
    provider: 'aws',
    accessMode: 'ReadWrite',
    default: true,
    backupSyncPeriod: '1m',
    validationFrequency: '1m',
    config: { region: 'eu-1' },
    credential: { name: 'cloud', key: 'credentials', optional: false },
    objectStorage: { bucket: 'backups', prefix: 'llm', caCert: 'aGVsbG8=' },
  }),
  velero('VolumeSnapshotLocation', { provider: 'aws', config: { region: 'eu-1' }, credential: { name: 'cloud', key: 'credentials' } }),
];

const snapshot = (group: string, version: string, kind: string, more: PlainObject): PlainObject =>
  ({ apiVersion: `${group}.storage.k8s.io/${version}`, kind, metadata: { name: 'sample', ...kind.endsWith('Snapshot') && { namespace: 'default' } }, ...more });

const parameters = { 'csi.storage.k8s.io/snapshotter-secret-name': 'storage' };

const groupClaim = { source: { selector: { matchLabels: { app: 'llm' } } }, volumeGroupSnapshotClassName: 'fast' };

const SNAPSHOTS: readonly PlainObject[] = [
  snapshot('snapshot', 'v1', 'VolumeSnapshot', { spec: { source: { persistentVolumeClaimName: 'models' }, volumeSnapshotClassName: 'fast' } }),
  snapshot('snapshot', 'v1', 'VolumeSnapshotClass', { driver: 'csi.example.org', deletionPolicy: 'Retain', parameters }),
  snapshot('snapshot', 'v1', 'VolumeSnapshotContent', {
    spec: {
      driver: 'csi.example.org',
      deletionPolicy: 'Delete',
      source: { snapshotHandle: 'handle' },
      sourceVolumeMode: 'Filesystem',
      volumeSnapshotClassName: 'fast',
      volumeSnapshotRef: { apiVersion: 'snapshot.storage.k8s.io/v1', kind: 'VolumeSnapshot', name: 'sample', namespace: 'default' },
    },
  }),
  snapshot('groupsnapshot', 'v1', 'VolumeGroupSnapshot', { spec: groupClaim }),
  snapshot('groupsnapshot', 'v1beta1', 'VolumeGroupSnapshot', { spec: groupClaim }),
  snapshot('groupsnapshot', 'v1', 'VolumeGroupSnapshotClass', { driver: 'csi.example.org', deletionPolicy: 'Delete', parameters }),
  snapshot('groupsnapshot', 'v1', 'VolumeGroupSnapshotContent', {
    spec: {
      driver: 'csi.example.org',
      deletionPolicy: 'Delete',
      source: { groupSnapshotHandles: { volumeGroupSnapshotHandle: 'group', volumeSnapshotHandles: ['one', 'two'] } },
      volumeGroupSnapshotClassName: 'fast',
      volumeGroupSnapshotRef: { name: 'sample', namespace: 'default' },
    },
  }),
];

/** Backups and snapshots. */
export const RECOVERY: readonly PlainObject[] = [...VELERO, ...SNAPSHOTS];
