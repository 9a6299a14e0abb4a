import { App, Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  ClaimPolicy, DefaultSet, KubernetesVersion, LeaderWorkerBackend, LeaderWorkerGroup, PodClaim, Target, ZonePartitionedStatefulSet, ZoneStorage,
} from '../../../src';
import { checkClaims, claimMounts, renderClaims, renderRetention } from '../../../src/pod/storage/claim';
import { messageOf } from '../carrier';

const IMAGE = 'registry.example/db:1';
const DATA = { name: 'data', size: '500Gi', mountPath: '/data' };

describe('claims of each pod', () => {
  test('are templates with their size as given, mounted in the main container', () => {
    const claims = [DATA, { name: 'log', size: '10G', mountPath: '/log', storageClassName: 'fast', accessMode: kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE_POD }];
    expect(renderClaims(claims, { app: 'db' })).toEqual([
      { metadata: { name: 'data', labels: { app: 'db' } }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '500Gi' } } } },
      { metadata: { name: 'log', labels: { app: 'db' } }, spec: { accessModes: ['ReadWriteOncePod'], storageClassName: 'fast', resources: { requests: { storage: '10G' } } } },
    ]);
    expect(claimMounts(claims)).toEqual([{ name: 'data', mountPath: '/data' }, { name: 'log', mountPath: '/log' }]);
    expect([renderClaims(undefined, {}), claimMounts(undefined)]).toEqual([undefined, []]);
  });

  test('stay unless somebody says otherwise, and the manifest says so', () => {
    expect(renderRetention([DATA], undefined)).toEqual({ whenDeleted: 'Retain', whenScaled: 'Retain' });
    expect(renderRetention([DATA], { whenScaled: ClaimPolicy.DELETE })).toEqual({ whenDeleted: 'Retain', whenScaled: 'Delete' });
    expect(renderRetention([], { whenDeleted: ClaimPolicy.DELETE })).toBeUndefined();
  });

  test('a retention without claims is not dropped in silence; volumes made beforehand have an empty class', () => {
    expect(messageOf(() => checkClaims('claims', [], { whenDeleted: ClaimPolicy.DELETE }))).toContain('claimRetention: Forbidden: these pods have no claims');
    expect(() => checkClaims('claims', [{ ...DATA, storageClassName: '' }], { whenDeleted: ClaimPolicy.DELETE })).not.toThrow();
  });

  test.each([
    ['an upper-case name', [{ ...DATA, name: 'Data' }], 'claims[0].name: Invalid value: "Data": a lowercase RFC 1123 label must consist of'],
    ['a name no volume can have', [{ ...DATA, name: 'd'.repeat(64) }], `claims[0].name: Invalid value: "${'d'.repeat(64)}": must be no more than 63 characters`],
    ['the name of the shared memory', [{ ...DATA, name: 'shm' }], 'claims[0].name: Forbidden: "shm" is the name of a volume that the library makes'],
    ['the name of the writable folder', [{ ...DATA, name: 'tmp' }], 'claims[0].name: Forbidden: "tmp"'],
    ['a size that is none', [{ ...DATA, size: '500GB' }], 'claims[0].size: Invalid value: "500GB": is not a quantity'],
    ['no size', [{ ...DATA, size: '0' }], 'claims[0].size: Invalid value: "0": must be a whole number of bytes greater than 0'],
    ['a relative path', [DATA, { ...DATA, name: 'b', mountPath: 'data' }], 'claims[1].mountPath: Invalid value: "data": must be an absolute path'],
    ['a path with a colon', [{ ...DATA, mountPath: '/data:ro' }], 'claims[0].mountPath: Invalid value: "/data:ro": must be an absolute path without ":"'],
    ['a storage class that cannot exist', [{ ...DATA, storageClassName: 'Fast SSD' }], 'claims[0].storageClassName: Invalid value: "Fast SSD":'],
    ['a name twice', [DATA, { ...DATA, mountPath: '/b' }], 'claims[1]: Duplicate value: "data": has the name or mount path of claims[0]'],
    ['a path twice', [DATA, { ...DATA, name: 'b' }], 'claims[1]: Duplicate value: "b"'],
  ])('refused: %s', (_, claims, message) => {
    expect(messageOf(() => checkClaims('claims', claims))).toContain(message);
  });
});

describe('claims in another order', () => {
  const log = { name: 'log', size: '10G', mountPath: '/a-log' };
  const both = (claims: PodClaim[], defaults?: DefaultSet) => {
    const chart = new Chart(new App(), 'app', { namespace: 'ml' });
    Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: ['eu-1a', 'eu-1b'], defaults });
    const container = { image: IMAGE, portNumber: 80 };
    new ZonePartitionedStatefulSet(chart, 'Store', { zones: [{ zone: 'eu-1a', replicas: 1 }, { zone: 'eu-1b', replicas: 1 }], container, claims });
    const classes = ZoneStorage.perZoneClass({ driver: 'disk.example', topologyKey: 'topology.disk.example/zone' });
    new ZonePartitionedStatefulSet(chart, 'Classes', { zones: [{ zone: 'eu-1a', replicas: 1 }], container, claims, storage: classes });
    new LeaderWorkerGroup(chart, 'Group', { size: 2, container, claims });
    new LeaderWorkerGroup(chart, 'Single', { size: 2, container, claims, backend: LeaderWorkerBackend.singleStatefulSet() });
    new LeaderWorkerGroup(chart, 'Lws', { size: 2, container, claims, backend: LeaderWorkerBackend.leaderWorkerSet() });
    return chart.toJson();
  };
  const templates = (objects: any[]) => {
    const lists = objects.map(({ spec }) => spec?.volumeClaimTemplates ?? spec?.leaderWorkerTemplate?.volumeClaimTemplates)
      .filter(list => list !== undefined);
    return new Set(lists.map(list => list.map((each: any) => each.metadata.name).join()));
  };

  test('are the same claims, in every pattern that has them', () => {
    expect(both([log, DATA])).toEqual(both([DATA, log]));
    expect(templates(both([log, DATA]))).toEqual(new Set(['data,log']));
  });

  test('keep the order of the app under the first default set: those of running sets may not move', () => {
    expect(templates(both([log, DATA], DefaultSet.V1))).toEqual(new Set(['log,data']));
  });
});
