import { messages, pod, template } from './asked';

const volume = (source: object, asked = {}) => template({ serviceAccountName: 'a', volumes: [{ name: 'v', ...source }] }, asked).map(text => text.replace('volumes[0].', '').replace('volumes[0]', '~'));
const projected = (source: object, asked = {}) => volume({ projected: { sources: [source] } }, asked).map(text => text.replace('projected.sources[0].', ''));

describe('a volume', () => {
  test.each<[object, string[]]>([
    [{}, []], [{ name: '' }, ['name: Required']], [{ name: 'a.b' }, ['name: Invalid']], [{ emptyDir: { sizeLimit: '-1' } }, ['emptyDir.sizeLimit: Forbidden']],
    [{ emptyDir: {}, secret: { secretName: 'a' } }, ['secret: Forbidden']], [{ downwardAPI: {}, secret: { secretName: 'a' } }, ['downwarAPI: Forbidden']],
    [{ hostPath: {} }, ['hostPath.path: Required']], [{ hostPath: { path: '/a/..', type: 'x' } }, ['hostPath.path: Invalid', 'hostPath.type: NotSupported']],
    [{ secret: {} }, ['secret.secretName: Required']], [{ secret: { secretName: 'a', defaultMode: 512 } }, ['secret.defaultMode: Invalid']],
    [{ secret: { secretName: 'a', items: [{ key: '', path: '/a', mode: -1 }] } }, ['secret.items[0].key: Required', 'secret.items[0].path: Invalid', 'secret.items[0].mode: Invalid']],
    [{ configMap: { items: [{ key: 'a', path: '..a' }, { key: 'a', path: '../a' }, { key: 'b', path: '' }] } },
      ['configMap.name: Required', 'configMap.items[0].path: Invalid', 'configMap.items[1].path: Invalid', 'configMap.items[2].path: Required']],
    [{ nfs: { server: 'a', path: 'b' } }, ['nfs.path: Invalid']], [{ persistentVolumeClaim: {} }, ['persistentVolumeClaim.claimName: Required']],
    [{ downwardAPI: { items: [{ path: 'a', fieldRef: { fieldPath: 'metadata.labels' } }] } }, []],
    [{ downwardAPI: { items: [{ path: 'a', fieldRef: { fieldPath: 'spec.nodeName' } }] } }, ['downwardAPI.fieldRef.fieldPath: NotSupported']],
    [{ downwardAPI: { items: [{ path: 'a', resourceFieldRef: { resource: 'limits.cpu' } }] } }, ['downwardAPI.resourceFieldRef.containerName: Required']],
    [{ downwardAPI: { items: [{ path: '' }] } }, ['downwardAPI.path: Required', 'downwardAPI: Required']],
    [{ csi: {} }, ['csi.driver: Required']], [{ csi: { driver: 'A.b' } }, []], [{ csi: { driver: `a${'.a'.repeat(40)}` } }, ['csi.driver: TooLong']],
    [{ csi: { driver: 'a', nodePublishSecretRef: { name: 'A' } } }, ['csi.name: Invalid']],
    [{ iscsi: { targetPortal: 'a', iqn: 'b', lun: 256 } }, ['iscsi.iqn: Invalid', 'iscsi.lun: Invalid']],
    [{ fc: { targetWWNs: ['a'], wwids: ['b'] } }, ['fc.targetWWNs: Invalid', 'fc.lun: Required']], [{ rbd: { image: 'a' } }, ['rbd.monitors: Required']],
    [{ gcePersistentDisk: { pdName: '', partition: 256 } }, ['persistentDisk.pdName: Required', 'persistentDisk.partition: Invalid']],
    [{ azureDisk: { diskName: 'a', diskURI: 'b', kind: 'Managed', cachingMode: 'x' } }, ['azureDisk.cachingMode: NotSupported', 'azureDisk.diskURI: NotSupported']],
    [{ flexVolume: { driver: 'a', options: { 'x.kubernetes.io/a': 'b' } } }, ['flexVolume.options[x.kubernetes.io/a]: Invalid']],
    [{ quobyte: { registry: 'a', volume: 'b' } }, ['quobyte.registry: Invalid']], [{ gitRepo: { repository: 'a', directory: '/a' } }, ['gitRepo.directory: Invalid']],
    [{ flocker: {} }, ['flocker: Required']], [{ cephfs: {} }, ['cephfs.monitors: Required']], [{ storageos: { volumeName: 'A', secretRef: {} } }, ['storageos.volumeName: Invalid', 'storageos.secretRef.name: Required']],
  ])('%j', (source, expected) => {
    expect(volume(source)).toEqual(expected);
  });

  test('has a name of its own, and one with a fault is none to mount', () => {
    expect(template({ volumes: [{ name: 'a' }, { name: 'a' }] })).toEqual(['volumes[1].name: Duplicate']);
    const containers = [{ name: 'main', image: 'i', volumeMounts: [{ name: 'a', mountPath: '/a' }] }];
    expect(template({ volumes: [{ name: 'a', secret: {} }], containers })).toEqual(['volumes[0].secret.secretName: Required', 'containers[0].volumeMounts[0].name: NotFound']);
  });

  test('of an image is dropped with its mounts before 1.35', () => {
    const spec = {
      volumes: [{ name: 'i', image: { pullPolicy: 'x' } }, { name: 'A' }],
      containers: [{ name: 'main', image: 'i', volumeMounts: [{ name: 'i', mountPath: '/a' }, { name: 'none', mountPath: '/a' }] }],
    };
    expect(template(spec, { minor: '1.34' })).toEqual(['volumes[0].name: Invalid', 'containers[0].volumeMounts[0].name: NotFound']);
    expect(template(spec)).toEqual(['volumes[0].image.pullPolicy: NotSupported', 'volumes[1].name: Invalid', 'containers[0].volumeMounts[0].name: NotFound',
      'containers[0].volumeMounts[1].name: NotFound', 'containers[0].volumeMounts[1].mountPath: Invalid']);
    expect(pod({ volumes: [{ name: 'i', image: {} }] })).toEqual(['volumes[0].image.reference: Required']);
  });
});

