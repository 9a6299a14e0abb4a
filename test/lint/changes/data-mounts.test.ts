import { claim, set, template } from './manifests';
import { PlainObject } from '../../../src/base/plain';
import { dataMounts, mountedAt } from '../../../src/lint/changes/data-mounts';
import { podSets } from '../../../src/lint/facts/carried-pods';
import { factsOf } from '../facts/objects';

/** The pods of a set whose container mounts the volume `data`. */
function podsOf(volume: object, mount: object) {
  const containers = [{ name: 'main', image: 'a:1', volumeMounts: [{ name: 'other', mountPath: '/other' }, { name: 'data', mountPath: '/data', ...mount }] }];
  const volumes = [{ name: 'other', emptyDir: {} }, { name: 'data', ...volume }];
  const [pods] = factsOf(set({ volumeClaimTemplates: [claim('made')], template: template({ app: 'db' }, 'a:1', { containers, volumes }) }) as PlainObject).get(podSets);
  return pods;
}

const FIELD = 'spec.template.spec.containers[0].volumeMounts[1]';
const sources = (volume: object, mount: object = {}) => {
  const pods = podsOf(volume, mount);
  return dataMounts(pods, pods.containers[0]).map(({ source }) => source);
};
const CLAIM = { persistentVolumeClaim: { claimName: 'weights' } };

describe('what outlives the pod', () => {
  test.each<[string, object, object, string[]]>([
    ['a claim', CLAIM, {}, ['claim weights']],
    ['a claim, for reading', { persistentVolumeClaim: { claimName: 'weights', readOnly: true } }, {}, []],
    ['a claim that is mounted for reading', CLAIM, { readOnly: true }, []],
    ['a claim that is mounted for writing in words', CLAIM, { readOnly: false }, ['claim weights']],
    ['a path inside it', CLAIM, { subPath: 'a' }, ['claim weights, path a']],
    ['a path from a variable', CLAIM, { subPathExpr: '$(POD)' }, ['claim weights, path $(POD)']],
    ['a claim template', {}, { name: 'made' }, ['claim template made']],
    ['a server', { nfs: { server: 'nas', path: '/x' } }, {}, ['nfs nas:/x']],
    ['an empty directory', { emptyDir: {} }, {}, []],
    ['a volume that is not there', {}, { name: 'gone' }, []],
  ])('%s', (_, volume, mount, expected) => {
    expect(sources(volume, mount)).toEqual(expected);
  });

  test.each([
    [undefined, true], ['', true], ['Directory', true], ['DirectoryOrCreate', true], ['File', false], ['Socket', false],
  ])('a directory of the node of the type %s: %s', (type, expected) => {
    expect(sources({ hostPath: { path: '/mnt/a', type } })).toEqual(expected ? ['hostPath /mnt/a'] : []);
  });

  test.each([
    '/', '/dev', '/dev/shm', '/sys/x', '/proc', '/run/x', '/etc/x', '/lib/modules', '/usr/src', '/boot', '/tmp/x', '/opt/cni/bin', '/var/run/x', '/var/log', '/var/lib/docker',
    '/var/lib/containerd/x', '/var/lib/containers', '/var/lib/crio', '/var/lib/kubelet/pods', '/var/lib/cni',
  ])('%s is of the system', path => {
    expect(sources({ hostPath: { path } })).toEqual([]);
  });

  test.each(['/mnt', '/devices', '/mnt/tmp', '/srv/var/run', '/mnt/', '/data/dev', '/opt', '/opt/data', '/opt/cnidata', '/var', '/var/lib', '/var/lib/postgresql', '/var/lib/dockerdata', '/var/data'])('%s holds data', path => {
    expect(sources({ hostPath: { path } })).toEqual([`hostPath ${path}`]);
  });

  test('its place', () => {
    const pods = podsOf(CLAIM, { mountPath: '/data//' });
    expect(dataMounts(pods, pods.containers[0])).toEqual([{ path: '/data', source: 'claim weights', field: FIELD }]);
    const root = podsOf(CLAIM, { mountPath: '/' });
    expect(dataMounts(root, root.containers[0])[0].path).toBe('/');
  });
});

describe('what stands at a path', () => {
  test.each<[string, object, object, string]>([
    ['a claim', CLAIM, {}, 'claim weights'],
    ['a path inside it', CLAIM, { subPath: 'a' }, 'claim weights, path a'],
    ['something of another kind', { emptyDir: {} }, {}, 'emptyDir'],
    ['a claim for reading', { persistentVolumeClaim: { claimName: 'weights', readOnly: true } }, {}, 'persistentVolumeClaim'],
    ['a volume that is not there', {}, { name: 'gone' }, 'nothing that keeps data'],
    ['with a slash at the end', CLAIM, { mountPath: '/data/' }, 'claim weights'],
  ])('%s', (_, volume, mount, source) => {
    const pods = podsOf(volume, mount);
    expect(mountedAt(pods, pods.containers[0], '/data')).toEqual({ source, field: FIELD });
  });

  test('nothing', () => {
    const pods = podsOf(CLAIM, {});
    expect(mountedAt(pods, pods.containers[0], '/dat')).toBeUndefined();
  });
});
