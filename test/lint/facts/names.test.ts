import { factsOf, object } from './objects';
import { PlainObject } from '../../../src/base/plain';
import { quotedPattern } from '../../../src/base/text/pattern';
import { Manifest } from '../../../src/kubernetes/manifest';
import { podSets } from '../../../src/lint/facts/carried-pods';
import { NameIndex } from '../../../src/lint/facts/name-index';
import { repositoriesOf } from '../../../src/lint/facts/pod-set';
import { labelSelector } from '../../../src/lint/facts/selector';
import { ServiceIndex } from '../../../src/lint/facts/service-index';

describe('names', () => {
  const manifest = (name: string, namespace = 'ml') => new Manifest({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace } });

  test('the last of several objects of one name is found, and nobody can say which counts', () => {
    const [first, last, other] = [manifest('a'), manifest('a'), manifest('b')];
    const index = new NameIndex([first, last, other]);
    expect(index.find('ml', 'a')).toBe(last);
    expect([index.isAmbiguous('ml', 'a'), index.isAmbiguous('ml', 'b'), index.isAmbiguous('prod', 'a')]).toEqual([true, false, false]);
    expect([index.find('prod', 'a'), index.find('ml', 'c')]).toEqual([undefined, undefined]);
  });

  test('as many names of a namespace as are worth comparing', () => {
    const index = new NameIndex([...Array.from({ length: 101 }, (_, each) => manifest(`a${each}`)), manifest('b', 'prod')]);
    expect([index.namesIn('ml').length, index.namesIn('ml')[99], index.namesIn('prod'), index.namesIn('other')]).toEqual([100, 'a99', ['b'], []]);
    expect([index.placeOf('b'), index.placeOf('c')]).toEqual(['prod', undefined]);
  });

  test('a name inside a regular expression is itself', () => {
    const special = 'a.b*c+d?e^f$g{h}i(j)k|l[m]n\\o';
    expect(new RegExp(`^${quotedPattern(special)}$`).test(special)).toBe(true);
    expect(new RegExp(`^${quotedPattern('a.b')}$`).test('axb')).toBe(false);
  });

  test('where an object stands', () => {
    const at = (origin: object) => new Manifest({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }, origin).standsAt('data');
    expect([at({ construct: 'app/web', file: 'x' }), at({ file: 'a.yaml', lineOf: () => 7 }), at({ file: 'a.yaml' }), at({})]).toEqual(['app/web', 'a.yaml:7', 'a.yaml:1', 'another manifest']);
  });

  test('what an object without an apiVersion is', () => {
    const { group, type, apiVersion, kind, name, namespace, place } = new Manifest({});
    expect({ group, type, apiVersion, kind, name, namespace, place }).toEqual({ group: '', type: '', apiVersion: '', kind: '', name: '', namespace: '', place: 'default' });
  });
});

test('Services by labels of their own', () => {
  const service = (name: string, labels: object, namespace = 'ml') => new Manifest({ apiVersion: 'v1', kind: 'Service', metadata: { name, namespace, labels: labels as PlainObject } });
  const index = new ServiceIndex([service('a', { app: 'x', tier: 'y' }), service('b', { app: 'x' }), service('c', { app: 'x' }, 'prod'), service('d', { app: 'z' })]);
  const names = (selector: object, place = 'ml') => index.select(place, labelSelector(selector)).map(({ name }) => name);
  expect(names({ matchLabels: { app: 'x' } })).toEqual(['a', 'b']);
  expect(names({ matchLabels: { app: 'x', tier: 'y' } })).toEqual(['a']);
  expect(names({ matchLabels: { tier: 'y', app: 'z' } })).toEqual([]);
  expect(names({ matchLabels: { app: 'x' } }, 'prod')).toEqual(['c']);
  expect(names({ matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['x'] }] })).toEqual(['d']);
  expect([names({}), names({}, 'other'), index.namespaces]).toEqual([['a', 'b', 'd'], [], ['ml', 'prod']]);
});

test('images without tags and digests, of main containers', () => {
  const set = (images: readonly string[], initContainers: object[] = []) => factsOf(object('v1', 'Pod', 'it', { containers: images.map((image, index) => ({ name: `c${index}`, image })), initContainers })).get(podSets);
  expect(repositoriesOf(set(['z/b:1', 'a@sha256:1', 'r:5000/c', 'r:5000/c:v1@sha256:1', 'z/b:22'], [{ name: 'i', image: 'init:1' }]))).toEqual(['a', 'r:5000/c', 'z/b']);
});
