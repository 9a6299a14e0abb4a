import { mistypedName, nearestName } from '../../src/checks/nearest-name';

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
