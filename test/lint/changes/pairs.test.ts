import { Body, workload } from './manifests';
import { PlainObject } from '../../../src/base/plain';
import { DEFAULT_CLUSTER } from '../../../src/kubernetes/cluster';
import { Manifest } from '../../../src/kubernetes/manifest';
import { pairsOf } from '../../../src/lint/changes/pairs';

const inFile = (file?: string, body: Body = workload('Deployment', 'web')) => new Manifest(body as PlainObject, { file }, DEFAULT_CLUSTER);
const files = (before: Manifest[], after: Manifest[]) => pairsOf(before, after).map(({ previous, next }) => `${previous.origin.file} ${next.origin.file}`);

describe('which of several copies is the same', () => {
  test.each([
    ['the same path below another root', ['old/dev/a.yaml', 'old/prod/a.yaml'], ['prod/a.yaml', 'dev/a.yaml'], ['old/prod/a.yaml prod/a.yaml', 'old/dev/a.yaml dev/a.yaml']],
    ['paths of Windows', ['c:\\old\\dev\\a.yaml', 'c:\\old\\prod\\a.yaml'], ['prod/a.yaml', 'dev/a.yaml'], ['c:\\old\\prod\\a.yaml prod/a.yaml', 'c:\\old\\dev\\a.yaml dev/a.yaml']],
    ['the whole path', ['dev/a.yaml', 'a.yaml'], ['a.yaml', 'dev/a.yaml'], ['a.yaml a.yaml', 'dev/a.yaml dev/a.yaml']],
    ['a longer path that ends alike', ['x/y/a.yaml', 'z/a.yaml'], ['y/a.yaml', 'z/a.yaml'], ['x/y/a.yaml y/a.yaml', 'z/a.yaml z/a.yaml']],
    ['none is alike: as they stand', ['a.yaml', 'b.yaml'], ['c.yaml', 'd.yaml'], ['a.yaml c.yaml', 'b.yaml d.yaml']],
    ['fewer after', ['dev/a.yaml', 'prod/a.yaml'], ['prod/a.yaml'], ['prod/a.yaml prod/a.yaml']],
    ['fewer before', ['prod/a.yaml'], ['dev/a.yaml', 'prod/a.yaml'], ['prod/a.yaml prod/a.yaml']],
    ['none before', [], ['a.yaml'], []],
  ])('%s', (_, before, after, pairs) => {
    expect(files(before.map(file => inFile(file)), after.map(file => inFile(file)))).toEqual(pairs);
  });

  test('up to a hundred copies are compared by their files, more as they stand', () => {
    const copies = (count: number) => Array.from({ length: count }, (_, index) => `${index}/a.yaml`);
    const pairs = (count: number) => files(copies(count).map(file => inFile(file)), copies(count).reverse().map(file => inFile(file)));
    expect(pairs(100)[0]).toBe('99/a.yaml 99/a.yaml');
    expect(pairs(101)[0]).toBe('0/a.yaml 100/a.yaml');
    expect(files(copies(2).map(file => inFile(file)), copies(101).reverse().map(file => inFile(file)))).toEqual(['0/a.yaml 100/a.yaml', '1/a.yaml 99/a.yaml']);
  });

  test('copies without a file are paired as they stand', () => {
    expect(pairsOf([inFile(), inFile()], [inFile(), inFile()])).toHaveLength(2);
  });
});

describe('which objects are the same', () => {
  const named = (name: string, namespace: string, kind = 'Deployment'): Body => ({ ...workload(kind, name), metadata: { name, namespace } });

  test.each<[string, Body]>([
    ['another name', named('api', 'ml')],
    ['another namespace', named('web', 'prod')],
    ['another kind', named('web', 'ml', 'StatefulSet')],
  ])('not %s', (_, other) => {
    expect(pairsOf([inFile('a', named('web', 'ml'))], [inFile('a', other)])).toEqual([]);
  });

  test('objects whose names are generated have no past', () => {
    const generated = { ...workload('Deployment', ''), metadata: { generateName: 'web-', namespace: 'ml' } };
    expect(pairsOf([inFile('a', generated)], [inFile('a', generated)])).toEqual([]);
  });

  test('they come in the order of what is to be', () => {
    const [web, api] = [named('web', 'ml'), named('api', 'ml')];
    expect(pairsOf([inFile('a', web), inFile('a', api)], [inFile('a', api), inFile('a', web)]).map(({ next }) => next.name)).toEqual(['api', 'web']);
    const copies = ['dev', 'prod'].map(file => inFile(file, web));
    const after = [inFile('prod', web), inFile('x', api), inFile('dev', web)];
    expect(pairsOf([...copies, inFile('x', api)], after).map(({ next }) => after.indexOf(next))).toEqual([0, 1, 2]);
  });

  test('a hook on both sides is made anew, on one it is a change', () => {
    const hook = { ...named('web', 'ml'), metadata: { name: 'web', namespace: 'ml', annotations: { 'helm.sh/hook': 'pre-install' } } };
    const lengths = [[hook, hook], [hook, named('web', 'ml')], [named('web', 'ml'), hook]].map(([one, other]) => pairsOf([inFile('a', one)], [inFile('a', other)]).length);
    expect(lengths).toEqual([0, 1, 1]);
  });
});
