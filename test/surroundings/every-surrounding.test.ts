import * as fs from 'fs';
import * as path from 'path';
import { SURROUNDINGS, classOf } from './ways';

/*
 * What belongs to a surrounding, named for one that lacks it. A folder of src/surroundings is a surrounding.
 */

const ROOT = path.resolve(__dirname, '../..');
const FOLDERS = ['src/surroundings', 'docs/surroundings', 'examples', 'cluster/fuzz/generators/surroundings', 'test/surroundings'];

type Sources = ReadonlyMap<string, string>;

const SOURCES: Sources = new Map(['test/given/hostile-constructs.ts', 'test/identity/corpus.json', ...FOLDERS.flatMap(filesOf)]
  .map(file => [file, fs.readFileSync(path.join(ROOT, file), 'utf8')]));

function filesOf(folder: string): string[] {
  return fs.readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map(file => path.posix.join(folder, file.split(path.sep).join('/'))).filter(file => fs.statSync(path.join(ROOT, file)).isFile());
}

function lacks(surrounding: string, sources: Sources): string[] {
  const type = classOf(surrounding);
  const main = `src/surroundings/${surrounding}/${surrounding}.ts`;
  const has = (file: string, text: string) => sources.get(file)?.includes(text) ?? false;
  const examples = [...sources].filter(([file, text]) => /^examples\//.test(file) && text.includes(`new ${type}(`)).map(([file]) => file.split('/')[1]);
  // Of an app with stages, `three-zone-database/stage-1` and so on.
  const corpus = Object.keys(JSON.parse(sources.get('test/identity/corpus.json')!)).map(entry => entry.split('/')[0]);
  const demands: ReadonlyArray<readonly [string, boolean]> = [
    [`the class ${type} in ${main}`, has(main, `export class ${type} `)],
    [`explain() in ${main}`, has(main, 'public explain(): string')],
    [`a plan src/surroundings/${surrounding}/plan.ts`, sources.has(`src/surroundings/${surrounding}/plan.ts`)],
    [`a page docs/surroundings/${surrounding}.md`, sources.has(`docs/surroundings/${surrounding}.md`)],
    ['a row in docs/surroundings/README.md', has('docs/surroundings/README.md', `| [docs](${surrounding}.md) |`)],
    [`its ways around workloads, test/surroundings/${surrounding}/ways.ts`, sources.has(`test/surroundings/${surrounding}/ways.ts`)],
    [`a test in test/surroundings/${surrounding}`, testsOf(surrounding, sources).some(file => file !== 'effects.test.ts')],
    [`effects.test.ts in test/surroundings/${surrounding}: what each property does`, testsOf(surrounding, sources).includes('effects.test.ts')],
    ['good properties in BASES of test/given/hostile-constructs.ts, by which it is given anything anywhere', has('test/given/hostile-constructs.ts', `\n  ${type}: `)],
    [`an app in examples/ that makes a ${type}`, examples.length > 0],
    [`an entry in test/identity/corpus.json, of an example that makes a ${type}`, examples.some(example => corpus.includes(example))],
    [`a generator cluster/fuzz/generators/surroundings/${surrounding}.ts in SURROUNDINGS of surroundings.ts`,
      sources.has(`cluster/fuzz/generators/surroundings/${surrounding}.ts`) && has('cluster/fuzz/generators/surroundings/surroundings.ts', `\n  ${type}: `)],
  ];
  return demands.filter(([, isMet]) => !isMet).map(([demand]) => `${surrounding} lacks ${demand}`);
}

function testsOf(surrounding: string, sources: Sources): string[] {
  const folder = `test/surroundings/${surrounding}/`;
  return [...sources.keys()].filter(file => file.startsWith(folder) && file.endsWith('.test.ts')).map(file => file.slice(folder.length));
}

test.each(SURROUNDINGS)('%s has all that belongs to a surrounding', surrounding => {
  expect(lacks(surrounding, SOURCES)).toEqual([]);
});

describe('who lacks one thing is told it alone', () => {
  const without = (file: string) => new Map([...SOURCES].filter(([each]) => each !== file));
  const changed = (file: string, text: string) => new Map([...SOURCES, [file, SOURCES.get(file)!.replaceAll(text, 'x')]]);

  test.each<[what: string, sources: Sources]>([
    ['the class', changed('src/surroundings/queued-workload/queued-workload.ts', 'export class')],
    ['explain()', changed('src/surroundings/queued-workload/queued-workload.ts', 'public explain')],
    ['a plan', without('src/surroundings/queued-workload/plan.ts')],
    ['a page', without('docs/surroundings/queued-workload.md')],
    ['a row', changed('docs/surroundings/README.md', '(queued-workload.md)')],
    ['its ways', without('test/surroundings/queued-workload/ways.ts')],
    ['a test', without('test/surroundings/queued-workload/queued-workload.test.ts')],
    ['effects.test.ts', without('test/surroundings/queued-workload/effects.test.ts')],
    ['good properties', changed('test/given/hostile-constructs.ts', 'QueuedWorkload: ')],
    ['a generator', without('cluster/fuzz/generators/surroundings/queued-workload.ts')],
    ['a generator', changed('cluster/fuzz/generators/surroundings/surroundings.ts', 'QueuedWorkload: ')],
  ])('%s', (what, sources) => {
    expect(lacks('queued-workload', sources)).toEqual([expect.stringContaining(`queued-workload lacks ${what}`)]);
  });

  test('and a folder with nothing all', () => {
    expect(lacks('new-surrounding', SOURCES)).toHaveLength(12);
  });
});
