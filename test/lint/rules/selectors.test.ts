import {
  OURS, budget, cronJob, custom, deployment, findingsIn, job, jobSet, leaderWorkerSet, networkPolicy, onlyFinding, pod, service,
  statefulSet, template, workload,
} from '../run/manifests';

const LWS = 'leaderworkerset.sigs.k8s.io';

describe('AIW2103 service selects no pods', () => {
  test('the nearest workload is named with the label that differs', () => {
    const finding = onlyFinding('AIW2103', deployment('llm', workload('llm')), service('router', { selector: { app: 'llm-router' } }));
    expect(finding).toMatchObject({
      class: 'broken',
      field: 'spec.selector',
      message: 'Invalid value: {"app":"llm-router"}: matches no pod template in namespace "ml"',
      notes: ['nearest is Deployment ml/llm: its app is "llm", not "llm-router"'],
      object: { kind: 'Service', namespace: 'ml', name: 'router' },
      construct: 'prod/o1',
    });
  });

  test('a label the pods lack altogether is named', () => {
    const finding = onlyFinding('AIW2103', deployment('llm', workload('llm')), service('s', { selector: { app: 'llm', tier: 'web' } }));
    expect(finding.notes).toEqual(['nearest is Deployment ml/llm: it has no label tier']);
  });

  test('pods of another namespace do not count', () => {
    expect(findingsIn('AIW2103', deployment('llm', workload('llm'), { namespace: 'other' }), service('s', { selector: { app: 'llm' } }))).toHaveLength(1);
  });

  test('no namespace and "default" are one place', () => {
    const found = findingsIn('AIW2103',
      deployment('llm', workload('llm'), { namespace: 'default' }), service('s', { selector: { app: 'llm' } }, { namespace: '' }));
    expect(found).toEqual([]);
  });

  const withLabels = (labels: object) => service('s', { selector: labels });
  const ranked = statefulSet('db', workload('db', {}, { spec: { replicas: 3, ordinals: { start: 100 } } }));
  const lws = leaderWorkerSet('llm', { replicas: 2, leaderWorkerTemplate: { size: 3, workerTemplate: template({ app: 'llm' }) } });
  const set = jobSet('sim', { replicatedJobs: [{ name: 'w', replicas: 2, template: { spec: { completionMode: 'Indexed', completions: 4, parallelism: 4, template: template({}) } } }] });
  const ray = custom('ray.io/v1', 'RayCluster')('ray', { headGroupSpec: { template: template({}) }, workerGroupSpecs: [{ groupName: 'gpu', template: template({}) }] });
  const indexed = job('train', { completionMode: 'Indexed', completions: 2, template: template({}) });

  test.each([
    ['an ordinal in the range of the set', ranked, { 'app': 'db', 'apps.kubernetes.io/pod-index': '102' }],
    ['the name of a pod of the set', ranked, { 'statefulset.kubernetes.io/pod-name': 'db-100' }],
    ['a revision, which nobody knows', ranked, { 'app': 'db', 'controller-revision-hash': 'db-5f' }],
    ['an ordinal where an autoscaler decides how many there are', statefulSet('db', workload('db', {}, { spec: { replicas: undefined } })), { 'apps.kubernetes.io/pod-index': '7' }],
    ['a hash of a Deployment', deployment('web', workload('web')), { 'pod-template-hash': 'abc' }],
    ['a plain pod', pod('p', { containers: [] }, { app: 'p' }), { app: 'p' }],
    ['a Job by its name', indexed, { 'batch.kubernetes.io/job-name': 'train' }],
    ['a completion index', indexed, { 'job-name': 'train', 'batch.kubernetes.io/job-completion-index': '1' }],
    ['a Job of a CronJob', cronJob('nightly', { jobTemplate: { spec: { template: template({}) } } }), { 'job-name': 'nightly-29000000' }],
    ['leaders of a LeaderWorkerSet', lws, { [`${LWS}/name`]: 'llm', [`${LWS}/worker-index`]: '0' }],
    ['a worker of the last group', lws, { app: 'llm', [`${LWS}/group-index`]: '1', [`${LWS}/worker-index`]: '2' }],
    ['a group key, which is a hash', lws, { [`${LWS}/group-key`]: 'abc' }],
    ['a Job of a JobSet', set, { 'jobset.sigs.k8s.io/jobset-name': 'sim', 'jobset.sigs.k8s.io/job-index': '1', 'batch.kubernetes.io/job-name': 'sim-w-1' }],
    ['the head of a RayCluster', ray, { 'ray.io/cluster': 'ray', 'ray.io/node-type': 'head' }],
    ['a Ray worker group', ray, { 'ray.io/group': 'gpu' }],
    ['a template inside a kind nobody knows', custom('kubeflow.org/v1', 'PyTorchJob')('p', { pytorchReplicaSpecs: { Worker: { template: template({ app: 'p' }) } } }), { app: 'p' }],
  ])('selected: %s', (_, object, labels) => {
    expect(findingsIn('AIW2103', object, withLabels(labels))).toEqual([]);
  });

  test.each([
    ['an ordinal below the first', ranked, { 'apps.kubernetes.io/pod-index': '0' }, 'its apps.kubernetes.io/pod-index is 100 to 102, not "0"'],
    ['an ordinal past the last', ranked, { 'apps.kubernetes.io/pod-index': '103' }, 'is 100 to 102'],
    ['an ordinal with a leading zero', ranked, { 'apps.kubernetes.io/pod-index': '0101' }, 'is 100 to 102'],
    ['a template label the controller overwrites', statefulSet('db', { replicas: 1, selector: { matchLabels: {} }, template: template({ 'apps.kubernetes.io/pod-index': '9' }) }),
      { 'apps.kubernetes.io/pod-index': '9' }, 'is 0 to 0'],
    ['a completion index past the last', indexed, { 'batch.kubernetes.io/job-completion-index': '2' }, 'is 0 to 1'],
    ['an index of a Job that is not Indexed', job('train', { template: template({}) }), { 'job-name': 'train', 'batch.kubernetes.io/job-completion-index': '0' }, 'it has no label'],
    ['a group past the last', lws, { [`${LWS}/name`]: 'llm', [`${LWS}/group-index`]: '2' }, 'is 0 to 1'],
    ['workers where groups have only leaders', leaderWorkerSet('llm', { replicas: 2, leaderWorkerTemplate: { size: 1, workerTemplate: template({ app: 'llm' }) } }),
      { app: 'llm', [`${LWS}/worker-index`]: '1' }, 'worker-index is "0", not "1"'],
    ['the leader template has labels of its own', leaderWorkerSet('llm', { leaderWorkerTemplate: { size: 2, leaderTemplate: template({ role: 'leader' }), workerTemplate: template({ role: 'worker' }) } }),
      { role: 'worker', [`${LWS}/worker-index`]: '0' }, 'LeaderWorkerSet ml/llm'],
  ])('not selected: %s', (_, object, labels, note) => {
    expect(onlyFinding('AIW2103', object, withLabels(labels)).notes?.join()).toContain(note);
  });

  test.each([
    ['without a selector somebody writes the endpoints', {}],
    ['an external name has no pods', { type: 'ExternalName', externalName: 'db.example', selector: { app: 'x' } }],
  ])('nothing to check: %s', (_, spec) => {
    expect(findingsIn('AIW2103', service('s', spec))).toEqual([]);
  });

  test('beside an object that may start pods of its own it is an info', () => {
    const opaque = custom('serving.kserve.io/v1beta1', 'InferenceService')('iris', { predictor: { model: {} } });
    const finding = onlyFinding('AIW2103', opaque, service('s', { selector: { app: 'iris' } }));
    expect(finding.class).toBe('advice');
    expect(finding.notes?.join()).toContain('InferenceService ml/iris is of a kind these checks cannot read');
  });

  test('beside a monitor, which starts none, it stays an error', () => {
    const monitor = custom('monitoring.coreos.com/v1', 'ServiceMonitor')('m', {});
    expect(onlyFinding('AIW2103', monitor, service('s', { selector: { app: 'x' } })).class).toBe('broken');
  });
});

