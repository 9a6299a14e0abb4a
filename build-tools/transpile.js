/*
 * Makes JavaScript of sources and tests for jest with swc, in a twentieth of the time that TypeScript takes (`npm test` checks types apart from jest). The key of a
 * transpiled file depends on nothing but the file, so that npm test, test:slow, test:browser and test:cluster share one cache. Jest loads transformers as plain JavaScript.
 *
 * `npm run test:built` tests what users install: each module of `src` is then the one that the build made of it.
 */
const { createHash } = require('crypto');
const fs = require('fs');
const path = require('path');
const { transformSync } = require('@swc/core');

const VERSIONS = [require('@swc/core/package.json').version, fs.readFileSync(__filename, 'utf8')];

const [SOURCES, LIBRARY] = ['src', 'lib'].map(folder => path.join(__dirname, '..', folder) + path.sep);

/** swc makes exports that cannot be replaced; jest.spyOn replaces them, as it can with the output of TypeScript. */
const EXPORT = /(Object\.defineProperty\((?:exports|target), (?:"\w+"|name), \{)(\s+enumerable: true,)/g;

/** swc copies modules of Node for `import * as fs`, so that a spy on `fs.readSync` would not be seen: these stay references. */
const COPY = /newObj\[key\] = obj\[key\];/g;
const REFERENCE = '((name) => Object.defineProperty(newObj, name, { configurable: true, enumerable: true, get: () => obj[name] }))(key);';

let places;

/** Of another build, a module may be in another file. */
function stateOfBuild() {
  const folder = path.join(LIBRARY, 'modules');
  return fs.readdirSync(folder).map(file => [file, fs.statSync(path.join(folder, file)).mtimeMs]);
}

/** What stands for a source: undefined where the build has nothing of it, such as a module of types alone. */
function ofBuild(file) {
  const name = file.slice(SOURCES.length, -'.ts'.length).replace(/\\/g, '/');
  const own = path.join(LIBRARY, `${name}.js`);
  // The index, and large tables.
  if (fs.existsSync(own)) {
    return `module.exports = require(${JSON.stringify(own)});`;
  }
  // Loaded where it is needed: it loads TypeScript, which takes half a second.
  places ??= require('./bundle-modules').placesIn(LIBRARY);
  return places.has(name) ? `module.exports = require(${JSON.stringify(places.get(name))}).load(${JSON.stringify(name)});` : undefined;
}

function transpile(text, filename) {
  const { code, map } = transformSync(text, {
    filename,
    swcrc: false,
    configFile: false,
    sourceMaps: true,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022', transform: { hidden: { jest: true } } },
    module: { type: 'commonjs', ignoreDynamic: true },
  });
  // The replacements add no line, so the source map still holds.
  return { code: code.replace(EXPORT, '$1 configurable: true,$2').replace(COPY, REFERENCE), map };
}

exports.createTransformer = () => ({
  process(text, file) {
    const built = process.env.BUILT_LIBRARY && file.startsWith(SOURCES) ? ofBuild(file) : undefined;
    return built === undefined ? transpile(text, file) : { code: built };
  },
  // Source maps hold the path.
  getCacheKey: (text, file, { instrument = false }) =>
    createHash('sha256').update(JSON.stringify([VERSIONS, file, instrument, process.env.BUILT_LIBRARY && stateOfBuild(), text])).digest('hex'),
});
