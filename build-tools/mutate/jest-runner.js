/*
 * Runs the test files that reach a mutant, the likeliest first, and stops at the first that fails. Stryker's runner names the tests only by a
 * pattern, so jest would load every file to skip its tests, and jest knows no bail when it is called by a program.
 */
const fs = require('node:fs');
const path = require('node:path');
const { default: InBandRunner } = require('jest-runner');

/** Results of the run without mutants: tests and duration of each file. Stored in the sandbox, which the workers share. */
const SEEN = path.join(process.cwd(), '.mutate-tests.json');

class UntilOneFails extends InBandRunner {
  async runTests(tests, watcher, options) {
    const outcome = { failed: false, seen: {} };
    const stops = [
      this.on('test-file-success', ([test, result]) => {
        outcome.failed ||= result.numFailingTests > 0 || Boolean(result.testExecError);
        outcome.seen[test.path] = { names: result.testResults.map(each => each.fullName), took: result.perfStats.runtime };
      }),
      this.on('test-file-failure', () => { outcome.failed = true; }),
    ];
    const mutant = process.env.__STRYKER_ACTIVE_MUTANT__ !== undefined && fs.existsSync(SEEN);
    for (const test of mutant ? this.chosen(tests) : tests) {
      await super.runTests([test], watcher, { ...options, serial: true });
      if (mutant && outcome.failed) {
        break;
      }
    }
    stops.forEach(stop => stop());
    if (!mutant) {
      fs.writeFileSync(SEEN, JSON.stringify(outcome.seen));
    }
  }

  chosen(tests) {
    const seen = JSON.parse(fs.readFileSync(SEEN, 'utf8'));
    const pattern = this._globalConfig.testNamePattern;
    const names = pattern ? new RegExp(pattern, 'i') : /(?:)/;
    const mirror = path.join(process.cwd(), path.dirname(process.env.MUTATE_FILE ?? '').replace(/^src/, 'test'));
    const rank = test => (test.path.startsWith(mirror) ? 0 : 1);
    return tests.filter(test => seen[test.path]?.names.some(name => names.test(name)))
      .sort((one, other) => rank(one) - rank(other) || seen[one.path].took - seen[other.path].took);
  }
}

module.exports = UntilOneFails;