describe('AIW2104 budget or network policy selects no pods', () => {
  const web = deployment('web', workload('web'));

  test('a budget of nothing is an error that names the nearest workload', () => {
    expect(onlyFinding('AIW2104', web, budget('b', { selector: { matchLabels: { app: 'wbe' } } }))).toMatchObject({
      class: 'broken',
      field: 'spec.selector',
      message: 'Invalid value: {"app":"wbe"}: matches no pod template in namespace "ml"',
      notes: ['nearest is Deployment ml/web: its app is "web", not "wbe"'],
    });
  });

  test('a network policy may be written for pods of others, so it warns', () => {
    const finding = onlyFinding('AIW2104', web, networkPolicy('n', { podSelector: { matchLabels: { app: 'wbe' } } }));
    expect(finding).toMatchObject({ class: 'risky', field: 'spec.podSelector' });
  });

  test.each([
    ['an empty selector is every pod', budget('b', { selector: {} })],
    ['an empty pod selector is every pod', networkPolicy('n', { podSelector: {} })],
    ['peers are not the subject', networkPolicy('n', { podSelector: { matchLabels: { app: 'web' } }, ingress: [{ from: [{ podSelector: { matchLabels: { app: 'ghost' } } }] }] })],
    ['In', budget('b', { selector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['x', 'web'] }] } })],
    ['NotIn of an absent label', budget('b', { selector: { matchExpressions: [{ key: 'tier', operator: 'NotIn', values: ['x'] }] } })],
    ['Exists', budget('b', { selector: { matchExpressions: [{ key: 'app', operator: 'Exists' }] } })],
    ['Exists of a label the controller sets', budget('b', { selector: { matchExpressions: [{ key: 'pod-template-hash', operator: 'Exists' }] } })],
    ['DoesNotExist', budget('b', { selector: { matchExpressions: [{ key: 'tier', operator: 'DoesNotExist' }] } })],
  ])('selects: %s', (_, object) => {
    expect(findingsIn('AIW2104', web, object)).toEqual([]);
  });

  test('a policy for everything, in an app that has no pods, stands for pods of others', () => {
    expect(findingsIn('AIW2104', networkPolicy('deny', { podSelector: {} }), budget('b', { selector: {} }))).toEqual([]);
  });

  test.each([
    ['In', { key: 'app', operator: 'In', values: ['x'] }],
    ['NotIn', { key: 'app', operator: 'NotIn', values: ['web'] }],
    ['Exists', { key: 'tier', operator: 'Exists' }],
    ['DoesNotExist', { key: 'app', operator: 'DoesNotExist' }],
    ['DoesNotExist of a label the controller sets', { key: 'pod-template-hash', operator: 'DoesNotExist' }],
  ])('selects nothing: %s', (_, expression) => {
    expect(findingsIn('AIW2104', web, budget('b', { selector: { matchExpressions: [expression] } }))).toHaveLength(1);
  });
});

