import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { temporaryFolder } from '../hygiene/temporary';

const ROOT = path.resolve(__dirname, '../..');
const { rules } = JSON.parse(fs.readFileSync(path.join(ROOT, '.oxlintrc.json'), 'utf8')) as { readonly rules: object };

/** Has a mistake for each rule of `npm run oxlint`, and one of types. */
const MISTAKES = `
import * as path from "path";
import { sep } from 'path';
import { App } from 'cdk8s';
import fs = require('fs');
import { posix } from 'path';



export class Wrong extends App{
  public last(): void {}
  first = { 'a':1, b: [ 1,2 ], c: {d: 1}, e : [1,
    2
  ] };
  readonly path: string = 5; 
}
export interface Given { one: string, two: string }
async function later(): Promise<number> { return 1; }
export async function wrong(path: string) {
    const one = { a: 1, b: 2,
      c: 3 };  
  if(path) return one.a;
  else { for (;;)
    later(); }
  try { return later(); } catch { return one['b'] | 2   ; }
}
export const long = [sep.length, fs.constants.F_OK, path.sep.length, posix.sep.length, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]
`;

test('npm run oxlint reports mistakes of each rule, and of types', () => {
  const folder = temporaryFolder('style');
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  fs.writeFileSync(path.join(folder, 'package.json'), '{}');
  fs.writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ extends: path.join(ROOT, 'test/tsconfig.json'), compilerOptions: { rootDir: '.' }, include: ['*.ts'] }));
  fs.writeFileSync(path.join(folder, 'mistakes.ts'), MISTAKES);
  const asked = ['--type-aware', '--type-check', '--format=json', '--config', path.join(ROOT, '.oxlintrc.json'), '--tsconfig', 'tsconfig.json', 'mistakes.ts'];

  const { stdout } = spawnSync(process.execPath, [path.join(ROOT, 'node_modules/oxlint/bin/oxlint'), ...asked], { cwd: folder, encoding: 'utf8' });
  const codes = (JSON.parse(stdout) as { readonly diagnostics: readonly { readonly code?: string }[] }).diagnostics.map(({ code = '' }) => code);

  const named = (code: string) => code.replace(/^eslint\((.*)\)$/, '$1').replace(/^(.*)\((.*)\)$/, '$1/$2');
  expect([...new Set(codes.map(named))].sort()).toEqual([...Object.keys(rules), 'typescript/TS2322'].sort());
});
