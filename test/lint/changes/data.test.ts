import { Body, claim, findings, ids, set, template, workload } from './manifests';
import { severityOf } from '../../../src/base/findings/finding';

const inNamespace = (body: Body, namespace: string): Body => ({ ...body, metadata: { ...body.metadata as Body, namespace } });
const named = (body: Body, name: string): Body => ({ ...body, metadata: { ...body.metadata as Body, name } });
const annotated = (body: Body, annotations: object): Body => ({ ...body, metadata: { ...body.metadata as Body, annotations } });
const errors = (before: readonly Body[], after: readonly Body[]) => findings(before, after).filter(each => severityOf(each.class) === 'error');

describe('what moves or loses data is an error', () => {
  test('AIW4002: another start that deletes twelve pods and makes none, with or without claims', () => {
    const sets = (spec: Body, claims?: Body[]) => [set({ ...spec, volumeClaimTemplates: claims })];
    for (const claims of [undefined, [claim('data')]]) {
      const [finding] = errors(sets({ replicas: 24 }, claims), sets({ replicas: 12, ordinals: { start: 12 } }, claims));
      expect(finding).toMatchObject({ id: 'AIW4002', class: 'lossy', field: 'spec.ordinals.start', message: 'Invalid value: 12: was 0: the pods 0 to 11 are deleted, and none is made for them' });
    }
  });

  test.each<[string, Body, Body, string, string]>([
    ['a smaller set', set({ replicas: 3 }), set({ replicas: 1 }), 'AIW4003', 'the pods 1 to 2 go, and their claims stay behind'],
    ['replicas taken out', set({ replicas: 3 }), set({}), 'AIW4003', 'the pods 1 to 2 go'],
    ['another retention policy', set({}), set({ persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete' } }), 'AIW4011', 'was "Retain", the default: when the set gets smaller'],
    ['the reclaim policy of a volume', volume('Retain'), volume('Delete'), 'AIW4011', 'was "Retain": when its claim is deleted, the volume and its data are deleted'],
    ['another name of the claim template', set({}), set({ volumeClaimTemplates: [claim('wal')] }), 'AIW4001', 'forbidden (volumeClaimTemplates)'],
    ['another governing Service', set({}), set({ serviceName: 'pg' }), 'AIW4001', 'forbidden (serviceName)'],
    ['another storage class', claim('weights', { storageClassName: 'a' }), claim('weights', { storageClassName: 'b' }), 'AIW4001', '(storageClassName)'],
  ])('%s', (_, before, after, id, message) => {
    expect(errors([before], [after])).toContainEqual(expect.objectContaining({ id, message: expect.stringContaining(message) }));
  });

  test.each<[string, Body, Body[], string, string]>([
    ['a set that is renamed', set({ replicas: 2 }), [named(set({ replicas: 2 }), 'pg')], 'metadata.name', 'Invalid value: "db": is no longer made: its claims stay behind, and StatefulSet ml/pg starts with new, empty ones'],
    ['a set that moves to another namespace', set({}), [inNamespace(set({}), 'prod')], 'metadata.namespace', 'Invalid value: "db": is no longer made: its claims stay behind, and StatefulSet prod/db starts with new, empty ones'],
    ['a set that goes with the policy Delete', set({ persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } }), [], 'metadata.name', 'Invalid value: "db": is no longer made: its claims are deleted with it'],
    ['a set that goes', set({}), [], 'metadata.name', 'Invalid value: "db": is no longer made: its claims stay behind'],
    ['a claim that goes', claim('weights'), [], 'metadata.name', 'Invalid value: "weights": is no longer made: whoever prunes deletes it, and its data where the storage class reclaims by deleting'],
    ['a claim that moves', claim('weights'), [inNamespace(claim('weights'), 'prod')], 'metadata.namespace', 'Invalid value: "weights": is no longer made: whoever prunes deletes it, and its data where the storage class reclaims by deleting; PersistentVolumeClaim prod/weights is another claim, and empty'],
    ['a volume that goes with its data', volume('Delete'), [], 'metadata.name', 'Invalid value: "disk": is no longer made: whoever prunes deletes it once its claim is gone, and the data with it'],
  ])('AIW4003: %s', (_, before, after, field, message) => {
    expect(errors([before], after)).toMatchObject([{ id: 'AIW4003', class: 'lossy', field, message }]);
  });

  test('AIW4003: groups of a LeaderWorkerSet have claims, too', () => {
    const lws = (replicas: number, name = 'llm'): Body => ({
      apiVersion: 'leaderworkerset.x-k8s.io/v1',
      kind: 'LeaderWorkerSet',
      metadata: { name, namespace: 'ml' },
      spec: { replicas, leaderWorkerTemplate: { size: 2, workerTemplate: template({}), volumeClaimTemplates: [claim('data')] } },
    });
    expect(errors([lws(3)], [lws(1)])).toMatchObject([{
      id: 'AIW4003', message: 'Invalid value: 1: the groups 1 to 2 go, and their claims stay behind', notes: ['claims: data-llm-1, data-llm-1-1, data-llm-2, data-llm-2-1'],
    }]);
    expect(errors([lws(1)], [lws(1, 'big')])).toMatchObject([{ id: 'AIW4003', message: expect.stringContaining('and LeaderWorkerSet ml/big starts with new, empty ones') }]);
  });

  test.each<[string, Body, Body, boolean]>([
    ['other images', set({}), named(set({}, 'registry.example/other:1'), 'pg'), false],
    ['other claim templates', set({}), named(set({ volumeClaimTemplates: [claim('wal')] }), 'pg'), false],
    ['another namespace and name', set({}), inNamespace(named(set({}), 'pg'), 'prod'), false],
    ['another kind of that name', set({}), workload('Deployment', 'db'), false],
    ['a newer image of the same program', set({}), named(set({}, 'registry.example/app:2'), 'pg'), true],
  ])('AIW4003: a set of %s takes its place: %s', (_, before, after, isSuccessor) => {
    const [finding] = errors([before], [after]);
    expect(finding).toMatchObject({ id: 'AIW4003', notes: ['claims: data-db-0'] });
    expect(finding.message.includes('starts with new, empty ones')).toBe(isSuccessor);
  });

  test('AIW4003: a claim or a volume of another name is something else', () => {
    expect(errors([claim('weights')], [claim('cache')])[0].message).not.toContain('another claim');
  });

  test('AIW4003: a set without claims leaves none', () => {
    expect(ids([set({ volumeClaimTemplates: undefined })], [])).toEqual([]);
  });

  test('AIW4003: a volume that stays, but not its claim', () => {
    const [finding] = findings([volume('Retain')], []);
    expect(finding).toMatchObject({
      id: 'AIW4003', class: 'risky', field: 'metadata.name', message: 'Invalid value: "disk": is no longer made: whoever prunes deletes it once its claim is gone; the data stay where they are',
    });
  });

  test('AIW4003: a volume is kept where nothing says otherwise', () => {
    const { persistentVolumeReclaimPolicy: _, ...spec } = volume('Delete').spec as Body;

    expect(findings([{ ...volume('Delete'), spec }], [])).toMatchObject([{ class: 'risky', message: expect.stringContaining('the data stay where they are') }]);
  });

  test('AIW4003: claims that are left behind are those of the set as it was', () => {
    const [some, none] = [set({ replicas: 4 }), set({ replicas: 2, volumeClaimTemplates: undefined })];

    expect(findings([some], [none])).toContainEqual(expect.objectContaining({ id: 'AIW4003', notes: ['claims: data-db-2, data-db-3'] }));
    expect(ids([set({ replicas: 4, volumeClaimTemplates: undefined })], [set({ replicas: 2 })])).not.toContain('AIW4003');
  });

  test('AIW4003: a namespace names claims of its own alone', () => {
    const namespace: Body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ml' } };
    const stays = [inNamespace(claim('weights'), 'prod'), inNamespace(set({}), 'prod'), set({ volumeClaimTemplates: undefined })];
    expect(errors([namespace, ...stays], stays)).toMatchObject([{ id: 'AIW4003', field: 'metadata.name', notes: [] }]);
  });

  test('AIW4003: of several sets that are renamed, each has the one with its ordinals after it', () => {
    const zones = (name: string) => [0, 100].map(start => named(set({ ordinals: { start } }), `${name}-${start}`));
    expect(errors(zones('db'), zones('pg')).map(({ message }) => /StatefulSet \S+/.exec(message)![0])).toEqual(['StatefulSet ml/pg-0', 'StatefulSet ml/pg-100']);
  });

  test('AIW4003: a namespace goes with everything in it', () => {
    const namespace: Body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ml' } };
    expect(errors([namespace, claim('weights'), set({ replicas: 1 })], [claim('weights'), set({ replicas: 1 })])).toMatchObject([
      { id: 'AIW4003', message: expect.stringContaining('"ml": is no longer made: whoever prunes deletes it with everything in it'), notes: ['claims: weights, data-db-0'] },
    ]);
  });

  test.each([
    { 'argocd.argoproj.io/sync-options': 'ServerSideApply=true,Prune=false' }, { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' }, { 'helm.sh/resource-policy': 'keep' },
  ])('what nobody prunes is not told: %j', annotations => {
    expect(ids([annotated(claim('weights'), annotations), annotated(set({}), annotations)], [])).toEqual([]);
  });

  test('other values of those annotations keep nothing', () => {
    expect(ids([annotated(claim('weights'), { 'argocd.argoproj.io/sync-options': 'PruneLast=true' })], [])).toEqual(['AIW4003']);
  });
});

function volume(policy: string): Body {
  return { apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: 'disk' }, spec: { persistentVolumeReclaimPolicy: policy, capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], csi: { driver: 'a.b', volumeHandle: 'c' } } };
}

describe('AIW4010: pods find other data', () => {
  const at = (mountPath: string, more: object = {}) => ({ name: 'data', mountPath, ...more });
  const from = (claimName: string) => ({ name: 'data', persistentVolumeClaim: { claimName } });
  const pods = (mounts: object[], volumes: object[], kind = 'Deployment') => workload(kind, 'train', {
    template: template({ app: 'train' }, 'a:1', { containers: [{ name: 'main', image: 'a:1', volumeMounts: mounts }], volumes }),
  });
  const before = pods([at('/ckpt')], [from('ckpt')]);

  test.each<[string, Body, string, string]>([
    ['another claim', pods([at('/ckpt')], [from('fresh')]), 'containers[0].volumeMounts[0]', 'Invalid value: "claim fresh": was claim ckpt at /ckpt'],
    ['no claim at all', pods([at('/ckpt')], [{ name: 'data', emptyDir: {} }]), 'containers[0].volumeMounts[0]', 'Invalid value: "emptyDir": was claim ckpt at /ckpt'],
    ['another path inside it', pods([at('/ckpt', { subPath: 'run-2' })], [from('ckpt')]), 'containers[0].volumeMounts[0]', 'Invalid value: "claim ckpt, path run-2": was claim ckpt at /ckpt'],
    ['another mount path', pods([at('/ckpt/data')], [from('ckpt')]), 'containers[0].volumeMounts[0].mountPath', 'Invalid value: "/ckpt/data": claim ckpt was mounted at /ckpt'],
    ['mounted elsewhere and by another claim', pods([at('/other'), { name: 'b', mountPath: '/b' }], [from('fresh'), { name: 'b', persistentVolumeClaim: { claimName: 'c' } }]), 'containers[0].volumeMounts', 'is mounted no more: its data stay behind'],
    ['mounted no more', pods([], []), 'containers[0].volumeMounts', 'Required value: claim ckpt was mounted at /ckpt and is mounted no more'],
  ])('%s', (_, after, field, message) => {
    expect(errors([before, claim('ckpt')], [after, claim('ckpt')])).toMatchObject([{ id: 'AIW4010', class: 'lossy', field: `spec.template.spec.${field}`, message: expect.stringContaining(message) }]);
  });

  test('the mount path of a claim template, and a directory of the node', () => {
    const container = (mountPath: string) => ({ name: 'main', image: 'postgres:17', volumeMounts: [at(mountPath)] });
    const db = (mountPath: string) => set({ template: template({ app: 'db' }, 'postgres:17', { containers: [container(mountPath)] }) });
    expect(errors([db('/var/lib/postgresql/data')], [db('/var/lib/postgresql')])).toMatchObject([{ id: 'AIW4010', message: expect.stringContaining('claim template data was mounted at /var/lib/postgresql/data') }]);
    const cache = (path: string) => pods([at('/cache')], [{ name: 'data', hostPath: { path } }], 'DaemonSet');
    expect(errors([cache('/mnt/a')], [cache('/mnt/b')])).toMatchObject([{ id: 'AIW4010' }]);
    expect(errors([cache('/dev/a')], [cache('/dev/b')])).toEqual([]);
  });

  test.each<[string, Body, Body]>([
    ['a volume of another name with the same claim', before, pods([{ name: 'store', mountPath: '/ckpt/' }], [{ name: 'store', persistentVolumeClaim: { claimName: 'ckpt' } }])],
    ['what is mounted for reading', pods([at('/data', { readOnly: true })], [from('a')]), pods([at('/data', { readOnly: true })], [from('b')])],
    ['one more mount', before, pods([at('/ckpt'), { name: 'new', mountPath: '/new' }], [from('ckpt'), { name: 'new', persistentVolumeClaim: { claimName: 'b' } }])],
  ])('passes: %s', (_, one, other) => {
    expect(errors([one], [other])).toEqual([]);
  });
});

describe('AIW4010: which container is the same', () => {
  const mounting = (name: string, claimName?: string) => ({
    name, image: 'a:1', ...(claimName !== undefined && { volumeMounts: [{ name: claimName, mountPath: '/data' }] }),
  });
  const pods = (spec: { readonly containers: object[]; readonly initContainers?: object[] }) => {
    const volumes = ['one', 'two', 'three'].map(name => ({ name, persistentVolumeClaim: { claimName: name } }));
    return workload('Deployment', 'train', { template: template({ app: 'train' }, '', { ...spec, volumes }) });
  };
  const said = (before: Parameters<typeof pods>[0], after: Parameters<typeof pods>[0]) => (
    errors([pods(before)], [pods(after)]).map(({ field, message }) => `${field!.slice('spec.template.spec.'.length)} ${message.split(' at /data')[0]}`));

  test.each<[string, object[], object[], string[]]>([
    ['the one of its name, wherever it stands', [mounting('a', 'one'), mounting('b', 'two')], [mounting('b', 'two'), mounting('a', 'three')], ['containers[1].volumeMounts[0] Invalid value: "claim three": was claim one']],
    ['the only one, whatever it is called', [mounting('a', 'one')], [mounting('b', 'two')], ['containers[0].volumeMounts[0] Invalid value: "claim two": was claim one']],
    ['none of several', [mounting('a', 'one')], [mounting('b', 'two'), mounting('c', 'three')], ['containers Required value: claim one was mounted']],
    ['none for one of several', [mounting('a', 'one'), mounting('b')], [mounting('c', 'two')], ['containers Required value: claim one was mounted']],
    ['none, while another has the claim', [mounting('a', 'one'), mounting('b')], [mounting('c', 'one'), mounting('d')], []],
  ])('%s', (_, before, after, expected) => {
    expect(said({ containers: before }, { containers: after })).toEqual(expected);
  });

  test('an init container is no main one', () => {
    const [before, after] = [{ containers: [mounting('main')], initContainers: [mounting('a', 'one')] }, { containers: [mounting('main', 'two')], initContainers: [] }];
    expect(said(before, after)).toEqual(['containers Required value: claim one was mounted']);
    expect(said({ containers: [mounting('a', 'one')], initContainers: [mounting('x')] }, { containers: [mounting('b', 'two')], initContainers: [mounting('x')] }))
      .toEqual(['containers[0].volumeMounts[0] Invalid value: "claim two": was claim one']);
  });

  const groups = (leader: string | undefined, worker: string): Body => ({
    apiVersion: 'leaderworkerset.x-k8s.io/v1',
    kind: 'LeaderWorkerSet',
    metadata: { name: 'llm', namespace: 'ml' },
    spec: { leaderWorkerTemplate: { size: 2, ...(leader && { leaderTemplate: hostPath(leader) }), workerTemplate: hostPath(worker) } },
  });
  const hostPath = (path: string) => template({}, 'a:1', {
    containers: [{ name: 'main', image: 'a:1', volumeMounts: [{ name: 'data', mountPath: '/data' }] }], volumes: [{ name: 'data', hostPath: { path } }],
  });

  test('pods of a role are those of the same role', () => {
    const fields = (before: Body, after: Body) => errors([before], [after]).map(({ field }) => field!.split('.')[2]);
    expect(fields(groups('/mnt/a', '/mnt/b'), groups('/mnt/a', '/mnt/c'))).toEqual(['workerTemplate']);
    expect(fields(groups('/mnt/a', '/mnt/b'), groups('/mnt/c', '/mnt/b'))).toEqual(['leaderTemplate']);
    const ray = (...names: string[]): Body => ({
      apiVersion: 'ray.io/v1',
      kind: 'RayCluster',
      metadata: { name: 'ray', namespace: 'ml' },
      spec: { headGroupSpec: { template: hostPath('/mnt/head') }, workerGroupSpecs: names.map(groupName => ({ groupName, template: hostPath(`/mnt/${groupName}`) })) },
    });
    expect(errors([ray('a', 'b')], [ray('b', 'a', 'c')])).toEqual([]);
    expect(ids([ray('a')], [ray('a', 'b', 'c')])).toEqual([]);
    const fleet = (...paths: string[]): Body => ({ apiVersion: 'example.org/v1', kind: 'Fleet', metadata: { name: 'f', namespace: 'ml' }, spec: { tasks: paths.map(path => ({ template: hostPath(path) })) } });
    expect(ids([fleet('/mnt/a', '/mnt/b')], [fleet('/mnt/a', '/mnt/b')])).toEqual([]);
  });

  test('the template of a claim that is renamed is told of the set alone', () => {
    const db = (name: string) => set({
      volumeClaimTemplates: [claim(name)], template: template({ app: 'db' }, '', { containers: [{ name: 'main', image: 'a:1', volumeMounts: [{ name, mountPath: '/data', subPath: 'x' }] }] }),
    });
    expect(ids([db('data')], [db('store')])).not.toContain('AIW4010');
    const from = (claimName: string) => workload('Deployment', 'train', {
      template: template({ app: 'train' }, '', { containers: [mounting('a', 'v')], volumes: [{ name: 'v', persistentVolumeClaim: { claimName } }] }),
    });
    expect(ids([from('my claim template x')], [from('other')])).toContain('AIW4010');
  });
});

describe('AIW4001: what to do about claim templates', () => {
  const sized = (name: string, storage: string, spec: object = {}) => ({ metadata: { name }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } }, ...spec } });
  const help = (before: object[], after: object[]) => (
    findings([set({ replicas: 2, volumeClaimTemplates: before })], [set({ replicas: 2, volumeClaimTemplates: after })])[0].help);

  test('in another order they mean the same, and are refused all the same', () => {
    expect(help([sized('data', '1Gi'), sized('wal', '1Gi')], [sized('wal', '1Gi'), sized('data', '1Gi')]))
      .toBe('write the claim templates in the order in which they are deployed (data, wal): the order means nothing, but the API server compares the lists');
  });

  test('claims grow one by one, each by its name, before the set is replaced', () => {
    const text = help([sized('data', '1Gi'), sized('wal', '1Gi')], [sized('data', '2Gi'), sized('wal', '1Gi')]);
    expect(text).toContain('1. grow each one: kubectl -n ml patch pvc NAME -p with {"spec":{"resources":{"requests":{"storage":"2Gi"}}}} on each of data-db-0, data-db-1 (');
    expect(text).toContain('allowVolumeExpansion: true). 2. kubectl -n ml delete statefulset db --cascade=orphan');
    expect(text).not.toContain('wal-db');
  });

  test('in another order by any name', () => {
    expect(help([sized('wal', '1Gi'), sized('data', '1Gi')], [sized('data', '1Gi'), sized('wal', '1Gi')])).toContain('in which they are deployed (wal, data)');
    expect(help([sized('wal', '1Gi'), sized('data', '1Gi')], [sized('data', '2Gi'), sized('wal', '1Gi')])).toContain('"storage":"2Gi"');
  });

  test('a size that was not said, or no longer is', () => {
    const unsized = { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'] } };
    expect(help([unsized], [sized('data', '1Gi')]))
      .toContain('1. grow each one: kubectl -n ml patch pvc NAME -p with {"spec":{"resources":{"requests":{"storage":"1Gi"}}}}');
    expect(help([sized('data', '1Gi')], [unsized])).toContain('{"spec":{"resources":{"requests":{"storage":""}}}}');
  });

  test('a limit beside the same size is no smaller one', () => {
    const limited = sized('data', '1Gi', { resources: { requests: { storage: '1Gi' }, limits: { storage: '2Gi' } } });
    expect(help([sized('data', '1Gi')], [limited])).toContain('1. grow each one');
  });

  test('one more, and one less', () => {
    const [data, wal] = [sized('data', '1Gi'), sized('wal', '1Gi')];
    expect(help([data], [data, wal])).toBe('claims are found by the template\'s name: the pods get new, empty claims (wal-db-0, wal-db-1). Keep the names; or copy the data, '
      + 'then kubectl -n ml delete statefulset db --cascade=orphan, apply, and restart the pods one by one');
    expect(help([data, wal], [data])).toContain('template\'s name: the data stay in wal-db-0, wal-db-1. Keep the names');
  });

  test('what is written out means the same, and another field is what is refused', () => {
    const written = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', ...sized('data', '1Gi') };
    expect(help([written, sized('wal', '1Gi')], [sized('wal', '1Gi'), sized('data', '1Gi')])).toContain('in which they are deployed (data, wal)');
    const refused = (before: Body, after: Body) => findings([before], [after])[0].help;
    expect(refused(set({ volumeClaimTemplates: [written] }), set({ volumeClaimTemplates: [sized('data', '1Gi')], serviceName: 'pg' })))
      .toBe('keep serviceName: "db": every pod would get another DNS name, under which its peers do not know it');
    expect(refused(set({ serviceName: undefined }), set({}))).toContain('keep serviceName: "": every pod');
    expect(refused(set({}), set({ podManagementPolicy: 'Parallel' }))).toBe('kubectl delete statefulset db --cascade=orphan keeps the pods and their claims; then apply: the new set adopts the pods');
    const selected = set({ selector: { matchLabels: { part: 'serving' } } });
    expect(refused(set({}), selected)).toMatch(/^keep the selector: pods without the new labels are not adopted.* Otherwise: label the pods, then kubectl delete statefulset db --cascade=orphan/);
  });

  test('commands name the namespace that the manifest names', () => {
    const sets = [sized('data', '1Gi'), sized('data', '2Gi')].map((each): Body => ({ ...set({ volumeClaimTemplates: [each] }), metadata: { name: 'db' } }));
    expect(findings([sets[0]], [sets[1]])[0].help).toContain('1. grow each one: kubectl patch pvc NAME');
  });

  test.each<[string, object[], object[], string]>([
    ['smaller', [sized('data', '2Gi')], [sized('data', '1Gi')], 'a claim never gets smaller: keep the size of data'],
    ['of another name', [sized('data', '1Gi')], [sized('pgdata', '1Gi')], 'the data stay in data-db-0, data-db-1, and the pods get new, empty claims (pgdata-db-0, pgdata-db-1)'],
    ['of another class', [sized('data', '1Gi')], [sized('data', '1Gi', { storageClassName: 'fast' })], 'claims that exist keep what they have (data-db-0, data-db-1)'],
    ['of another class and larger', [sized('data', '1Gi')], [sized('data', '2Gi', { storageClassName: 'fast' })], 'claims that exist keep what they have (data-db-0, data-db-1)'],
  ])('%s', (_, before, after, text) => {
    expect(help(before, after)).toContain(text);
  });
});
