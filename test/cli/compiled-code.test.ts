import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { folderOf } from './program';

/** An installation whose library is two files, one of them of several parts: what is kept does not depend on what they do, and the library of a checkout may not be compiled. */
const installation = folderOf({
  'bin/start.js': fs.readFileSync(path.resolve(__dirname, '../../bin/start.js'), 'utf8'),
  'bin/cdk8s-ai': fs.readFileSync(path.resolve(__dirname, '../../bin/cdk8s-ai'), 'utf8'),
  'lib/cli/main.js': "exports.main = args => { process.stdout.write(require('../said').said(args)); process.exitCode = 1; };\n",
  'lib/said.js': 'let parts = 1;\nexports.ran = () => parts;\nexports.said = args => { parts += args.includes("--all") ? 1 : 0; return `said ${args}`; };\n',
});

function run(cache: string, environment: NodeJS.ProcessEnv = {}, more: readonly string[] = []): string {
  const { NODE_DISABLE_COMPILE_CACHE: _, ...inherited } = process.env;
  const { stdout, stderr, status } = spawnSync(process.execPath, [path.join(installation, 'bin/cdk8s-ai'), 'lint', 'app.yaml', ...more], {
    encoding: 'utf8', env: { ...inherited, NODE_COMPILE_CACHE: cache, ...environment },
  });
  expect([status, stderr]).toEqual([1, '']);
  return stdout;
}

function zeroed(kept: Buffer, from: number): Buffer {
  return Buffer.from(kept).fill(0, from, from + 60);
}

/** The one folder that a run made in the cache. */
function filesIn(cache: string): string[] {
  const [own] = fs.readdirSync(cache);
  return fs.readdirSync(path.join(cache, own)).map(name => path.join(cache, own, name));
}

describe('compiled code that is kept', () => {
  const report = 'said lint,app.yaml';

  test('is used by the next run, which says the same', () => {
    const cache = folderOf({});
    const first = run(cache);
    const kept = filesIn(cache).map(file => [file, fs.statSync(file).mtimeMs]);
    expect(first).toContain(report);
    expect(run(cache)).toBe(first);
    expect(filesIn(cache).map(file => [file, fs.statSync(file).mtimeMs])).toEqual(kept);
  });

  test('grows with what a run needs beyond those before, and then stays', () => {
    const cache = folderOf({});
    const changed = (...args: readonly string[]) => {
      const before = new Map(filesIn(cache).map(file => [file, fs.statSync(file).ino]));
      run(cache, {}, args);
      return filesIn(cache).filter(file => before.get(file) !== fs.statSync(file).ino).map(file => path.basename(file).split('-')[0]);
    };
    run(cache);
    expect([changed(), changed('--all'), changed('--all'), changed()]).toEqual([[], ['said.js'], [], []]);
  });

  test('is made anew where a file is damaged, cut or of another source', () => {
    const cache = folderOf({});
    const first = run(cache);
    const damages = [
      (kept: Buffer) => kept.subarray(0, 20), (kept: Buffer) => Buffer.concat([kept, Buffer.from('x')]), () => Buffer.alloc(0), (kept: Buffer) => Buffer.concat([Buffer.alloc(300), kept]),
      // Within, as a file system may leave it when the power fails.
      ...[0.1, 0.3, 0.5, 0.7].map(part => (kept: Buffer) => zeroed(kept, Math.floor(part * kept.length))),
    ];
    for (const damaged of damages) {
      filesIn(cache).forEach(file => fs.writeFileSync(file, damaged(fs.readFileSync(file))));
      expect(run(cache)).toBe(first);
    }
  });

  test('is not read from a folder that others may write to', () => {
    const cache = folderOf({});
    const first = run(cache);
    filesIn(cache).forEach(file => fs.rmSync(file));
    fs.chmodSync(path.join(cache, fs.readdirSync(cache)[0]), 0o777);
    expect([run(cache), filesIn(cache)]).toEqual([first, []]);
  });

  test('is nowhere if Node.js is told so, or nothing can be written', () => {
    const cache = folderOf({ file: '' });
    expect(run(cache, { NODE_DISABLE_COMPILE_CACHE: '1' })).toContain(report);
    expect(fs.readdirSync(cache)).toEqual(['file']);
    expect(run(path.join(cache, 'file'))).toContain(report);
  });
});
