import { factsOf, object, pods } from './objects';
import { PlainObject } from '../../../src/base/plain';
import { podIndex } from '../../../src/lint/facts/pod-index';
import { labelSelector, selectorOfMap } from '../../../src/lint/facts/selector';

const deployment = (name: string, labels: object, more: object = {}) => object('apps/v1', 'Deployment', name, { template: pods(labels), ...more });

describe('the set that a selector of nothing nearly selects', () => {
  const nearest = (selector: object, ...objects: readonly PlainObject[]) => factsOf(...objects).get(podIndex).nearest('ml', selectorOfMap(selector))?.carrier.name;

  test.each<[string, object, readonly PlainObject[], string | undefined]>([
    ['one that has an equal label, whatever others have nearly', { app: 'web', tier: 'front', part: 'x' },
      [deployment('alike', { tier: 'fron', part: 'y' }), deployment('equal', { app: 'web' })], 'equal'],
    ['one with the value that was nearly written', { app: 'serving' }, [deployment('other', { app: 'xyz' }), deployment('alike', { app: 'servin' })], 'alike'],
    ['one with the key', { app: 'web' }, [deployment('none', { tier: 'web' }), deployment('key', { app: 'xyz' })], 'key'],
    ['one that is called so under another key', { app: 'web' }, [deployment('key', { app: 'xyz' }), deployment('name', { 'app.kubernetes.io/name': 'web' })], 'name'],
    ['one with more of the keys', { app: 'aaaa', tier: 'bbbb' }, [deployment('one', { app: 'xxxx' }), deployment('two', { app: 'xxxx', tier: 'yyyy' })], 'two'],
    ['the first of several that are as near', { app: 'web' }, [deployment('first', { app: 'xyz' }), deployment('second', { app: 'zyx' })], 'first'],
    ['a set to which the controller adds the key', { 'apps.kubernetes.io/pod-index': '9' },
      [deployment('web', { app: 'web' }), object('apps/v1', 'StatefulSet', 'db', { replicas: 1, template: pods() })], 'db'],
    ['none without any of the keys', { app: 'web' }, [deployment('other', { tier: 'web' })], undefined],
    ['none for everything', {}, [deployment('web', { app: 'web' })], undefined],
    ['none in an empty namespace', { app: 'web' }, [], undefined],
  ])('%s', (_, selector, objects, expected) => {
    expect(nearest(selector, ...objects)).toBe(expected);
  });

  test('is looked for among the first two hundred', () => {
    const many = (count: number) => [...Array.from({ length: count }, (_, index) => deployment(`d${index}`, { other: 'x' })), deployment('web', { app: 'wbe' })];
    expect([nearest({ app: 'web' }, ...many(199)), nearest({ app: 'web' }, ...many(200))]).toEqual(['web', undefined]);
  });

  test('of pods with labels that nobody knows, an equal label counts no more than its key', () => {
    const open = object('example.org/v1', 'Fleet', 'fleet', { template: pods({ app: 'xyz' }) });
    expect(nearest({ 'example.org/role': 'x', 'app': 'web' }, open, deployment('web', { app: 'web' }))).toBe('web');
    expect(nearest({ 'example.org/role': 'x', 'app': 'web' }, open)).toBe('fleet');
  });
});

describe('pods are selected among few', () => {
  const fleet = object('example.org/v1', 'Fleet', 'fleet', { template: pods({ app: 'web' }) });
  const names = (selector: object) => factsOf(deployment('web', { app: 'web', tier: 'front' }), fleet, deployment('api', { app: 'api', tier: 'front' }))
    .get(podIndex).select('ml', labelSelector(selector)).map(each => each.carrier.name);

  test.each<[object, string[]]>([
    [{ matchLabels: { app: 'web' } }, ['web', 'fleet']],
    [{ matchLabels: { tier: 'front' } }, ['web', 'api']],
    [{ matchLabels: { app: 'web', tier: 'front' } }, ['web']],
    [{ matchLabels: { 'app': 'web', 'example.org/role': 'x' } }, ['fleet']],
    [{ matchLabels: { 'example.org/role': 'x' } }, ['fleet']],
    [{ matchLabels: { 'pod-template-hash': 'x' } }, ['web', 'api']],
    [{ matchExpressions: [{ key: 'tier', operator: 'Exists' }] }, ['web', 'api']],
    [{}, ['web', 'fleet', 'api']],
  ])('%j', (selector, expected) => {
    expect(names(selector).sort()).toEqual([...expected].sort());
  });
});
