import * as fc from 'fast-check';
import { changesBetween, likeness, mistypedName, nearestName, slipOf, withLimitedComparisons } from '../../../src/base/text/nearest-name';

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

/** The whole table, without a limit. */
function slowDistance(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, i) => Array.from({ length: other.length + 1 }, (__, j) => (i === 0 ? j : j === 0 ? i : 0)));
  for (let i = 1; i <= one.length; i++) {
    for (let j = 1; j <= other.length; j++) {
      rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
      }
    }
  }
  return rows[one.length][other.length];
}

test('counts the letters that differ up to the limit, and reports a number above it for more', () => {
  const name = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 }).map(letters => letters.join(''));
  fc.assert(fc.property(name, name, fc.nat(6), (one, other, most) => {
    const changes = slowDistance(one, other);
    const found = changesBetween(one, other, most);
    expect(changes <= most ? found : found > most).toBe(changes <= most ? changes : true);
  }), { numRuns: 500 });
});

describe('comparisons of a run', () => {
  const [name, meant] = [`a${'x'.repeat(50)}b`, `c${'x'.repeat(50)}d`];

  test.each([[nearestName], [mistypedName], [slipOf]])('%p finds the name within the limit, and none beyond', find => {
    const within = withLimitedComparisons(() => find(name, [meant]), 2_000);
    const beyond = withLimitedComparisons(() => [find(name, Array.from({ length: 40 }, () => 'a'.repeat(52))), find(name, [meant])], 2_000);

    expect([within, beyond]).toEqual([meant, [undefined, undefined]]);
  });

  test('a run inside of another shares its limit, and the next run has a new one', () => {
    const both = withLimitedComparisons(() => [withLimitedComparisons(() => mistypedName('grop', ['group'])), mistypedName('grop', ['group'])], 11);

    expect([both, mistypedName('grop', ['group'])]).toEqual([['group', undefined], 'group']);
  });

  test('are limited after an error too, and not behind it', () => {
    expect(() => withLimitedComparisons(() => { throw new Error('broken'); }, 0)).toThrow('broken');
    expect(mistypedName('grop', ['group'])).toBe('group');
  });

  test('read no more candidates than are compared', () => {
    let read = 0;
    function* names(): Generator<string> {
      for (;;) {
        read++;
        yield 'router';
      }
    }

    expect([nearestName('grop', names()), read]).toEqual([undefined, 1_000]);
  });
});
