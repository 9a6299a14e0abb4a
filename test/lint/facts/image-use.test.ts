import { factsOf, object } from './objects';
import { podSets } from '../../../src/lint/facts/carried-pods';
import { dataFolder, imageUses, isInside, outlivesPod, mountOf, variableState } from '../../../src/lint/facts/image-use';

const POSTGRES = 'postgres:17';

function podsOf(spec: object) {
  return factsOf(object('v1', 'Pod', 'it', spec)).get(podSets)[0];
}
function uses(container: object, volumes: object[] = []) {
  return imageUses(podsOf({ containers: [{ name: 'main', image: POSTGRES, ...container }], volumes }));
}

describe('kinds of volumes', () => {
  const kindOf = (source: object) => uses({ volumeMounts: [{ name: 'data', mountPath: '/data' }] }, [{ name: 'other', configMap: {} }, { name: 'data', ...source }])[0].mounts[0].kind;

  test.each([
    'hostPath', 'nfs', 'csi', 'iscsi', 'fc', 'rbd', 'cephfs', 'glusterfs', 'flexVolume', 'flocker', 'awsElasticBlockStore', 'gcePersistentDisk', 'azureDisk', 'azureFile',
    'vsphereVolume', 'cinder', 'quobyte', 'photonPersistentDisk', 'portworxVolume', 'scaleIO', 'storageos',
  ])('%s outlives the pod', source => {
    expect(kindOf({ [source]: {} })).toBe('other');
  });

  test.each(['configMap', 'secret', 'projected', 'downwardAPI'])('%s holds settings', source => {
    expect(kindOf({ [source]: {} })).toBe('configuration');
  });

  test.each(['emptyDir', 'ephemeral', 'gitRepo', 'image'])('%s goes with the pod', source => {
    expect(kindOf({ [source]: {} })).toBe('temporary');
  });

  test('a claim by name, a source that is null, and a volume that is not there', () => {
    expect(kindOf({ persistentVolumeClaim: {} })).toBe('claim');
    expect(kindOf({ persistentVolumeClaim: null, hostPath: null, configMap: null })).toBe('temporary');
    expect(uses({ volumeMounts: [{ name: 'data', mountPath: '/data' }] })[0].mounts[0].kind).toBe('unknown');
  });

  test('a claim of each pod goes before a volume of its name', () => {
    const template = { spec: { containers: [{ name: 'main', image: POSTGRES, volumeMounts: [{ name: 'data', mountPath: '/data' }] }], volumes: [{ name: 'data', emptyDir: {} }] } };
    const [pods] = factsOf(object('apps/v1', 'StatefulSet', 'db', { template, volumeClaimTemplates: [{ metadata: { name: 'data' } }] })).get(podSets);
    expect(imageUses(pods)[0].mounts[0].kind).toBe('template');
  });

  test.each<[Parameters<typeof outlivesPod>[0]['kind'], boolean]>([
    ['template', true], ['claim', true], ['other', true], ['temporary', false], ['configuration', false], ['unknown', false],
  ])('what is written to %s is kept: %s', (kind, kept) => {
    const mount = { path: '/data', field: '', volume: 'data', kind, hasSubPath: false };
    expect([outlivesPod({ ...mount, isReadOnly: false }), outlivesPod({ ...mount, isReadOnly: true })]).toEqual([kept, false]);
  });
});

describe('containers that run the program of their image', () => {
  test.each<[string, object]>([
    ['nothing', {}], ['nulls', { command: null, args: null }], ['an empty command', { command: [], args: [] }], ['flags', { args: ['-c', 'fsync=off'] }],
    ['the program', { args: ['postgres', '-c', 'fsync=off'] }], ['the program by its path', { args: ['/usr/bin/postgres'] }],
    ['the entry point', { command: ['docker-entrypoint.sh'] }], ['the entry point by its path', { command: ['/usr/local/bin/docker-entrypoint.sh', 'postgres'] }],
    ['another entry point', { command: ['/entrypoint.sh'], args: ['-c', 'fsync=off'] }],
  ])('%s', (_, container) => {
    expect(uses(container)).toMatchObject([{ image: POSTGRES, major: 17, fact: { title: 'PostgreSQL' }, mounts: [] }]);
  });

  test.each<[string, object]>([
    ['another command', { command: ['postgres'] }], ['another program', { args: ['pg_dump'] }], ['an entry point with another program', { command: ['docker-entrypoint.sh', 'bash'] }],
    ['an entry point of somebody else', { command: ['/my-entrypoint.sh'] }], ['a longer name', { command: ['docker-entrypoint.sh.bak'] }],
    ['an entry point without a dot', { command: ['entrypoint-sh'] }], ['arguments that begin with no text', { args: [1] }],
    ['an image that nobody knows', { image: 'registry.example/train:1' }], ['an image that a tool fills in', { image: '${IMAGE}' }], ['no image', { image: null }],
  ])('not with %s', (_, container) => {
    expect(uses(container)).toEqual([]);
  });

  test('an image whose program has no name runs it with flags alone', () => {
    expect(uses({ image: 'influxdb:2', args: ['--reporting-disabled'] })).toHaveLength(1);
    expect(uses({ image: 'influxdb:2', args: ['influxd'] })).toEqual([]);
  });

  test('main containers and sidecars, not those that come before', () => {
    const initContainers = [{ name: 'a', image: POSTGRES }, { name: 'b', image: POSTGRES, restartPolicy: 'Always' }, { name: 'c', image: POSTGRES, restartPolicy: 'Never' }];
    const pods = podsOf({ containers: [{ name: 'main', image: POSTGRES }], initContainers });
    expect(imageUses(pods).map(({ placed }) => placed.name).sort()).toEqual(['b', 'main']);
  });

  test('mounts, as they are written', () => {
    const volumeMounts = [
      { name: 'data', mountPath: '/data//', subPath: 'a', readOnly: true }, { name: 'data', mountPath: '/', subPathExpr: 'a' }, { name: 'data', mountPath: '//' },
      { name: 'data', mountPath: '/a/b', subPath: null, readOnly: false }, {},
    ];
    const [{ mounts }] = uses({ volumeMounts });
    expect(mounts.map(({ path, field, volume, hasSubPath, isReadOnly }) => [path, field, volume, hasSubPath, isReadOnly])).toEqual([
      ['/data', 'spec.containers[0].volumeMounts[0].mountPath', 'data', true, true],
      ['/', 'spec.containers[0].volumeMounts[1].mountPath', 'data', true, false],
      ['/', 'spec.containers[0].volumeMounts[2].mountPath', 'data', false, false],
      ['/a/b', 'spec.containers[0].volumeMounts[3].mountPath', 'data', false, false],
      ['', 'spec.containers[0].volumeMounts[4].mountPath', '', false, false],
    ]);
  });
});

