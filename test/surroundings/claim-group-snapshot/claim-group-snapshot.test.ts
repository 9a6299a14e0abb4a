import { App, Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { ClaimGroupSnapshot, ClaimGroupSnapshotProps, GroupSnapshotClass, IWorkload, LeaderWorkerBackend, LeaderWorkerGroup, Workload, ZonePartitionedStatefulSet } from '../../../src';
import { container } from '../../workloads/handle/every-workload';

type Make = (chart: Chart) => IWorkload;

const CLAIMS = [{ name: 'data', size: '10Gi', mountPath: '/data' }];
const store: Make = chart => new ZonePartitionedStatefulSet(chart, 'db', { zones: [{ zone: 'eu-1a', replicas: 3 }, { zone: 'eu-1b', replicas: 2 }], container, claims: CLAIMS });
const groups = (backend: LeaderWorkerBackend): Make => chart => new LeaderWorkerGroup(chart, 'llm', { groups: 2, size: 3, container, claims: CLAIMS, backend });

function snapshotted(make: Make, props: Partial<ClaimGroupSnapshotProps> = {}): { snapshot: ClaimGroupSnapshot; objects: any[] } {
  const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
  const snapshot = new ClaimGroupSnapshot(chart, 'before', { workload: make(chart), snapshotId: '4-1', snapshotClass: GroupSnapshotClass.named('disks'), ...props });
  return { snapshot, objects: chart.toJson() };
}

const specOf = (objects: any[]) => objects.find(({ kind }) => kind === 'VolumeGroupSnapshot').spec;

test.each<[string, Make, ClaimGroupSnapshotProps['part'], object]>([
  ['all claims of a store', store, undefined, { 'cdk8s-ai-workloads/name': 'db' }],
  ['those of a zone', store, { zone: 'eu-1b' }, { 'cdk8s-ai-workloads/name': 'db', 'cdk8s-ai-workloads/zone': 'eu-1b' }],
  ['those of the groups of StatefulSets', groups(LeaderWorkerBackend.statefulSets()), undefined, { 'cdk8s-ai-workloads/name': 'llm' }],
  ['those of one group', groups(LeaderWorkerBackend.statefulSets()), { group: 1 }, { 'cdk8s-ai-workloads/name': 'llm', 'cdk8s-ai-workloads/group': '1' }],
  ['those of a LeaderWorkerSet', groups(LeaderWorkerBackend.leaderWorkerSet()), undefined, { 'cdk8s-ai-workloads/name': 'llm' }],
])('%s are selected by labels that they carry', (_, make, part, labels) => {
  const spec = specOf(snapshotted(make, { part }).objects);
  expect(spec).toEqual({ volumeGroupSnapshotClassName: 'disks', source: { selector: { matchLabels: labels } } });
});

test('the name has the id of the snapshot, and a class of its own the namespace', () => {
  const { snapshot, objects } = snapshotted(store, { snapshotClass: GroupSnapshotClass.ofDriver({ driver: 'disk.example', parameters: { pool: 'a' } }) });
  const made = objects.find(({ kind }) => kind === 'VolumeGroupSnapshotClass');
  expect([snapshot.name, made.metadata.name, made.metadata.namespace]).toEqual(['before-4-1', 'ml-before', undefined]);
  expect(made).toMatchObject({ driver: 'disk.example', deletionPolicy: 'Retain', parameters: { pool: 'a' } });
  expect(specOf(objects).volumeGroupSnapshotClassName).toBe('ml-before');
});

test('a class need not retain', () => {
  const { objects } = snapshotted(store, { snapshotClass: GroupSnapshotClass.ofDriver({ driver: 'disk.example', retain: false }) });
  expect(objects.find(({ kind }) => kind === 'VolumeGroupSnapshotClass')).toMatchObject({ deletionPolicy: 'Delete' });
});

test.each<[string, Make, Partial<ClaimGroupSnapshotProps>, RegExp]>([
  ['an index, which claims do not say', store, { part: { index: 101 } }, /part: Forbidden: claims of db do not carry apps\.kubernetes\.io\/pod-index/],
  ['a zone that there is not', store, { part: { zone: 'eu-1c' } }, /part\.zone: Invalid value: "eu-1c"/],
  ['sets without claims', chart => new LeaderWorkerGroup(chart, 'llm', { size: 2, container }), {}, /workload: Required value: pods of llm have no claims of their own/],
  ['a Deployment', chart => Workload.of(new kplus.Deployment(chart, 'w', { containers: [container] })), {}, /workload: Forbidden: pods of the Deployment .* have no claims of their own/],
  ['a workload that stands elsewhere', () => Workload.named({ name: 'w', podLabels: { app: 'w' } }), {}, /workload: Forbidden: the app holds no object of w/],
  ['an id that is no name', store, { snapshotId: '4.1' }, /snapshotId: Invalid value: "4\.1"/],
])('refused: %s', (_, make, props, text) => {
  expect(() => snapshotted(make, props)).toThrow(text);
});

test('explain counts the claims, and says what the driver must be able to do', () => {
  const explained = snapshotted(store, { part: { zone: 'eu-1a' } }).snapshot.explain();
  expect(explained).toContain('3 pods x 1 (data)');
  expect(explained).toContain('GroupController');
  expect(snapshotted(store, { snapshotClass: GroupSnapshotClass.ofDriver({ driver: 'disk.example' }) }).snapshot.explain()).toContain('made here for disk.example: Retain');
});
