/*
 * How `npm test` groups test files. Jest loads every module anew for each file that it runs, which took longer than most tests. So `npm test` runs a few files, the
 * groups in test/groups, each of which loads many test files into one module registry. Jest runs these files alone:
 * - files with stored snapshots, which jest keeps by file,
 * - files that mock modules, which jest does for the whole registry,
 * - files that count steps, which V8 does for the whole process.
 */
const fs = require('fs');
const path = require('path');

const TESTS = path.join(__dirname, '..', '..', 'test');
const NEEDS_ITS_OWN_REGISTRY = /\.toMatchSnapshot\(|^jest\.mock\(|\/hygiene\/steps'/m;

/**
 * Files that `npm run test:built` leaves out: tests of the project, and tests that count the steps of a source, replace a module by another,
 * or compare the list of rules with their modules, which the build loads later.
 */
const ABOUT_SOURCES = /^(?:project|cluster|site)\/|^kubernetes\/(?:schema\/custom\/pattern|yaml\/hostile)\.|^lint\/(?:rules\/fixtures|run\/documented)\.|^knowledge\/engines\/new-engine\./;

/** The files of test/groups that jest runs. */
exports.GROUPS = fs.readdirSync(path.join(TESTS, 'groups')).filter(file => /^group-\d+\.ts$/.test(file)).sort();

/** The fast test files, from `test`: those that need a module registry of their own, and the others in groups of neighbours, which need the same modules. */
exports.groupTestFiles = function () {
  const files = fs.readdirSync(TESTS, { recursive: true }).map(file => file.replaceAll(path.sep, '/')).filter(exports.isFastTest).sort();
  const isAlone = file => NEEDS_ITS_OWN_REGISTRY.test(fs.readFileSync(path.join(TESTS, file), 'utf8'));
  const alone = files.filter(isAlone);
  const shared = files.filter(file => !alone.includes(file));
  const size = Math.ceil(shared.length / exports.GROUPS.length);
  return { alone, groups: exports.GROUPS.map((_name, group) => shared.slice(group * size, (group + 1) * size)) };
};

/** Whether `npm test` runs a file of `test`, or `npm run test:built`. */
exports.isFastTest = file => file.endsWith('.test.ts') && !file.endsWith('.slow.test.ts') && !(process.env.BUILT_LIBRARY && ABOUT_SOURCES.test(file));
