import * as fs from 'fs';
import * as path from 'path';
import picomatch from 'picomatch';
import { filesOf, sourcesByPart, testFiles } from '../../build-tools/mutate/files';
import { isMutated, isTestOf, mirrored, PARTS, partOf, READ_SOURCES } from '../../build-tools/mutate/parts';
import { sample, shares } from '../../build-tools/mutate/sample';
import { page, table, told } from '../../build-tools/mutate/table';

const SUITES = [...new Set(PARTS.map(part => part.suite))];
const ROOT = path.join(__dirname, '../..');

// Tests of the project's own tools, and what is slow by intent.
const OF_NO_PART = ['test/{project,cluster,hygiene,hostile,groups}/**', ...READ_SOURCES];

describe('parts of the mutation tests', () => {
  test('every source belongs to a part', () => {
    expect(filesOf('src').filter(isMutated).filter(file => partOf(file) === undefined)).toEqual([]);
  });

  test('every part has sources, and each of its patterns names tests', () => {
    expect([...sourcesByPart([]).keys()]).toEqual(PARTS);
    const tests = filesOf('test').filter(file => file.endsWith('.test.ts'));
    const empty = SUITES.flatMap(suite => suite.tests.filter(pattern => !tests.some(file => picomatch.isMatch(file, pattern))).map(pattern => `${suite.name}: ${pattern}`));
    expect(empty).toEqual([]);
  });

  test('every test is in some suite', () => {
    const unused = filesOf('test').filter(file => file.endsWith('.test.ts') && !picomatch.isMatch(file, OF_NO_PART))
      .filter(file => !SUITES.some(suite => isTestOf(suite, file)));
    expect(unused).toEqual([]);
  });

  test('the test that mirrors a file is in the suite of its part', () => {
    const missed = [...sourcesByPart([])].flatMap(([part, sources]) => sources
      .filter(source => fs.existsSync(path.join(ROOT, mirrored(source), `${path.basename(source, '.ts')}.test.ts`)))
      .filter(source => !isTestOf(part.suite, `${mirrored(source)}/${path.basename(source, '.ts')}.test.ts`)));
    expect(missed).toEqual([]);
  });

  test('a folder or a file chooses sources at or below it', () => {
    const [[part, sources], ...others] = sourcesByPart(['src/lint/report/', 'src/lint/run/rep']);
    expect([part.name, others]).toEqual(['report', []]);
    expect(sources).toContain('src/lint/report/text.ts');
    expect([...sourcesByPart(['src/cli/main.ts']).values()]).toEqual([['src/cli/main.ts']]);
    expect([...sourcesByPart(['report']).values()]).toEqual([sources]);
    expect(testFiles(part.suite)).toContain('test/lint/report/text.test.ts');
  });

  test('generated tables are left out', () => {
    expect([isMutated('src/given/types.generated.ts'), isMutated('src/given/given.ts'), isMutated('src/index.ts')]).toEqual([false, true, false]);
  });
});

describe('the sample', () => {
  const values = Array.from({ length: 1000 }, (_, index) => index);
  const some = (count: number, seed: number) => sample(values, count, seed, String);

  test('is the same for the same seed, and another for another', () => {
    expect(some(20, 7)).toHaveLength(20);
    expect(some(20, 7)).toEqual(some(20, 7));
    expect(some(20, 7)).not.toEqual(some(20, 8));
  });

  test('takes each once, and no more than there are', () => {
    expect(new Set(some(2000, 1)).size).toBe(1000);
  });

  test('gives small parts more than their proportion, and none more than it has', () => {
    expect(shares([10_000, 100, 1], 111)).toEqual([100, 10, 1]);
    expect(shares([4, 9], 1000)).toEqual([4, 9]);
    expect(shares([4, 9], Infinity)).toEqual([4, 9]);
  });
});

describe('what is told', () => {
  const mutant = {
    part: PARTS[0], file: 'src/base/seconds.ts', mutator: 'EqualityOperator', line: 4, column: 2, endLine: 4, endColumn: 7, original: 'a < b |\n c', replacement: 'a <= b',
  };
  const row = { name: 'pod', mutants: 50, outcomes: [{ ...mutant, status: 'Survived' }, { ...mutant, status: 'Killed' }, { ...mutant, status: 'RuntimeError' }] as const };

  test('a mutant that could not run is no part of the score', () => {
    expect(table([row]).split('\n').slice(2)).toEqual(['| pod | 50 | 2 | 1 | 0 | 1 | 0 | 50.0 % | 0 |', '| all | 50 | 2 | 1 | 0 | 1 | 0 | 50.0 % | 0 |']);
  });

  test('places count from 1, and a change is one line', () => {
    expect(told(row.outcomes[0])).toBe('src/base/seconds.ts:5:3 EqualityOperator: a < b | c → a <= b');
    expect(told({ ...row.outcomes[0], status: 'NoCoverage' })).toContain('(no test reaches it)');
  });

  test('a survivor of the page is a row, whose bars do not break it', () => {
    expect(page([row], '2026-01-01', 3)).toContain('| `base/seconds.ts:5` | `a < b \\| c` → `a <= b` | not yet |');
  });
});

test('each explained survivor is still in the sources', () => {
  const explained = JSON.parse(fs.readFileSync(path.join(ROOT, 'build-tools/mutate/explained.json'), 'utf8'));
  const stale = explained.filter((each: any) => !fs.existsSync(path.join(ROOT, each.file)) || !fs.readFileSync(path.join(ROOT, each.file), 'utf8').includes(each.original));
  expect(stale).toEqual([]);
});
