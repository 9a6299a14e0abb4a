import * as fs from 'fs';
import * as path from 'path';
import { App, Chart, Testing, Yaml } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import * as ts from 'typescript';
import * as library from '../../src';

/** What a program of a page made. */
export interface Ran {
  readonly chart: Chart;
  /** The lines that it logged. */
  readonly printed: string;
  /** Its chart as a file. */
  readonly yaml: string;
}

/** A page of the docs whose programs are run. */
export interface Page {
  readonly text: string;
  /** The fenced blocks of a language. */
  readonly blocks: (language: string) => string[];
  /** Runs a program that has an `app`, and makes a `chart` unless one is in the scope. */
  readonly run: (program: string, scope?: { readonly [name: string]: unknown }) => Ran;
}

/** `file` from the root of the project. */
export function pageOf(file: string): Page {
  const text = fs.readFileSync(path.join(__dirname, '../..', file), 'utf8');
  return {
    text,
    blocks: language => [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)\\n\`\`\`$`, 'gm'))].map(match => match[1]),
    run,
  };
}

function run(program: string, scope: { readonly [name: string]: unknown } = {}): Ran {
  const lines: string[] = [];
  const names = { ...library, kplus, Chart, app: new App(), console: { log: (line: string) => lines.push(line) }, ...scope };
  const { outputText } = ts.transpileModule(`${program}\nreturn chart;`, { compilerOptions: { target: ts.ScriptTarget.ES2022 } });
  const chart = new Function(...Object.keys(names), outputText)(...Object.values(names));
  return { chart, printed: lines.join('\n'), yaml: Yaml.formatObjects(Testing.synth(chart)).trimEnd() };
}
