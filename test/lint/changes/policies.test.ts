import { Body, findings, set, template, workload } from './manifests';

const told = (before: Body, after: Body, others: Body[] = []) => (
  findings([before, ...others], [after, ...others]).map(({ id, field, message, notes }) => ({ id, field, message, notes })));

describe('AIW4011: what kept the data', () => {
  const of = (apiVersion: string, kind: string, body: Body): Body => ({ apiVersion, kind, metadata: { name: 'a', namespace: 'ml' }, ...body });
  const lws = (policy: Body) => of('leaderworkerset.x-k8s.io/v1', 'LeaderWorkerSet', { spec: { leaderWorkerTemplate: { size: 1, workerTemplate: template({}), persistentVolumeClaimRetentionPolicy: policy } } });
  const stateful = (policy: Body) => set({ persistentVolumeClaimRetentionPolicy: policy });
  const snapshotClass = (deletionPolicy?: string) => of('snapshot.storage.k8s.io/v1', 'VolumeSnapshotClass', { driver: 'a.b', ...(deletionPolicy && { deletionPolicy }) });
  const content = (deletionPolicy?: string) => (
    of('snapshot.storage.k8s.io/v1', 'VolumeSnapshotContent', { spec: { driver: 'a.b', source: { volumeHandle: 'c' }, volumeSnapshotRef: { name: 'a', namespace: 'ml' }, ...(deletionPolicy && { deletionPolicy }) } }));
  const volume = (persistentVolumeReclaimPolicy?: string) => (
    of('v1', 'PersistentVolume', { metadata: { name: 'a' }, spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], csi: { driver: 'a.b', volumeHandle: 'c' }, ...(persistentVolumeReclaimPolicy && { persistentVolumeReclaimPolicy }) } }));

  test.each<[string, Body, Body, string, boolean]>([
    ['a deleted set', stateful({ whenDeleted: 'Retain' }), stateful({ whenDeleted: 'Delete' }), 'spec.persistentVolumeClaimRetentionPolicy.whenDeleted', true],
    ['a smaller set', stateful({}), stateful({ whenScaled: 'Delete' }), 'spec.persistentVolumeClaimRetentionPolicy.whenScaled', false],
    ['deleted groups', lws({}), lws({ whenDeleted: 'Delete' }), 'spec.leaderWorkerTemplate.persistentVolumeClaimRetentionPolicy.whenDeleted', false],
    ['fewer groups', lws({ whenScaled: 'Retain' }), lws({ whenScaled: 'Delete' }), 'spec.leaderWorkerTemplate.persistentVolumeClaimRetentionPolicy.whenScaled', true],
    ['a volume', volume('Retain'), volume('Delete'), 'spec.persistentVolumeReclaimPolicy', true],
    ['a volume that said nothing', volume(), volume('Delete'), 'spec.persistentVolumeReclaimPolicy', false],
    ['a class of snapshots', snapshotClass('Retain'), snapshotClass('Delete'), 'deletionPolicy', true],
    ['a snapshot', content('Retain'), content('Delete'), 'spec.deletionPolicy', true],
  ])('%s', (_, before, after, field, isWritten) => {
    expect(told(before, after).filter(({ id }) => id === 'AIW4011')).toEqual([expect.objectContaining({ field, message: expect.stringMatching(isWritten ? /was "Retain": / : /was "Retain", the default: /) })]);
    expect([...told(after, before), ...told(after, after), ...told(before, before)].filter(({ id }) => id === 'AIW4011')).toEqual([]);
  });

  test.each<[string, Body, Body]>([
    ['a class of snapshots, which has no default', snapshotClass(), snapshotClass('Delete')],
    ['a snapshot, which has none either', content(), content('Delete')],
    ['a third policy', volume('Recycle'), volume('Delete')],
  ])('nothing was kept by %s', (_, before, after) => {
    expect(told(before, after).filter(({ id }) => id === 'AIW4011')).toEqual([]);
  });
});

describe('AIW4004: replicas are taken out', () => {
  const lws = (replicas?: number): Body => (
    { apiVersion: 'leaderworkerset.x-k8s.io/v1', kind: 'LeaderWorkerSet', metadata: { name: 'web', namespace: 'ml' }, spec: { replicas, leaderWorkerTemplate: { size: 1, workerTemplate: template({}) } } });
  const scaled = (kind: string, replicas?: number): Body => kind === 'LeaderWorkerSet' ? lws(replicas) : workload(kind, 'web', { ...(replicas !== undefined && { replicas }) });
  const ids = (kind: string, before?: number, after?: number) => told(scaled(kind, before), scaled(kind, after)).filter(({ id }) => id === 'AIW4004');

  test.each(['Deployment', 'StatefulSet', 'ReplicaSet', 'LeaderWorkerSet'])('%s', kind => {
    expect(ids(kind, 2)).toMatchObject([{ field: 'spec.replicas', message: expect.stringMatching(/^Required value: was 2; /), notes: [] }]);
    expect([ids(kind, 1), ids(kind, 0), ids(kind), ids(kind, 2, 3), ids(kind, 2, 1), ids(kind, 2, 0)]).toEqual([[], [], [], [], [], []]);
  });

  test('of another kind, the field means something else', () => {
    const custom = (spec: Body): Body => ({ apiVersion: 'example.org/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'ml' }, spec });
    expect(told(custom({ replicas: 2 }), custom({})).filter(({ id }) => id === 'AIW4004')).toEqual([]);
  });

  test('an autoscaler of it is told', () => {
    const autoscaler: Body = {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'web', namespace: 'ml' },
      spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, minReplicas: 2, maxReplicas: 4 },
    };
    const [finding] = told(scaled('Deployment', 2), scaled('Deployment'), [autoscaler]).filter(({ id }) => id === 'AIW4004');
    expect(finding.notes).toEqual(['an autoscaler has this target, and starts again from 1']);
  });
});
