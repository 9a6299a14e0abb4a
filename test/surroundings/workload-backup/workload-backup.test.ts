import { App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { BackupHook, BackupVolumes, Checkpoint, IWorkload, IndexedTrainingJob, LeaderWorkerGroup, Workload, WorkloadBackup, WorkloadBackupProps, ZonePartitionedStatefulSet } from '../../../src';
import { container } from '../../workloads/handle/every-workload';

type Make = (chart: Chart) => IWorkload;
type Given = Omit<WorkloadBackupProps, 'workload' | 'schedule'> & { readonly schedule?: string };

const CLAIMS = [{ name: 'data', size: '10Gi', mountPath: '/data' }];

const store: Make = chart => new ZonePartitionedStatefulSet(chart, 'db', { zones: [{ zone: 'eu-1a', replicas: 3 }, { zone: 'eu-1b', replicas: 2 }], container, claims: CLAIMS });
const group: Make = chart => new LeaderWorkerGroup(chart, 'llm', { groups: 2, size: 3, container, claims: CLAIMS });

function backedUp(make: Make, props: Given = {}, namespace: string | undefined = 'ml'): { backup: WorkloadBackup; template: any; objects: any[] } {
  const chart = new Chart(new App(), 'chart', { namespace });
  const backup = new WorkloadBackup(chart, 'nightly', { workload: make(chart), schedule: '0 3 * * *', ...props });
  const objects = chart.toJson();
  return { backup, template: objects.find(({ kind }) => kind === 'Schedule').spec.template, objects };
}

describe('what is selected', () => {
  test('is the namespace and the labels of the workload, pods and claims alone', () => {
    const { template } = backedUp(store);
    expect(template).toEqual({
      includedNamespaces: ['ml'],
      includedNamespaceScopedResources: ['persistentvolumeclaims', 'pods'],
      labelSelector: { matchLabels: { 'cdk8s-ai-workloads/name': 'db' } },
      snapshotVolumes: true,
      snapshotMoveData: false,
      defaultVolumesToFsBackup: false,
      ttl: '720h0m0s',
    });
  });

  test('the claims of its sets carry those labels', () => {
    const { template, objects } = backedUp(store);
    const sets = objects.filter(({ kind }) => kind === 'StatefulSet');
    const onClaims = sets.flatMap(({ spec }) =>
      spec.volumeClaimTemplates.map((claim: any) => ({ ...claim.metadata.labels, ...spec.selector.matchLabels })));
    expect(onClaims).toHaveLength(2);
    onClaims.forEach(labels => expect(labels).toMatchObject(template.labelSelector.matchLabels));
  });

  test('with objects every kind that carries the labels is', () => {
    expect(backedUp(store, { objects: true }).template).not.toHaveProperty('includedNamespaceScopedResources');
  });

  test('the Schedule stands where Velero looks, whatever the namespace of the workload', () => {
    const places = (props: Given) => backedUp(store, props).objects.filter(({ kind }) => kind === 'Schedule').map(({ metadata }) => metadata.namespace);
    expect([places({}), places({ veleroNamespace: 'backups' })]).toEqual([['velero'], ['backups']]);
  });
});

describe('data', () => {
  test.each<[string, BackupVolumes, object]>([
    ['moved snapshots are copied', BackupVolumes.movedSnapshots(), { snapshotVolumes: true, snapshotMoveData: true }],
    ['snapshots of a cloud name their locations', BackupVolumes.cloudSnapshots(['ebs']), { snapshotVolumes: true, volumeSnapshotLocations: ['ebs'] }],
    ['files are read instead of snapshots', BackupVolumes.files(), { snapshotVolumes: false, defaultVolumesToFsBackup: true, resourcePolicy: { kind: 'configmap', name: 'nightly-volumes' } }],
  ])('%s', (_, volumes, spec) => {
    expect(backedUp(store, { volumes }).template).toMatchObject(spec);
  });

  test('where files are read, caches are left out by a policy beside the Schedule', () => {
    const { objects } = backedUp(store, { volumes: BackupVolumes.files() });
    const policy = objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'nightly-volumes');
    expect(policy.metadata.namespace).toBe('velero');
    expect(Object.values(policy.data)).toEqual([expect.stringMatching(/- emptyDir\n[^]*type: skip/)]);
    expect(backedUp(store).objects.filter(({ kind }) => kind === 'ConfigMap')).toEqual([]);
  });

  test.each([[45, '45s'], [90, '1m30s'], [3600, '1h0m0s'], [1_209_600, '336h0m0s']])('%d seconds are kept as Go prints them', (seconds, text) => {
    expect(backedUp(store, { keep: Duration.seconds(seconds) }).template.ttl).toBe(text);
  });
});

