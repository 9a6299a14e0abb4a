// @ts-check
'use strict';

/*
 * Runs after the compiler and the lazy index: puts the modules of the library into four files below lib/modules. An app that uses one pattern, or a run over a
 * small file, would spend most of its time looking for some 250 files, reading them and compiling each by itself (measured in docs/benchmarks.md).
 *
 * - `constructs`: what constructs load at once when they are first used
 * - `shared`: what both constructs and the command line load
 * - `checks`: what a synth and the command line load beside that
 * - `account`: what only the command `explain` loads
 *
 * Each module is in one of them, stays a function that runs when it is first required, and is known by its path below lib. Large tables stay files of their own,
 * which most runs do not read. lib/index.js and lib/cli/main.js stay where they are; files of other modules are removed, since nobody would read
 * them. Their declarations stay: the compiler of a user's program follows them.
 */
const fs = require('fs');
const path = require('path');

const REQUIRED = /\brequire\((["'])(\.[^"']*)\1\)/g;
/** `const plan_1 = require("./plan");`, as the compiler writes an import. Any other place is in a function, which may never run. */
const AT_ONCE = /^(?:(?:const|var) \w+ = (?:\w+\()?|\w+\()?require\((["'])(\.[^"']*)\1\)/gm;
const APART = /\.generated\.js$/;
const FOLDER = 'modules';
const MARK = '// Several modules in one file.';

/** @typedef {{ index: string, main: string, late: string }} Entries Their paths below the folder of the library; of `late` the program loads what one command needs. */
/** @typedef {'constructs' | 'shared' | 'checks' | 'account'} Group */
/** @typedef {Map<string, string[]>} Groups Modules of each file, by their paths without `.js`, sorted. */

/** @type {Entries} */
const ENTRIES = { index: 'index.js', main: path.join('cli', 'main.js'), late: path.join('cli', 'explain.js') };

/** @param {string} library @param {string} file Below the folder of the library. @returns {string} */
function read(library, file) {
  return fs.readFileSync(path.join(library, file), 'utf8');
}

/** @param {string} library @param {string} from The module that requires. @param {string} id What it requires. @returns {string} Below the library's folder. */
function resolved(library, from, id) {
  return path.relative(library, require.resolve(path.resolve(library, path.dirname(from), id)));
}

/**
 * @param {string} library
 * @param {string[]} first Paths of modules.
 * @param {RegExp} edges What to follow.
 * @param {string} [apart] A module that is left out, with what only it requires.
 * @returns {Set<string>} All that they may require, they too.
 */
function reached(library, first, edges, apart) {
  /** @type {Set<string>} */
  const files = new Set();
  const open = [...first];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (!files.has(file) && file !== apart && !APART.test(file)) {
      files.add(file);
      for (const match of read(library, file).matchAll(edges)) {
        open.push(resolved(library, file, match[2]));
      }
    }
  }
  return files;
}

/** @param {string} library Folder of the compiled library. @returns {Groups} */
function grouped(library) {
  const { index, main, late } = ENTRIES;
  // The lazy index requires in functions; all that it names is used by constructs.
  const exported = [...read(library, index).matchAll(REQUIRED)].map(match => resolved(library, index, match[2]));
  const byConstructs = reached(library, exported, AT_ONCE);
  const byProgram = reached(library, [main], REQUIRED);
  const checks = new Set([...reached(library, [index], REQUIRED), ...reached(library, [main], REQUIRED, late)]);
  const all = new Set([...checks, ...byProgram]);
  all.delete(index);
  /** @type {Groups} */
  const groups = new Map([['constructs', []], ['shared', []], ['checks', []], ['account', []]]);
  for (const file of [...all].sort()) {
    const group = byConstructs.has(file) ? (byProgram.has(file) ? 'shared' : 'constructs') : checks.has(file) ? 'checks' : 'account';
    /** @type {string[]} */ (groups.get(group)).push(file.replace(/\.js$/, '').replace(/\\/g, '/'));
  }
  return groups;
}

/**
 * @param {string} library
 * @param {string} module Its path.
 * @param {string} place Folder of the file that the text will stand in, below the library.
 * @param {(module: string) => string | undefined} fileOf The name of the file that a module is in.
 * @returns {string} The text of the module, which loads others from where they now are.
 */
function rewritten(library, module, place, fileOf) {
  return read(library, `${module}.js`).replace(REQUIRED, (_all, _quote, id) => {
    const target = resolved(library, `${module}.js`, id).replace(/\\/g, '/');
    const name = target.replace(/\.js$/, '');
    const file = fileOf(name);
    if (file === undefined) {
      return `require(${JSON.stringify(asRelative(path.posix.relative(place, target)))})`;
    }
    const load = file === fileOf(module) && place === FOLDER ? 'load' : `require(${JSON.stringify(asRelative(path.posix.relative(place, `${FOLDER}/${file}`)))}).load`;
    return `${load}(${JSON.stringify(name)})`;
  });
}

/** @param {string} folder @returns {string[]} */
function filesOf(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const inside = path.join(folder, entry.name);
    return entry.isDirectory() ? filesOf(inside) : [inside];
  });
}

/** @param {string} module @param {string} text @returns {string} With the folder that the module would be in, where it asks for that. */
function inItsFolder(module, text) {
  return text.includes('__dirname') ? text.replace(/\b__dirname\b/g, `require("path").join(__dirname, "..", ${JSON.stringify(path.posix.dirname(module))})`) : text;
}

/** @param {string} file @returns {string} */
function asRelative(file) {
  return file.startsWith('.') ? file : `./${file}`;
}

/** @param {string[]} modules Paths. @param {(module: string) => string} textOf @returns {string} */
function fileOf(modules, textOf) {
  return `"use strict";
${MARK}
const loaded = new Map();
function load(name) {
    let module = loaded.get(name);
    if (module === undefined) {
        module = { exports: {} };
        loaded.set(name, module);
        modules[name](module, module.exports);
    }
    return module.exports;
}
const modules = {
${modules.map(module => `${JSON.stringify(module)}(module, exports) {${inItsFolder(module, textOf(module))}\n}`).join(',\n')}
};
module.exports = { load, names: Object.keys(modules) };
`;
}

/** @param {string} library Folder of the compiled library, which is changed. */
function bundle(library) {
  if (read(library, ENTRIES.main).includes(MARK)) {
    return;
  }
  const groups = grouped(library);
  /** @type {Map<string, string>} */
  const places = new Map([...groups].flatMap(([group, modules]) => modules.map(/** @returns {[string, string]} */ module => [module, group])));
  const texts = [...groups].map(([group, modules]) => ({ group, text: fileOf(modules, module => rewritten(library, module, FOLDER, name => places.get(name))) }));
  const index = rewritten(library, 'index', '', name => places.get(name));
  const program = path.posix.relative('cli', `${FOLDER}/${places.get('cli/main')}`);
  // Those too that nobody requires: modules of types alone.
  filesOf(library).filter(file => file.endsWith('.js') && !APART.test(file)).forEach(file => fs.rmSync(file));
  fs.mkdirSync(path.join(library, FOLDER), { recursive: true });
  texts.forEach(({ group, text }) => fs.writeFileSync(path.join(library, FOLDER, `${group}.js`), text));
  fs.writeFileSync(path.join(library, ENTRIES.index), index);
  fs.writeFileSync(path.join(library, ENTRIES.main), `"use strict";\n${MARK}\nmodule.exports = require("${program}").load("cli/main");\n`);
}

module.exports = { bundle, grouped };

if (require.main === module) {
  bundle(path.join(__dirname, '..', 'lib'));
}
