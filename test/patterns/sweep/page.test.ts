import * as fs from 'fs';
import * as path from 'path';
import { App, Chart, Testing, Yaml } from 'cdk8s';
import * as ts from 'typescript';
import { build } from './build';
import * as library from '../../../src';

const PAGE = fs.readFileSync(path.join(__dirname, '../../../docs/patterns/sweep.md'), 'utf8');

/** The fenced blocks of a language. */
function blocks(language: string): string[] {
  return [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)\\n\`\`\`$`, 'gm'))].map(match => match[1]);
}

/** Runs a program of the page, and gives the chart and what it printed. */
function run(program: string, scope: object = {}): { chart: Chart; printed: string } {
  const printed: string[] = [];
  const names = { ...library, Chart, app: new App(), console: { log: (line: string) => printed.push(line) }, ...scope };
  const { outputText } = ts.transpileModule(`${program}\nreturn chart;`, { compilerOptions: { target: ts.ScriptTarget.ES2022 } });
  return { chart: new Function(...Object.keys(names), outputText)(...Object.values(names)), printed: printed.join('\n') };
}

const [smallest, bench] = blocks('ts');

function benchmark(): { objects: any[]; printed: string } {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  library.Target.define(chart, { kubernetes: library.KubernetesVersion.V1_36 });
  const { printed } = run(`${bench}\nconsole.log(bench.explain());`, { chart });
  return { objects: Testing.synth(chart), printed };
}

test('the page shows the manifests that its program writes', () => {
  expect(blocks('yaml')).toEqual([Yaml.formatObjects(Testing.synth(run(smallest).chart)).trimEnd()]);
});

test('the page shows what its program explains', () => {
  expect(blocks('text')[0]).toBe(run(smallest).printed);
});

test.each(['rows', 'jobName'])('the %s are those of the page', property => {
  const [, said] = new RegExp(`^search\\.${property}; +// (\\S+)$`, 'm').exec(smallest)!;
  expect(run(smallest.replace('search.explain()', `String(search.${property})`)).printed).toBe(said);
});

test('the row of the page is the one in the ConfigMap', () => {
  const table = (Testing.synth(run(smallest).chart) as any[]).find(each => each.kind === 'ConfigMap');
  expect(blocks('json')).toEqual([table.data['0.json'].trimEnd()]);
});

test('the benchmark has four rows and is summarised', () => {
  const { objects } = benchmark();
  expect(objects.map(({ kind, spec }) => [kind, spec?.completions])).toEqual([['ConfigMap', undefined], ['Job', 4], ['Job', 1]]);
});

test('the summary is released with the command that the benchmark explains', () => {
  const lines = blocks('sh')[0].split('\n');
  const explained = benchmark().printed.split('\n').map(line => line.trim().replace(/^summary +/, ''));
  expect(explained).toEqual(expect.arrayContaining(lines));
});

test('the message of the page is real', () => {
  const message = blocks('text')[1].replace('prod/Search: ', '');
  expect(() => build({}, { kubernetes: library.KubernetesVersion.V1_34 })).toThrow(message);
});
