/*
 * ts-jest, with a key of its own for what it has transpiled. ts-jest's is made of the whole configuration, down to the patterns of test files, so that npm test,
 * test:slow, test:browser and test:cluster would each transpile every source again. Transformers of jest run in plain JavaScript.
 *
 * `npm run test:built` tests what users install: each module of `src` is then the one that the build made of it.
 */
const { createHash } = require('crypto');
const fs = require('fs');
const path = require('path');
const { default: tsJest } = require('ts-jest');
const { placesIn } = require('./bundle-modules');

const VERSIONS = ['ts-jest', 'typescript'].map(name => require(`${name}/package.json`).version);

const [SOURCES, LIBRARY] = ['src', 'lib'].map(folder => path.join(__dirname, '..', folder) + path.sep);

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
  places ??= placesIn(LIBRARY);
  return places.has(name) ? `module.exports = require(${JSON.stringify(places.get(name))}).load(${JSON.stringify(name)});` : undefined;
}

exports.createTransformer = options => {
  const transformer = tsJest.createTransformer(options);
  if (process.env.BUILT_LIBRARY) {
    const { process: transpile } = transformer;
    transformer.process = function (text, file, more) {
      const code = file.startsWith(SOURCES) ? ofBuild(file) : undefined;
      return code === undefined ? transpile.call(this, text, file, more) : { code };
    };
  }
  // Each file is transpiled by itself (`isolatedModules`), so nothing else decides about it. Source maps hold the path.
  transformer.getCacheKey = (text, file, { instrument = false, supportsStaticESM = false }) =>
    createHash('sha256').update(JSON.stringify([VERSIONS, options, file, instrument, supportsStaticESM, process.env.BUILT_LIBRARY && stateOfBuild(), text])).digest('hex');
  return transformer;
};
