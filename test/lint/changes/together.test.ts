import { Body, findings, service, template, told, workload } from './manifests';
import { PlainObject } from '../../../src/base/plain';
import { Manifest } from '../../../src/kubernetes/manifest';
import { Changes } from '../../../src/lint/changes/changes';

/** Which workloads are taken together, and why, when those of one side take the place of the other's. */
function together(before: readonly Body[], after: readonly Body[]) {
  const [one, other] = [before, after].map(objects => objects.map(body => new Manifest(body as PlainObject)));
  return new Changes(one, other).together.map(({ restarts, members, bonds, isMost }) => (
    { restarts: restarts.map(({ next }) => next.name), members: members.map(({ name }) => name), bonds, isMost }));
}

const set = (name: string, image: string, spec: Body = {}, more: object = {}) => {
  const body = workload('StatefulSet', name, spec, `registry.example/${image}`);
  return { ...body, metadata: { ...body.metadata as object, ...more } } as Body;
};
/** Sets that all change, and others that stay. */
const changed = (names: readonly string[], spec: Body, staying: readonly Body[] = []) => (
  together([...names.map(name => set(name, 'a:1', spec)), ...staying], [...names.map(name => set(name, 'a:2', spec)), ...staying]));

const GOVERNED = { serviceName: 'db' };
const BOND = 'their governing Service is db';
const [FIRST, SECOND, THIRD, FOURTH] = ['first', 'second', 'third', 'fourth'];

describe('the members of a group', () => {
  const ours = (name: string, kind: string, spec: Body = {}): Body => workload(kind, name, { ...GOVERNED, ...spec }, 'registry.example/a:1');

  test('are what restarts, and what stays and has pods', () => {
    const staying = [ours(THIRD, 'StatefulSet'), ours(FOURTH, 'StatefulSet', { replicas: 0 })];
    expect(changed([FIRST, SECOND], GOVERNED, staying))
      .toEqual([{ restarts: [FIRST, SECOND], members: [FIRST, SECOND, THIRD], bonds: [BOND], isMost: true }]);
  });

  test('are kinds whose controller replaces pods', () => {
    const labels = { 'app.kubernetes.io/part-of': 'shop' };
    const labelled = (kind: string, name: string, image: string) => ({ ...workload(kind, name, {}, `registry.example/${image}`), metadata: { name, namespace: 'ml', labels } });
    const [before, after] = ['a:1', 'a:2'].map(image => [labelled('Deployment', FIRST, image), labelled('Deployment', SECOND, image)]);
    const staying = [labelled('ReplicaSet', THIRD, 'a:1'), labelled('Deployment', FOURTH, 'a:1')];
    expect(together([...before, ...staying], [...after, ...staying])).toMatchObject([{ members: [FIRST, SECOND, FOURTH] }]);
  });

  test('with pods of any role', () => {
    const ray = (name: string, image: string, replicas: number): Body => ({
      apiVersion: 'ray.io/v1',
      kind: 'RayService',
      metadata: { name, namespace: 'ml', labels: { 'app.kubernetes.io/part-of': 'shop' } },
      spec: { rayClusterConfig: { headGroupSpec: { template: template({}, image) }, workerGroupSpecs: [{ groupName: 'gpu', replicas, template: template({}, image) }] } },
    });
    const rays = (image: string) => [ray(FIRST, image, 1), ray(SECOND, image, 1), ray(THIRD, 'a:1', 0)];
    expect(together(rays('a:1'), rays('a:2'))).toMatchObject([{ members: [FIRST, SECOND, THIRD] }]);
  });

  test('stand in the order of the manifests, whatever binds them first', () => {
    const bound = (image: string) => [
      set(FIRST, image, {}, { labels: { 'cdk8s-ai-workloads/name': 'x' } }),
      set(SECOND, image, { serviceName: 'db' }, { labels: { 'cdk8s-ai-workloads/name': 'x' } }),
      set(THIRD, image, { serviceName: 'db' }),
      set(FOURTH, image, { serviceName: 'db' }),
    ];
    const [group, ...rest] = together([...bound('a:1'), service({ app: THIRD })], [...bound('a:2'), service({ app: THIRD })]);
    expect(rest).toEqual([]);
    expect(group).toEqual({ restarts: [FIRST, SECOND, THIRD, FOURTH], members: [FIRST, SECOND, THIRD, FOURTH], bonds: ['they are parts of x', BOND], isMost: true });
    const late = (image: string) => [FIRST, SECOND, THIRD].map((name, index) => set(name, image, { template: template({ app: name, [index > 0 ? 'late' : 'x']: '1', ...(index < 2 && { early: '1' }) }, image) }));
    const services = [service({ late: '1' }), { ...service({ early: '1' }), metadata: { name: 'early', namespace: 'ml' } }];
    expect(together([...late('a:1'), ...services], [...late('a:2'), ...services])).toMatchObject([{ members: [FIRST, SECOND, THIRD] }]);
  });
});

