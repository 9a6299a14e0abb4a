import * as childProcess from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import * as cdk8s from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import * as constructs from 'constructs';
import * as ts from 'typescript';
import * as library from '../../../src';
import { readInput } from '../../../src/lint/input/read-input';
import { cdk8sAi, folderOf } from '../program';

/** What a written program may ask for, and nothing else. */
const MODULES: { readonly [name: string]: unknown } = { path, cdk8s, constructs, 'cdk8s-plus-28': kplus, 'cdk8s-ai-workloads': library };

const { execFileSync } = childProcess;
let processes: jest.SpyInstance;

/** cdk8s starts a process for each file that it reads (`Yaml.load`), which takes longer than these tests: it reads in this process instead. */
export function readInThisProcess(): void {
  beforeEach(() => {
    const run = (command: string, args: readonly string[], options: object) =>
      path.basename(args[0]) === '_loadurl.mjs' && fs.existsSync(args[1]) ? fs.readFileSync(args[1], 'utf8') : execFileSync(command, args, options);
    processes = jest.spyOn(jest.requireActual<typeof childProcess>('child_process'), 'execFileSync').mockImplementation(run as typeof execFileSync);
  });
  afterEach(() => processes.mockRestore());
}

/** From here on, and to the end of the test, cdk8s reads as it does for users. */
export const inProcesses = () => processes.mockRestore();

export const read = (folder: string, ...names: string[]) => fs.readFileSync(path.join(folder, ...names), 'utf8');

/** Adopts the files of `in` into `app`, and gives the folder of the app with what was said. */
export async function adopted(files: { readonly [name: string]: string }, ...args: string[]) {
  const folder = folderOf(Object.fromEntries(Object.entries(files).map(([name, text]) => [`in/${name}`, text])));
  const run = await cdk8sAi(folder, 'adopt', 'in', '--out', 'app', '--no-config', ...args);
  const app = path.join(folder, 'app');
  return { ...run, folder, app, main: fs.existsSync(app) ? read(app, 'main.ts') : '' };
}

/** Runs the program that was written into a folder, and returns the objects that it synthesises. */
export function synthesised(folder: string): Record<string, any>[] {
  const source = fs.readFileSync(path.join(folder, 'main.ts'), 'utf8');
  const { outputText } = ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 } });
  const before = process.cwd();
  process.chdir(folder);
  try {
    // eslint-disable-next-line @typescript-eslint/no-implied-eval
    const run = new Function('require', 'exports', '__dirname', outputText) as (load: (name: string) => unknown, exports: object, place: string) => void;
    run(name => MODULES[name], {}, folder);
  } finally {
    process.chdir(before);
  }
  return objectsIn(path.join(folder, 'dist'));
}

/** Objects of a folder by kind and name. */
export function objectsIn(folder: string): Record<string, any>[] {
  const files = fs.readdirSync(folder).sort().map(name => ({ name: path.join(folder, name), read: () => fs.readFileSync(path.join(folder, name)) }));
  return readInput(files).objects.map(({ body }) => body);
}

export const named = (objects: readonly Record<string, any>[], kind: string) => objects.find(each => each.kind === kind)!;
