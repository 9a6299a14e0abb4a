import { boundedFinding, boundedWords } from '../../../src/base/findings/bounded';
import { Finding, severityOf } from '../../../src/base/findings/finding';
import { suggestionFor, suggestionForWord, surelyMeant } from '../../../src/base/findings/fix';
import { mayPatch } from '../../../src/base/findings/origin';
import { listed } from '../../../src/base/text/listed';
import { slipOf } from '../../../src/base/text/nearest-name';

describe('the name that was surely meant', () => {
  test.each<[string, string[], string | undefined]>([
    ['imagePullPolcy', ['image', 'imagePullPolicy'], 'imagePullPolicy'],
    ['prts', ['ports', 'parts'], undefined],
    ['prts', ['ports'], 'ports'],
    ['prt', ['port'], undefined],
    ['node-1', ['node-2'], undefined],
    ['abcdef', ['abcdgh'], undefined],
    ['abcdefghijkl', ['abcdefghijxy'], 'abcdefghijxy'],
    ['abcdefghijkl', ['abcdefghixyz'], undefined],
    ['abcdefghijk', ['abcdefghixy'], undefined],
    ['Replicas', ['replicas'], 'replicas'],
    ['llama', [], undefined],
  ])('%s of %j is %s', (name, candidates, meant) => {
    expect(surelyMeant(name, candidates)).toBe(meant);
  });

  test('is a fix, and one that is merely near is a question', () => {
    expect(suggestionFor('imagePullPolcy', ['image', 'imagePullPolicy'])).toEqual({
      help: 'did you mean "imagePullPolicy"?',
      meant: 'imagePullPolicy',
    });
    expect(suggestionFor('prts', ['ports', 'parts'])).toEqual({ help: 'did you mean "ports"?', meant: undefined });
    expect(suggestionFor('x', ['llama'])).toEqual({});
  });

  test('of a few words is sure by its case alone, unless two differ in nothing else', () => {
    expect(suggestionForWord('tcp', ['UDP', 'TCP'])).toEqual({ help: 'did you mean "TCP"?', meant: 'TCP' });
    expect(suggestionForWord('tcp', ['Tcp', 'TCP']).meant).toBeUndefined();
    expect(suggestionForWord('ALWAYS', ['Always', 'Never'])).toEqual({
      help: 'did you mean "Always"?',
      meant: 'Always',
    });
  });
});

test.each<[string, string[], string | undefined]>([
  ['serving-llm', ['other', 'serving-llms'], 'serving-llms'],
  ['serving-ab', ['serving-abc'], undefined],
  ['router-main', ['ruoter-main', 'router-test'], 'ruoter-main'],
  ['model-1', ['model-2'], undefined],
  ['web-eu', ['web-us'], undefined],
  ['llm-servng', ['llm-serving'], 'llm-serving'],
  ['lm-servng', ['llm-serving'], undefined],
  ['settings', ['setings', 'stings'], 'setings'],
])('%s is a slip of one of %j: %s', (name, names, meant) => {
  expect(slipOf(name, names)).toBe(meant);
});

test.each<[Finding['class'], string]>([
  ['rejected', 'error'],
  ['dropped', 'error'],
  ['broken', 'error'],
  ['lossy', 'error'],
  ['risky', 'warning'],
  ['advice', 'info'],
])('%s counts as %s', (kind, severity) => {
  expect(severityOf(kind)).toBe(severity);
});

describe('a finding that repeats too much', () => {
  const finding: Finding = {
    id: 'AIW9999',
    title: 't',
    class: 'broken',
    message: 'm',
    notes: ['n'],
    help: 'h',
    field: 'f',
  };
  const long = 'x'.repeat(5_000);

  test.each(['message', 'help', 'field'] as const)('is cut in its %s alone, the rest stays', part => {
    const bounded = boundedWords({ ...finding, [part]: long });

    expect(bounded[part]!.length).toBe(part === 'field' ? 1_000 : 4_000);
    expect({ ...bounded, [part]: finding[part] }).toEqual(finding);
  });

  test('has twenty notes at most, each of them cut', () => {
    const notes = Array.from({ length: 21 }, (_, index) => (index === 19 ? long : `${index}`));

    const bounded = boundedWords({ ...finding, notes }).notes!;

    expect([bounded.length, bounded[18], bounded[19].length]).toEqual([20, '18', 4_000]);
    expect(boundedWords({ ...finding, notes: notes.slice(0, 19) }).notes).toEqual(notes.slice(0, 19));
  });

  test('has names of a length that can be read', () => {
    const object = { apiVersion: long, kind: long, namespace: long, name: long };

    const { object: cut, construct, file } = boundedFinding({ ...finding, object, construct: long, file: long });

    expect([...Object.values(cut!), construct!, file!].map(({ length }) => length)).toEqual([
      300, 300, 300, 300, 1_000, 4_096,
    ]);
    expect(boundedFinding(finding)).toEqual(finding);
  });
});

test('patches may be about a kind that they name, or about any', () => {
  const kustomizing = (...kinds: string[]) => ({ addsSelectors: false, patchedKinds: new Set(kinds) });

  expect([
    mayPatch(kustomizing('Job', 'Pod'), 'Pod'),
    mayPatch(kustomizing('Job'), 'Pod'),
    mayPatch(kustomizing('*'), 'Pod'),
  ]).toEqual([true, false, true]);
});

test.each<[Iterable<string>, string]>([
  [['a', 'b'], 'a, b'],
  [['a', 'b', 'c'], 'a, b and 1 more'],
  [new Set(['a', 'b', 'c', 'd']), 'a, b and 2 more'],
  [
    new Map([
      ['a', 1],
      ['b', 1],
      ['c', 1],
    ]).keys(),
    'a, b and more',
  ],
  [[], ''],
])('names are listed up to two of them: %#', (names, text) => {
  expect(listed(names, 2)).toBe(text);
});