describe('a projected volume', () => {
  const gates = { ClusterTrustBundleProjection: true, PodCertificateRequest: true };
  test.each<[object, string[]]>([
    [{ secret: {} }, ['secret.name: Required']],
    [{ secret: { name: 'a', items: [{ key: 'a', path: 'x' }, { key: 'b', path: 'x' }] } }, ['projected: Invalid']],
    [{ secret: { name: 'a' }, configMap: { name: 'a' } }, ['projected.sources[0]: Forbidden']],
    [{ downwardAPI: { items: [{ path: 'a' }] } }, ['downwardAPI: Required']],
    [{ serviceAccountToken: { path: 'a', expirationSeconds: 599 } }, ['serviceAccountToken.expirationSeconds: Invalid']],
    [{ serviceAccountToken: { path: '' } }, ['projected.path: Required']], [{ serviceAccountToken: { path: '/a' } }, ['projected.path: Invalid']],
    [{ clusterTrustBundle: { path: 'a', name: 'a.b:c' } }, []], [{ clusterTrustBundle: { path: 'a' } }, ['clusterTrustBundle: Required']],
    [{ clusterTrustBundle: { path: 'a', name: 'A', labelSelector: {} } }, ['clusterTrustBundle.name: Invalid', 'clusterTrustBundle.labelSelector: Invalid']],
    [{ clusterTrustBundle: { path: 'a', signerName: 'a' } }, ['clusterTrustBundle.signerName: Invalid']], [{ clusterTrustBundle: { path: 'a', name: 'a', signerName: 'a.b/c' } }, ['clusterTrustBundle: Invalid']],
    [{ podCertificate: { signerName: 'a.b/c', keyType: 'RSA1', maxExpirationSeconds: 1 } }, ['podCertificate.keyType: NotSupported', 'podCertificate.maxExpirationSeconds: Invalid', 'podCertificate: Required']],
    [{ podCertificate: { signerName: 'kubernetes.io/c', keyType: 'ED25519', maxExpirationSeconds: 86401, keyPath: 'a', certificateChainPath: 'a' } },
      ['podCertificate.maxExpirationSeconds: Invalid', 'projected: Invalid']],
  ])('%j', (source, expected) => {
    expect(projected(source, { gates })).toEqual(expected);
  });

  test('what the minor drops is not looked at', () => {
    expect(projected({ clusterTrustBundle: {}, podCertificate: {} })).toEqual([]);
  });
});

describe('an ephemeral volume', () => {
  const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };

  test('has a claim', () => {
    expect(volume({ ephemeral: {} })).toEqual(['ephemeral.volumeClaimTemplate: Required']);
    expect(volume({ ephemeral: { volumeClaimTemplate: { metadata: { name: 'a', labels: { a: '-' } }, spec: claim } } })).toEqual(
      ['ephemeral.volumeClaimTemplate.metadata.labels: Invalid', 'ephemeral.volumeClaimTemplate.metadata.name: Forbidden']);
    expect(volume({ ephemeral: { volumeClaimTemplate: { metadata: { generation: 0, generateName: '' }, spec: claim } } })).toEqual([]);
    expect(volume({ ephemeral: { volumeClaimTemplate: { metadata: { generation: 1 }, spec: claim } } })).toEqual(['ephemeral.volumeClaimTemplate.metadata.generation: Forbidden']);
    expect(volume({ ephemeral: { volumeClaimTemplate: { spec: {} } } })).toEqual(
      ['ephemeral.volumeClaimTemplate.spec.accessModes: Required', 'ephemeral.volumeClaimTemplate.spec.resources[storage]: Required']);
  });

  test('whose claim is named after the pod', () => {
    const volumes = [{ name: 'v', ephemeral: { volumeClaimTemplate: { spec: claim } } }, { name: 'w', persistentVolumeClaim: { claimName: 'a-v' } }];
    expect(pod({ volumes })).toEqual(['volumes[1].persistentVolumeClaim.claimName: Invalid']);
    expect(pod({ volumes }, { metadata: { name: 'a'.repeat(253) } })).toEqual(['volumes[0].name: Invalid']);
    expect(template({ volumes })).toEqual([]);
  });
});

test('messages are those of the API server', () => {
  expect(messages({ volumes: [{ name: 'a', hostPath: { path: '/a/../b' } }, { name: 'b', secret: { secretName: 'a', defaultMode: 1000 } }] })).toEqual([
    'template.spec.volumes[0].hostPath.path: Invalid value: "/a/../b": must not contain \'..\'',
    'template.spec.volumes[1].secret.defaultMode: Invalid value: 1000: must be a number between 0 and 0777 (octal), both inclusive',
  ]);
});
