import * as fs from 'fs';
import * as path from 'path';
import { ROOT } from '../../build-tools/examples';

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

test('every class of an example is imported before it', () => {
  const fixture = fs.readFileSync(path.join(ROOT, 'rosetta/default.ts-fixture'), 'utf8');
  const used = PATTERNS.flatMap(pattern => examplesIn(`src/patterns/${pattern}/${pattern}.ts`)).flatMap(text => text.match(/\b[A-Z][a-z]\w+(?=\.|\()/g) ?? []);
  expect(used.length).toBeGreaterThan(PATTERNS.length);
  expect([...new Set(used)].filter(name => !fixture.includes(` ${name},`))).toEqual([]);
});
