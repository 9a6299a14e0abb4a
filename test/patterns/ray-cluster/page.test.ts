import * as fs from 'fs';
import * as path from 'path';
import { App, Chart } from 'cdk8s';
import * as ts from 'typescript';
import * as library from '../../../src';

const PAGE = fs.readFileSync(path.join(__dirname, '../../../docs/patterns/ray-cluster.md'), 'utf8');

/** The fenced blocks of a language. */
function blocks(language: string): string[] {
  return [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)\\n\`\`\`$`, 'gm'))].map(match => match[1]);
}

/** Runs the program of the page, and gives what it printed. */
function printed(program: string): string {
  const lines: string[] = [];
  const names = { ...library, Chart, app: new App(), console: { log: (line: string) => lines.push(line) } };
  const { outputText } = ts.transpileModule(program, { compilerOptions: { target: ts.ScriptTarget.ES2022 } });
  new Function(...Object.keys(names), outputText)(...Object.values(names));
  return lines.join('\n');
}

const [program] = blocks('ts');

test('the page shows what its program explains', () => {
  expect(blocks('text')).toEqual([printed(program)]);
});

test.each(['headHost', "workload.pods({ role: 'gpu' }).names[0]"])('%s is that of the page', asked => {
  const said = program.split('\n').find(line => line.startsWith(`lab.${asked};`))!.split('// ')[1];
  expect(printed(program.replace('lab.explain()', `lab.${asked}`))).toBe(said);
});
