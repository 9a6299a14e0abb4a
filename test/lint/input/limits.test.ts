import { execFileSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { readFile } from '../../../src/lint/input/documents';
import { Limits, limitsFor } from '../../../src/lint/input/limits';
import { inputFiles } from '../../../src/lint/input/paths';
import { readInput } from '../../../src/lint/input/read-input';
import { APP, folderOf, SERVICE } from '../../cli/program';

const LIMITS: Limits = { document: 500, run: 2_000, objects: 3 };
const long = SERVICE.replace('name: router', `name: ${'r'.repeat(500)}`);
const read = (text: string) => readFile('app.yaml', Buffer.from(text), false, LIMITS);

const onLinux = process.platform === 'linux' ? test : test.skip;

describe('how much is read is bounded, and what is not read is told', () => {
  test('a document that is too large hides no other', () => {
    const { objects, findings } = read(`${SERVICE}---\n${long}---\n${SERVICE}`);
    expect(objects).toHaveLength(2);
    expect(findings).toMatchObject([{ id: 'AIW0005', line: 12, message: expect.stringContaining('the document is larger than') }]);
  });

  test('JSON is one document', () => {
    const { objects, findings } = read(JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', data: { a: 'a'.repeat(500) } }));
    expect(objects).toEqual([]);
    expect(findings).toMatchObject([{ id: 'AIW0005', line: 1 }]);
  });

  test('documents are counted', () => {
    const { objects, findings } = read(`${SERVICE}---\n`.repeat(5));
    expect(objects).toHaveLength(3);
    expect(findings).toMatchObject([{ id: 'AIW0005', line: 34, message: expect.stringContaining('more than 3 documents and items that may still be read') }]);
  });

  test('the files of a run have a limit together, and those that fit are checked', () => {
    const folder = folderOf({ 'a.yaml': APP, 'b.yaml': `${APP}${'#'.repeat(2_000)}`, 'c.yaml': SERVICE });
    const { objects, unusable } = readInput(inputFiles([folder]), undefined, LIMITS);
    expect(objects).toHaveLength(3);
    expect(unusable).toEqual([expect.stringMatching(new RegExp(`^${path.join(folder, 'b.yaml')}: with it the input is larger than \\d+ MiB: check less at once; `))]);
  });

  test('documents of all files are counted together', () => {
    const folder = folderOf({ 'a.yaml': `${SERVICE}---\n${SERVICE}`, 'b.yaml': `${SERVICE}---\n${SERVICE}`, 'c.yaml': SERVICE });
    const { objects, findings, unusable } = readInput(inputFiles([folder]), undefined, LIMITS);
    expect(objects).toHaveLength(3);
    expect(findings).toMatchObject([{ id: 'AIW0005', file: path.join(folder, 'b.yaml') }]);
    expect(unusable).toEqual([`${path.join(folder, 'b.yaml')}: with it the input has 3 documents and items: the other files are not read; check less at once`]);
  });

  test('as many as may be are all read, and nothing is said', () => {
    const folder = folderOf({ 'a.yaml': `${SERVICE}---\n${SERVICE}`, 'b.yaml': SERVICE });
    expect(readInput(inputFiles([folder]), undefined, LIMITS)).toMatchObject({ objects: { length: 3 }, findings: [], unusable: [] });
  });

  test('files of a folder are counted, with the folders', () => {
    const folder = folderOf({ 'a/a.yaml': SERVICE, 'a/b.yaml': SERVICE, 'b.yaml': SERVICE });
    expect(inputFiles([folder], undefined, 3)).toHaveLength(3);
    expect(() => inputFiles([folder], undefined, 2)).toThrow(`${folder}: has more than 2 files and folders: check less at once`);
    expect(() => inputFiles([`${folder}/**/*.yaml`], undefined, 2)).toThrow('has more than 2 files and folders');
  });

  onLinux('a folder is read as deep as it is, and what has too long a path is told', () => {
    const folder = folderOf({ 'z.yaml': SERVICE });
    const before = process.cwd();
    process.chdir(folder);
    // The system takes no path that is so long at once.
    for (let depth = 0; depth < 3_000; depth++) {
      fs.mkdirSync('a');
      process.chdir('a');
    }
    process.chdir(before);
    const { objects, unusable } = readInput(inputFiles([folder]));
    execFileSync('rm', ['-rf', path.join(folder, 'a')]);
    expect(objects).toHaveLength(1);
    expect(unusable).toEqual([expect.stringContaining('ENAMETOOLONG')]);
  });

  const onUnix = process.platform === 'win32' ? test.skip : test;
  onUnix('a device that never ends is read up to there', () => {
    const { objects, unusable } = readInput(inputFiles(['/dev/zero']), undefined, LIMITS);
    expect(objects).toEqual([]);
    expect(unusable).toEqual([expect.stringMatching(/^\/dev\/zero: with it the input is larger than/)]);
  });

  test('the limits grow with the memory of the process', () => {
    const [small, large] = [limitsFor(2 ** 31), limitsFor(2 ** 33)];
    expect([small.document, small.run]).toEqual([2 ** 24, 2 ** 26]);
    expect([large.document, large.run]).toEqual([2 ** 26, 2 ** 28]);
  });
});
