import * as fs from 'fs';
import * as path from 'path';
import { App, Chart } from 'cdk8s';
import * as ts from 'typescript';
import { ROOT } from '../../build-tools/examples';
import * as library from '../../src';

const PATTERNS = fs.readdirSync(path.join(ROOT, 'docs/patterns')).map(page => path.basename(page, '.md'));

/** The examples of classes that a file exports. */
function examplesIn(file: string): string[] {
  const text = fs.readFileSync(path.join(ROOT, file), 'utf8');
  return [...text.matchAll(/^ \* @example\n([\s\S]*?)^ \*\/\nexport class /gm)].map(match => match[1].replace(/^ \* ?/gm, ''));
}

// The blocks of pages are run by the tests of the pages; the ones of classes are translated for other languages, and shown by editors.
test.each(PATTERNS)('the example of %s is the one that its page begins with', pattern => {
  const [example, ...others] = examplesIn(`src/patterns/${pattern}/${pattern}.ts`);
  expect(others).toEqual([]);
  const first = /```ts\n([\s\S]*?)```/.exec(fs.readFileSync(path.join(ROOT, `docs/patterns/${pattern}.md`), 'utf8'))![1];
  expect(first).toContain(example);
});

/** Where users begin: what a pattern is given. */
const FACTORIES: readonly (readonly [file: string, factory: string])[] = [
  ['src/target-cluster/target.ts', 'define'],
  ['src/engines/inference-engine.ts', 'vllm'], ['src/engines/inference-engine.ts', 'sglang'],
  ['src/pod/devices/accelerator.ts', 'nvidia'], ['src/pod/devices/request.ts', 'nvidia'],
  ['src/pod/container/memory.ts', 'derived'], ['src/pod/lifecycle/model-load.ts', 'of'],
  ['src/patterns/leader-worker-group/choices.ts', 'leaderWorkerSet'], ['src/patterns/indexed-training-job/checkpoint.ts', 'onClaimName'],
];

/** The example of a factory; empty where it has none. */
function exampleOf(file: string, factory: string): string {
  const text = fs.readFileSync(path.join(ROOT, file), 'utf8');
  const end = text.indexOf(`  public static ${factory}(`);
  const comment = text.slice(text.lastIndexOf('  /**', end), end);
  return (/ \* @example\n([\s\S]*)^ +\*\//m.exec(comment)?.[1] ?? '').replace(/^ +\* ?/gm, '');
}

test.each(FACTORIES)('the example of %s: %s runs, calls it, and gives what a cluster takes', (file, factory) => {
  const example = exampleOf(file, factory);
  expect(example).toContain(`.${factory}(`);
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  const names = Object.keys(library);
  new Function('chart', ...names, ts.transpile(example, { target: ts.ScriptTarget.ES2022 }))(chart, ...names.map(name => library[name as keyof typeof library]));
  expect(library.Checks.of(chart).findings().filter(({ severity }) => severity === library.FindingSeverity.ERROR)).toEqual([]);
});

test('every class of an example is imported before it', () => {
  const fixture = fs.readFileSync(path.join(ROOT, 'rosetta/default.ts-fixture'), 'utf8');
  const all = [...PATTERNS.flatMap(pattern => examplesIn(`src/patterns/${pattern}/${pattern}.ts`)), ...FACTORIES.map(each => exampleOf(...each))];
  const used = all.flatMap(text => text.match(/\b[A-Z][a-z]\w+(?=\.|\()/g) ?? []);
  expect(used.length).toBeGreaterThan(PATTERNS.length);
  expect([...new Set(used)].filter(name => !fixture.includes(` ${name},`))).toEqual([]);
});
