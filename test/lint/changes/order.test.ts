import { withoutOrder } from '../../../src/lint/changes/order';

const same = (one: any, other: any) => JSON.stringify(withoutOrder(one)) === JSON.stringify(withoutOrder(other));
const reversed = (list: readonly unknown[]) => [...list].reverse();

test.each([
  'volumes', 'volumeMounts', 'volumeDevices', 'ports', 'imagePullSecrets', 'resourceClaims', 'claims', 'hostAliases', 'tolerations', 'topologySpreadConstraints',
  'readinessGates', 'schedulingGates', 'nodeSelectorTerms', 'matchExpressions', 'matchFields', 'values', 'matchLabelKeys', 'mismatchLabelKeys', 'namespaces',
  'requiredDuringSchedulingIgnoredDuringExecution', 'preferredDuringSchedulingIgnoredDuringExecution', 'add', 'drop', 'supplementalGroups', 'sysctls', 'items',
  'accessModes', 'ephemeralContainers',
])('%s are a set, wherever they stand', key => {
  const list = [{ name: 'b', more: { x: 1, y: 2 } }, { more: { y: 2 }, name: 'a' }];
  expect(same({ spec: { [key]: list } }, { spec: { [key]: reversed(list) } })).toBe(true);
  expect(same({ [key]: list }, { [key]: list.slice(1) })).toBe(false);
});

test.each(['containers', 'initContainers', 'unknown'])('%s keep their order', key => {
  expect(same({ [key]: ['a', 'b'] }, { [key]: ['b', 'a'] })).toBe(false);
});

test('keys of maps have no order, at any depth', () => {
  expect(same({ a: 1, b: { c: 2, d: [{ e: 3, f: 4 }] } }, { b: { d: [{ f: 4, e: 3 }], c: 2 }, a: 1 })).toBe(true);
});

test.each([
  ['nothing before the flags', ['--b', '--a'], ['--a', '--b']],
  ['values of flags go with them', ['serve', '--b', '1', '-c', '--a=2', 'x'], ['serve', '--a=2', 'x', '--b', '1', '-c']],
  ['a negative number is a value', ['--b', '-1', '--a'], ['--a', '--b', '-1']],
  ['by the name of the flag alone, so that a repeated one keeps its order', ['--a=2', '--a=1'], ['--a=2', '--a=1']],
  ['without a flag', ['b', 'a'], ['b', 'a']],
  ['behind --, nobody knows', ['--b', '--a', '--', 'x'], ['--b', '--a', '--', 'x']],
  ['a dash alone is a word', ['-', '--b', '--a'], ['-', '--a', '--b']],
  ['a word with a flag in it', ['x--y', '--b', '--a'], ['x--y', '--a', '--b']],
])('words: %s', (_, words, expected) => {
  const [sorted, other] = [words, expected].map(args => withoutOrder({ args }));
  expect(sorted).toEqual(other);
  expect(withoutOrder({ command: words })).toEqual({ command: (sorted as any).args });
  expect((sorted as any).args.flat().sort()).toEqual([...words].sort());
});

test.each<[string, string[], unknown[]]>([
  ['flags by their names, each with its values', ['serve', '--b', '1', '-c', '--a=2', 'x'], ['serve', ['--a=2', 'x'], ['--b', '1'], ['-c']]],
  ['a repeated flag', ['--x', '2', '--x', '1', '--a'], [['--a'], ['--x', '2'], ['--x', '1']]],
  ['by the name of the flag alone', ['--a=2', '--a=1', '--a', '0'], [['--a=2'], ['--a=1'], ['--a', '0']]],
  ['two dashes alone', ['--b', '--a', '--', 'x'], ['--b', '--a', '--', 'x']],
  ['an empty word', ['--b', '--a', ''], [['--a', ''], ['--b']]],
  ['a word with a flag in it', ['--b', 'x--y', '--a'], [['--a'], ['--b', 'x--y']]],
  ['a negative number, and a dash', ['--b', '-1', '-', '---', '--a'], [['--a'], ['--b', '-1', '-', '---']]],
])('what is compared of words: %s', (_, args, expected) => {
  expect(withoutOrder({ args })).toEqual({ args: expected });
});

test('entries of a set are in one order, those that are the same beside each other', () => {
  expect(withoutOrder({ values: ['c', 'a', 'b', 'a'] })).toEqual({ values: ['a', 'a', 'b', 'c'] });
});

describe('variables', () => {
  const [a, b] = [{ name: 'A', value: '1' }, { name: 'B', value: '2' }];

  test.each([
    ['of other names', [a, b], [b, a], true],
    ['one that names what stands behind it, either way', [{ name: 'A', value: '$(C)' }, b], [b, { name: 'A', value: '$(C)' }], true],
    ['one that names what stands before it', [b, { name: 'A', value: '$(B)' }], [{ name: 'A', value: '$(B)' }, b], false],
    ['one that names two', [a, b, { name: 'C', value: '$(A)$(B)' }], [a, { name: 'C', value: '$(A)$(B)' }, b], false],
    ['one that names itself', [{ name: 'A', value: '$(A)' }, b], [b, { name: 'A', value: '$(A)' }], true],
    ['one that names a longer one before it', [{ name: 'LONG_NAME', value: '1' }, { name: 'A', value: '$(LONG_NAME)' }], [{ name: 'A', value: '$(LONG_NAME)' }, { name: 'LONG_NAME', value: '1' }], false],
    ['another value', [a, b], [b, { name: 'A', value: '3' }], false],
    ['one without a value', [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }, b], [b, { name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }], true],
  ])('%s', (_, one, other, expected) => {
    expect(same({ env: one }, { env: other })).toBe(expected);
  });
});
