const path = require('path');

const SHOWN = 5;

/** A jest reporter that lists the slowest test files at the end, so that the author of a slow one sees it. */
module.exports = class SlowestSuites {
  onRunComplete(_contexts, { testResults }) {
    if (testResults.length <= SHOWN) {
      return;
    }
    const slowest = [...testResults].sort((one, other) => other.perfStats.runtime - one.perfStats.runtime).slice(0, SHOWN);
    const rows = slowest.map(({ perfStats, testFilePath }) => `${(perfStats.runtime / 1000).toFixed(1).padStart(6)} s  ${path.relative(process.cwd(), testFilePath)}`);
    process.stderr.write(['', 'Slowest:', ...rows, ''].join('\n'));
  }
};
