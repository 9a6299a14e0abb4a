import { changesBetween, likeness, mistypedName, nearestName } from '../../../src/base/text/nearest-name';

describe('the name that was probably meant', () => {
  test.each<[string, string[], string | undefined]>([
    // Of several that are close, the one with the fewest changes for its length, wherever it stands in the list.
    ['grop', ['llama', 'group'], 'group'],
    ['grop', ['group', 'llama'], 'group'],
    ['grups', ['size', 'groups', 'name'], 'groups'],
    ['szie', ['size', 'slice'], 'size'],
    ['tesnorParallel', ['tensorParallel', 'pipelineParallel'], 'tensorParallel'],
    ['gpu_memory_utilization', ['gpuMemoryUtilization'], 'gpuMemoryUtilization'],
    ['SERVICE', ['service'], 'service'],
    ['db', ['ab', 'db2'], 'db2'],
    // Part of a name, and a name with more in it.
    ['serving', ['llm-serving', 'llm'], 'llm-serving'],
    ['llm-serving-blue', ['router', 'llm-serving'], 'llm-serving'],
    // Nothing in common.
    ['grop', ['llama'], undefined],
    ['router', ['llama', 'mistral'], undefined],
    ['a', ['b'], undefined],
    ['ab', ['cd', 'abcdef'], undefined],
    ['model', ['nodes'], undefined],
    ['x', [], undefined],
    ['', ['a', ''], undefined],
    ['a'.repeat(254), ['a'.repeat(253)], undefined],
  ])('%s of %j is %s', (written, names, meant) => {
    expect(nearestName(written, names)).toBe(meant);
  });

  test('mistyped is closer than contained', () => {
    expect(nearestName('prot', ['protocol', 'port'])).toBe('port');
    expect(mistypedName('serving', ['llm-serving'])).toBeUndefined();
  });
});

test.each([
  ['group', 'group', 0], ['grop', 'group', 1], ['gruop', 'group', 1], ['group', 'llama', 5], ['', 'abc', 3], ['Group', 'group', 1],
  ['a'.repeat(253), 'a'.repeat(252), 1], ['a'.repeat(254), 'a'.repeat(253), 253],
])('letters that differ between %s and %s', (one, other, changes) => {
  expect(changesBetween(one, other)).toBe(changes);
});

test.each([
  ['group', 'group', 1], ['Group', 'group', 1], ['grop', 'group', 0.8], ['serving', 'llm-serving', 7 / 11 / 2], ['group', 'llama', 0], ['a'.repeat(254), 'a'.repeat(254), 0],
])('how alike %s and %s are', (one, other, share) => {
  expect(likeness(one, other)).toBeCloseTo(share, 10);
});
