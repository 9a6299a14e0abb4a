import { execFileSync } from 'child_process';
import * as fs from 'fs';
import { createRequire } from 'module';
import * as path from 'path';
import * as ts from 'typescript';
import { temporaryFolder } from '../hygiene/temporary';

const { lazyIndex } = createRequire(__filename)('../../build-tools/lazy-index') as { lazyIndex(source: string): string };

/** As tsconfig.json has it. */
function compile(source: string): string {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.Node16, esModuleInterop: true };
  return ts.transpileModule(source, { compilerOptions, fileName: 'index.ts' }).outputText;
}

const INDEX = compile("export * from './version';\nexport { Group, Role } from './group';\nexport { Job } from './job';\n");

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('lazy');
  fs.writeFileSync(path.join(folder, 'version.js'), 'exports.V1 = 1;');
  fs.writeFileSync(path.join(folder, 'group.js'), "console.log('group loaded'); exports.Group = class Group {}; exports.Role = 'leader';");
  fs.writeFileSync(path.join(folder, 'job.js'), "console.log('job loaded'); exports.Job = class Job {};");
  fs.writeFileSync(path.join(folder, 'index.js'), lazyIndex(INDEX));
});

function run(script: string): string[] {
  return execFileSync(process.execPath, ['-e', script], { cwd: folder, encoding: 'utf8' }).trim().split('\n');
}

test('a module loads when one of its exports is first used, and once', () => {
  const script = "const index = require('./index'); console.log('start'); index.Group; console.log(index.Group === index.Group, index.Role, index.V1)";
  expect(run(script)).toEqual(['start', 'group loaded', 'true leader 1']);
});

test('the compiler itself would load everything at once', () => {
  fs.writeFileSync(path.join(folder, 'index.js'), INDEX);
  expect(run("require('./index'); console.log('start')")).toEqual(['group loaded', 'job loaded', 'start']);
});

test('every export is listed, also to ES modules', () => {
  const script = "import('./index.js').then(module => console.log(Object.keys(module).sort().join(' ')))";
  expect(run(script).pop()).toMatch(/\bGroup Job Role V1\b/);
});

test('doing it again changes nothing', () => {
  expect(lazyIndex(lazyIndex(INDEX))).toBe(lazyIndex(INDEX));
});

test.each([
  ['no re-export at all', 'exports.a = 1;'],
  ['a module that is used in another way', `${INDEX}\ngroup_1.start();`],
])('an index with %s stops the build', (_what, source) => {
  expect(() => lazyIndex(source)).toThrow('the compiler writes the index in another way than this was made for');
});
