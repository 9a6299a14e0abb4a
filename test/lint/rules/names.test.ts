import {
  autoscaler, claim, configMap, cronJob, custom, deployment, findingsIn, job, jobSet, leaderWorkerSet, onlyFinding, pod, service, statefulSet,
  Manifest, template, workload,
} from '../run/manifests';

const groups = (name: string, replicas: number | undefined, size = 2, more: object = {}) =>
  leaderWorkerSet(name, { ...(replicas === undefined ? {} : { replicas }), leaderWorkerTemplate: { size, workerTemplate: template({}) }, ...more });
const set = (name: string, more: object = {}) => statefulSet(name, workload(name, {}, { spec: more }));

describe('AIW2101 two objects have one identity', () => {
  test('the second names the construct of the first', () => {
    expect(onlyFinding('AIW2101', service('llm'), service('llm'))).toMatchObject({
      class: 'broken',
      field: 'metadata.name',
      message: 'Duplicate value: "llm": Service "llm" is already made by prod/o0',
      construct: 'prod/o1',
    });
  });

  test('two versions of one API are one object', () => {
    expect(findingsIn('AIW2101', custom('autoscaling/v1', 'HorizontalPodAutoscaler')('a'), custom('autoscaling/v2', 'HorizontalPodAutoscaler')('a'))).toHaveLength(1);
  });

  test('no namespace and "default" are one place', () => {
    const finding = onlyFinding('AIW2101', configMap('a', {}, { namespace: '' }), configMap('a', {}, { namespace: 'default' }));
    expect(finding.notes).toEqual(['no namespace and "default" are one place']);
  });

  test('cluster-wide kinds meet across namespaces', () => {
    const storage = custom('storage.k8s.io/v1', 'StorageClass');
    expect(onlyFinding('AIW2101', storage('fast', {}, { namespace: 'a' }), storage('fast', {}, { namespace: 'b' })).notes).toBeUndefined();
  });

  test('every copy names the first', () => {
    expect(findingsIn('AIW2101', service('llm'), service('llm'), service('llm')).map(each => each.message)).toEqual([
      expect.stringContaining('already made by prod/o0'), expect.stringContaining('already made by prod/o0'),
    ]);
  });

  test.each([
    ['another kind', service('llm'), configMap('llm')],
    ['another namespace', service('llm'), service('llm', {}, { namespace: 'other' })],
    ['another API group with a kind of the same name', service('llm'), custom('serving.knative.dev/v1', 'Service')('llm')],
    ['a generated name', custom('v1', 'Pod')('', {}), custom('v1', 'Pod')('', {})],
  ])('different objects: %s', (_, first, second) => {
    expect(findingsIn('AIW2101', first, second)).toEqual([]);
  });
});

