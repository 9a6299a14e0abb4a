import { accountOfObjects, accountOfText, carrier, groups, job, service, workloadOf } from './made';

const ours = (name: string, zone: string) => carrier('StatefulSet', { name, labels: { 'cdk8s-ai-workloads/name': 'db', 'cdk8s-ai-workloads/zone': zone } });

describe('one workload', () => {
  test('is what our label says, under its name', () => {
    const { workloads } = accountOfObjects(ours('db-a', 'eu-1a'), ours('db-b', 'eu-1b'), carrier('Deployment'));
    expect(workloads.map(({ id, carriers, because }) => [id, carriers, because])).toEqual([
      ['ml/db', '2 StatefulSets', ['all of them have the label cdk8s-ai-workloads/name: db']],
      ['ml/web', 'Deployment web', []],
    ]);
  });

  test('is what one Service sends to, in the YAML of anybody', () => {
    const { name, because, parts } = workloadOf(
      carrier('Deployment', { name: 'stable', labels: { app: 'web', track: 'stable' } }), carrier('Deployment', { name: 'canary', labels: { app: 'web', track: 'canary' } }), service('web', { app: 'web' }));
    expect([name, because, parts.map(part => part.name)]).toEqual(['stable and 1 more', ['Service ml/web sends to all of them'], ['stable', 'canary']]);
  });

  test('is called what the names of its objects have in common', () => {
    const named = ['db-eu-1a', 'db-eu-1b'].map(name => carrier('StatefulSet', { name }));
    expect(accountOfObjects(...named).workloads.map(({ name, parts }) => [name, parts.map(part => part.name)])).toEqual([['db-eu-*', ['pods']]]);
  });

  test('is called what its governing Service or its label of charts is', () => {
    const governed = ['a', 'b'].map(name => carrier('StatefulSet', { name, spec: { serviceName: 'store' } }));
    const labelled = ['c', 'd'].map(name => carrier('Deployment', { name, labels: { 'app.kubernetes.io/instance': 'release', 'app.kubernetes.io/name': 'web', 'x': name } }));
    expect(accountOfObjects(...governed, ...labelled).workloads.map(({ name }) => name)).toEqual(['store', 'release']);
  });

  test('has another id where another has its namespace and name', () => {
    const { workloads } = accountOfObjects(carrier('Deployment'), carrier('StatefulSet'));
    expect(workloads.map(({ id }) => id)).toEqual(['ml/web', 'ml/web~2']);
  });

  test('of a generated name is called by what is known of it', () => {
    const generated = job({}, { metadata: { name: undefined, generateName: 'run-' } });
    expect(workloadOf(generated).name).toBe('run-');
  });
});

describe('the parts of a workload', () => {
  test('are its roles, as labels and kinds say them', () => {
    expect(workloadOf(groups()).parts).toEqual([{ name: 'leader', pods: { least: 2, most: 2 } }, { name: 'worker', pods: { least: 6, most: 6 } }]);
    const labelled = carrier('Deployment', { labels: { 'app.kubernetes.io/component': 'server' } });
    expect(workloadOf(labelled).parts.map(({ name }) => name)).toEqual(['server']);
  });

  test('are split where pods of one role differ in what is said of them', () => {
    const set = (name: string, memory: string) => carrier('StatefulSet', {
      name, labels: { 'cdk8s-ai-workloads/name': 'w', 'cdk8s-ai-workloads/role': 'leader', 'g': name }, container: { resources: { requests: { memory } } },
    });
    const { parts } = workloadOf(set('w-0', '1Gi'), set('w-1', '1Gi'), set('w-2', '2Gi'));
    expect(parts.map(({ name }) => name)).toEqual(['leader of w-0 and w-1', 'leader of w-2']);
  });

  test('are not split by the zone alone, which stands in the rows', () => {
    const zoned = (zone: string) => carrier('StatefulSet', {
      name: `db-${zone}`, labels: { 'cdk8s-ai-workloads/name': 'db', 'cdk8s-ai-workloads/zone': zone }, pod: { nodeSelector: { 'topology.kubernetes.io/zone': zone } },
    });
    const { parts, rows } = workloadOf(zoned('eu-1a'), zoned('eu-1b'));
    expect(parts.map(({ name }) => name)).toEqual(['pods']);
    expect(rows.map(({ label, zone }) => [label, zone])).toEqual([['db-eu-1a', 'eu-1a'], ['db-eu-1b', 'eu-1b']]);
  });
});

describe('what a workload is for', () => {
  const vllm = { command: ['vllm', 'serve', 'org/model'] };

  test.each([
    ['an engine that serves', carrier('Deployment', { container: vllm }), 'serves'],
    ['a launcher in a run', job({}, { container: { command: ['torchrun', '--nnodes=4', 'train.py'] } }), 'trains'],
    ['a run of anything', job(), 'ends'],
    ['an engine in a run: it is not there for clients', job({}, { container: vllm }), 'ends'],
    ['a Deployment alone', carrier('Deployment'), 'runs'],
    ['a launcher that never ends', carrier('StatefulSet', { container: { command: ['torchrun', 'train.py'] } }), 'runs'],
    ['a pod alone, which is not known to end', { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'ml' }, spec: { containers: [{ name: 'c', image: 'a:1' }] } }, 'runs'],
  ])('%s', (_, object, purpose) => {
    expect(workloadOf(object).purpose).toBe(purpose);
  });

  test.each([
    ['no more than an address: it may be for its own pods', service('web', { app: 'web' }), {}, 'runs'],
    ['pods that say when they are ready', service('web', { app: 'web' }), { readinessProbe: { httpGet: { port: 80 } } }, 'serves'],
    ['an address outside', service('web', { app: 'web' }, { type: 'LoadBalancer' }), {}, 'serves'],
    ['names of pods only', service('web', { app: 'web' }, { clusterIP: 'None' }), { readinessProbe: { httpGet: { port: 80 } } }, 'runs'],
  ])('a Service before it has %s', (_, before, container, purpose) => {
    expect(workloadOf(carrier('Deployment', { container }), before).purpose).toBe(purpose);
  });

  test('its engine, model and image stand beside it', () => {
    const { programs, images } = workloadOf(carrier('Deployment', { container: { ...vllm, image: 'vllm/vllm-openai:v0.18.0' } }));
    expect(programs).toEqual([{ object: 0, container: 'main', engine: 'vLLM', serves: true, field: 'spec.template.spec.containers[0].command[0]', model: 'org/model', image: 'vllm/vllm-openai:v0.18.0' }]);
    expect(images).toEqual(['vllm/vllm-openai']);
  });
});

test('workloads that are asked for are told, and only these', () => {
  const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [carrier('Deployment'), carrier('Deployment', { name: 'other' })] });
  const account = accountOfText(text, { isAsked: (namespace, name) => namespace === 'ml' && name === 'other' });
  expect(account.workloads.map(({ name }) => name)).toEqual(['other']);
  expect(account.summary.workloads).toBe(1);
});

test('what belongs to no workload is counted by kind', () => {
  const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c', namespace: 'ml' } };
  const account = accountOfObjects(carrier('Deployment'), config, { ...config, metadata: { name: 'd', namespace: 'ml' } }, service('x', { app: 'nobody' }));
  expect(account.others.kinds).toEqual([{ kind: 'ConfigMap', count: 2 }, { kind: 'Service', count: 1 }]);
  expect(account.others.objects.map(number => account.objects[number].object.name)).toEqual(['x']);
});
