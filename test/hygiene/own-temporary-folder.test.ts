import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { enter, leave } from './own-temporary-folder';
import { temporaryFolder } from './temporary';

/** Within the folder of this run there is one of a run of its own. */
function inRun(work: (folder: string) => void): void {
  enter();
  const folder = os.tmpdir();
  try {
    work(folder);
  } finally {
    leave();
  }
}

describe('the temporary folder of a run', () => {
  const before = os.tmpdir();
  afterEach(() => expect(os.tmpdir()).toBe(before));

  test('is its own, and goes with it', () => {
    let seen = '';
    inRun(folder => { seen = folder; });
    expect(path.dirname(seen)).toBe(before);
    expect(fs.existsSync(seen)).toBe(false);
  });

  test('fails the run when something is left, which is listed, and goes all the same', () => {
    let seen = '';
    expect(() => inRun(folder => {
      seen = folder;
      fs.mkdtempSync(path.join(os.tmpdir(), 'forgotten-'));
      fs.writeFileSync(path.join(folder, 'a.txt'), '');
    })).toThrow(/^The tests left in the temporary folder:\n {2}a\.txt\n {2}forgotten-\w{6}\n {2}help: /);
    expect(fs.existsSync(seen)).toBe(false);
  });

  test('lists the first thirty of what is left', () => {
    expect(() => inRun(folder => {
      Array.from({ length: 32 }, (_, index) => fs.writeFileSync(path.join(folder, `f${10 + index}`), ''));
    })).toThrow(/ {2}f39\n {2}… and 2 more\n/);
  });
});

test('nothing but the folder of a run is removed', () => {
  expect(path.basename(os.tmpdir())).toMatch(/^cdk8s-ai-workloads-tests-/);
  const folder = temporaryFolder('other');
  const before = process.env.TMPDIR;
  const spy = jest.spyOn(os, 'tmpdir').mockReturnValue(folder);
  expect(leave).toThrow('is not the temporary folder of a run of tests');
  spy.mockRestore();
  expect([process.env.TMPDIR, fs.existsSync(folder)]).toEqual([before, true]);
});