describe('AIW2102 derived names collide', () => {
  test('two groups whose derived names collide: the workers of a group and a StatefulSet', () => {
    expect(onlyFinding('AIW2102', groups('llm', 2), set('llm-1'))).toMatchObject({
      class: 'broken',
      object: { kind: 'LeaderWorkerSet', name: 'llm' },
      field: 'metadata.name',
      message: 'Duplicate value: "llm": StatefulSet "llm-1", the set of workers of a group of LeaderWorkerSet ml/llm, is StatefulSet ml/llm-1',
    });
  });

  test.each([
    ['leaders of another LeaderWorkerSet', [groups('llm', 2), groups('llm-1', 1)], 'StatefulSet "llm-1"'],
    ['an autoscaled LeaderWorkerSet, which may reach any group', [groups('llm', undefined), set('llm-7'),
      autoscaler('s', { scaleTargetRef: { apiVersion: 'leaderworkerset.x-k8s.io/v1', kind: 'LeaderWorkerSet', name: 'llm' } })], 'StatefulSet "llm-7"'],
    ['the set of leaders', [groups('llm', 1), set('llm')], 'StatefulSet "llm"'],
    ['its Service, made for traffic', [groups('llm', 1), service('llm', { type: 'ClusterIP' })], 'Service "llm"'],
    ['the Service of a group', [groups('llm', 2, 2, { networkConfig: { subdomainPolicy: 'UniquePerReplica' } }), service('llm-1', {})], 'Service "llm-1"'],
    ['a pod of a StatefulSet', [set('db', { replicas: 3 }), pod('db-2', {})], 'Pod "db-2"'],
    ['claims of two sets', [set('b', { volumeClaimTemplates: [{ metadata: { name: 'data-a' } }] }), set('a-b', { volumeClaimTemplates: [{ metadata: { name: 'data' } }] })],
      'PersistentVolumeClaim "data-a-b-0"'],
    ['a Job of a JobSet', [jobSet('sim', { replicatedJobs: [{ name: 'w', replicas: 2, template: {} }] }), job('sim-w-1', { template: template({}) })], 'Job "sim-w-1"'],
  ])('%s', (_, objects, name) => {
    expect(onlyFinding('AIW2102', ...objects).message).toContain(name);
  });

  test('of three with the same pods the others are compared with the first', () => {
    const volcano = custom('batch.volcano.sh/v1alpha1', 'Job')('a', { tasks: [{ name: 'b', replicas: 2, template: template({}) }] });
    expect(findingsIn('AIW2102', volcano, groups('a-b', 2, 1), set('a-b', { replicas: 2 })).map(each => [each.object?.kind, each.message.slice(-30)])).toEqual([
      ['LeaderWorkerSet', ' ml/a-b, is StatefulSet ml/a-b'], ['Job', 'ader of LeaderWorkerSet ml/a-b'],
    ]);
  });

  test.each([
    ['a group that does not exist', [groups('llm', 1), set('llm-1')]],
    ['without a number there is one group', [groups('llm', undefined), set('llm-1')]],
    ['groups without workers have no sets of workers', [groups('llm', 2, 1), set('llm-1')]],
    ['a headless Service of its name is used as it is', [groups('llm', 1), service('llm', { clusterIP: 'None' })]],
    ['an ordinal before the first', [set('db', { replicas: 3, ordinals: { start: 100 } }), pod('db-2', {})]],
    ['another namespace', [groups('llm', 2), statefulSet('llm-1', workload('x'), { namespace: 'other' })]],
    ['a claim brought along for a pod', [set('db', { volumeClaimTemplates: [{ metadata: { name: 'data' } }] }), claim('data-db-0')]],
    ['a number with a leading zero is no ordinal', [groups('llm', 2), set('llm-01')]],
    ['the same claims in sets of other names', [set('a', { volumeClaimTemplates: [{ metadata: { name: 'data' } }] }), set('b', { volumeClaimTemplates: [{ metadata: { name: 'data' } }] })]],
  ])('no collision: %s', (_, objects) => {
    expect(findingsIn('AIW2102', ...objects)).toEqual([]);
  });
});

describe('AIW2110 a derived name is too long', () => {
  const long = (length: number) => 'a'.repeat(length);

  test('the longest child is named with the sum and what to cut', () => {
    const finding = onlyFinding('AIW2110', set(long(55)));
    expect(finding).toMatchObject({ class: 'broken', field: 'metadata.name' });
    expect(finding.message).toContain(`Too long: "${long(55)}": has 55 characters; the longest derived name, label controller-revision-hash`);
    expect(finding.help).toContain('use at most 52 characters');
  });

  test.each<[string, Manifest, string]>([
    ['a CronJob', cronJob(long(53)), `CronJob "${long(53)}", then has 53 of at most 52`],
    ['a Job of a JobSet', jobSet(long(60), { replicatedJobs: [{ name: 'wo', replicas: 2, template: {} }] }), `Job "${long(60)}-wo-1", then has 65 of at most 63`],
    ['a replicated job without a name', jobSet(long(61), { replicatedJobs: [{ template: {} }] }), `Job "${long(61)}--0", then has 64 of at most 63`],
    ['a pod of a JobSet', jobSet(long(51), { replicatedJobs: [{ name: 'w', template: { spec: { completionMode: 'Indexed', completions: 100 } } }] }),
      `pod "${long(51)}-w-0-99-abcde", then has 64 of at most 63`],
    ['a claim of workers', groups('llm', 1, 2, { leaderWorkerTemplate: { size: 2, workerTemplate: template({}), volumeClaimTemplates: [{ metadata: { name: long(247) } }] } }),
      `PersistentVolumeClaim "${long(247)}-llm-0-1", then has 255 of at most 253`],
    ['a claim of a short name', set('db', { volumeClaimTemplates: [{ metadata: { name: long(249) } }] }), `PersistentVolumeClaim "${long(249)}-db-0", then has 254 of at most 253`],
  ])('what is derived is told: %s', (_, manifest, text) => {
    expect(onlyFinding('AIW2110', manifest).message).toContain(`the longest derived name, ${text}`);
  });

  const indexed = { completionMode: 'Indexed', completions: 100, template: template({}) };
  test.each([
    ['StatefulSet', set(long(53)), set(long(52))],
    ['StatefulSet with long ordinals', set(long(52), { replicas: 2, ordinals: { start: 99999999999 } }), set(long(50), { replicas: 2, ordinals: { start: 100 } })],
    ['Indexed Job', job(long(61), indexed), job(long(60), indexed)],
    ['Job', job(long(64), { template: template({}) }), job(long(63), { template: template({}) })],
    ['CronJob', cronJob(long(53)), cronJob(long(52))],
    ['Service', service(long(64)), service(long(63))],
    ['LeaderWorkerSet, by its workers', groups(long(50), 11), groups(long(49), 11)],
    ['JobSet, by its pods', jobSet(long(51), { replicatedJobs: [{ name: 'w', template: { spec: indexed } }] }), jobSet(long(50), { replicatedJobs: [{ name: 'w', template: { spec: indexed } }] })],
  ])('%s', (_, tooLong, fits) => {
    expect(findingsIn('AIW2110', tooLong)).toHaveLength(1);
    expect(findingsIn('AIW2110', fits)).toEqual([]);
  });
});