describe('what one change restarts', () => {
  test('alone is bound to nothing', () => {
    expect(changed([FIRST], GOVERNED, [set(SECOND, 'a:1', GOVERNED)])).toEqual([{ restarts: [FIRST], members: [FIRST], bonds: [], isMost: false }]);
  });

  test('and has nothing in common stays apart, and what stays is no group', () => {
    expect(changed([FIRST, SECOND], {}, [set(THIRD, 'a:1')])).toEqual([FIRST, SECOND].map(name => ({ restarts: [name], members: [name], bonds: [], isMost: false })));
  });

  test.each([
    [2, 1, true], [2, 2, false], [3, 2, true], [3, 3, false], [2, 3, false],
  ])('%i beside %i that stay are most: %s', (restarting, staying, isMost) => {
    const names = [...'abcdef'].map(letter => `store${letter}`);
    const stays = names.slice(restarting, restarting + staying).map(name => set(name, 'a:1', GOVERNED));
    expect(changed(names.slice(0, restarting), GOVERNED, stays)).toMatchObject([{ isMost }]);
  });

  test('as leader and workers of one group is one part', () => {
    const group = (image: string) => ['leader', 'worker'].map(role => (
      set(`llm-0-${role}`, image, {}, { labels: { 'cdk8s-ai-workloads/name': 'llm', 'cdk8s-ai-workloads/group': '0' } })));
    expect(together(group('a:1'), group('a:2'))).toMatchObject([{ members: ['llm-0-leader', 'llm-0-worker'], isMost: false }]);
  });
});

describe('what binds workloads', () => {
  const pair = (one: Body, other: Body, ...beside: readonly Body[]) => {
    const image = (body: Body, tag: string) => JSON.parse(JSON.stringify(body).replaceAll(':1"', `:${tag}"`)) as Body;
    return together([one, other, ...beside], [image(one, '2'), image(other, '2'), ...beside]).map(({ bonds }) => bonds);
  };
  const named = (label: string, name: string) => set(name, 'a:1', {}, { labels: { 'cdk8s-ai-workloads/name': label } });

  test.each<[string, Body, Body]>([
    ['parts of several things', named('x', FIRST), named('y', SECOND)],
    ['a governing Service that another kind says', workload('Deployment', FIRST, GOVERNED), workload('Deployment', SECOND, GOVERNED)],
    ['several governing Services', set(FIRST, 'a:1', { serviceName: 'a' }), set(SECOND, 'a:1', { serviceName: 'b' })],
    ['one in another namespace', set(FIRST, 'a:1', GOVERNED), set(SECOND, 'a:1', GOVERNED, { namespace: 'prod' })],
    ['another kind', workload('Deployment', 'db-1'), set('db-2', 'app:1')],
    ['another image', set('db-1', 'a:1'), set('db-2', 'b:1')],
    ['names of letters alone', set('a', 'a:1'), set('b', 'a:1')],
    ['names of a letter and a number', set('a-1', 'a:1'), set('b-2', 'a:1')],
    ['copies of one object', workload('Deployment', 'web'), workload('Deployment', 'web')],
  ])('not: %s', (_, one, other) => {
    expect(pair(one, other)).toEqual([[], []]);
  });

  test('not: a budget over all pods of the namespace', () => {
    const budget = (selector: object): Body => ({ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'all', namespace: 'ml' }, spec: { maxUnavailable: 1, selector } });
    expect(pair(set(FIRST, 'a:1'), set(SECOND, 'a:1'), budget({}))).toEqual([[], []]);
    expect(pair(set(FIRST, 'a:1'), set(SECOND, 'a:1'), budget({ matchLabels: { part: 'serving' } })))
      .toEqual([['PodDisruptionBudget ml/all covers all of them with maxUnavailable: 1, and roll-outs do not ask it']]);
  });

  test('a Service that selects others, too', () => {
    expect(pair(set(FIRST, 'a:1'), set(SECOND, 'a:1'), service({ part: 'serving' }), workload('ReplicaSet', THIRD)))
      .toEqual([['all of them serve Service ml/svc, and nothing waits for one before the next']]);
  });

  test.each([
    ['db-1', 'db-2', 'db-*'], ['shard-10', 'shard-11', 'shard-*'], ['a-pg', 'b-pg', '*-pg'], ['pg-a', 'pg-b', 'pg-*'], ['pg-eu-1a', 'pg-eu-1b', 'pg-eu-*'],
    ['eu-west-1a', 'eu-west-1b', 'eu-west-*'], ['eu-1a-pg', 'eu-1b-pg', 'eu-*-pg'], ['pg-0-a', 'pg-1-b', 'pg-*-*'],
  ])('%s and %s are %s', (one, other, stem) => {
    expect(pair(set(one, 'a:1'), set(other, 'a:1'))).toEqual([[`their names (${stem}) and images are the same but for a zone or number`]]);
  });

  test.each([['llm-8b', 'llm-70b'], ['pg-aa', 'pg-ab'], ['a1b', 'a2b']])('%s and %s are not alike', (one, other) => {
    expect(pair(set(one, 'a:1'), set(other, 'a:1'))).toEqual([[], []]);
  });
});

