// @ts-check
'use strict';

/*
 * Runs after the compiler: puts the modules of the command line into one file, lib/cli/main.js. A run over a small file spends most of its time looking for
 * some 250 files, reading them and compiling each by itself (measured in docs/benchmarks.md).
 *
 * Each module stays a function that runs when it is first required. Large tables stay files of their own, which most runs do not read. Files of modules that
 * only the command line needs are removed, since nobody would ever read them; their declarations stay, which others may name.
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

/** @param {string} first Path of a module. @returns {Set<string>} All that it may require, itself too. */
function reached(first) {
  /** @type {Set<string>} */
  const files = new Set();
  const open = [first];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (!files.has(file)) {
      files.add(file);
      for (const [, , id] of fs.readFileSync(file, 'utf8').matchAll(REQUIRED)) {
        open.push(require.resolve(path.resolve(path.dirname(file), id)));
      }
    }
  }
  return files;
}

/** @param {string} library Folder of the compiled library. @returns {string[]} Files of modules that nothing but the program needs. */
function ofProgramAlone(library) {
  const main = path.join(library, 'cli', 'main.js');
  const needed = reached(path.join(library, 'index.js'));
  return [...reached(main)].filter(file => file !== main && !needed.has(file) && !APART.test(file)).sort();
}

module.exports = { bundled, ofProgramAlone };

if (require.main === module) {
  const library = path.join(__dirname, '..', 'lib');
  const main = path.join(library, 'cli', 'main.js');
  const alone = ofProgramAlone(library);
  fs.writeFileSync(main, bundled(main));
  alone.forEach(file => fs.rmSync(file));
}
