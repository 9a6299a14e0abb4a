// @ts-check
'use strict';

/*
 * Runs after the compiler and the lazy index: puts the modules of the library into a few files below lib/modules. An app that uses one pattern, or a run over a
 * small file, would spend most of its time looking for some 350 files, reading them and compiling each by itself (measured in docs/benchmarks.md). One file of
 * everything would cost as much: the engine reads the whole text of a file before its first function runs, about 12 ms for a megabyte.
 *
 * - `attach`: what the index loads at once, with what that needs: every app reads it
 * - one for each folder of an engine, a pattern or a surrounding, with what constructs import of it
 * - `constructs`: what else constructs import
 * - `shared`: what both constructs and the command line import
 * - `checks`, `late-checks`: what a synth loads beside that, and what it loads for some kinds only (`late-rules.js`)
 * - `yaml`, `evaluation` (of CEL), `changes`: those parts of what is shared and of the checks
 * - `program`: what the command line loads beside that
 * - `testing`: what tests of users' programs ask, and `account`, what only they and the command `explain` load
 *
 * Each module is in one of them, stays a function that runs when it is first needed (`late-imports.js`), and is known by its path below lib. Large tables stay files of their own,
 * which most runs do not read. lib/index.js and lib/cli/main.js stay where they are; files of other modules are removed, since nobody would read
 * them. Their declarations stay: the compiler of a user's program follows them.
 */
const fs = require('fs');
const path = require('path');
const { isDeepStrictEqual } = require('util');
const vm = require('vm');
const ts = require('typescript');
const { withFastCopies } = require('./fast-copies');
const { withLateImports } = require('./late-imports');

