import * as fs from 'fs';
import * as path from 'path';
import * as ts from 'typescript';
import { ROOT } from './examples';

const README = fs.readFileSync(path.join(ROOT, 'README.md'), 'utf8');

/** The fenced blocks of the README, or of another page, that follow a marker, up to the next line of prose. */
export function blocks(marker: string, page = README): string[] {
  const start = page.indexOf(`<!-- test: ${marker} -->`);
  if (start < 0) {
    throw new Error(`the page has no marker <!-- test: ${marker} -->`);
  }
  const found: string[] = [];
  let rest = page.slice(page.indexOf('\n', start) + 1);
  for (let match = /^```[\w ]*\n([\s\S]*?)\n```\n/.exec(rest); match; match = /^```[\w ]*\n([\s\S]*?)\n```\n/.exec(rest)) {
    found.push(match[1]);
    rest = rest.slice(match[0].length);
  }
  return found;
}

/** Runs a program of the README, whose app writes to a folder. */
export function runProgram(source: string, folder: string): void {
  const program = ts.transpileModule(source.replace('new App()', `new App({ outdir: ${JSON.stringify(folder)} })`), {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  }).outputText;
  new Function('require', 'exports', program)(require, {});
}
