/* All fast tests, each file in jest's own isolation: a test that passes here and fails in its group depends on what another file left. */
const { jest } = require('../../package.json');

module.exports = { ...jest, rootDir: '../..', testPathIgnorePatterns: [...jest.testPathIgnorePatterns, '\\.slow\\.test\\.ts$'] };
