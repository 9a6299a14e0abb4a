import * as fs from 'fs';
import * as path from 'path';
import { ROOT } from '../../build-tools/examples';

const read = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8');
const README = read('README.md');
const [, SECTION] = /^## What the README claims\n([\s\S]*?)^## /m.exec(read('docs/testing.md'))!;

/** A phrase of the README, and the cell that says what holds it. */
const CLAIMS = SECTION.split('\n').filter(line => line.startsWith('| ')).slice(2).map(line => line.slice(2, -2).split(' | '));

/** Paragraphs, items of lists and rows of tables, each in one line. Code is shown, not said: tests run it. */
function saidIn(page: string): string[] {
  const prose = page.replace(/^ *```[\s\S]*?^ *```$/gm, '').replace(/<!--.*?-->/g, '');
  const blocks = prose.split(/\n{2,}|\n(?=- |\d+\. |\| )/).map(oneLine);
  return blocks.filter(block => /[A-Za-z]/.test(block) && !/^(#|\| (---|construct) )/.test(block));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Whether a file or folder of the project is there; pages are relative to docs. */
function exists(name: string): boolean {
  return fs.existsSync(path.join(ROOT, name)) || fs.existsSync(path.join(ROOT, 'docs', name));
}

function filesOf(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`|\]\(([^)#]+)/g)].map(([, file, page]) => file ?? page);
}

test.each(CLAIMS)('the README says: %s', phrase => {
  expect(oneLine(README)).toContain(phrase);
});

test.each(CLAIMS)('what holds %s exists', (_phrase, cell) => {
  expect(cell).toMatch(/`|\]\(/);
  expect(filesOf(cell).filter(file => !exists(file))).toEqual([]);
});

test('every paragraph, item and row of the README has a phrase (docs/testing.md, what the README claims), but for those that only lead to the next', () => {
  const bare = saidIn(README).filter(block => !CLAIMS.some(([phrase]) => block.includes(phrase)));
  expect(bare.map(block => block.slice(0, 40))).toEqual([
    'Typed [cdk8s](https://cdk8s.io) construc', 'The smallest app: one model over two node',
  ].map(text => text.slice(0, 40)));
});

test('every pattern explains itself', () => {
  const patterns = fs.readdirSync(path.join(ROOT, 'docs/patterns')).map(page => path.basename(page, '.md'));
  expect(patterns.filter(pattern => !/public explain\(\)/.test(read(`src/patterns/${pattern}/${pattern}.ts`)))).toEqual([]);
});

test('figures are those of their pages', () => {
  const [, cases, agreement] = /Of ([\d,]+) manifests[\s\S]*?\*\*([\d.]+) %\*\*/.exec(read('docs/agreement.md'))!;
  expect(README).toContain(`${agreement} % of ${cases} mutated manifests`);
  expect(read('docs/compared.md')).toContain(`${agreement} % of ${cases} mutated manifests`);
  const ratio = (what: string) => /\| *[\d.]+ \| *([\d.]+) \|/.exec(read('docs/benchmarks.md').split('\n').find(line => line.startsWith(`| ${what}`))!)![1];
  const compared = oneLine(read('docs/compared.md'));
  expect(compared).toContain(`a model server takes ${ratio('GpuInferenceDeployment against cdk8s-plus-28: construct + toJson')} times the time to JSON, `
    + `a group ${ratio('LeaderWorkerGroup, two sets a group against cdk8s-plus-28: construct + toJson')} times`);
  expect(compared).toContain(`Loading this library with one pattern takes ${ratio('require and use of one pattern')} times`);
  expect(compared).toContain(`${ratio('lint of a fleet of 4000 objects to kubeconform')} times that of kubeconform`);
});

test('versions are those of the package', () => {
  const { peerDependencies, engines } = JSON.parse(read('package.json')) as { peerDependencies: Record<string, string>; engines: { node: string } };
  const floor = (name: string) => peerDependencies[name].replace('^', '').replace(/\.0$/, '');
  expect(README).toContain(`cdk8s ${floor('cdk8s')}, cdk8s-plus-28 ${floor('cdk8s-plus-28')}, constructs ${floor('constructs')} or newer of their majors`);
  expect(README).toContain(`Needs Node ${engines.node.replace('>= ', '').replace(/\.0$/, '')} or newer`);
  expect(README).toContain(`Go ${/^go (\d+\.\d+)/m.exec(read('cluster/control-plane/go.mod'))![1]} or newer`);
});

describe('docs/index.md', () => {
  const index = read('docs/index.md');

  test('shows the error that the README shows', () => {
    const [, error] = /```\n(error[\s\S]*?)\n```/.exec(index)!;
    expect(README).toContain(error);
  });

  test('leads to pages that are there', () => {
    const pages = [...index.matchAll(/\]\(([^)#]+)/g)].map(([, page]) => page).filter(page => !page.startsWith('http'));
    expect(pages.length).toBeGreaterThan(20);
    expect(pages.filter(page => !fs.existsSync(path.join(ROOT, 'docs', page)))).toEqual([]);
  });
});
