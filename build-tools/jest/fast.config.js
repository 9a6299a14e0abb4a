/*
 * How `npm test` and `npm run test:built` run jest: all fast tests in groups (groups.js), or the files that the command names, each alone and in jest's own isolation,
 * as `npx jest FILE` does.
 */
const { buildArgv } = require('jest-cli');
const { groupTestFiles, GROUPS } = require('./groups');
const { jest } = require('../../package.json');

module.exports = async () => {
  const { _: named } = await buildArgv(process.argv.slice(2));
  const files = named.length > 0 ? ['**/*.test.ts'] : [...GROUPS.map(file => `groups/${file}`), ...groupTestFiles().alone];
  return {
    ...jest,
    rootDir: '../..',
    testMatch: files.map(file => `<rootDir>/test/${file}`),
    testSequencer: '<rootDir>/build-tools/jest/steps-first.js',
    testPathIgnorePatterns: [...jest.testPathIgnorePatterns, '\\.slow\\.test\\.ts$'],
  };
};
