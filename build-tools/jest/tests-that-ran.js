const MOST_NAMES = 40;

/** A jest reporter that lists the tests that ran, where they are few: `-t` leaves out most tests of a file, and jest lists those too or none. */
module.exports = class TestsThatRan {
  onRunComplete(_contexts, { testResults }) {
    const passed = testResults.flatMap(file => file.testResults).filter(({ status }) => status === 'passed');
    if (passed.length > 0 && passed.length <= MOST_NAMES) {
      process.stderr.write(`\n${passed.map(({ fullName }) => `  ✓ ${fullName}\n`).join('')}`);
    }
  }
};
