/*
 * ts-jest, with a key of its own for what it has transpiled. ts-jest's is made of the whole configuration, down to the patterns of test files, so that npm test,
 * test:slow, test:browser and test:cluster would each transpile every source again. Transformers of jest run in plain JavaScript.
 */
const { createHash } = require('crypto');
const { default: tsJest } = require('ts-jest');

const VERSIONS = ['ts-jest', 'typescript'].map(name => require(`${name}/package.json`).version);

exports.createTransformer = options => {
  const transformer = tsJest.createTransformer(options);
  // Each file is transpiled by itself (`isolatedModules`), so nothing else decides about it. Source maps hold the path.
  transformer.getCacheKey = (text, file, { instrument = false, supportsStaticESM = false }) =>
    createHash('sha256').update(JSON.stringify([VERSIONS, options, file, instrument, supportsStaticESM, text])).digest('hex');
  return transformer;
};
