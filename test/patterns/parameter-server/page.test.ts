import * as fs from 'fs';
import * as path from 'path';
import { App, Chart, Testing } from 'cdk8s';
import * as ts from 'typescript';
import { environmentOf } from './build';
import * as library from '../../../src';

const PAGE = fs.readFileSync(path.join(__dirname, '../../../docs/patterns/parameter-server.md'), 'utf8');

/** The fenced blocks of a language. */
function blocks(language: string): string[] {
  return [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)\\n\`\`\`$`, 'gm'))].map(match => match[1]);
}

/** Runs the program of the page, and gives the chart and what it printed. */
function run(program: string): { chart: Chart; printed: string } {
  const printed: string[] = [];
  const names = { ...library, Chart, app: new App(), console: { log: (line: string) => printed.push(line) } };
  const { outputText } = ts.transpileModule(`${program}\nreturn chart;`, { compilerOptions: { target: ts.ScriptTarget.ES2022 } });
  return { chart: new Function(...Object.keys(names), outputText)(...Object.values(names)), printed: printed.join('\n') };
}

const [program] = blocks('ts');

test('the page shows what its program explains', () => {
  expect(blocks('text')).toEqual([run(program).printed]);
});

test.each(['jobSetName', "address('ps', 1)"])('%s is that of the page', asked => {
  const said = program.split('\n').find(line => line.startsWith(`ranker.${asked};`))!.split('// ')[1];
  expect(run(program.replace('ranker.explain()', `ranker.${asked}`)).printed).toBe(said);
});

test('the TF_CONFIG of the page is that of worker 2', () => {
  const set = (Testing.synth(run(program).chart) as any[]).find(({ kind }) => kind === 'JobSet');
  const { template } = set.spec.replicatedJobs.find(({ name }: any) => name === 'worker').template.spec;
  expect(blocks('json')).toEqual([environmentOf(template.spec, 2).get('TF_CONFIG')]);
});
