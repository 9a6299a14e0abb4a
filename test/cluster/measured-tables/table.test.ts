import * as fc from 'fast-check';
import { Entry, tableOf } from '../../../cluster/measured-tables/table';
import { POD_PATHS, rowFor } from '../../../src/kubernetes/release/measured/rows';

const entry = (kind: string, path: string, text: string): Entry => ({ kind, path, text, assumed: text === 'kkkk' });

test('fields that say the same are said once, by the field above them', () => {
  expect(tableOf([
    entry('Service', 'spec.a.b', 'ddkk'), entry('Service', 'spec.a.c[*].d', 'ddkk'), entry('Service', 'spec.a.c[*].e=X', 'ddkk'), entry('Service', 'spec.f', 'kkkk'),
    entry('Service', 'spec.g[*].h', 'dddd'), entry('Service', 'spec.g[*].i', 'dddd'), entry('Service', 'spec.j=A', 'kkkk'), entry('Service', 'spec.j=B', 'rkkk'),
  ], {})).toEqual({ Service: { 'spec.a': 'ddkk', 'spec.g': 'dddd', 'spec.j=B': 'rkkk' } });
});

test('a value of its own is said beside the field, whatever the field says', () => {
  expect(tableOf([
    entry('Service', 'spec.a', 'ddkk'), entry('Service', 'spec.a=0', 'kkkk'), entry('Service', 'spec.a=1', 'ddkk'), entry('Service', 'spec.b', 'kkkk'),
    entry('Service', 'spec.b=0', 'rrrr'),
  ], {})).toEqual({ Service: { 'spec.a': 'ddkk', 'spec.a=0': 'kkkk', 'spec.b=0': 'rrrr' } });
});

describe('pods and templates', () => {
  const paths = { Pod: '', Job: 'spec.template.', DaemonSet: 'spec.template.' };
  const everywhere = (path: string, texts: [string, string, string]) => [
    entry('Pod', path, texts[0]), entry('Job', `spec.template.${path}`, texts[1]), entry('DaemonSet', `spec.template.${path}`, texts[2]),
  ];

  const kept = everywhere('spec.k', ['kkkk', 'kkkk', 'kkkk']);

  test('say together what they share', () => {
    expect(tableOf([...everywhere('spec.x', ['ddkk', 'ddkk', 'ddkk']), ...kept, entry('Job', 'spec.completions', 'kkkk')], paths)).toEqual({ pod: { 'spec.x': 'ddkk' } });
  });

  test('say apart where one differs, even if it keeps what the others drop', () => {
    expect(tableOf([...everywhere('spec.x', ['kkkk', 'rrrr', 'kkkk']), ...everywhere('spec.y', ['dddd', 'dddd', 'kkkk']), ...kept], paths))
      .toEqual({ DaemonSet: { 'spec.template.spec.y': 'kkkk' }, Job: { 'spec.template.spec.x': 'rrrr' }, pod: { 'spec.y': 'dddd' } });
  });

  test('say apart what one value does, in the kind where it differs', () => {
    expect(tableOf([...everywhere('spec.x', ['kkkk', 'kkkk', 'kkkk']), ...everywhere('spec.x=0', ['rrrr', 'rkkk', 'rkkk'])], paths))
      .toEqual({ Pod: { 'spec.x=0': 'rrrr' }, pod: { 'spec.x=0': 'rkkk' } });
  });

  test('do not lend their rows to their own metadata', () => {
    expect(tableOf([entry('Pod', 'metadata.uid', 'oooo'), entry('Job', 'metadata.uid', 'oooo'), entry('Job', 'metadata.name', 'kkkk'),
      entry('Job', 'spec.template.metadata.uid', 'kkkk')], paths))
      .toEqual({ any: { 'metadata.uid': 'oooo' } });
  });
});

test('a kind that a minor does not serve repeats nothing', () => {
  expect(tableOf([entry('Service', 'metadata.uid', 'oooo'), entry('Secret', 'metadata.uid', 'oooo'), entry('DeviceClass', 'metadata.uid', '-ooo'),
    entry('Secret', 'metadata.name', 'kkkk')], {}))
    .toEqual({ any: { 'metadata.uid': 'oooo' } });
});

test('whatever was measured can be read back from the rows', () => {
  const segment = fc.constantFrom('a', 'b', 'c[*]', 'd');
  const path = fc.tuple(fc.constantFrom('spec', 'metadata', 'spec.template.spec', 'spec.template'), fc.array(segment, { minLength: 1, maxLength: 3 }), fc.constantFrom('leaf', 'mode=X', 'mode=Y'))
    .map(([root, segments, value]) => `${root}.${segments.join('.')}.${value}`);
  const entries = fc.uniqueArray(fc.record({ kind: fc.constantFrom('Pod', 'Job', 'Deployment', 'Service'), path, text: fc.constantFrom('kkkk', 'ddkk', 'rrrr') }), {
    selector: each => `${each.kind} ${each.path}`, maxLength: 25,
  });
  fc.assert(fc.property(entries, all => {
    const table = tableOf(all.map(each => entry(each.kind, each.path, each.text)), POD_PATHS);
    for (const each of all) {
      expect([each, rowFor(table, each.kind, each.path) ?? 'kkkk']).toEqual([each, each.text]);
    }
  }));
});