const REQUIRED = /\brequire\((["'])(\.[^"']*)\1\)/g;
/** `const plan_1 = require("./plan");`, as the compiler writes an import. Any other place is in a function, which may never run. */
const AT_ONCE = /^(?:(?:const|var) \w+ = (?:\w+\()?|\w+\()?require\((["'])(\.[^"']*)\1\)/gm;
/** `patterns/leader-worker-group/plan`: read only by an app that uses it. */
const OF_ONE = /^(?:(?:engines|patterns|surroundings)\/([^/]+)|(testing))\//;
/** Of what constructs and the command line share, and of the checks: what a synth of an app seldom needs. */
const SELDOM = /^(?:kubernetes\/(yaml)|kubernetes\/cel\/(evaluation)|lint\/(changes)|(account)|(testing))\//;
/** Of the checks: what is loaded for some objects only. The validation of kinds is too, but every app has some. */
const LATE = /^lint\//;
const APART = /\.generated\.js$/;
const FOLDER = 'modules';
const MARK = '// Several modules in one file.';

/** @typedef {{ index: string, main: string, late: string }} Entries Their paths below the folder of the library; of `late` the program loads what one command needs. */
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

/** @param {string} library @param {string} file A module. @param {RegExp} edges What to follow. @returns {string[]} The modules that it requires. */
function requiredBy(library, file, edges) {
  return [...read(library, file).matchAll(edges)].map(match => resolved(library, file, match[2]));
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
      open.push(...requiredBy(library, file, edges));
    }
  }
  return files;
}

/** @param {string} library Folder of the compiled library. @returns {Groups} */
function grouped(library) {
  const { index, main, late } = ENTRIES;
  const atOnce = reached(library, requiredBy(library, index, AT_ONCE), AT_ONCE);
  // The lazy index requires the others in functions; all that it names is used by constructs.
  const byConstructs = reached(library, requiredBy(library, index, REQUIRED), AT_ONCE);
  const bySynth = reached(library, [index], REQUIRED);
  const byProgram = reached(library, [main], REQUIRED);
  const byEverySynth = reached(library, [...byConstructs].flatMap(file => requiredBy(library, file, REQUIRED)), AT_ONCE);
  const byMostRuns = reached(library, [main], REQUIRED, late);
  const all = new Set([...bySynth, ...byProgram]);
  all.delete(index);
  /** @type {Groups} */
  const groups = new Map();
  for (const file of [...all].sort()) {
    const module = file.replace(/\.js$/, '').replace(/\\/g, '/');
    const ofChecks = byEverySynth.has(file) || !LATE.test(module) ? 'checks' : 'late-checks';
    const ofProgram = bySynth.has(file) ? ofChecks : byMostRuns.has(file) ? 'program' : 'account';
    const group = atOnce.has(file) ? 'attach' : !byConstructs.has(file) ? fileFor(module, SELDOM, ofProgram) : fileFor(module, OF_ONE, fileFor(module, SELDOM, byProgram.has(file) ? 'shared' : 'constructs'));
    groups.set(group, [...groups.get(group) ?? [], module]);
  }
  return groups;
}

/** @param {string} module @param {RegExp} apart What has files of its own. @param {string} otherwise @returns {string} The name of the file that the module is in. */
function fileFor(module, apart, otherwise) {
  return apart.exec(module)?.slice(1).find(name => name !== undefined) ?? otherwise;
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
    return file === fileOf(module) && place === FOLDER ? `$load(${JSON.stringify(name)})` : `$from(${JSON.stringify(file)}, ${JSON.stringify(name)})`;
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
  const folder = `require("path").join(__dirname, "..", ${JSON.stringify(path.posix.dirname(module))})`;
  return placesOfFolder(text).reduceRight((changed, at) => changed.slice(0, at) + folder + changed.slice(at + '__dirname'.length), text);
}

/** @param {string} text @returns {number[]} Where the module asks for its folder. In a text that it writes the name is a name: `adopt` writes programs. */
function placesOfFolder(text) {
  if (!text.includes('__dirname')) {
    return [];
  }
  /** @type {number[]} */
  const places = [];
  const source = ts.createSourceFile('module.js', text, ts.ScriptTarget.Latest);
  /** @param {ts.Node} node */
  const visit = node => {
    if (ts.isIdentifier(node) && node.text === '__dirname') {
      places.push(node.getStart(source));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return places;
}

/** @param {string} file @returns {string} */
function asRelative(file) {
  return file.startsWith('.') ? file : `./${file}`;
}

/**
 * @param {string} text A module of tables.
 * @returns {string} The same tables as JSON in a text, which the engine reads in half the time of a literal: it need not read it as a program twice.
 */
function asJson(text) {
  return text.replace(/^exports\.(\w+) = ([[{][\s\S]*?^[\]}]);$/gm, (all, name, literal) => {
    const realm = vm.createContext({});
    const table = vm.runInContext(`(${literal})`, realm);
    const read = `JSON.parse('${JSON.stringify(table).replace(/[\\']/g, '\\$&')}')`;
    // A value that JSON does not have, such as undefined, would be lost: such a table stays as it is.
    return isDeepStrictEqual(vm.runInContext(read, realm), table) ? `exports.${name} = ${read};` : all;
  });
}

/** @param {string} text @returns {string} The same program in ASCII, which Node reads in half the time: with one other character the whole file has two bytes for each. */
function inAscii(text) {
  return text.replace(/[^\0-\x7f]/g, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Looks each file up once: `require` does so at every call, and there are some thousand between the modules of an app. Names stand in full, for programs that
 * put an app and its modules into one file.
 *
 * @param {string} text What asks for modules of other files. @param {string} folder That of the files, from where the text stands. @returns {string}
 */
function fromFiles(text, folder) {
  const names = [...new Set([...text.matchAll(/\$from\("([^"]+)", "/g)].map(match => match[1]))].sort();
  return `const files = {
${names.map(name => `    ${JSON.stringify(name)}: () => require("${folder}/${name}")`).join(',\n')}
};
const found = {};
function $from(file, name) {
    return (found[file] ??= files[file]().load)(name);
}`;
}

/** @param {string[]} modules Paths. @param {(module: string) => string} textOf @returns {string} */
function fileOf(modules, textOf) {
  // Not in brackets, which would have the engine compile each of them with its file: a run needs half of them, or fewer.
  const texts = modules.map(module => `${JSON.stringify(module)}: function (module, exports) {${inItsFolder(module, withLateImports(withFastCopies(textOf(module))))}\n}`).join(',\n');
  return inAscii(`"use strict";
${MARK}
${fromFiles(texts, '.')}
const loaded = new Map();
function $load(name) {
    let module = loaded.get(name);
    if (module === undefined) {
        module = { exports: {} };
        loaded.set(name, module);
        modules[name](module, module.exports);
    }
    return module.exports;
}
const modules = {
${texts}
};
module.exports = { load: $load, names: Object.keys(modules), ran: () => loaded.size };
`);
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
  const lazy = rewritten(library, 'index', '', name => places.get(name));
  const index = lazy.replace('"use strict";', `"use strict";\n${fromFiles(lazy, `./${FOLDER}`)}`);
  const program = path.posix.relative('cli', `${FOLDER}/${places.get('cli/main')}`);
  // Those too that nobody requires: modules of types alone.
  filesOf(library).filter(file => file.endsWith('.js') && !APART.test(file)).forEach(file => fs.rmSync(file));
  fs.mkdirSync(path.join(library, FOLDER), { recursive: true });
  texts.forEach(({ group, text }) => fs.writeFileSync(path.join(library, FOLDER, `${group}.js`), text));
  filesOf(library).filter(file => APART.test(file)).forEach(file => fs.writeFileSync(file, inAscii(asJson(fs.readFileSync(file, 'utf8')))));
  fs.writeFileSync(path.join(library, ENTRIES.index), inAscii(index));
  fs.writeFileSync(path.join(library, ENTRIES.main), `"use strict";\n${MARK}\nmodule.exports = require("${program}").load("cli/main");\n`);
}

/** @param {string} library A folder that was bundled. @returns {Map<string, string>} The path of the file that each module is in. */
function placesIn(library) {
  const folder = path.join(library, FOLDER);
  const files = fs.readdirSync(folder).map(file => path.join(folder, file));
  return new Map(files.flatMap(file => /** @type {{ names: string[] }} */ (require(file)).names.map(/** @returns {[string, string]} */ name => [name, file])));
}

module.exports = { bundle, grouped, placesIn };

if (require.main === module) {
  bundle(path.join(__dirname, '..', 'lib'));
}