describe('AIW2112 two budgets select the same pod', () => {
  const set = statefulSet('db', workload('db', {}, { spec: { replicas: 3 } }));
  const ordinal = (index: string) => ({ selector: { matchLabels: { 'app': 'db', 'apps.kubernetes.io/pod-index': index } } });

  test('the second names the first and the pods', () => {
    const finding = onlyFinding('AIW2112', set, budget('one', { selector: { matchLabels: { app: 'db' } } }), budget('all', { selector: {} }));
    expect(finding).toMatchObject({
      class: 'broken',
      object: { name: 'all' },
      message: 'Invalid value: {}: selects pods of StatefulSet ml/db, which PodDisruptionBudget ml/one selects too',
    });
  });

  test('budgets of different ordinals do not meet', () => {
    expect(findingsIn('AIW2112', set, budget('a', ordinal('0')), budget('b', ordinal('1')))).toEqual([]);
  });

  test.each([
    ['the same ordinal twice', ordinal('1'), ordinal('1')],
    ['an ordinal after the whole set', { selector: { matchLabels: { app: 'db' } } }, ordinal('1')],
    ['the whole set after an ordinal', ordinal('1'), { selector: { matchLabels: { app: 'db' } } }],
  ])('they meet: %s', (_, first, second) => {
    expect(findingsIn('AIW2112', set, budget('a', first), budget('b', second))).toHaveLength(1);
  });

  test('both labels of an ordinal, in any order', () => {
    const named = (first: string, second: string) => {
      const labels: { [key: string]: string } = { 'apps.kubernetes.io/pod-index': '1', 'statefulset.kubernetes.io/pod-name': 'db-1' };
      return { selector: { matchExpressions: [first, second].map(key => ({ key, operator: 'In', values: [labels[key]] })) } };
    };
    const [index, name] = ['apps.kubernetes.io/pod-index', 'statefulset.kubernetes.io/pod-name'];
    expect(findingsIn('AIW2112', set, budget('a', named(index, name)), budget('b', named(name, index)))).toHaveLength(1);
  });

  test('budgets of different workloads do not meet', () => {
    expect(findingsIn('AIW2112', set, deployment('web', workload('web')),
      budget('a', { selector: { matchLabels: { app: 'db' } } }), budget('b', { selector: { matchLabels: { app: 'web' } } }))).toEqual([]);
  });
});

describe('AIW2113 selector does not match its own template', () => {
  test.each([
    ['Deployment', deployment('web', { selector: { matchLabels: { app: 'web' } }, template: template({ app: 'wbe' }) })],
    ['StatefulSet', statefulSet('web', { selector: { matchLabels: { app: 'web' } }, template: template({ app: 'wbe' }) })],
    ['Job with a selector of its own', job('web', { manualSelector: true, selector: { matchLabels: { app: 'web' } }, template: template({ app: 'wbe' }) })],
  ])('%s', (_, object) => {
    expect(onlyFinding('AIW2113', object)).toMatchObject({
      class: 'rejected',
      field: 'spec.template.metadata.labels',
      message: 'Invalid value: {"app":"wbe"}: selector {"app":"web"} does not match the template\'s labels',
    });
  });

  test('labels that only the controller sets do not help: the API server looks at the template', () => {
    const object = statefulSet('db', { selector: { matchLabels: { 'apps.kubernetes.io/pod-index': '0' } }, template: template({ app: 'db' }) });
    expect(findingsIn('AIW2113', object)).toHaveLength(1);
  });

  test('a missing selector is required', () => {
    expect(onlyFinding('AIW2113', deployment('web', { template: template({}) })).message).toMatch(/^Required value: /);
  });

  test('a matching workload and a Job with a generated selector pass', () => {
    expect(findingsIn('AIW2113', deployment('web', workload('web')), job('train', { template: template({}) }, OURS))).toEqual([]);
  });
});
