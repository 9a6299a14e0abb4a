import { FieldSample, Samples } from '../example';

const PROJECTION = 'core.v1.PodCertificateProjection';
const SOURCE = 'core.v1.PersistentVolumeSpec';

/** Sources of a persistent volume: it has one, so what a probe sets takes the place of the base's. */
const SOURCES = [
  'awsElasticBlockStore', 'azureDisk', 'azureFile', 'cephfs', 'cinder', 'csi', 'fc', 'flexVolume', 'flocker', 'gcePersistentDisk', 'glusterfs', 'hostPath',
  'iscsi', 'photonPersistentDisk', 'portworxVolume', 'quobyte', 'rbd', 'scaleIO', 'storageos', 'vsphereVolume',
];

const LOCAL = { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'Exists' }] }] };
const CLAIM = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };

function forEach(fields: readonly string[], sample: FieldSample): Record<string, FieldSample> {
  return Object.fromEntries(fields.map(field => [field, sample]));
}

/** Volumes of pods, claims and persistent volumes. */
export const VOLUMES: Samples = {
  fields: {
    ...forEach(SOURCES.map(source => `${SOURCE}.${source}`), { beside: around => { delete around(SOURCE).nfs; } }),
    [`${SOURCE}.local`]: { beside: around => { delete around(SOURCE).nfs; around(SOURCE).nodeAffinity = { required: LOCAL }; } },
    [`${SOURCE}.volumeAttributesClassName`]: {
      beside: around => { delete around(SOURCE).nfs; around(SOURCE).csi = { driver: 'a', volumeHandle: 'a' }; },
    },
    'apps.v1.StatefulSetSpec.volumeClaimTemplates': { beside: around => { around('core.v1.PersistentVolumeClaim').metadata.name ??= 'a'; } },
    [`${SOURCE}.capacity`]: { value: { storage: '7Gi' } },
    'core.v1.AzureDiskVolumeSource.kind': {
      beside: (around, kind) => { around('core.v1.AzureDiskVolumeSource').diskURI = kind === 'Managed' ? '/subscriptions/a' : 'https://a/a'; },
    },
    'core.v1.AzureDiskVolumeSource.diskURI': { value: 'https://a/a' },
    'core.v1.EmptyDirVolumeSource.medium': { values: ['HugePages', 'HugePages-2Mi', 'Memory'] },
    'core.v1.ISCSIVolumeSource.iqn': { value: 'iqn.2026-01.io.a:a' },
    'core.v1.ISCSIPersistentVolumeSource.iqn': { value: 'iqn.2026-01.io.a:a' },
    'core.v1.ISCSIVolumeSource.initiatorName': { value: 'iqn.2026-01.io.a:b' },
    'core.v1.ISCSIPersistentVolumeSource.initiatorName': { value: 'iqn.2026-01.io.a:b' },
    'core.v1.PersistentVolumeClaim.apiVersion': { value: 'v1' },
    'core.v1.PersistentVolumeClaim.kind': { value: 'PersistentVolumeClaim' },
    // Other sources are for dataSourceRef, and dropped here.
    'core.v1.TypedLocalObjectReference.apiGroup': { value: 'snapshot.storage.k8s.io' },
    'dataSource.core.v1.TypedLocalObjectReference.kind': { value: 'PersistentVolumeClaim' },
    'core.v1.TypedObjectReference.apiGroup': { value: 'a.io' },
    'core.v1.VolumeResourceRequirements.limits': { value: { storage: '7Gi' } },
    'core.v1.VolumeResourceRequirements.requests': { value: { storage: '7Gi' } },
    'core.v1.NFSVolumeSource.path': { value: '/a' },
    'core.v1.GCEPersistentDiskVolumeSource.partition': { value: 7 },
    'core.v1.ServiceAccountTokenProjection.expirationSeconds': { value: 700 },
    'core.v1.ResourceFieldSelector.containerName': { value: 'a' },
    'core.v1.ClusterTrustBundleProjection.signerName': { value: 'a.io/a', beside: around => { delete around('core.v1.ClusterTrustBundleProjection').name; } },
    'core.v1.ClusterTrustBundleProjection.labelSelector': {
      beside: around => {
        delete around('core.v1.ClusterTrustBundleProjection').name;
        around('core.v1.ClusterTrustBundleProjection').signerName = 'a.io/a';
      },
    },
    [`${PROJECTION}.keyType`]: { values: ['ECDSAP256', 'ECDSAP384', 'ECDSAP521', 'ED25519', 'RSA3072', 'RSA4096'] },
    [`${PROJECTION}.maxExpirationSeconds`]: { value: 7200 },
    [`${PROJECTION}.signerName`]: { value: 'a.io/a' },
    [`${PROJECTION}.userAnnotations`]: { value: { 'a.io/a': 'a' } },
    'core.v1.QuobyteVolumeSource.registry': { value: 'a:7' },
    'core.v1.VolumeProjection.serviceAccountToken': { beside: around => { around('core.v1.PodSpec').serviceAccountName = 'a'; } },
    ...forEach(['core.v1.ISCSIVolumeSource.chapAuthDiscovery', 'core.v1.ISCSIVolumeSource.chapAuthSession'], {
      beside: around => { around('core.v1.ISCSIVolumeSource').secretRef = { name: 'a' }; },
    }),
    ...forEach(['core.v1.ISCSIPersistentVolumeSource.chapAuthDiscovery', 'core.v1.ISCSIPersistentVolumeSource.chapAuthSession'], {
      beside: around => { around('core.v1.ISCSIPersistentVolumeSource').secretRef = { name: 'a', namespace: 'a' }; },
    }),
  },
  siblings: {
    'core.v1.AzureDiskVolumeSource': () => ({ diskURI: 'https://a/a' }),
    'core.v1.ClusterTrustBundleProjection': () => ({ name: 'a' }),
    'core.v1.ConfigMapProjection': () => ({ name: 'a' }),
    'core.v1.SecretProjection': () => ({ name: 'a' }),
    'core.v1.ConfigMapVolumeSource': () => ({ name: 'a' }),
    'core.v1.SecretVolumeSource': () => ({ secretName: 'a' }),
    'core.v1.DownwardAPIVolumeFile': (field): Record<string, unknown> => field === 'fieldRef' ? {} : { resourceFieldRef: { resource: 'limits.cpu', containerName: 'a' } },
    'core.v1.FCVolumeSource': (field): Record<string, unknown> => field === 'wwids' ? {} : { targetWWNs: ['a'], lun: 7 },
    'core.v1.FlockerVolumeSource': (field): Record<string, unknown> => field === 'datasetUUID' ? {} : { datasetName: 'a' },
    'core.v1.ImageVolumeSource': () => ({ reference: 'a:1' }),
    'core.v1.PersistentVolumeClaim': () => ({ metadata: { name: 'a' }, spec: CLAIM }),
    'core.v1.PersistentVolumeClaimTemplate': () => ({ spec: CLAIM }),
    'core.v1.PersistentVolumeClaimSpec': () => CLAIM,
    [PROJECTION]: (field): Record<string, unknown> => ['certificateChainPath', 'credentialBundlePath', 'keyPath'].includes(field) ? {} : { credentialBundlePath: 'b' },
    'core.v1.ResourceFieldSelector': () => ({ resource: 'limits.cpu', containerName: 'a' }),
    'core.v1.QuobyteVolumeSource': () => ({ registry: 'a:7' }),
    'core.v1.ScaleIOVolumeSource': () => ({ volumeName: 'a' }),
    'core.v1.ScaleIOPersistentVolumeSource': () => ({ volumeName: 'a' }),
    'core.v1.TypedLocalObjectReference': field => ({ kind: field === 'apiGroup' ? 'VolumeSnapshot' : 'PersistentVolumeClaim' }),
    'core.v1.TypedObjectReference': () => ({ apiGroup: 'a.io' }),
    'core.v1.VolumeResourceRequirements': () => ({ requests: { storage: '1Gi' } }),
    'core.v1.ObjectReference': () => ({ name: 'a', namespace: 'a' }),
    'core.v1.SecretReference': () => ({ name: 'a', namespace: 'a' }),
    'core.v1.ISCSIVolumeSource': () => ({ targetPortal: 'a', iqn: 'iqn.2026-01.io.a:a', lun: 7 }),
    'core.v1.ISCSIPersistentVolumeSource': () => ({ targetPortal: 'a', iqn: 'iqn.2026-01.io.a:a', lun: 7 }),
    'core.v1.StorageOSVolumeSource': () => ({ volumeName: 'a' }),
    'core.v1.StorageOSPersistentVolumeSource': () => ({ volumeName: 'a' }),
    'core.v1.Volume': (field): Record<string, unknown> => field === 'name' ? { emptyDir: {} } : { name: 'a' },
    'core.v1.VolumeNodeAffinity': () => ({ required: LOCAL }),
  },
};
