import * as fs from 'fs';
import * as path from 'path';
import { isTestOf, partOf } from '../../build-tools/mutate/parts';

/*
 * What belongs to a pattern, named for one that lacks it. A folder of src/patterns with a construct is a pattern.
 */

const ROOT = path.resolve(__dirname, '../..');

type Sources = ReadonlyMap<string, string>;

const SOURCES: Sources = new Map([
  'README.md', 'test/given/hostile-constructs.ts', 'cluster/fuzz/generators/programs.ts', 'cluster/tests/accepted/patterns/rows.ts', 'test/identity/corpus.json',
  ...['docs/patterns', 'examples', 'cluster/fuzz/generators', 'cluster/tests/accepted/patterns', 'test/patterns', 'src/patterns'].flatMap(filesOf),
].map(file => [file, fs.readFileSync(path.join(ROOT, file), 'utf8')]));

const CONSTRUCT = /^export class \w+ extends (Construct|kplus\.)/m;
const CONSTRUCTS = [...SOURCES].filter(([file, text]) => file.startsWith('src/patterns/') && CONSTRUCT.test(text));
const PATTERNS = [...new Set(CONSTRUCTS.map(([file]) => file.split('/')[2]))];

function filesOf(folder: string): string[] {
  return fs.readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map(file => path.posix.join(folder, file.split(path.sep).join('/'))).filter(file => fs.statSync(path.join(ROOT, file)).isFile());
}

/** `leader-worker-group` is `LeaderWorkerGroup`. */
function classOf(pattern: string): string {
  return pattern.split('-').map(word => word[0].toUpperCase() + word.slice(1)).join('');
}

function lacks(pattern: string, sources: Sources): string[] {
  const type = classOf(pattern);
  const has = (file: string, text: string) => sources.get(file)?.includes(text) ?? false;
  const among = (place: RegExp, text: string) =>
    [...sources].filter(([file, content]) => place.test(file) && content.includes(text)).map(([file]) => file);
  const examples = among(/^examples\//, `new ${type}(`).map(file => file.split('/')[1]);
  // Of an app with stages, `three-zone-database/stage-1` and so on.
  const corpus = Object.keys(JSON.parse(sources.get('test/identity/corpus.json')!)).map(entry => entry.split('/')[0]);
  const demands: ReadonlyArray<readonly [string, boolean]> = [
    [`the class ${type} in src/patterns/${pattern}/${pattern}.ts`, has(`src/patterns/${pattern}/${pattern}.ts`, `export class ${type} `)],
    [`a handle: ${type} implements IWorkload`, new RegExp(`export class ${type} extends [^{]*\\bIWorkload\\b`).test(sources.get(`src/patterns/${pattern}/${pattern}.ts`) ?? '')],
    ['good properties in BASES of test/given/hostile-constructs.ts, by which it is given anything anywhere', has('test/given/hostile-constructs.ts', `\n  ${type}: `)],
    [`a page docs/patterns/${pattern}.md`, sources.has(`docs/patterns/${pattern}.md`)],
    [`a test in test/patterns/${pattern} that runs the programs of docs/patterns/${pattern}.md`,
      among(new RegExp(`^test/patterns/${pattern}/.*\\.test\\.ts$`), `docs/patterns/${pattern}.md`).length > 0],
    [`a row in README.md that links docs/patterns/${pattern}.md`, has('README.md', `| [docs](docs/patterns/${pattern}.md) |`)],
    [`an app in examples/ that makes a ${type}`, examples.length > 0],
    [`an entry in test/identity/corpus.json, of an example that makes a ${type}`, examples.some(example => corpus.includes(example))],
    [`a generator cluster/fuzz/generators/${pattern}.ts in PATTERNS of programs.ts`,
      sources.has(`cluster/fuzz/generators/${pattern}.ts`) && has('cluster/fuzz/generators/programs.ts', `\n  ${type}: `)],
    [`rows cluster/tests/accepted/patterns/${pattern}.ts in rows.ts, which servers accept`,
      has(`cluster/tests/accepted/patterns/${pattern}.ts`, `pattern: '${type}'`) && has('cluster/tests/accepted/patterns/rows.ts', `from './${pattern}'`)],
    [`a part of build-tools/mutate/parts.ts with tests of test/patterns/${pattern}`, isMutated(pattern)],
  ];
  return demands.filter(([, isMet]) => !isMet).map(([demand]) => `${pattern} lacks ${demand}`);
}

function isMutated(pattern: string): boolean {
  const part = partOf(`src/patterns/${pattern}/${pattern}.ts`);
  return part !== undefined && isTestOf(part.suite, `test/patterns/${pattern}/${pattern}.test.ts`);
}

test.each(PATTERNS)('%s has all that belongs to a pattern', pattern => {
  expect(lacks(pattern, SOURCES)).toEqual([]);
});

test('folders of patterns are found by their constructs', () => {
  expect(PATTERNS).toContain('leader-worker-group');
  expect(PATTERNS).not.toContain('rollout');
});

describe('who lacks one thing is told it alone', () => {
  const pattern = 'locality-service';
  const without = (file: string) => new Map([...SOURCES].filter(([each]) => each !== file));
  const changed = (file: string, text: string) => new Map([...SOURCES, [file, SOURCES.get(file)!.replaceAll(text, 'x')]]);

  test.each<[what: string, sources: Sources]>([
    ['good properties', changed('test/given/hostile-constructs.ts', 'LocalityService: ')],
    ['a handle', changed(`src/patterns/${pattern}/${pattern}.ts`, 'implements IWorkload')],
    ['a page', without(`docs/patterns/${pattern}.md`)],
    ['a test', without(`test/patterns/${pattern}/page.test.ts`)],
    ['a row in README.md', changed('README.md', `(docs/patterns/${pattern}.md)`)],
    ['an entry in test/identity', changed('test/identity/corpus.json', 'locality-routing')],
    ['a generator', without(`cluster/fuzz/generators/${pattern}.ts`)],
    ['a generator', changed('cluster/fuzz/generators/programs.ts', 'LocalityService: ')],
    ['rows', without(`cluster/tests/accepted/patterns/${pattern}.ts`)],
    ['rows', changed('cluster/tests/accepted/patterns/rows.ts', `'./${pattern}'`)],
  ])('%s', (what, sources) => {
    expect(lacks(pattern, sources)).toEqual([expect.stringContaining(`${pattern} lacks ${what}`)]);
  });

  test('and a folder with nothing all', () => {
    expect(lacks('new-pattern', SOURCES)).toHaveLength(10);
  });

  test('the class', () => {
    expect(lacks(pattern, changed(`src/patterns/${pattern}/${pattern}.ts`, 'export class'))[0]).toContain(`${pattern} lacks the class`);
  });

  test('an example', () => {
    const examples = [...SOURCES].map(([file, text]) => [file, file.startsWith('examples/') ? text.replaceAll('new LocalityService(', 'x(') : text] as const);
    expect(lacks(pattern, new Map(examples))[0]).toContain('an app in examples/ that makes a LocalityService');
  });
});
