import * as fs from 'fs';
import * as path from 'path';
import { folderOf } from './program';

// eslint-disable-next-line @typescript-eslint/no-require-imports
const { bundled, ofProgramAlone } = require('../../build-tools/bundle-program') as { bundled(main: string): string; ofProgramAlone(library: string): string[] };

const MODULES = {
  'cli/main.js': `"use strict";
const one = require("./one");
exports.sum = () => one.value + require('..').value;
exports.table = () => require("../table.generated").TABLE;
exports.isOne = () => require("./one") === one;`,
  'cli/one.js': 'exports.value = 1; require("./main").begun = true;',
  'index.js': "exports.value = require('path').posix.join('a', 'b').length;",
  'table.generated.js': 'exports.TABLE = [1, 2];',
};

describe('the command line in one file', () => {
  /** The program of a folder of its own, bundled; each test loads it anew. */
  function bundle(): string {
    const main = path.join(folderOf(MODULES), 'cli/main.js');
    fs.writeFileSync(main, bundled(main));
    return main;
  }

  test('runs like its modules, each of them once, without the files of the others', () => {
    const main = bundle();
    fs.rmSync(path.join(path.dirname(main), 'one.js'));
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const program = require(main) as { readonly begun: boolean; sum(): number; table(): number[]; isOne(): boolean };
    expect([program.sum(), program.table(), program.isOne(), program.begun]).toEqual([4, [1, 2], true, true]);
  });

  test('takes along what nothing else needs: neither what the library requires, at once or late, nor large tables', () => {
    const library = folderOf({
      'cli/main.js': 'require("./one"); require("../shared"); require("../late"); require("../rows.generated");',
      'cli/one.js': 'require("../two");',
      'two.js': 'require("./cli/one");',
      'shared.js': '',
      'late.js': '',
      'rows.generated.js': '',
      'index.js': 'require("./shared"); exports.load = () => require(\'./late\');',
    });
    expect(ofProgramAlone(library).map(file => path.relative(library, file))).toEqual([path.join('cli', 'one.js'), 'two.js']);
  });

  test('stays as it is when it is bundled again', () => {
    const main = bundle();
    expect(bundled(main)).toBe(fs.readFileSync(main, 'utf8'));
  });
});