describe('AIW4005: what is told of a group', () => {
  const all = (image: string, kind = 'StatefulSet', spec: Body = {}) => [FIRST, SECOND].map(name => ({
    ...workload(kind, name, { serviceName: 'db', ...spec }, image), metadata: { name, namespace: 'ml', labels: { 'cdk8s-ai-workloads/name': 'x', 'app.kubernetes.io/part-of': 'shop' } },
  }));
  const budgets: Body[] = ['p', 'q'].map(name => (
    { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name, namespace: 'ml' }, spec: { minAvailable: 1, selector: { matchLabels: { part: 'serving' } } } }));

  test('three reasons at most, first those of budgets', () => {
    expect(findings([...all('a:1'), ...budgets], [...all('a:2'), ...budgets])).toMatchObject([{
      notes: [
        'PodDisruptionBudget ml/p covers all of them with minAvailable: 1, and roll-outs do not ask it',
        'PodDisruptionBudget ml/q covers all of them with minAvailable: 1, and roll-outs do not ask it',
        'they are parts of x',
        'away at the same time: 1 of 1 + 1 of 1 = 2 of 2 pods',
        'what changes: spec.template.spec.containers[0].image',
      ],
      help: 'change one of them, wait until it is ready (kubectl rollout status), then the next; or set updateStrategy.type: OnDelete on those that are to wait',
    }]);
  });

  test('nothing of pods of which nobody knows how many there are', () => {
    expect(findings(all('a:1', 'DaemonSet'), all('a:2', 'DaemonSet'))).toMatchObject([{
      notes: [
        'they are parts of x', 'they have the label app.kubernetes.io/part-of: shop, and the same images', 'what changes: spec.template.spec.containers[0].image',
      ],
      help: 'change one of them, wait until it is ready (kubectl rollout status), then the next; or set updateStrategy.type: OnDelete on those that are to wait',
    }]);
  });

  const others = (apiVersion: string, kind: string, spec: (image: string) => object, image: string): Body[] => [FIRST, SECOND].map(name => (
    { apiVersion, kind, metadata: { name, namespace: 'ml', labels: { 'cdk8s-ai-workloads/name': 'x' } }, spec: spec(image) }));

  test.each<[string, string, (image: string) => object, string]>([
    ['leaderworkerset.x-k8s.io/v1', 'LeaderWorkerSet', image => ({ leaderWorkerTemplate: { workerTemplate: template({}, image) } }),
      'change one of them, wait until it is ready, then the next; or set rolloutStrategy.rollingUpdateConfiguration.partition to the number of replicas on those that are to wait'],
    ['argoproj.io/v1alpha1', 'Rollout', image => ({ selector: { matchLabels: { a: 'b' } }, template: template({ a: 'b' }, image) }),
      'change one of them, wait until it is ready, then the next; or leave the template of those that are to wait as it is'],
  ])('%s %s: how those wait that are to', (apiVersion, kind, spec, help) => {
    expect(findings(others(apiVersion, kind, spec, 'a:1'), others(apiVersion, kind, spec, 'a:2'))).toMatchObject([{ id: 'AIW4005', help }]);
  });

  test('one that keeps new pods ready before old ones stop is not counted', () => {
    const surging = (image: string) => [workload('Deployment', FIRST, {}, image), workload('StatefulSet', SECOND, {}, image), service({ part: 'serving' })];
    expect(told(surging('a:1'), surging('a:2'))).toEqual([]);
  });
});

describe('AIW4005: groups of a LeaderWorkerSet that stop together', () => {
  const groups = (maxUnavailable: unknown, replicas?: number) => (image: string): Body => ({
    apiVersion: 'leaderworkerset.x-k8s.io/v1',
    kind: 'LeaderWorkerSet',
    metadata: { name: 'llm', namespace: 'ml' },
    spec: {
      replicas,
      rolloutStrategy: { rollingUpdateConfiguration: { maxUnavailable } },
      leaderWorkerTemplate: { workerTemplate: template({}, image) },
    },
  });

  test.each([['100%', 3], [3, 3], [4, 3]])('%j of %s', (maxUnavailable, replicas) => {
    const of = groups(maxUnavailable, replicas);
    expect(findings([of('a:1')], [of('a:2')])).toMatchObject([{
      id: 'AIW4005',
      field: 'spec.rolloutStrategy.rollingUpdateConfiguration.maxUnavailable',
      message: `Invalid value: ${JSON.stringify(maxUnavailable)}: the pod template changes, so all 3 groups stop together`,
    }]);
  });

  test.each([[2, 3], ['50%', 3], [undefined, 3], ['100%', 1], [1, 1], [1, undefined]])('not %j of %s', (maxUnavailable, replicas) => {
    const of = groups(maxUnavailable, replicas);
    expect(told([of('a:1')], [of('a:2')])).toEqual([]);
  });

  test('neither do other kinds that say the same', () => {
    const spec = { replicas: 3, strategy: { type: 'Recreate' }, rolloutStrategy: { rollingUpdateConfiguration: { maxUnavailable: 3 } } };
    expect(told([workload('StatefulSet', 'db', spec, 'a:1')], [workload('StatefulSet', 'db', spec, 'a:2')])).toEqual([]);
  });
});
