import { Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { IMAGE, carry, chartIn, messageOf } from './carrier';
import { ContainerSpec, ModelCache, ZoneStorage } from '../../src';

/*
 * As found-by-fuzzing.test.ts: volumes and mounts that the library took and an API server refused.
 */
const LONG = 'x'.repeat(64);

describe('mounts', () => {
  const mounted = (options: kplus.MountOptions, path = '/data', more: Partial<ContainerSpec> = {}) => {
    const volume = kplus.Volume.fromEmptyDir(chartIn(), 'V', 'scratch');
    return carry({ container: { image: IMAGE, volumeMounts: [{ volume, path, ...options }], ...more } });
  };

  test.each<[string, kplus.MountOptions, string]>([
    ['mounting into the host', { propagation: kplus.MountPropagation.BIDIRECTIONAL }, 'container.volumeMounts[0].propagation: Forbidden: Bidirectional mount propagation is available only to privileged containers'],
    ['a sub path that is absolute', { subPath: '/a' }, 'container.volumeMounts[0].subPath: Invalid value: "/a": must be a relative path'],
    ['a sub path that leads out', { subPath: 'a/../../b' }, 'container.volumeMounts[0].subPath: Invalid value: "a/../../b":'],
    ['an expression that leads out', { subPathExpr: '../$(A)' }, 'container.volumeMounts[0].subPathExpr: Invalid value: "../$(A)":'],
  ])('%s', (_, options, message) => {
    expect(messageOf(() => mounted(options))).toContain(message);
  });

  test('a mount without a path, a sub path said twice', () => {
    expect(messageOf(() => mounted({}, ''))).toContain('container.volumeMounts[0].path: Required value: the folder in the container');
    expect(messageOf(() => mounted({ subPath: 'a', subPathExpr: 'b' }))).toContain('container.volumeMounts[0].subPathExpr: Invalid value: "b": subPathExpr and subPath are mutually exclusive');
  });

  test('a privileged container may mount into the host, and dots inside names are no way up', () => {
    const { main } = mounted({ propagation: kplus.MountPropagation.BIDIRECTIONAL, subPath: 'a/..b' }, '/data', { securityContext: { privileged: true } });
    expect(main().volumeMounts[0]).toMatchObject({ mountPropagation: 'Bidirectional', subPath: 'a/..b' });
  });

  test('what was mounted after construction is looked at when the tree is validated', () => {
    const { template, chart } = carry();
    template.mainContainer.mount('/late', kplus.Volume.fromEmptyDir(chart, 'Late', 'late'), { subPath: '/late' });
    expect(messageOf(() => template._recheck())).toContain('container.volumeMounts[0].subPath: Invalid value: "/late"');
  });
});

describe('volumes', () => {
  type Make = (chart: ReturnType<typeof chartIn>) => kplus.Volume;
  const config: (options: kplus.ConfigMapVolumeOptions) => Make = options => chart =>
    kplus.Volume.fromConfigMap(chart, 'V', kplus.ConfigMap.fromConfigMapName(chart, 'C', 'settings'), { name: 'settings', ...options });

  test.each<[string, Make, string]>([
    ['a path of the node that leads up', chart => kplus.Volume.fromHostPath(chart, 'V', 'host', { path: '/var/../etc' }), 'volumes[0].hostPath.path: Invalid value: "/var/../etc"'],
    ['no path of the node', chart => kplus.Volume.fromHostPath(chart, 'V', 'host', { path: '' }), 'volumes[0].hostPath.path: Required value: is not there, or empty'],
    ['no NFS server', chart => kplus.Volume.fromNfs(chart, 'V', 'nfs', { server: '', path: '/x' }), 'volumes[0].nfs.server: Required value'],
    ['a relative NFS path', chart => kplus.Volume.fromNfs(chart, 'V', 'nfs', { server: 'nfs', path: 'x' }), 'volumes[0].nfs.path: Invalid value: "x": must be an absolute path'],
    ['a driver that is no name', chart => kplus.Volume.fromCsi(chart, 'V', 'a b', { name: 'csi' }), 'volumes[0].csi.driver: Invalid value: "a b"'],
    ['a mode beyond nine bits', config({ defaultMode: 512 }), 'volumes[0].configMap.defaultMode: Invalid value: 512: must be a number between 0 and 0777 (octal), both inclusive'],
    ['a file that leads out', config({ items: { a: { path: '../a' } } }), 'volumes[0].configMap.items[0].path: Invalid value: "../a"'],
    ['a file with a mode that is no number', config({ items: { a: { path: 'a', mode: NaN } } }), 'volumes[0].configMap.items[0].mode: Invalid value: NaN'],
    ['a partition that no disk has', chart => kplus.Volume.fromAwsElasticBlockStore(chart, 'V', 'vol-1', { name: 'ebs', partition: 256 }), 'volumes[0].awsElasticBlockStore.partition: Invalid value: 256'],
  ])('%s', (_, make, message) => {
    const [given, late, mounted] = [chartIn(), chartIn(), chartIn()];
    expect(messageOf(() => carry({ volumes: [make(given)] }, { chart: given }))).toContain(message);
    const { template, pod } = carry({}, { chart: late });
    template.addVolume(make(late));
    expect(messageOf(pod)).toContain(message);
    const container = { image: IMAGE, volumeMounts: [{ volume: make(mounted), path: '/data' }] };
    expect(messageOf(() => carry({ container }, { chart: mounted }))).toContain(message.replace('volumes[0]', 'container.volumeMounts[0].volume'));
  });
});

describe('volumes of patterns', () => {
  test('a limit that cdk8s-plus-28 cannot write', () => {
    expect(messageOf(() => ModelCache.emptyDir(Size.kibibytes(1)))).toContain('ModelCache.emptyDir(size): Invalid value: "1Ki": must be whole mebibytes');
  });

  test('a driver and parameters that no storage class can have', () => {
    const options = { driver: 'ebs.csi.aws.com', topologyKey: 'topology.kubernetes.io/zone' };
    expect(messageOf(() => ZoneStorage.perZoneClass({ ...options, driver: LONG }))).toContain('ZoneStorage.perZoneClass(driver): Invalid value');
    expect(messageOf(() => ZoneStorage.perZoneClass({ ...options, parameters: { '': 'x' } }))).toContain('ZoneStorage.perZoneClass(parameters): Invalid value: "": is no name of a parameter');
  });
});
