import * as fs from 'fs';
import * as path from 'path';
import { App, Chart } from 'cdk8s';
import * as ts from 'typescript';
import * as library from '../../../src';

const PAGE = fs.readFileSync(path.join(__dirname, '../../../docs/patterns/disaggregated-inference.md'), 'utf8');

/** The fenced blocks of a language. */
function blocks(language: string): string[] {
  return [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)\\n\`\`\`$`, 'gm'))].map(match => match[1]);
}

/** What the program of the page prints. */
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

test.each(['service.dns', 'decode.name'])('%s is that of the page', asked => {
  const said = program.split('\n').find(line => line.startsWith(`llama.${asked};`))!.split('// ')[1];
  expect(printed(program.replace('llama.explain()', `llama.${asked}`))).toBe(said);
});
