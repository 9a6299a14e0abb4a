// @ts-check
'use strict';

/*
 * Runs after the compiler: puts the modules of the command line into one file, lib/cli/main.js. A run over a small file spends most of its time looking for
 * some 250 files, reading them and compiling each by itself (measured in docs/benchmarks.md).
 *
 * Each module stays a function that runs when it is first required. Large tables stay files of their own, which most runs do not read.
 */
const fs = require('fs');
const path = require('path');

const REQUIRED = /\brequire\((["'])(\.[^"']*)\1\)/g;
const APART = /\.generated\.js$/;
const MARK = '// Modules of the command line in one file.';

/** @param {string} main Path of the first module. @returns {string} Its source with those of all modules that it may require. */
function bundled(main) {
  const source = fs.readFileSync(main, 'utf8');
  if (source.includes(MARK)) {
    return source;
  }
  const folder = path.dirname(main);
  /** @type {Map<string, number>} */
  const numbers = new Map();
  /** @type {string[]} */
  const modules = [];
  /** @param {string} file @returns {number} */
  const add = file => {
    const known = numbers.get(file);
    if (known !== undefined) {
      return known;
    }
    const number = numbers.size;
    numbers.set(file, number);
    const text = fs.readFileSync(file, 'utf8').replace(REQUIRED, (_all, _quote, id) => {
      const target = require.resolve(path.resolve(path.dirname(file), id));
      return APART.test(target) ? `require(${JSON.stringify(`./${path.relative(folder, target).replace(/\\/g, '/')}`)})` : `__load(${add(target)})`;
    });
    modules[number] = `// ${path.relative(folder, file)}\nfunction (module, exports) {${text}\n}`;
    return number;
  };
  add(main);
  return `"use strict";
${MARK}
const __loaded = [];
function __load(number) {
    if (__loaded[number] === undefined) {
        const module = { exports: {} };
        __loaded[number] = module;
        __modules[number](module, module.exports);
    }
    return __loaded[number].exports;
}
const __modules = [
${modules.join(',\n')}
];
module.exports = __load(0);
`;
}

module.exports = { bundled };

if (require.main === module) {
  const main = path.join(__dirname, '..', 'lib', 'cli', 'main.js');
  fs.writeFileSync(main, bundled(main));
}
