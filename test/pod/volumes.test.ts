import { Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { IMAGE, carry, chartIn, messageOf } from './carrier';
import { Accelerator, SecurityProfile } from '../../src';

describe('volumes', () => {
  test('every factory of Volume in the API\'s spelling', () => {
    const chart = chartIn();
    const claim = kplus.PersistentVolumeClaim.fromClaimName(chart, 'Claim', 'data');
    const { pod } = carry({
      volumes: [
        kplus.Volume.fromEmptyDir(chart, 'Tmpfs', 'tmpfs', { medium: kplus.EmptyDirMedium.MEMORY, sizeLimit: Size.gibibytes(1) }),
        kplus.Volume.fromConfigMap(chart, 'Config', kplus.ConfigMap.fromConfigMapName(chart, 'C', 'settings'), { defaultMode: 420, items: { a: { path: 'b' } } }),
        kplus.Volume.fromSecret(chart, 'Secret', kplus.Secret.fromSecretName(chart, 'S', 'keys'), { optional: true }),
        kplus.Volume.fromPersistentVolumeClaim(chart, 'Data', claim, { readOnly: true }),
        kplus.Volume.fromHostPath(chart, 'Host', 'dev', { path: '/dev/infiniband', type: kplus.HostPathVolumeType.DIRECTORY }),
        kplus.Volume.fromNfs(chart, 'Nfs', 'nfs', { server: '10.0.0.2', path: '/export' }),
        kplus.Volume.fromCsi(chart, 'Csi', 'efs.csi.aws.com', { name: 'efs', attributes: { volumeId: 'keeps-its-name' } }),
        kplus.Volume.fromAwsElasticBlockStore(chart, 'Ebs', 'vol-1', { name: 'ebs' }),
        kplus.Volume.fromAzureDisk(chart, 'Azure', 'disk', 'https://disk', { name: 'azure' }),
        kplus.Volume.fromGcePersistentDisk(chart, 'Gce', 'pd', { name: 'gce' }),
      ],
    }, { chart });
    expect(pod().volumes).toEqual([
      { name: 'tmpfs', emptyDir: { medium: 'Memory', sizeLimit: '1Gi' } },
      { name: 'configmap-settings', configMap: { name: 'settings', defaultMode: 420, items: [{ key: 'a', path: 'b' }] } },
      { name: 'secret-keys', secret: { secretName: 'keys', optional: true } },
      { name: 'pvc-data', persistentVolumeClaim: { claimName: 'data', readOnly: true } },
      { name: 'dev', hostPath: { path: '/dev/infiniband', type: 'Directory' } },
      { name: 'nfs', nfs: { server: '10.0.0.2', path: '/export' } },
      { name: 'efs', csi: { driver: 'efs.csi.aws.com', volumeAttributes: { volumeId: 'keeps-its-name' } } },
      { name: 'ebs', awsElasticBlockStore: { volumeID: 'vol-1', fsType: 'ext4' } },
      { name: 'azure', azureDisk: { diskName: 'disk', diskURI: 'https://disk', cachingMode: 'None', fsType: 'ext4', kind: 'Shared', readOnly: false } },
      { name: 'gce', gcePersistentDisk: { pdName: 'pd', fsType: 'ext4' } },
    ]);
  });

  test('a mount brings its volume, once, with all of its options', () => {
    const chart = chartIn();
    const volume = kplus.Volume.fromEmptyDir(chart, 'V', 'cache');
    const { pod } = carry({
      container: { image: IMAGE, volumeMounts: [{ path: '/a', volume, readOnly: true, subPath: 's' }, { path: '/b', volume, subPathExpr: '$(RANK)', propagation: kplus.MountPropagation.HOST_TO_CONTAINER }] },
      sidecars: [{ image: 'x:1', volumeMounts: [{ path: '/a', volume }] }],
    }, { chart });
    expect(pod().volumes).toEqual([{ name: 'cache', emptyDir: {} }]);
    expect(pod().containers[0].volumeMounts).toEqual([
      { name: 'cache', mountPath: '/a', readOnly: true, subPath: 's' }, { name: 'cache', mountPath: '/b', mountPropagation: 'HostToContainer', subPathExpr: '$(RANK)' },
    ]);
  });

  test('two volumes of one name are refused, by addVolume and by mounts', () => {
    const chart = chartIn();
    const { template, set } = carry({ volumes: [kplus.Volume.fromEmptyDir(chart, 'A', 'cache')] }, { chart });
    expect(messageOf(() => template.addVolume(kplus.Volume.fromEmptyDir(chart, 'B', 'cache')))).toContain('prod/Pods: volumes: Duplicate value: "cache": names two different volumes');
    template.mainContainer.mount('/c', kplus.Volume.fromEmptyDir(chart, 'C', 'cache'));
    expect(messageOf(() => set.toJson())).toContain('prod/Pods: volumes: Duplicate value: "cache"');
  });

  test('a volume may not take the name or the path of the shared memory', () => {
    const chart = chartIn();
    const { template, set } = carry({ accelerator: Accelerator.nvidia(1) }, { chart });
    template.mainContainer.mount('/dev/shm', kplus.Volume.fromEmptyDir(chart, 'Own', 'dshm'));
    const message = messageOf(() => set.toJson());
    expect(message).toContain('prod/Pods: container.volumeMounts: Invalid value: "/dev/shm": must be unique: the volumes "dshm" and "shm" are mounted on it');
    expect(message).toContain('help: set sharedMemory: SharedMemory.none()');
    const other = carry({ accelerator: Accelerator.nvidia(1), volumes: [kplus.Volume.fromEmptyDir(chart, 'Shm', 'shm')] });
    expect(messageOf(() => other.set.toJson())).toContain('volumes: Duplicate value: "shm"');
  });

  test('a name that cdk8s-plus-28 makes of a dotted object name is refused, since no volume may have it', () => {
    const chart = chartIn();
    const volume = kplus.Volume.fromConfigMap(chart, 'V', kplus.ConfigMap.fromConfigMapName(chart, 'C', 'kube-root-ca.crt'));
    expect(messageOf(() => carry({ volumes: [volume] }, { chart }))).toContain('prod: volumes[0].name: Invalid value: "configmap-kube-root-ca.crt": must not contain dots\n  help: for example "configmap-kube-root-ca-crt"');
  });

  test('a hardened container gets a writable /tmp, unless the user mounts one', () => {
    const chart = chartIn();
    const own = kplus.Volume.fromEmptyDir(chart, 'V', 'scratch');
    expect(carry({ security: SecurityProfile.hardened() }).pod()).toMatchObject({ volumes: [{ name: 'tmp', emptyDir: {} }], containers: [{ volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }] }] });
    const { pod } = carry({ security: SecurityProfile.hardened(), container: { image: IMAGE, volumeMounts: [{ path: '/tmp', volume: own }] } }, { chart });
    expect(pod().volumes).toEqual([{ name: 'scratch', emptyDir: {} }]);
    expect(pod().containers[0].volumeMounts).toEqual([{ name: 'scratch', mountPath: '/tmp' }]);
  });
});
