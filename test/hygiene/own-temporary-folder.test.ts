import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { makeRunFolder, removeRunFolder } from './own-temporary-folder';
import { temporaryFolder } from './temporary';

describe('the temporary folder of a run', () => {
  test('is where these tests make theirs', () => {
    expect(path.basename(path.dirname(temporaryFolder('here')))).toMatch(/^cdk8s-ai-workloads-tests-/);
    expect(path.dirname(temporaryFolder('here'))).toBe(os.tmpdir());
  });

  test('goes with the run', () => {
    const folder = makeRunFolder(temporaryFolder('runs'));
    removeRunFolder(folder);
    expect(fs.existsSync(folder)).toBe(false);
  });

  test('fails the run when something is left, which is listed, and goes all the same', () => {
    const folder = makeRunFolder(temporaryFolder('runs'));
    fs.mkdtempSync(path.join(folder, 'forgotten-'));
    fs.writeFileSync(path.join(folder, 'a.txt'), '');
    expect(() => removeRunFolder(folder)).toThrow(/^The tests left in the temporary folder:\n {2}a\.txt\n {2}forgotten-\w{6}\n {2}help: /);
    expect(fs.existsSync(folder)).toBe(false);
  });

  test.each([[30, /f39\n {2}help: /], [31, /f39\n {2}… and 1 more\n {2}help: /]])('of %d things that are left the first thirty are listed', (count, listed) => {
    const folder = makeRunFolder(temporaryFolder('runs'));
    Array.from({ length: count }, (_, index) => fs.writeFileSync(path.join(folder, `f${10 + index}`), ''));
    expect(() => removeRunFolder(folder)).toThrow(listed);
  });

  test('is the only one that is removed', () => {
    const folder = temporaryFolder('other');
    expect(() => removeRunFolder(folder)).toThrow('is not the temporary folder of a run of tests');
    expect(fs.existsSync(folder)).toBe(true);
  });
});