describe('hooks', () => {
  const hooks = (make: Make, hook: BackupHook) => backedUp(make, { hooks: [hook] }).template.hooks.resources;

  test('run in the container that does the work, in the pods of each role', () => {
    const found = hooks(group, { before: ['flush'], after: ['resume', '--now'] });
    expect(found.map(({ name, labelSelector }: any) => [name, labelSelector.matchLabels['cdk8s-ai-workloads/role']])).toEqual([['llm-leader', 'leader'], ['llm-worker', 'worker']]);
    expect(found[0]).toMatchObject({
      includedNamespaces: ['ml'],
      includedResources: ['pods'],
      pre: [{ exec: { container: 'main', command: ['flush'], onError: 'Fail', timeout: '30s' } }],
      post: [{ exec: { command: ['resume', '--now'] } }],
    });
  });

  test('of one role select its pods alone', () => {
    const found = hooks(group, { role: 'worker', before: ['flush'], container: 'log', timeout: Duration.minutes(2) });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ labelSelector: { matchLabels: { 'cdk8s-ai-workloads/role': 'worker' } }, pre: [{ exec: { container: 'log', timeout: '2m0s' } }] });
    expect(found[0]).not.toHaveProperty('post');
  });
});

describe('refused', () => {
  const other = Workload.named({ name: 'other', namespace: 'ml', podLabels: { app: 'other' } });

  test.each<[string, Make, Given, RegExp]>([
    ['pods without claims', chart => new LeaderWorkerGroup(chart, 'llm', { size: 2, container }), {}, /workload: Forbidden: pods of llm have no claims/],
    ['objects without the labels', chart => Workload.of(new kplus.Deployment(chart, 'w', { containers: [container] })), { objects: true }, /objects: Forbidden: Deployment chart-w-.* does not carry the labels/],
    ['no schedule of cron', store, { schedule: '0 25 * * *' }, /schedule: Invalid value: "0 25 \* \* \*": Velero runs no such schedule: end of range \(25\)/],
    ['a time zone alone', store, { schedule: 'TZ=Europe/Berlin' }, /schedule: Invalid value/],
    ['a hook without a program', store, { hooks: [{ role: 'member' }] }, /hooks\[0\]\.before: Required value/],
    ['an empty program', store, { hooks: [{ before: [''] }] }, /hooks\[0\]\.before: Invalid value/],
    ['a role that there is not', store, { hooks: [{ role: 'leader', before: ['a'] }] }, /hooks\[0\]\.role: Invalid value: "leader"/],
    ['a container that nobody knows', () => other, { hooks: [{ before: ['a'] }] }, /hooks\[0\]\.container: Required value/],
    ['nothing kept', store, { keep: Duration.seconds(0) }, /keep: Invalid value/],
    ['a location that is no name', store, { storageLocation: 'Far Away' }, /storageLocation: Invalid value/],
  ])('%s', (_, make, props, text) => {
    expect(() => backedUp(make, props)).toThrow(text);
  });

  test('a cloud without a location', () => {
    expect(() => BackupVolumes.cloudSnapshots([])).toThrow(/cloudSnapshots\(locations\): Required value/);
  });

  test('a time zone before a schedule is not', () => {
    expect(backedUp(store, { schedule: 'CRON_TZ=Europe/Berlin 30 2 * * 0' }).objects.find(({ kind }) => kind === 'Schedule').spec.schedule).toBe('CRON_TZ=Europe/Berlin 30 2 * * 0');
  });
});

describe('explain', () => {
  test('counts the claims and prints the steps of a restore, controllers before claims', () => {
    const explained = backedUp(store).backup.explain();
    expect(explained).toContain('5 pods x 1 (data)');
    const steps = backedUp(store).backup.restore();
    expect(steps.map(({ title }) => title)).toEqual([
      'choose a backup', 'stop who would make claims and pods', 'take the claims away that are to be replaced', 'restore the claims, without the pods', 'look, then start',
    ]);
    expect(steps[1].commands[1]).toBe('kubectl -n ml delete statefulset/db-eu-1a statefulset/db-eu-1b --wait');
    expect(steps[3].commands[0]).toContain('--exclude-resources pods');
    steps.flatMap(({ commands }) => commands).forEach(command => expect(explained).toContain(command));
  });

  test('files come back with the pods', () => {
    const steps = backedUp(store, { volumes: BackupVolumes.files() }).backup.restore();
    expect(steps[3].commands[0]).not.toContain('--exclude-resources');
  });

  test('says when a claim that pods share is not in a backup', () => {
    const training: Make = chart => new IndexedTrainingJob(chart, 'train', {
      workers: 2, container, checkpoint: Checkpoint.onClaim(kplus.PersistentVolumeClaim.fromClaimName(chart, 'c', 'ckpt'), '/ckpt'),
    });
    expect(backedUp(training).backup.explain()).toContain('ckpt come along as long as a pod that names them exists; labelled cdk8s-ai-workloads/name=train');
  });

  test('knows no claims of what stands elsewhere', () => {
    expect(backedUp(() => Workload.named({ name: 'other', namespace: 'ml', podLabels: { app: 'other' } })).backup.explain()).toContain('not known here');
  });
});
