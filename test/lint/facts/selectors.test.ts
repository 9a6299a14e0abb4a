import { factsOf, object } from './objects';
import { podSets } from '../../../src/lint/facts/carried-pods';
import { canCarry, differences, isEverything, labelSelector, matchesLabels, selectorOfMap, selects } from '../../../src/lint/facts/selector';

/** A StatefulSet of three pods: its controller adds the ordinal. */
const [POD_SET] = factsOf(object('apps/v1', 'StatefulSet', 'db', { replicas: 3, template: { metadata: { labels: { app: 'db', tier: 'store' } }, spec: { containers: [{ name: 'a' }] } } })).get(podSets);
const INDEX = 'apps.kubernetes.io/pod-index';
const HASH = 'controller-revision-hash';
const where = (key: string, operator: string, values?: string[]) => labelSelector({ matchExpressions: [{ key, operator, values }] });

test.each([
  ['app', 'db', true], ['app', 'web', false], ['other', 'x', false], ['example.org/other', 'x', false],
  [INDEX, '0', true], [INDEX, '2', true], [INDEX, '3', false], [HASH, 'anything', true], ['constructor', 'x', false],
])('a pod can carry %s: %s: %s', (key, value, expected) => {
  expect(canCarry(POD_SET, key, value)).toBe(expected);
  expect(selects(selectorOfMap({ [key]: value }), POD_SET)).toBe(expected);
});

test.each<[string, string, string[] | undefined, boolean, boolean]>([
  // The last: by the labels of the template alone.
  ['app', 'In', ['web', 'db'], true, true], ['app', 'In', ['web'], false, false], ['app', 'In', [], false, false], ['other', 'In', ['x'], false, false],
  [INDEX, 'In', ['7', '1'], true, false],
  ['app', 'NotIn', ['web'], true, true], ['app', 'NotIn', ['db'], false, false], ['other', 'NotIn', ['x'], true, true], [INDEX, 'NotIn', ['0'], true, true],
  ['app', 'Exists', undefined, true, true], ['other', 'Exists', undefined, false, false], [INDEX, 'Exists', undefined, true, false],
  ['app', 'DoesNotExist', undefined, false, false], ['other', 'DoesNotExist', undefined, true, true], [INDEX, 'DoesNotExist', undefined, false, true],
  ['other', 'In', ['undefined', ''], false, false], ['other', 'NotIn', ['undefined', ''], true, true],
  ['app', 'Gt', ['1'], true, true],
])('%s %s %j: some pod %s, its labels %s', (key, operator, values, ofPods, ofLabels) => {
  expect(selects(where(key, operator, values), POD_SET)).toBe(ofPods);
  expect(matchesLabels(where(key, operator, values), POD_SET.labels)).toBe(ofLabels);
});

test('every label and every expression counts', () => {
  const both = (app: string, tier: string) => labelSelector({ matchLabels: { app }, matchExpressions: [{ key: 'tier', operator: 'In', values: [tier] }] });
  const all = [both('db', 'store'), both('web', 'store'), both('db', 'front')];
  expect(all.map(each => selects(each, POD_SET))).toEqual([true, false, false]);
  expect(all.map(each => matchesLabels(each, POD_SET.labels))).toEqual([true, false, false]);
  expect(matchesLabels(selectorOfMap({ app: 'db', tier: 'front' }), POD_SET.labels)).toBe(false);
});

test.each([[{}, true], [{ matchLabels: {} }, true], [{ matchLabels: { a: 'b' } }, false], [{ matchExpressions: [{ key: 'a', operator: 'Exists' }] }, false]])('%j means everything: %s', (body, expected) => {
  expect(isEverything(labelSelector(body))).toBe(expected);
});

test('a selector is shown as it was written', () => {
  expect([selectorOfMap({ a: 'b' }).text, labelSelector({ matchLabels: { a: 'b' } }).text, labelSelector({ matchLabels: { a: 'b' }, matchExpressions: [] }).text])
    .toEqual(['{"a":"b"}', '{"a":"b"}', '{"matchLabels":{"a":"b"},"matchExpressions":[]}']);
});

test('what keeps pods from being selected is told label by label', () => {
  const selector = labelSelector({
    matchLabels: { app: 'web', tier: 'store', other: 'x', [INDEX]: '9' },
    matchExpressions: [{ key: 'app', operator: 'In', values: ['web', 'api'] }, { key: 'tier', operator: 'Exists' }, { key: 'gone', operator: 'Exists' }],
  });
  expect(differences(selector, POD_SET)).toEqual([
    'its app is "db", not "web"', 'it has no label other', expect.stringMatching(/^its apps\.kubernetes\.io\/pod-index is .*, not "9"$/),
    expect.stringMatching(/^it does not meet app In .*web.*api/), 'it does not meet gone Exists',
  ]);
});

test('what a controller adds takes the place of what the template says', () => {
  const template = { metadata: { labels: { [INDEX]: '0' } }, spec: { containers: [{ name: 'a' }] } };
  const [pods] = factsOf(object('apps/v1', 'StatefulSet', 'db', { replicas: 3, template })).get(podSets);
  expect([where(INDEX, 'NotIn', ['0']), where(INDEX, 'In', ['2']), where(INDEX, 'In', ['3'])].map(each => selects(each, pods))).toEqual([true, true, false]);
});

describe('pods of a controller that nobody knows', () => {
  const unknown = factsOf(object('example.org/v1', 'Fleet', 'web', { template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'a', image: 'b' }] } } })).get(podSets);

  test('may carry labels of some domain', () => {
    expect(unknown).toHaveLength(1);
    const labels = ['example.org/role', 'role', 'app'].map(key => [canCarry(unknown[0], key, 'x'), selects(where(key, 'Exists'), unknown[0])]);
    expect(labels).toEqual([[true, true], [false, false], [false, true]]);
  });
});