describe('where a program keeps its data', () => {
  const folderOf = (container: object) => {
    const folder = dataFolder(uses(container)[0]);
    return folder && [folder.path, folder.isMoved];
  };

  test.each([
    ['postgres:9.6', '/var/lib/postgresql/data'], ['postgres:17', '/var/lib/postgresql/data'], ['postgres:18', '/var/lib/postgresql/18/docker'],
    ['pgvector/pgvector:0.8.0-pg19', '/var/lib/postgresql/19/docker'], ['influxdb:1.8', '/var/lib/influxdb'], ['influxdb:2.7', '/var/lib/influxdb2'],
    ['mysql', '/var/lib/mysql'], ['mysql:8', '/var/lib/mysql'],
  ])('%s: %s', (image, path) => {
    expect(folderOf({ image })).toEqual([path, false]);
  });

  test.each(['postgres', 'postgres:latest', 'influxdb', 'influxdb:3'])('of %s nobody can say', image => {
    expect(folderOf({ image })).toBeUndefined();
  });

  test.each<[string, object, unknown]>([
    ['an argument that may move it', { args: ['-D', '/x'] }, undefined], ['another argument', { args: ['-cfsync=off'] }, ['/var/lib/postgresql/data', false]],
    ['its variable', { env: [{ name: 'PGDATA', value: '/x/y' }] }, ['/x/y', true]], ['a path with slashes behind', { env: [{ name: 'PGDATA', value: '/x/y//' }] }, ['/x/y', true]],
    ['the root', { env: [{ name: 'PGDATA', value: '/' }] }, ['/', true]], ['its variable, unknown', { env: [{ name: 'PGDATA', valueFrom: {} }] }, undefined],
    ['another variable that may move it', { image: 'neo4j:5', env: [{ name: 'NEO4J_CONF', value: '/x' }] }, undefined],
    ['another variable that is unknown', { image: 'neo4j:5', envFrom: [{}] }, undefined], ['none of them', { image: 'neo4j:5', args: ['x.conf', '--x'].slice(1) }, ['/data', false]],
    ['an image that nobody tells', { image: 'milvusdb/milvus', args: ['--x'], envFrom: [{}] }, ['/var/lib/milvus', false]],
  ])('%s', (_, container, expected) => {
    expect(folderOf(container)).toEqual(expected);
  });

  test.each<[string, object, ReturnType<typeof variableState>]>([
    ['it is not there', { env: [{ name: 'B', value: 'x' }] }, 'unset'], ['a value', { env: [{ name: 'A', value: 'x' }] }, { value: 'x' }],
    ['the last of two', { env: [{ name: 'A', value: 'x' }, { name: 'A', value: 'y' }] }, { value: 'y' }], ['an empty value', { env: [{ name: 'A', value: '' }] }, 'unset'],
    ['no value', { env: [{ name: 'A' }] }, 'unset'], ['a value from elsewhere', { env: [{ name: 'A', valueFrom: {} }] }, 'unknown'],
    ['a value from nowhere', { env: [{ name: 'A', valueFrom: null }] }, 'unset'], ['a reference', { env: [{ name: 'A', value: 'x$(B)' }] }, 'unknown'],
    ['a number', { env: [{ name: 'A', value: 1 }] }, 'unknown'], ['a whole ConfigMap', { envFrom: [{}] }, 'unknown'],
    ['a value before a whole ConfigMap', { env: [{ name: 'A', value: 'x' }], envFrom: [{}] }, { value: 'x' }],
    ['an empty value before a whole ConfigMap', { env: [{ name: 'A', value: '' }], envFrom: [{}] }, 'unset'],
  ])('a variable: %s', (_, container, state) => {
    expect(variableState(container as Parameters<typeof variableState>[0], 'A')).toEqual(state);
  });

  test.each([['/a', '/a', true], ['/a/b', '/a', true], ['/ab', '/a', false], ['/a', '/', true], ['/a', '/a/b', false], ['/', '/', true]])('%s is in %s: %s', (path, folder, inside) => {
    expect(isInside(path, folder)).toBe(inside);
  });

  test('the mount with the longest path counts', () => {
    const { mounts } = uses({ volumeMounts: ['/a', '/a/b', '/', '/x'].map(mountPath => ({ name: 'v', mountPath })) })[0];
    expect(['/a/b/c', '/a/c', '/y', '/x'].map(path => mountOf(path, mounts)?.path)).toEqual(['/a/b', '/a', '/', '/x']);
    expect(mountOf('/y', mounts.filter(each => each.path !== '/'))).toBeUndefined();
  });
});