describe('AIW2109 autoscaler target not found', () => {
  const scaling = (reference: object) => autoscaler('scale', { scaleTargetRef: reference });
  const web = deployment('web', workload('web', {}, { spec: { replicas: undefined } }));

  test('a missing target is named, with a workload of that name of another kind', () => {
    expect(onlyFinding('AIW2109', web, scaling({ apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'web' }))).toMatchObject({
      class: 'broken',
      field: 'spec.scaleTargetRef',
      message: 'Not found: "web": no apps/StatefulSet of this name in namespace "ml"',
      notes: ['there is apps/Deployment "web"'],
    });
  });

  test('what has no scale cannot be scaled', () => {
    const finding = onlyFinding('AIW2109', job('train', { template: template({}) }), scaling({ apiVersion: 'batch/v1', kind: 'Job', name: 'train' }));
    expect(finding).toMatchObject({ field: 'spec.scaleTargetRef.kind', message: 'Invalid value: "Job": has no scale, so nothing can change its number of pods' });
  });

  test('a ScaledObject means a Deployment unless it says otherwise', () => {
    const keda = custom('keda.sh/v1alpha1', 'ScaledObject');
    expect(findingsIn('AIW2109', keda('k', { scaleTargetRef: { name: 'web' } }))).toHaveLength(1);
    expect(findingsIn('AIW2109', web, keda('k', { scaleTargetRef: { name: 'web' } }))).toEqual([]);
  });

  test.each([
    ['a Deployment of the app', { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }],
    ['a kind nobody knows', { apiVersion: 'example.com/v1', kind: 'Fleet', name: 'x' }],
  ])('found: %s', (_, reference) => {
    expect(findingsIn('AIW2109', web, scaling(reference))).toEqual([]);
  });

  test('a target in another namespace is not found', () => {
    const away = deployment('web', workload('web'), { namespace: 'other' });
    expect(findingsIn('AIW2109', away, scaling({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }))).toHaveLength(1);
  });
});

describe('AIW3108 replicas are set under an autoscaler', () => {
  const scaling = autoscaler('scale', { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } });

  test('the workload is the subject, and it is a warning', () => {
    expect(onlyFinding('AIW3108', deployment('web', workload('web')), scaling)).toMatchObject({
      class: 'risky',
      object: { kind: 'Deployment', name: 'web' },
      field: 'spec.replicas',
      message: 'Forbidden: 1: HorizontalPodAutoscaler ml/scale decides this number, and each apply would set it back',
    });
  });

  test('left out, it is fine', () => {
    expect(findingsIn('AIW3108', deployment('web', workload('web', {}, { spec: { replicas: undefined } })), scaling)).toEqual([]);
  });
});
