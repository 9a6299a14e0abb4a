/*
 * For .ci/run: prints how many tests passed and failed, and adds the names of the failed ones to a file.
 *   node build-tools/jest/count-results.js RESULTS.json PROBLEMS
 */
const fs = require('fs');
const path = require('path');

const [results, problems] = process.argv.slice(2);
const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = JSON.parse(fs.readFileSync(results, 'utf8'));

const names = testResults.filter(({ status }) => status === 'failed').flatMap(({ name, assertionResults }) => {
  const file = path.relative(process.cwd(), name);
  const failed = assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
  // Tests of a group begin with the name of their file (test/groups).
  return failed.length === 0 ? [file] : failed.map(fullName => fullName.startsWith('test/') ? fullName : `${file}: ${fullName}`);
});
fs.appendFileSync(problems, names.map(name => `${name}\n`).join(''));
console.log(numPassedTests, numFailedTests + numRuntimeErrorTestSuites);
