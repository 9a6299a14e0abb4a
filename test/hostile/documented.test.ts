import * as fs from 'fs';
import * as path from 'path';
import { limitsFor, mebibytes } from '../../src/lint/input/limits';

const ROOT = path.join(__dirname, '../..');
const PAGE = fs.readFileSync(path.join(ROOT, 'docs/security.md'), 'utf8');

/** Reads a constant from the sources by its name. */
function constant(file: string, name: string): number {
  const [, written] = new RegExp(`const ${name} = ([0-9_ *]+);`).exec(fs.readFileSync(path.join(ROOT, 'src', file), 'utf8'))!;
  return written.replaceAll('_', '').split('*').reduce((product, factor) => product * Number(factor), 1);
}

const whole = (value: number) => value.toLocaleString('en-US');

test.each<[of: string, file: string, name: string, shown: (value: number) => string]>([
  ['levels of a document', 'kubernetes/yaml/anchors.ts', 'DEEPEST', whole],
  ['files and folders of a folder, at any depth', 'lint/input/paths.ts', 'MOST_FILES', whole],
  ['a glob', 'lint/input/glob.ts', 'LONGEST_GLOB', value => `${whole(value)} characters`],
  ['a glob', 'lint/input/glob.ts', 'MOST_WILDCARDS', value => `${value} wildcards`],
  ['a pattern of a definition', 'kubernetes/schema/custom/pattern/syntax.ts', 'MOST_REPETITIONS', value => `${whole(value)} repetitions`],
  ['a pattern of a definition', 'kubernetes/schema/custom/pattern/automaton.ts', 'MOST_STEPS', value => `${whole(value)} states`],
  ['a value, a name or a pattern in a message', 'base/text/cut.ts', 'LONGEST_VALUE', value => `${value} characters`],
  ['a value, a name or a pattern in a message', 'base/text/cut.ts', 'LONGEST_TEXT', value => `a sentence ${whole(value)}`],
  ['findings of one rule', 'base/findings/limited-findings.ts', 'MOST_OF_RULE', whole],
  ['findings of one rule', 'base/findings/limited-findings.ts', 'MOST_OF_OBJECTS', value => `one by one ${whole(value)}`],
  ['an answer of a server', 'cli/server/answer.ts', 'LARGEST_ANSWER', mebibytes],
  ['an answer of a server', 'cli/server/connection.ts', 'MOST_HEADERS', value => `${whole(value)} bytes`],
  ['findings of a server', 'cli/server/ask.ts', 'MOST_FINDINGS', whole],
  ['findings of a server', 'cli/server/verdict.ts', 'MOST_OF_ONE', value => `${value} of one object`],
  ['objects that are looked up on a server', 'cli/server/references.ts', 'MOST_REFERENCES', whole],
  ['output of a credential plugin', 'cli/server/run-bounded.ts', 'LARGEST_OUTPUT', mebibytes],
  ['files that a kubeconfig names', 'cli/server/kubeconfig-section.ts', 'LARGEST_FILE', mebibytes],
])('docs/security.md says of %s what %s has as %s', (of, file, name, shown) => {
  const row = PAGE.split('\n').find(line => line.startsWith(`| ${of} |`));
  expect(row).toContain(shown(constant(file, name)));
});

test('docs/security.md says how much is read', () => {
  const { run, document, objects } = limitsFor(2 * 1024 ** 3);
  expect(PAGE).toContain(`| files of a run, one document | ${mebibytes(run)} and ${mebibytes(document)} with 2 GiB of memory`);
  expect(PAGE).toContain(`| documents and items of Lists of a run | ${whole(objects)} |`);
});

test('docs/security.md names every package that travels inside this one', () => {
  const { bundledDependencies = [] } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { readonly bundledDependencies?: readonly string[] };
  const [, chain] = PAGE.split('## Supply chain');
  expect(bundledDependencies.filter(name => !chain.includes(`\`${name}\``))).toEqual([]);
});
