/* Volumes and what drivers of volumes have, as every server of 1.36 accepts them, with each field in at least one of them. */
const metadata = { name: 'sample', labels: { app: 'llm' }, annotations: { 'example.com/note': 'x' }, finalizers: ['example.com/hold'] };
const inZone = { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'topology.kubernetes.io/zone', operator: 'In', values: ['a', 'b'] }] }] } };
const secretRef = { name: 'login', namespace: 'storage' };
const driver = 'csi.example.com';
const csi = {
  driver,
  volumeHandle: 'vol-1',
  readOnly: false,
  fsType: 'ext4',
  volumeAttributes: { tier: 'fast' },
  controllerPublishSecretRef: secretRef,
  nodeStageSecretRef: secretRef,
  nodePublishSecretRef: secretRef,
  controllerExpandSecretRef: secretRef,
  nodeExpandSecretRef: secretRef,
};
const capacity = { storage: '100Gi' };
const accessModes = ['ReadWriteOnce'];
const iscsi = {
  targetPortal: '10.0.0.1:3260',
  iqn: 'iqn.2001-04.com.example:storage',
  lun: 3,
  iscsiInterface: 'default',
  fsType: 'ext4',
  readOnly: true,
  portals: ['10.0.0.2:3260'],
  chapAuthDiscovery: true,
  chapAuthSession: true,
  secretRef,
  initiatorName: 'iqn.2001-04.com.example:us',
};

/** One a source, the first field of which is left out by most. */
const SOURCES: readonly object[] = [
  { hostPath: { path: '/data', type: 'Directory' }, persistentVolumeReclaimPolicy: 'Recycle' },
  { gcePersistentDisk: { pdName: 'disk', fsType: 'ext4', partition: 1, readOnly: true } },
  { awsElasticBlockStore: { volumeID: 'vol-1', fsType: 'ext4', partition: 2, readOnly: false } },
  { glusterfs: { endpoints: 'gluster', path: '/vol', readOnly: true, endpointsNamespace: 'storage' } },
  { flocker: { datasetName: 'data' } },
  { rbd: { monitors: ['10.0.0.1:6789'], image: 'data', fsType: 'ext4', pool: 'fast', user: 'llm', keyring: '/etc/keyring', secretRef, readOnly: true } },
  { quobyte: { registry: 'a.example:7861,b.example:7861', volume: 'data', readOnly: true, user: 'u', group: 'g', tenant: 't' } },
  { cephfs: { monitors: ['10.0.0.1:6789'], path: '/data', user: 'llm', secretFile: '/etc/secret', secretRef, readOnly: true } },
  { iscsi },
  { cinder: { volumeID: 'vol-1', fsType: 'ext4', readOnly: true, secretRef } },
  { fc: { targetWWNs: ['50060e801049cfd1'], lun: 3, fsType: 'ext4', readOnly: true } },
  { flexVolume: { driver: 'example.com/flex', fsType: 'ext4', secretRef, readOnly: true, options: { 'example.com/tier': 'fast' } } },
  { azureFile: { secretName: 'login', shareName: 'data', readOnly: true, secretNamespace: 'storage' } },
  { vsphereVolume: { volumePath: '[store] data', fsType: 'ext4', storagePolicyName: 'fast', storagePolicyID: '1' } },
  { photonPersistentDisk: { pdID: 'disk', fsType: 'ext4' } },
  { portworxVolume: { volumeID: 'vol-1', fsType: 'ext4', readOnly: true } },
  { azureDisk: { diskName: 'disk', diskURI: '/subscriptions/a/disks/b', kind: 'Managed', cachingMode: 'ReadOnly', fsType: 'ext4', readOnly: true } },
  { scaleIO: { gateway: 'https://gateway.example', system: 's', volumeName: 'data', secretRef, sslEnabled: true, protectionDomain: 'p', storagePool: 'q', storageMode: 'ThickProvisioned', fsType: 'xfs', readOnly: true } },
  { storageos: { volumeName: 'data', volumeNamespace: 'storage', fsType: 'ext4', readOnly: true, secretRef } },
];

type Sample = Readonly<Record<string, any>>;

export const STORAGE_SAMPLES: Readonly<Record<string, readonly Sample[]>> = {
  'v1 PersistentVolume': [
    {
      metadata,
      spec: {
        capacity,
        accessModes: ['ReadWriteMany', 'ReadOnlyMany'],
        csi,
        claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: 'ml', name: 'weights' },
        persistentVolumeReclaimPolicy: 'Delete',
        storageClassName: 'fast',
        mountOptions: ['noatime'],
        volumeMode: 'Filesystem',
        nodeAffinity: inZone,
        volumeAttributesClassName: 'gold',
      },
    },
    { metadata: { name: 'sample' }, spec: { capacity, accessModes: ['ReadWriteOncePod'], volumeMode: 'Block', local: { path: '/mnt/disk', fsType: 'ext4' }, nodeAffinity: inZone } },
    { metadata: { name: 'sample', annotations: { 'volume.beta.kubernetes.io/mount-options': 'ro' } }, spec: { capacity, accessModes, nfs: { server: 'nfs.example', path: '/data', readOnly: true }, persistentVolumeReclaimPolicy: 'Retain' } },
    ...SOURCES.map(source => ({ metadata: { name: 'sample' }, spec: { capacity, accessModes, ...source } })),
  ],
  'storage.k8s.io/v1 CSIDriver': [
    {
      metadata,
      spec: {
        attachRequired: false,
        podInfoOnMount: true,
        storageCapacity: true,
        fsGroupPolicy: 'File',
        volumeLifecycleModes: ['Persistent', 'Ephemeral'],
        tokenRequests: [{ audience: 'vault', expirationSeconds: 3600 }, { audience: '', expirationSeconds: 600 }],
        requiresRepublish: true,
        seLinuxMount: true,
        nodeAllocatableUpdatePeriodSeconds: 60,
        serviceAccountTokenInSecrets: true,
      },
    },
    { metadata: { name: 'sample' }, spec: {} },
  ],
  'storage.k8s.io/v1 CSINode': [
    {
      metadata,
      spec: {
        drivers: [
          { name: driver, nodeID: 'i-1', topologyKeys: ['topology.kubernetes.io/zone', 'example.com/rack'], allocatable: { count: 25 } },
          { name: 'nfs.example.com', nodeID: 'node-1', topologyKeys: [] },
        ],
      },
    },
    { metadata: { name: 'sample' }, spec: { drivers: [] } },
  ],
  'storage.k8s.io/v1 CSIStorageCapacity': [
    {
      metadata: { ...metadata, namespace: 'default' },
      storageClassName: 'fast',
      nodeTopology: { matchLabels: { 'topology.kubernetes.io/zone': 'a' }, matchExpressions: [{ key: 'example.com/rack', operator: 'In', values: ['1', '2'] }] },
      capacity: '100Gi',
      maximumVolumeSize: '10Gi',
    },
    { metadata: { name: 'sample' }, storageClassName: 'fast' },
  ],
  'storage.k8s.io/v1 VolumeAttachment': [
    { metadata, spec: { attacher: driver, nodeName: 'node-1', source: { persistentVolumeName: 'weights' } } },
    {
      metadata: { name: 'sample' },
      spec: {
        attacher: driver,
        nodeName: 'node-1',
        source: { inlineVolumeSpec: { accessModes, csi, volumeMode: 'Filesystem', persistentVolumeReclaimPolicy: 'Retain', mountOptions: ['noatime'] } },
      },
    },
  ],
  'storage.k8s.io/v1 VolumeAttributesClass': [
    { metadata, driverName: driver, parameters: { iops: '3000', throughput: '50' } },
  ],
};
